import { describe, expect, test } from 'bun:test';
import { judgeArtists, judgeLabels, judgeProductions, judgeReleases, mostAlike, onlyOf, survivorFirst } from '../../src/matching/decide';
import type { ComparedArtist, ComparedLabel, ComparedProduction, ComparedRelease } from '../../src/matching/score';

/** Ids as MusicBrainz and this catalog have them, and two generated ones. */
const [ownId, generatedId, otherGeneratedId] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-5000-8000-000000000001',
  '00000000-0000-5000-8000-000000000002',
];

const release: ComparedRelease = {
  ...{ key: 1, id: ownId, title: 'jaws', isProvisional: false, barcode: null, year: null, date: null, country: null, album: null },
  ...{ artists: ['john williams'], line: 'john williams', pages: [], numbers: [], plainNumbers: [], formats: {} },
  ...{ isUnofficial: false, tracks: null },
};
const artist: ComparedArtist = {
  ...{ key: 1, id: ownId, name: 'john barry', type: 'person', fictional: 0, begin: null, end: null, pages: [] },
};
const label: ComparedLabel = { key: 1, id: ownId, name: 'varese', country: null, begin: null };
const production: ComparedProduction = {
  ...{ key: 1, id: ownId, title: 'psycho', type: 'movie', year: null, isProvisional: false, series: null, composers: [], pages: [] },
  ...{ releases: [] },
};

/** "same certain: barcode, title"; `undefined` for two different records. Both orders must agree. */
function judgementOf<R>(judge: (one: R, other: R) => ReturnType<typeof judgeReleases>, plain: R, one: Partial<R>, other: Partial<R>) {
  const judgement = judge({ ...plain, ...one }, { ...plain, ...other });
  expect(judge({ ...plain, ...other }, { ...plain, ...one })).toEqual(judgement);
  return judgement && `${judgement.suggestion} ${judgement.sureness}: ${judgement.reasons.join(', ')}`;
}

