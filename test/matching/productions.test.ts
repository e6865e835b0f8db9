import { describe, expect, test } from 'bun:test';
import { sameAmong, type Work, withPrintedYears, worksOf } from '../../src/matching/productions';
import { CatalogRows } from '../../src/records/write/catalog-rows';
import { editing } from '../records/editing';
import { album, entry, production as numberedProduction, onAlbum, release } from '../records/numbered-records';
import { artist, artistIri } from '../support/numbered-artists';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const work = (id: string, more: Partial<Work> = {}): Work => ({
  ...{ id, type: 'movie', year: 1960, isProvisional: true, isOfMusicbrainz: false, composers: [1] },
  ...more,
});
const film = (id: string, more: Partial<Work> = {}): Work => work(id, { isProvisional: false, ...more });

/** "p>film": p is merged into film. */
const merged = (...works: readonly Work[]): string =>
  sameAmong(works)
    .map((pair) => pair.join('>'))
    .toSorted()
    .join(' ');

describe('a provisional production', () => {
  test.each<[string, Partial<Work>, Partial<Work>, boolean]>([
    ['of its composer and year', {}, {}, true],
    ['of its composer, if released years later', { year: 1990 }, {}, true],
    ['of its composer, if released a year before', { year: 1959 }, {}, true],
    ['of its composer, unless released long before', { year: 1958 }, {}, false],
    ['of its composer and an unknown year', {}, { year: null }, true],
    ['of its composer, if of an unknown year itself', { year: null }, {}, true],
    ['of one of its composers', { composers: [1, 2] }, { composers: [2, 3] }, true],
    ['of another composer', {}, { composers: [2] }, false],
    ['of an unknown composer and its year', {}, { composers: [] }, true],
    ['of an unknown composer and the year after', {}, { composers: [], year: 1961 }, true],
    ['of an unknown composer and another year', {}, { composers: [], year: 1962 }, false],
    ['of an unknown composer and year', {}, { composers: [], year: null }, false],
    ['of its year, without a composer itself', { composers: [] }, {}, true],
    ['of the year before, without a composer itself', { composers: [] }, { year: 1959 }, true],
    ['of an earlier year, without a composer itself', { composers: [] }, { year: 1958 }, false],
    ['without a composer or year itself', { composers: [], year: null }, {}, false],
    ['of another type', { type: 'videogame' }, {}, false],
    ['of an unknown type', {}, { type: 'other' }, true],
    ['of its composer, if of an unknown type itself', { type: 'other' }, {}, true],
    ['of the year printed on it', { printedYear: 1960, year: 1978 }, {}, true],
    ['of the year before the printed one', { printedYear: 1961, year: 1978 }, {}, true],
    ['of the year after the printed one', { printedYear: 1959, year: 1978 }, {}, true],
    ['of another year than the printed one', { printedYear: 1962, year: 1978 }, {}, false],
    ['of an unknown year, whatever is printed', { printedYear: 1962, year: 1978 }, { year: null }, true],
  ])('is the film %s', (_, own, other, isSame) => {
    expect(merged(work('p', own), film('f', other))).toBe(isSame ? 'p>f' : '');
    expect(merged(film('f', other), work('p', own))).toBe(isSame ? 'p>f' : '');
  });

  test('is that film of several by its composer which came out with it', () => {
    const of = (year: number | null, ...films: readonly number[]) =>
      merged(work('p', { year }), ...films.map((one) => film(`${one}`, { year: one })));
    expect([of(1960, 1960, 1978), of(1979, 1960, 1978), of(1961, 1960, 1961)]).toEqual(['p>1960', 'p>1978', 'p>1961']);
    expect([of(1990, 1960, 1978), of(1961, 1960, 1962), of(null, 1960, 1978)]).toEqual(['', '', '']);
    expect(merged(work('p', { year: 1961 }), film('a'), film('b', { composers: [], year: 1961 }))).toBe('p>a');
  });

  test('is no game if another of its sources says that it is a film', () => {
    const game = film('g', { type: 'videogame' });
    expect(merged(work('a', { type: 'other' }), game)).toBe('a>g');
    expect(merged(work('a', { type: 'other' }), work('b'), game)).toBe('b>a');
    expect(merged(work('a', { type: 'other' }), work('b', { type: 'other' }), game)).toBe('a>g b>g');
  });

  test('is no film that came out after the first of its releases', () => {
    expect(merged(work('a'), work('b', { year: 1999 }), film('f', { year: 1970 }))).toBe('b>a');
    expect(merged(work('a'), work('b', { year: null }), film('f', { year: 1970 }))).toBe('b>a');
    expect(merged(work('a', { year: null }), work('b', { year: null }), film('f', { year: 1970 }))).toBe('a>f b>f');
  });
});

