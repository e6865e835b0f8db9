import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { productionTitleOf } from '../../src/matching/titles/production-title';
import { runs } from '../support/runs';

const linesOf = (path: string): readonly (readonly string[])[] =>
  readFileSync(join(import.meta.dir, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

/** Examples of rules: a printed title, the title of the production, and its type, its year or "marked" if the title tells. */
const printedTitles = linesOf('fixtures/printed-titles.tsv').map(([rule, printed = '', title = '', hint]) => ({
  rule,
  printed,
  title,
  hint,
}));

/** Printed title, its films separated by bars, and the films found if these are others ("none" for none). */
const soundtracks = linesOf('fixtures/soundtrack-titles.tsv');

/** Printed title, its films and their type if the title tells: first the half that the rules were written with, then the other. */
const collected = linesOf('../fixtures/film-titles.tsv');

const filmsOf = (printed: string | undefined): string => productionTitleOf(printed ?? '').films.join('|');

const hintOf = (printed: string): string => {
  const { type, year, isMarked } = productionTitleOf(printed);
  return [type ?? (isMarked ? 'marked' : undefined), year].filter((part) => part !== undefined).join(' ');
};

test.each(['english', 'editions', 'volumes', 'kinds', 'languages'])(
  'markers are removed from titles and determine type and year: %s',
  (rule) => {
    const lines = printedTitles.filter((line) => line.rule === rule);
    expect(lines).not.toEqual([]);
    expect(lines.map(({ printed }) => [printed, productionTitleOf(printed).title])).toEqual(
      lines.map(({ printed, title }) => [printed, title]),
    );
    const hinted = lines.filter(({ hint }) => hint !== undefined);
    expect(hinted.map(({ printed }) => [printed, hintOf(printed)])).toEqual(hinted.map(({ printed, hint }) => [printed, hint ?? '']));
  },
);

test('at least 98 percent of 650 real soundtrack titles yield their films, and only one yields another', () => {
  expect(soundtracks.length).toBeGreaterThan(650);
  expect(soundtracks.map(([printed]) => [printed, filmsOf(printed)])).toEqual(
    soundtracks.map(([printed, films, found]) => [printed, found === 'none' ? '' : (found ?? films ?? '')]),
  );
  const missed = soundtracks.filter(([, , found]) => found !== undefined);
  expect(missed.length / soundtracks.length).toBeLessThan(0.02);
  expect(missed.filter(([, , found]) => found !== 'none')).toHaveLength(1);
});

test.each([
  ['the rules were written with', collected.slice(0, 175), 167, 5],
  ['the rules were not written with', collected.slice(175), 164, 6],
] as const)('collected titles that %s yield their films, and few yield others', (_, lines, right, wrong) => {
  expect(lines).toHaveLength(175);
  const failed = lines.filter(([printed, films = '']) => filmsOf(printed) !== films);
  expect(lines.length - failed.length).toBeGreaterThanOrEqual(right);
  expect(failed.filter(([printed]) => filmsOf(printed) !== '').length).toBeLessThanOrEqual(wrong);
});

test.each<[printed: string, title: string, hint: string, films: string]>([
  ['Gladiator (Hans Zimmer)', 'Gladiator', '', 'Gladiator'],
  ['Gladiator (London Philharmonic Orchestra)', 'Gladiator', '', 'Gladiator'],
  ['Psycho (The Score) Special Edition', 'Psycho', 'marked', 'Psycho'],
  ['Batman (The Score) Music by Danny Elfman', 'Batman', 'marked', 'Batman'],
  ['Psycho (The Score) Expanded', 'Psycho', 'marked', 'Psycho'],
  ['アニメ音楽集', 'アニメ音楽集', '', ''],
  ['영화 괴물', '괴물', 'movie', '괴물'],
  ['Herrmann: Vertigo', 'Vertigo', '', 'Vertigo'],
  ['Psycho (1888)', 'Psycho', 'marked 1888', 'Psycho'],
  ['Psycho (2100)', 'Psycho', 'marked 2100', 'Psycho'],
  ['Psycho (1887)', 'Psycho (1887)', '', 'Psycho (1887)'],
  ['Psycho (2101)', 'Psycho (2101)', '', 'Psycho (2101)'],
  ['Psycho (From the Album)', 'Psycho', '', 'Psycho'],
  ['Psycho (Season 3)', 'Psycho', 'television', 'Psycho'],
  ['Movie Edition', 'Movie Edition', '', ''],
  ['TV Version', 'TV Version', '', ''],
  ['Film Edition (Original Soundtrack)', 'Film Edition', 'marked', ''],
  ['Psycho / ... (Original Scores)', 'Psycho / ...', 'marked', ''],
  ['Soundtrack / Psycho', 'Psycho', 'marked', 'Psycho'],
  ['Music: Psycho', 'Music: Psycho', '', 'Music: Psycho'],
  ['Film Music: Psycho', 'Psycho', 'movie', 'Psycho'],
  ['Music by John: Psycho', 'Psycho', 'marked', 'Psycho'],
  ['A (Original MGM Big Lion Old Soundtrack)', 'A', 'marked', 'A'],
  ['Psycho: Chapter 3 (Original Score) (Remastered)', 'Psycho', 'television', 'Psycho'],
  [`${'A'.repeat(491)} OST`, 'A'.repeat(491), 'marked', 'A'.repeat(491)],
  [`${'A'.repeat(497)} OST`, `${'A'.repeat(497)} OST`, '', ''],
])('%p names a production, a kind and films', (printed, title, hint, films) => {
  expect([productionTitleOf(printed).title, hintOf(printed), filmsOf(printed)]).toEqual([title, hint, films]);
});

test('a generic title names no film', () => {
  for (const title of ['Bande originale du film de Luc Besson', 'Film Music', 'Music by John Barry', 'Original Score'])
    expect([title, filmsOf(title)]).toEqual([title, '']);
  for (const title of ['Music', 'The Score', 'Léon', 'The Sound of Music']) expect([title, filmsOf(title)]).toEqual([title, title]);
  expect(filmsOf('Score by Night (Original Soundtrack)')).toBe('Score by Night');
});

test('a title in doubt names no film', () => {
  const titles = [
    'Psycho / Vertigo / Marnie / The Birds',
    'もののけ姫 / Princess Mononoke',
    'The Good, the Bad and the Ugly (Original Scores)',
  ];
  for (const title of [...titles, 'Heat (Original', 'A / '.repeat(125)]) expect([title, filmsOf(title)]).toEqual([title, '']);
  expect(filmsOf('Psycho / Vertigo / Marnie')).toBe('Psycho|Vertigo|Marnie');
});

test('a title without a marker is unchanged', () => {
  const untouched = ['', ...printedTitles.filter(({ rule }) => rule === 'untouched').map(({ printed }) => printed)];
  expect(untouched.map((title) => ({ ...productionTitleOf(title), films: [] }))).toEqual(
    untouched.map((title) => ({ title, isMarked: false, films: [] })),
  );
});

test('a title that consists only of markers is unchanged', () => {
  for (const title of ['Original Soundtrack', 'The Original Soundtrack', 'OST', 'サウンドトラック', 'Bande originale du film'])
    expect(productionTitleOf(title)).toEqual({ title, isMarked: true, films: [] });
  expect(productionTitleOf('The Score (Original Motion Picture Soundtrack)').title).toBe('The Score');
  expect(productionTitleOf('Original Soundtrack (Deluxe Edition)').title).toBe('Original Soundtrack (Deluxe Edition)');
});

const marker = fc.constantFrom(
  ' (Original Motion Picture Soundtrack)',
  ': Original Score',
  ' - Music From The Motion Picture',
  ' OST',
  ' [20th Anniversary Edition]',
  ' オリジナル・サウンドトラック',
  ', Vol. 2',
  ' (2009)',
  ': Season 3',
  ' (Bande originale du film)',
);
const words = fc.array(
  fc.constantFrom('Night', 'Train', 'The', 'Game', 'Score', 'Ночь', '黒い雨', 'of', '"Owl"', '2', 'Movie', '(', ')', ' - '),
  {
    minLength: 1,
    maxLength: 5,
  },
);
const titles = fc.oneof(
  fc.string({ maxLength: 60, unit: 'grapheme' }),
  fc.tuple(words, fc.array(marker, { maxLength: 4 })).map(([name, markers]) => name.join(' ') + markers.join('')),
);

test('removing markers is idempotent and never yields an empty title', () => {
  fc.assert(
    fc.property(titles, (title) => {
      const once = productionTitleOf(title).title;
      expect(productionTitleOf(once).title).toBe(once);
      if (title !== '') expect(once).not.toBe('');
    }),
    { numRuns: runs(700) },
  );
});

test('markers are removed in any order', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([' (Original Motion Picture Soundtrack)', ' [Deluxe Edition]', ': Music From The Film', ' (1960 Film)']),
      (markers) => {
        expect(productionTitleOf(`Night Train${markers.join('')}`).title).toBe('Night Train');
      },
    ),
  );
});