describe('two releases', () => {
  const other = { title: 'vertigo', artists: ['bernard herrmann'], line: 'bernard herrmann' };

  test.each<[string, Partial<ComparedRelease>, Partial<ComparedRelease>, string | undefined]>([
    ['with nothing in common', {}, other, undefined],
    ['with a title and artist', {}, {}, 'same possible: title'],
    ['with a title, but no artist', {}, { ...other, title: 'jaws' }, undefined],
    ['with an artist, but another title', {}, { title: 'jaws 2' }, undefined],
    ['with a title in two spellings', { title: "schindler's list" }, { title: 'schindler’s list' }, 'same possible: title'],
    ['with a title and year', { year: 1975 }, { year: 1975 }, 'same possible: title'],
    ['with a title, and one year unknown', { year: 1975 }, {}, 'same possible: title'],
    ['with a title and other years', { year: 1975 }, { year: 1992 }, undefined],
    [
      'which are provisional, with a title and other years',
      { year: 1975, isProvisional: true },
      { year: 1992, isProvisional: true },
      'same possible: title',
    ],
    ['of which one is provisional, with other years', { year: 1975, isProvisional: true }, { year: 1992 }, undefined],
    ['with a barcode', { barcode: '1' }, { ...other, barcode: '1' }, 'same likely: barcode'],
    ['with a barcode and title', { barcode: '1' }, { barcode: '1' }, 'same certain: barcode, title'],
    ['with a number', { plainNumbers: ['1'] }, { plainNumbers: ['1'] }, 'same certain: number, title'],
    ['with a number and other titles', { plainNumbers: ['1'] }, { ...other, plainNumbers: ['1'] }, undefined],
    [
      'with a number and a longer title',
      { plainNumbers: ['1'] },
      { ...other, title: 'jaws (expanded)', plainNumbers: ['1'] },
      'same likely: number',
    ],
    ['with tracks', { tracks: 7 }, { ...other, tracks: 7 }, 'same possible: tracks'],
    ['with tracks and a title', { tracks: 7 }, { tracks: 7 }, 'same likely: tracks, title'],
    ['with other tracks', { tracks: 7 }, { ...other, tracks: 8 }, undefined],
    ['with a title and pages on two sites', { pages: ['discogs 7'] }, { pages: ['musicbrainz 7'] }, 'same possible: title'],
    ['with a title and two pages on one site', { pages: ['discogs 7'] }, { pages: ['discogs 8'] }, 'editions possible: title'],
    [
      'with tracks and two pages on one site',
      { pages: ['a 7'], tracks: 7 },
      { ...other, pages: ['a 8'], tracks: 7 },
      'editions likely: tracks',
    ],
    [
      'with a number, an artist and other barcodes',
      { barcode: '1', plainNumbers: ['1'] },
      { barcode: '2', plainNumbers: ['1'], title: 'jaws (expanded)' },
      'editions possible: number',
    ],
    [
      'with a number, other artists and other barcodes',
      { barcode: '1', plainNumbers: ['1'] },
      { ...other, barcode: '2', plainNumbers: ['1'], title: 'jaws (expanded)' },
      undefined,
    ],
    ['with a barcode alone and other countries', { barcode: '1', country: 'US' }, { ...other, barcode: '1', country: 'GB' }, undefined],
    ['with a title and other countries', { country: 'US' }, { country: 'GB' }, 'editions possible: title'],
    ['with a title, under one album', { country: 'US', album: 'a' }, { country: 'GB', album: 'a' }, undefined],
    ['with a title, of which one has an album', { country: 'US', album: 'a' }, { country: 'GB' }, 'editions possible: title'],
    ['with a title, under two albums', { country: 'US', album: 'a' }, { country: 'GB', album: 'b' }, 'editions possible: title'],
    [
      'with a title, under two albums of one source',
      { country: 'US', album: 'a', pages: ['discogs 7'] },
      { country: 'GB', album: 'b', pages: ['discogs 8'] },
      undefined,
    ],
    ['of which one is provisional, with a title', { isProvisional: true }, {}, 'same possible: title'],
    ['of which one is provisional, of other countries', { isProvisional: true, country: 'US' }, { country: 'GB' }, undefined],
    [
      'of which one is provisional, with fewer discs',
      { isProvisional: true, formats: { cd: 1 } },
      { formats: { cd: 2 } },
      'same possible: title',
    ],
    ['with a title and other numbers of discs', { formats: { cd: 1 } }, { formats: { cd: 2 } }, 'editions possible: title'],
  ])('%s are judged', (_, one, another, expected) => {
    expect(judgementOf(judgeReleases, release, one, another)).toBe(expected as string);
  });
});

describe('two artists', () => {
  const imdb = { pages: ['imdb nm1'] };

  test.each<[string, Partial<ComparedArtist>, Partial<ComparedArtist>, string | undefined, boolean?]>([
    ['of one name', {}, {}, undefined],
    ['of one name, with a work', {}, {}, 'same likely: works, name', true],
    ['of other names, with a work', {}, { name: 'john barry prendergast' }, undefined, true],
    ['of one name and birth date', { begin: '1933' }, { begin: '1933' }, 'same possible: dates, name'],
    ['of one name, with a work and a date', { begin: '1933' }, { begin: '1933-11' }, 'same certain: works, dates, name', true],
    ['of one name, of which one has a birth date', { begin: '1933' }, {}, undefined],
    ['of other names and one birth date', { begin: '1933' }, { begin: '1933', name: 'john b' }, undefined],
    ['of other birth dates', { begin: '1933' }, { begin: '1934' }, undefined, true],
    ['of other days of death', { end: '2011' }, { end: '2012' }, undefined, true],
    ['of one page', imdb, { ...imdb, name: 'john barry prendergast' }, 'same likely: link'],
    ['of one page and name', imdb, imdb, 'same likely: link, name'],
    ['of one page and name, with a work', imdb, imdb, 'same certain: link, works, name', true],
    [
      'of one page, which differ otherwise',
      { ...imdb, type: 'group', begin: '1933' },
      { ...imdb, begin: '1934' },
      'same certain: link, dates, name',
    ],
    ['of two pages on one site', imdb, { pages: ['imdb nm2'] }, undefined, true],
    ['a person and a group', {}, { type: 'group' }, undefined, true],
    ['a person and a character', {}, { fictional: 1 }, undefined, true],
    ['of one full name in two sources', { id: generatedId }, {}, 'same possible: name'],
    ['of one word in two sources', { id: generatedId, name: 'vangelis' }, { name: 'vangelis' }, undefined],
    ['of one name in another script', { id: generatedId, name: '結束バンド' }, { name: '結束バンド' }, 'same possible: name'],
    ['of two names in two sources', { id: generatedId }, { name: 'bernard herrmann' }, undefined],
    [
      'of one full name on two sites',
      { id: generatedId, pages: ['discogs 1'] },
      { id: otherGeneratedId, pages: ['wikidata Q1'] },
      'same possible: name',
    ],
    ['of one full name and one site', { id: generatedId, pages: ['discogs 1'] }, { id: otherGeneratedId }, undefined],
    [
      'of one full name, which share one of two sites',
      { id: generatedId, pages: ['discogs 1', 'imdb nm1'] },
      { id: otherGeneratedId, pages: ['discogs 2'] },
      undefined,
    ],
    ['of one full name on two sites, entered here', { pages: ['discogs 1'] }, { pages: ['wikidata Q1'] }, undefined],
  ])('%s are judged', (_, one, other, expected, shareWork = false) => {
    expect(judgementOf((a, b) => judgeArtists(a, b, () => shareWork), artist, one, other)).toBe(expected as string);
  });
});