describe('two provisional productions', () => {
  test.each<[string, Partial<Work>, Partial<Work>, boolean]>([
    ['of one composer', {}, { year: 1999 }, true],
    ['of two composers', {}, { composers: [2] }, false],
    ['of one composer and two types', {}, { type: 'television' }, false],
    ['of one composer and an unknown type', {}, { type: 'other' }, true],
    ['of one composer and printed year', { printedYear: 1960 }, { printedYear: 1960 }, true],
    ['of one composer and two printed years', { printedYear: 1960 }, { printedYear: 1978 }, false],
    ['of which one was released after the printed year', { printedYear: 1960 }, { year: 1970 }, true],
    ['of which one was released a year before the printed year', { printedYear: 1960 }, { year: 1959 }, true],
    ['of which one was released before the printed year', { printedYear: 1960 }, { year: 1958 }, false],
    ['of which one has a printed year, and one no year', { printedYear: 1960 }, { year: null }, true],
    ['of one year, without composers', { composers: [] }, { composers: [] }, true],
    ['of one year, without composers, of two types', { composers: [] }, { composers: [], type: 'television' }, false],
    ['of two years, without composers', { composers: [] }, { composers: [], year: 1961 }, false],
    ['of no year, without composers', { composers: [], year: null }, { composers: [], year: null }, false],
    ['of one year, of which one has a composer', {}, { composers: [] }, true],
    ['of two years, of which one has a composer', {}, { composers: [], year: 1961 }, false],
    ['of one year and two types, of which one has a composer', {}, { composers: [], type: 'television' }, false],
    ['of one year and an unknown type, of which one has a composer', {}, { composers: [], type: 'other' }, true],
  ])('%s are judged', (_, one, other, isSame) => {
    expect(merged(work('a', one), work('b', other))).toBe(isSame ? 'b>a' : '');
    expect(merged(work('b', other), work('a', one))).toBe(isSame ? 'b>a' : '');
  });

  test('are the same if a third one shares a composer with each', () => {
    const [one, two, both] = [work('a'), work('b', { composers: [2] }), work('c', { composers: [1, 2] })];
    expect(merged(one, two)).toBe('');
    expect(merged(one, two, both)).toBe('b>a c>a');
    expect(merged(one, work('b', { composers: [1, 2] }), work('c', { composers: [2] }))).toBe('b>a c>a');
    expect(merged(one, two, both, work('d', { composers: [3] }))).toBe('b>a c>a');
  });

  test('stay apart if either of two printed years may be meant', () => {
    const printed = [work('a', { printedYear: 1960 }), work('b', { printedYear: 1978 })];
    expect(merged(...printed, work('c', { year: 1985 }))).toBe('');
    expect(merged(...printed, work('c', { year: 1970 }))).toBe('c>a');
    expect(merged(work('a', { printedYear: 1960 }), work('b', { printedYear: 1978, composers: [2] }), work('c', { year: 1985 }))).toBe(
      'c>a',
    );
    expect(merged(work('a', { printedYear: 1960 }), work('b', { printedYear: 1978, type: 'game' }), work('c', { year: 1985 }))).toBe('c>a');
  });

  test('stay apart if one without a composer may be either of two', () => {
    const nobody = work('c', { composers: [] });
    expect(merged(work('a'), work('b', { composers: [2] }), nobody)).toBe('');
    expect(merged(work('a'), work('b', { composers: [2], year: 1961 }), nobody)).toBe('c>a');
    expect(merged(work('a'), nobody, film('f', { composers: [] }))).toBe('a>f c>f');
    expect(merged(work('a'), nobody, film('f', { composers: [2] }))).toBe('c>f');
  });
});

