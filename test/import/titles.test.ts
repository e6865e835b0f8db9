import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { productionTitleOf } from '../../src/matching/titles/production-title';
import { runs } from '../support/runs';

/** A printed title, the title of the production, and its type, its year or "marked". */
type Line = readonly [printed: string, title: string, hint?: string];

const english: readonly Line[] = [
  ['Star Trek (Music From The Motion Picture)', 'Star Trek', 'movie'],
  ['Heat (Music From The Motion Picture)', 'Heat', 'movie'],
  ['I Walk The Line (Original Soundtrack Recording)', 'I Walk The Line', 'marked'],
  ['Thelma & Louise / Regarding Henry (The Original Motion Picture Scores)', 'Thelma & Louise / Regarding Henry', 'movie'],
  ['Killer Instinct Super Nintendo OST', 'Killer Instinct Super Nintendo', 'marked'],
  ['The Second Best Exotic Marigold Hotel (Original Motion Picture Soundtrack)', 'The Second Best Exotic Marigold Hotel', 'movie'],
  ['Anomalisa (Original Motion Picture Soundtrack)', 'Anomalisa', 'movie'],
  ['Johnny Handsome Original Motion Picture Soundtrack', 'Johnny Handsome', 'movie'],
  ["Shaft's Big Score! - The Original Motion Picture Soundtrack", "Shaft's Big Score!", 'movie'],
  ['Nothing Can Hurt Me: Original Soundtrack', 'Nothing Can Hurt Me', 'marked'],
  ['Brimstone & Treacle (Original Soundtrack)', 'Brimstone & Treacle', 'marked'],
  ['Unrest (Original Motion Picture Soundtrack)', 'Unrest', 'movie'],
  ['FAB - Music From The TV Shows By Barry Gray', 'FAB', 'television'],
  ['Music From the Motion Picture Purple Rain', 'Purple Rain', 'movie'],
  ['Music From The Motion Picture "Pulp Fiction"', 'Pulp Fiction', 'movie'],
  ['Music From The Original Motion Picture Soundtrack: Easy Rider', 'Easy Rider', 'movie'],
  ['Original Motion Picture Soundtrack: Jaws', 'Jaws', 'movie'],
  ['Jaws: Music from the Original Motion Picture Soundtrack', 'Jaws', 'movie'],
  ['Music from and Inspired by Spider-Man', 'Spider-Man', 'marked'],
  ['Space Jam: Music From And Inspired By The Motion Picture', 'Space Jam', 'movie'],
  ['Pulp Fiction (Music From The Motion Picture) [Collector’s Edition]', 'Pulp Fiction', 'movie'],
  ['Skyfall (Original Motion Picture Soundtrack)', 'Skyfall', 'movie'],
  ['Batman (Original Motion Picture Score) Music by Danny Elfman', 'Batman', 'movie'],
  ['Gladiator: Music from the Motion Picture', 'Gladiator', 'movie'],
  ['Inception - Music From The Motion Picture', 'Inception', 'movie'],
  ['Alien (Complete Original Motion Picture Soundtrack)', 'Alien', 'movie'],
  ['Titanic, Original Soundtrack', 'Titanic', 'marked'],
  ['Blade Runner | Original Soundtrack', 'Blade Runner', 'marked'],
  ['Harry Potter and the Sorcerer’s Stone / Original Motion Picture Soundtrack', 'Harry Potter and the Sorcerer’s Stone', 'movie'],
  ['Vertigo (Original Motion Picture Score by Bernard Herrmann)', 'Vertigo', 'movie'],
  ['Chinatown – Original Score', 'Chinatown', 'marked'],
  ['Taxi Driver (The Score)', 'Taxi Driver', 'marked'],
  ['Twin Peaks: Music From the Limited Event Series', 'Twin Peaks', 'television'],
  ['Doctor Who: Series 4 (Original Television Soundtrack)', 'Doctor Who', 'television'],
  ['Lose Yourself (From "8 Mile")', '8 Mile', 'marked'],
  ['Theme From "A Clockwork Orange"', 'A Clockwork Orange', 'marked'],
  ['The Graduate (Songs from the Film)', 'The Graduate', 'movie'],
  ['Barbie The Album', 'Barbie'],
];

const editions: readonly Line[] = [
  ['Grease [20th Anniversary Edition]', 'Grease'],
  ['Purple Rain: Deluxe Version', 'Purple Rain'],
  ['Purple Rain Deluxe Expanded Edition', 'Purple Rain'],
  ['Vertigo (Expanded Edition)', 'Vertigo'],
  ['Star Wars (Remastered)', 'Star Wars'],
  ['Interstellar (Original Motion Picture Soundtrack) [Deluxe Version]', 'Interstellar', 'movie'],
  ['Saturday Night Fever (The Original Movie Sound Track) [40th Anniversary]', 'Saturday Night Fever', 'movie'],
  ['The Lord of the Rings: The Two Towers - The Complete Recordings', 'The Lord of the Rings: The Two Towers', 'marked'],
  ['Jaws: Original Motion Picture Soundtrack - Limited Edition', 'Jaws', 'movie'],
  ['Legend (Original Soundtrack) (Bonus Track Version)', 'Legend', 'marked'],
  ['The Omen (The Deluxe Edition) (Original Motion Picture Soundtrack)', 'The Omen', 'movie'],
  ['Dune (2009 Remaster)', 'Dune'],
  ['Forrest Gump (Special Collectors Edition)', 'Forrest Gump'],
  ['Back to the Future (Original Score) - Reissue', 'Back to the Future', 'marked'],
];