test.each<[string, Partial<ComparedLabel>, Partial<ComparedLabel>, string | undefined]>([
  ['of one name', {}, {}, 'same likely: name'],
  ['of one country', { country: 'US' }, { country: 'US' }, 'same likely: name'],
  ['of which one has a country', { country: 'US' }, {}, 'same likely: name'],
  ['of two countries', { country: 'US' }, { country: 'DE' }, 'same possible: name'],
  ['of which one has a company word', {}, { name: 'varese records' }, 'same possible: name'],
  ['of other years', { begin: '1978' }, { begin: '1979' }, undefined],
])('two labels %s are judged', (_, one, other, expected) => {
  expect(judgementOf(judgeLabels, label, one, other)).toBe(expected as string);
});

describe('two productions', () => {
  const [herrmann, elfman] = [{ composers: ['bernard herrmann'] }, { composers: ['danny elfman'] }];
  const provisional = { isProvisional: true };

  test.each<[string, Partial<ComparedProduction>, Partial<ComparedProduction>, string | undefined]>([
    ['of one title', {}, {}, undefined],
    ['of one title and year', { year: 1960 }, { year: 1960 }, 'same possible: dates, name'],
    ['of one title and successive years', { year: 1960, ...herrmann }, { year: 1961, ...herrmann }, 'same likely: composers, name'],
    ['of one title and other years', { year: 1960, ...herrmann }, { year: 1962, ...herrmann }, undefined],
    ['of one title, of which one has a year', { year: 1960, ...herrmann }, herrmann, 'same likely: composers, name'],
    ['of one title, year and composer', { year: 1960, ...herrmann }, { year: 1960, ...herrmann }, 'same likely: composers, dates, name'],
    ['of one title and year, with two composers', { year: 1960, ...herrmann }, { year: 1960, ...elfman }, undefined],
    ['of one title and year, with one composer unknown', { year: 1960, ...herrmann }, { year: 1960 }, 'same possible: dates, name'],
    ['of two titles and one composer', herrmann, { ...herrmann, title: 'vertigo' }, undefined],
    ['of one title and type in doubt', herrmann, { ...herrmann, type: 'other' }, 'same likely: composers, name'],
    ['of one title and two types', herrmann, { ...herrmann, type: 'game' }, undefined],
    ['of two series', { series: 1, ...herrmann }, { series: 2, ...herrmann }, undefined],
    ['of one series', { series: 1, ...herrmann }, { series: 1, ...herrmann }, 'same likely: composers, name'],
    ['of which one is of a series', { series: 1, ...herrmann }, herrmann, 'same likely: composers, name'],
    ['of one title and release', { releases: [1] }, { releases: [2, 1] }, 'same likely: works, name'],
    ['of one title, release and year', { releases: [1], year: 1960 }, { releases: [1], year: 1960 }, 'same certain: works, dates, name'],
    [
      'of one title, release and composer',
      { releases: [1], ...herrmann },
      { releases: [1], ...herrmann },
      'same certain: works, composers, name',
    ],
    ['of two titles and one page', { pages: ['imdb 1'] }, { pages: ['imdb 1'], title: 'vertigo' }, 'same likely: link'],
    ['of two titles, one page and year', { pages: ['a 1'], year: 1 }, { pages: ['a 1'], year: 1, title: 'b' }, 'same likely: link, dates'],
    ['of one title, page and year', { pages: ['a 1'], year: 1 }, { pages: ['a 1'], year: 1 }, 'same certain: link, dates, name'],
    ['of one title and page', { pages: ['imdb 1'] }, { pages: ['imdb 1'] }, 'same likely: link, name'],
    ['of two pages on one site', { pages: ['imdb 1'], ...herrmann }, { pages: ['imdb 2'], ...herrmann }, undefined],
    ['of one title, of which one is provisional', provisional, {}, 'same possible: name'],
    ['which are provisional, of one title', provisional, provisional, 'same possible: name'],
    ['of which one is provisional, with two composers', { ...provisional, ...herrmann }, elfman, undefined],
    ['which are provisional, of other years', { ...provisional, year: 1 }, { ...provisional, year: 3 }, undefined],
    [
      'which are provisional, of one composer and other years',
      { ...provisional, year: 1, ...herrmann },
      { ...provisional, year: 3, ...herrmann },
      'same likely: composers, name',
    ],
    ['of which the provisional one is later', { ...provisional, year: 1990 }, { year: 1960 }, 'same possible: name'],
    ['of which the provisional one is a year earlier', { ...provisional, year: 1959 }, { year: 1960 }, 'same possible: name'],
    ['of which the provisional one is earlier', { ...provisional, year: 1958 }, { year: 1960 }, undefined],
  ])('%s are judged', (_, one, other, expected) => {
    expect(judgementOf(judgeProductions, production, one, other)).toBe(expected as string);
  });
});