test('films stay apart, and survive before provisional productions, of which those of MusicBrainz do, then the smaller id', () => {
  expect(merged(film('a'), film('b'))).toBe('');
  expect(merged(work('a'), film('z'))).toBe('a>z');
  expect(merged(work('a'), work('b', { isOfMusicbrainz: true }))).toBe('a>b');
  expect(merged(work('a', { isOfMusicbrainz: true }), film('z'))).toBe('a>z');
  expect(merged(work('b'), work('c'), work('a'))).toBe('b>a c>a');
});

describe('productions of the catalog', () => {
  const production = (number: number, more: object = {}) => numberedProduction(number, 'Psycho', { provisional: true, ...more });
  const credited = (artist: number, credit_role: string) => ({ iri: artistIri(artist), credit_role });
  const works = (rows: CatalogRows) => worksOf(rows, 'FROM production AS p WHERE p.title = ? ORDER BY p.id', 'Psycho');

  test('have their composers from either list of credits, and whether MusicBrainz has them', async () => {
    const { store } = await startServer([
      ...[1, 2, 3].map((number) => artist(number)),
      production(1, { year: 1960, composers: [credited(1, 'composer')], credits: [credited(1, 'composer'), credited(2, 'director')] }),
      production(2, { provisional: false, _type: 'videogame', credits: [credited(2, 'composer'), credited(3, 'director')] }),
      production(3),
    ]);
    await editing(store).give(production(4), 'musicbrainz/release');
    await editing(store).give(production(5), 'discogs/releases');
    await editing(store).give({ ...artist(4), id: `/api/artists/${uuid(3)}` }, 'musicbrainz/artist');
    const keyOf = (number: number) => (store.reader.query('SELECT key FROM artist WHERE id = ?').get(uuid(number)) as { key: number }).key;
    const plain = { type: 'movie', year: null, isProvisional: true, isOfMusicbrainz: false, composers: [] };
    expect(works(new CatalogRows(store))).toEqual([
      { ...plain, id: uuid(1), year: 1960, composers: [keyOf(1)] },
      { ...plain, id: uuid(2), type: 'videogame', isProvisional: false, composers: [keyOf(2)] },
      { ...plain, id: uuid(3) },
      { ...plain, id: uuid(4), isOfMusicbrainz: true },
      { ...plain, id: uuid(5) },
    ]);
  });

  test('have the only year printed on their releases and albums while they are provisional', async () => {
    const { store } = await startServer([
      ...[1, 2, 3, 4, 5, 7].map((number) => production(number, { provisional: number !== 2 })),
      album(30, 'Psycho (1998 Film)'),
      album(31, 'Psycho'),
      onAlbum(release(10, 'Psycho (1960 Film)'), 31),
      onAlbum(release(11, 'Psycho'), 30),
      release(12, 'Psycho'),
      release(13, '1984'),
      ...[entry(20, 1, 10), entry(21, 1, 12), entry(22, 2, 10), entry(23, 2, 11), entry(24, 3, 10), entry(25, 3, 11)],
      ...[entry(26, 4, 11), entry(27, 5, 12), entry(28, 5, 13)],
    ]);
    const rows = new CatalogRows(store);
    const yearsOf = (some: readonly Work[]) =>
      withPrintedYears(rows, some).map(({ id, printedYear }) => [Number(id.slice(-4)), printedYear]);
    const all = works(rows);
    const years = [
      [1, 1960],
      [2, undefined],
      [3, undefined],
      [4, 1998],
      [5, undefined],
      [7, undefined],
    ];
    expect(yearsOf(all)).toEqual(years);
    for (const [index, one] of all.entries()) expect(yearsOf([one])).toEqual([years[index] as never]);
  });
});