const volumes: readonly Line[] = [
  ['Trainspotting (Music from the Motion Picture), Vol. 2', 'Trainspotting', 'movie'],
  ['Cowboy Bebop Original Soundtrack Vol. 3', 'Cowboy Bebop', 'marked'],
  ['Glee: The Music, Volume 1', 'Glee', 'marked'],
  ['More Songs: Original Soundtrack, Disc 2', 'More Songs', 'marked'],
  ['Kill Bill Vol. 2 (Original Soundtrack)', 'Kill Bill Vol. 2', 'marked'],
  ['Kill Bill, Vol. 1', 'Kill Bill, Vol. 1'],
  ['Guardians of the Galaxy Vol. 3 (Original Score)', 'Guardians of the Galaxy Vol. 3', 'marked'],
  ['The Walking Dead (Original Television Soundtrack), Vol. 2', 'The Walking Dead', 'television'],
];

const kinds: readonly Line[] = [
  ['Stranger Things (A Netflix Original Series Soundtrack)', 'Stranger Things', 'television'],
  ['The Crown: Season Two (Soundtrack from the Netflix Original Series)', 'The Crown', 'television'],
  ['Westworld: Season 3 (Music from the HBO Series)', 'Westworld', 'television'],
  ['Game of Thrones (Music from the HBO Series)', 'Game of Thrones', 'television'],
  ['Game of Thrones: Season 3', 'Game of Thrones'],
  ['Downton Abbey (Original Television Soundtrack)', 'Downton Abbey', 'television'],
  ['Music From the Netflix Series Narcos', 'Narcos', 'television'],
  ['Severance: Season 1 (Apple TV+ Original Series Soundtrack)', 'Severance', 'television'],
  ['Roma (Music Inspired by the Netflix Film)', 'Roma', 'movie'],
  ['Psycho (1960 Film)', 'Psycho', 'movie 1960'],
  ['Blade Runner (1982)', 'Blade Runner', 'marked 1982'],
  ['Death Note (2017 Film) [Original Soundtrack]', 'Death Note', 'movie 2017'],
  ['Cape Fear (1962 Original Motion Picture Score)', 'Cape Fear', 'movie 1962'],
  ['The Imitation Game (Original Motion Picture Soundtrack)', 'The Imitation Game', 'movie'],
  ['The Imitation Game Soundtrack', 'The Imitation Game', 'marked'],
  ["Ender's Game (Original Motion Picture Score)", "Ender's Game", 'movie'],
  ["Ender's Game", "Ender's Game"],
  ['Game of Thrones', 'Game of Thrones'],
  ['Halo Original Game Soundtrack', 'Halo', 'videogame'],
  ['Celeste (Original Video Game Soundtrack)', 'Celeste', 'videogame'],
  ['Journey: Original Soundtrack from the Video Game', 'Journey', 'videogame'],
  ['Music From the Video Game The Last of Us', 'The Last of Us', 'videogame'],
  ['FINAL FANTASY VII Original Sound Version', 'FINAL FANTASY VII', 'marked'],
  ['Chrono Trigger: Original Sound Version', 'Chrono Trigger', 'marked'],
  ['The Lego Movie Soundtrack', 'The Lego Movie', 'marked'],
  ['Scary Movie (Music That Inspired The Movie)', 'Scary Movie', 'movie'],
  ['Open Season 3 (Original Soundtrack)', 'Open Season 3', 'marked'],
];