test('the most similar release is meant, of equal ones the one with the smaller id or none', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ ...release, id })) as [ComparedRelease, ComparedRelease, ComparedRelease];
  const likeness = (values: Readonly<Record<string, number>>) => (one: ComparedRelease) => {
    const value = values[one.id];
    return value === undefined ? undefined : [value];
  };
  const found = (values: Readonly<Record<string, number>>, tie: 'smaller id' | 'none') => mostAlike([c, b, a], likeness(values), tie)?.id;
  expect([found({ a: 2, b: 1 }, 'none'), found({ a: 1, b: 1, c: 0 }, 'none'), found({ c: 2 }, 'none')]).toEqual(['b', 'c', 'c']);
  expect([found({ a: 1, b: 1 }, 'none'), found({}, 'none'), found({}, 'smaller id')]).toEqual([undefined, undefined, undefined]);
  expect([found({ c: 1, a: 1, b: 1 }, 'smaller id'), found({ b: 1, c: 1 }, 'smaller id')]).toEqual(['a', 'b']);
  expect([onlyOf([]), onlyOf([a]), onlyOf([a, b])]).toEqual([undefined, a, undefined]);
});

test('real records survive before provisional ones, then those of MusicBrainz or made here, then older ones', () => {
  const [older, newer] = [
    { key: 1, id: ownId },
    { key: 2, id: ownId },
  ];
  const [generated, provisional] = [
    { key: 0, id: generatedId },
    { key: -1, id: ownId, isProvisional: true },
  ];
  for (const [first, second] of [
    [older, newer],
    [newer, generated],
    [newer, provisional],
    [generated, provisional],
  ] as const) {
    expect(survivorFirst(first, second)).toEqual([first, second]);
    expect(survivorFirst(second, first)).toEqual([first, second]);
  }
});