const languages: readonly Line[] = [
  ['Le Fabuleux Destin d’Amélie Poulain (Bande originale du film)', 'Le Fabuleux Destin d’Amélie Poulain', 'movie'],
  ['Bande originale du film Le Grand Bleu', 'Le Grand Bleu', 'movie'],
  ['Musique originale du film « Le Mépris »', 'Le Mépris', 'movie'],
  ['Le Professionnel (B.O.F.)', 'Le Professionnel', 'marked'],
  ['Les Revenants - Bande originale de la série', 'Les Revenants', 'television'],
  ['Nuovo Cinema Paradiso - Colonna sonora originale', 'Nuovo Cinema Paradiso', 'marked'],
  ['La vita è bella (Colonna sonora originale del film)', 'La vita è bella', 'movie'],
  ['Colonna sonora originale del film "C’era una volta il West"', 'C’era una volta il West', 'movie'],
  ['Volver (Banda sonora original)', 'Volver', 'marked'],
  ['El laberinto del fauno: Banda sonora original de la película', 'El laberinto del fauno', 'movie'],
  ['Hable con ella (BSO)', 'Hable con ella', 'marked'],
  ['Central do Brasil - Trilha sonora', 'Central do Brasil', 'marked'],
  ['Cidade de Deus (Trilha sonora original do filme)', 'Cidade de Deus', 'movie'],
  ['Originalmusik aus dem Film "Das Boot"', 'Das Boot', 'movie'],
  ['Musik aus dem Film »Lola rennt«', 'Lola rennt', 'movie'],
  ['Der Untergang (Original Soundtrack zum Film)', 'Der Untergang', 'movie'],
  ['Winnetou - Filmmusik', 'Winnetou', 'marked'],
  ['Musik zum Film Der Himmel über Berlin', 'Der Himmel über Berlin', 'movie'],
  ['Muziek uit de film Zwartboek', 'Zwartboek', 'movie'],
  ['Musiken från filmen Fanny och Alexander', 'Fanny och Alexander', 'movie'],
  ['Muzyka z filmu Pan Tadeusz', 'Pan Tadeusz', 'movie'],
  ['Hudba z filmu Kolja', 'Kolja', 'movie'],
  ['Музыка из фильма «Ирония судьбы»', 'Ирония судьбы', 'movie'],
  ['Музыка из фильма Бумер', 'Бумер', 'movie'],
  ['Ночной дозор (Оригинальный саундтрек)', 'Ночной дозор', 'marked'],
  ['Μουσική από την ταινία "Ζορμπάς"', 'Ζορμπάς', 'movie'],
  ['もののけ姫 サウンドトラック', 'もののけ姫', 'marked'],
  ['となりのトトロ サウンドトラック集', 'となりのトトロ', 'marked'],
  ['千と千尋の神隠し オリジナル・サウンドトラック', '千と千尋の神隠し', 'marked'],
  ['映画「君の名は。」オリジナル・サウンドトラック', '君の名は。', 'movie'],
  ['TVアニメ「鬼滅の刃」オリジナルサウンドトラック', '鬼滅の刃', 'television'],
  ['ゲーム「ペルソナ5」オリジナル・サウンドトラック', 'ペルソナ5', 'videogame'],
  ['AKIRA オリジナル・サウンドトラック', 'AKIRA', 'marked'],
  ['英雄电影原声带', '英雄', 'movie'],
  ['臥虎藏龍 電影原聲帶', '臥虎藏龍', 'movie'],
  ['花样年华 原声带', '花样年华', 'marked'],
  ['올드보이 오리지널 사운드트랙', '올드보이', 'marked'],
  ['도깨비 OST', '도깨비', 'marked'],
];

const untouched: readonly string[] = [
  'Les Années Psychédéliques: 1966-1971',
  'Yellow Submarine',
  '"Heroes"',
  'Music From Big Pink',
  'Music From The Elder',
  'Music From the Game of Thrones',
  'The Sound of Music',
  'Score: A Film Music Documentary',
  'Soundtrack to a Coup d’Etat',
  'Pokémon: The Movie',
  'Great Film Themes No. 3',
  'Cinema Concerto At Santa Cecilia',
  'The Samuel Goldwyn Motion Picture Production of Porgy & Bess',
  "Shaft's Big Score!",
  'The Score',
  'Music',
  'Songs',
  'Film',
  'Season 2',
  '1984',
  '2001: A Space Odyssey',
  '8½',
  'Hair',
  'Game Over',
  'Mission: Impossible',
  'M*A*S*H',
  'American Musicals: Kiss Me, Kate/Can-Can/Anything Goes',
  'Orchestral Suites From Films (Orkestersviter Ur Musik Till Filmer)',
  'Blade Runner: The Final Cut',
  '???',
  '',
];

const linesOf = (path: string): readonly (readonly string[])[] =>
  readFileSync(join(import.meta.dir, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

/** Printed title, its films separated by bars, and the films found if these are others ("none" for none). */
const soundtracks = linesOf('fixtures/soundtrack-titles.tsv');

/** Printed title, its films and their type if the title tells: first the half that the rules were written with, then the other. */
const collected = linesOf('../fixtures/film-titles.tsv');

const filmsOf = (printed: string | undefined): string => productionTitleOf(printed ?? '').films.join('|');

const hintOf = (printed: string): string => {
  const { type, year, isMarked } = productionTitleOf(printed);
  return [type ?? (isMarked ? 'marked' : undefined), year].filter((part) => part !== undefined).join(' ');
};

for (const [name, lines] of Object.entries({ english, editions, volumes, kinds, languages }))
  test(`markers are removed from titles and determine type and year: ${name}`, () => {
    expect(lines.map(([printed]) => [printed, productionTitleOf(printed).title])).toEqual(
      lines.map(([printed, title]) => [printed, title]),
    );
    const withHint = lines.filter(([, , hint]) => hint !== undefined);
    expect(withHint.map(([printed]) => [printed, hintOf(printed)])).toEqual(withHint.map(([printed, , hint]) => [printed, hint ?? '']));
  });

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
