import { expect, test } from 'bun:test';
import {
  artistWays,
  candidatesOf,
  comparedProduction,
  findSharing,
  keysSharing,
  labelsNamedLike,
  productionWays,
  readArtist,
  readLabel,
  readRelease,
  releasesOfNumber,
  releaseWays,
  sharesNumber,
  shareWork,
} from '../../src/matching/candidates';
import { DuplicateSearch } from '../../src/matching/duplicates';
import { CatalogRows } from '../../src/records/write/catalog-rows';
import { album, artist, entry, format, iri, label, link, onAlbum, production, release, track } from '../records/numbered-records';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const [barcode, tracks] = ['4005939622023', ['One', 'Two', 'Three', 'Four']];
const numbered = (number: number, catalog_number: string) => ({ labels: [{ iri: iri('labels', number), catalog_number }] });
const credited = (...artists: readonly number[]) => artists.map((number) => ({ iri: iri('artists', number), credit_role: 'composer' }));

const { store } = await startServer([
  label(1, 'Decca', { country: 'US', begin_date: '1978' }),
  label(2, 'MCA'),
  label(3, 'Rustler’s Records'),
  label(4, 'rustlers'),
  label(5, 'King’s'),
  artist(1, 'Sinéad O’Connor'),
  artist(2, 'Sinead OConnor', { begin_date: '1966', end_date: '2023' }),
  artist(3, "Sinead O'Connor"),
  artist(4, "D'Angelo"),
  artist(5, 'Joe Hisaishi'),
  artist(6, 'Hisaishi'),
  artist(7, 'Nobody Else', { fictional: true }),
  link('artists', 5, 501, 'imdb', 'nm1'),
  link('artists', 6, 502, 'imdb', 'nm1'),
  link('artists', 6, 503, 'discogs', '7'),
  link('artists', 5, 504, 'website', 'same'),
  link('artists', 7, 505, 'website', 'same'),
  link('artists', 4, 506, 'discogs', 'nm1'),
  release(1, 'Schindler’s List', { barcode, release_date: '1993-12', country: 'DE', artists: credited(1, 5), ...numbered(1, 'N 1') }),
  release(2, 'Schindlers List', { artist_credit: 'John Williams', artists: credited(5) }),
  release(3, "Schindler's List"),
  release(4, 'Ocean’s Eleven', { artist_credit: 'David Holmes', artists: credited(2, 6) }),
  release(5, 'Jaws', { barcode, artist_credit: 'John Williams' }),
  release(6, 'Vertigo', numbered(1, 'N-1')),
  release(7, 'Heat', numbered(2, 'n1')),
  release(8, 'Schindlers List'),
  release(9, 'One of a kind'),
  ...[1, 2].map((number) => album(number, 'Another')),
  onAlbum(release(10, 'Another'), 2),
  release(11, 'Few tracks'),
  release(12, 'Few tracks too'),
  ...[9, 10].flatMap((of) => [
    format(of, of * 100),
    ...tracks.map((title, index) => track(of, of * 100, of * 100 + index + 1, { title, position: index + 1 })),
  ]),
  ...[11, 12].flatMap((of) => [
    format(of, of * 100),
    ...tracks.slice(1).map((title, index) => track(of, of * 100, of * 100 + index + 1, { title, position: index + 1 })),
  ]),
  format(1, 2_000, { position: 2_000, format_type: 'cd', quantity: 2 }),
  format(1, 2_001, { position: 2_001, format_type: 'cd', quantity: 1, descriptions: ['Promo'] }),
  format(1, 2_002, { position: 2_002, format_type: 'vinyl', quantity: 1 }),
  link('releases', 1, 600, 'discogs', '7'),
  link('releases', 1, 601, 'website', '8'),
  ...Array.from({ length: 110 }, (_, index) =>
    release(2_000 + index, `Filler ${index}`, { barcode: `${4_005_939_700_000 + index}`, ...numbered(2, 'M 1') }),
  ),
  ...Array.from({ length: 110 }, (_, index) => release(3_000 + index, `More ${index}`, numbered(1, `X ${index}`))),
  release(20, 'One of few', numbered(1, 'M 1')),
  release(21, 'Two of few', numbered(1, 'M 1')),
  ...Array.from({ length: 60 }, (_, index) => release(1_000 + index, 'Theme', { release_date: `${index < 3 ? 1960 : 1970}` })),
  production(1, 'Psycho', { year: 1960, composers: credited(1), credits: credited(1, 5) }),
  production(2, 'Psycho', { year: 1998, provisional: true }),
  production(3, 'Marnie'),
  production(4, 'Der Film'),
  ...[entry(701, 1, 1), entry(702, 3, 1), entry(703, 3, 2)],
  link('productions', 3, 801, 'imdb', 'tt1'),
  link('productions', 4, 802, 'imdb', 'tt1'),
  link('productions', 4, 803, 'website', 'tt2'),
  link('productions', 2, 804, 'website', 'tt2'),
  ...Array.from({ length: 60 }, (_, index) => production(1_000 + index, 'Hamlet', { year: index < 3 ? 1948 : 1990 })),
]);
await store.write(() => store.writer.run(`UPDATE "release" SET unreviewed_by = (SELECT min(key) FROM user) WHERE id = '${uuid(8)}'`));
const rows = new CatalogRows(store);
const search = new DuplicateSearch(store);
await store.write(() => {
  while (search.step('Release'));
});

type Table = 'release' | 'artist' | 'production' | 'label';
const keyOf = (table: Table, number: number): number =>
  rows.one<{ key: number }>(`SELECT key FROM "${table}" WHERE id = ?`, uuid(number))?.key as number;
/** Numbers in the ids of records. */
const numbersOf = (table: Table, keys: readonly number[] = []): number[] =>
  keys
    .map((key) => Number(rows.one<{ id: string }>(`SELECT id FROM "${table}" WHERE key = ?`, key)?.id.slice(-12)))
    .toSorted((a, b) => a - b);
const all = (count: number, first = 0) => Array.from({ length: count }, (_, index) => 1_000 + first + index);

test.each<[number, number[]]>([
  [1, [2, 3, 5, 6, 7]],
  [2, [1, 3]],
  [3, [1, 2]],
  [4, []],
  [5, [1]],
  [6, [1, 7]],
  [7, [1, 6]],
  [8, []],
  [9, [10]],
  [10, [9]],
  [11, []],
  [1_000, [1_001, 1_002]],
  [1_003, []],
])('release %d may be one of %p', (number, expected) => {
  expect(numbersOf('release', candidatesOf(rows, releaseWays, keyOf('release', number)))).toEqual(expected);
});

test.each<[number, number[]]>([
  [1, [2, 3]],
  [2, [1, 3]],
  [3, [1, 2]],
  [4, []],
  [5, [6]],
  [7, []],
])('artist %d may be one of %p', (number, expected) => {
  expect(numbersOf('artist', candidatesOf(rows, artistWays, keyOf('artist', number)))).toEqual(expected);
});

test.each<[number, number[]]>([
  [1, [2, 3]],
  [2, [1]],
  [3, [1, 4]],
  [4, [3]],
  [1_000, [1_001, 1_002]],
])('production %d may be one of %p', (number, expected) => {
  expect(numbersOf('production', candidatesOf(rows, productionWays, keyOf('production', number)))).toEqual(expected);
});

test.each<[number, string, number[]]>([
  [1, 'Decca', []],
  [3, 'Rustler’s Records', [4]],
  [4, 'rustlers', [3]],
  [5, 'King’s', []],
])('label %d, %p, may be one of %p', (number, name, expected) => {
  expect(numbersOf('label', labelsNamedLike(rows, { key: keyOf('label', number), name }))).toEqual(expected);
});

test('records that share something are found in a range of keys', () => {
  const sharing = (table: 'release' | 'artist' | 'production', ways: typeof releaseWays, first: number, last: number) =>
    numbersOf(table, keysSharing(rows, table, ways, keyOf(table, first), keyOf(table, last)));
  expect(sharing('release', releaseWays, 2, 11)).toEqual([2, 3, 5, 6, 7, 9, 10]);
  expect(sharing('release', releaseWays, 1, 1)).toEqual([1]);
  expect(sharing('release', releaseWays, 1_000, 1_059)).toEqual(all(60));
  expect(sharing('artist', artistWays, 1, 7)).toEqual([1, 2, 3, 5, 6]);
  expect(sharing('production', productionWays, 1, 4)).toEqual([1, 2, 3, 4]);
});

test('releases share a barcode or a number, if it must be, of one label', () => {
  const sharing = (number: number, isOfLabel: boolean, condition = '1') =>
    numbersOf('release', findSharing(rows, releasesOfNumber(condition, isOfLabel), keyOf('release', number)));
  expect([sharing(1, true), sharing(1, false), sharing(7, true), sharing(7, false)]).toEqual([[5, 6], [5, 6, 7], [], [1, 6]]);
  expect([sharing(1, true, "r.title = 'Jaws'"), sharing(1, false, "r.title = 'Heat'"), sharing(1, false, '0')]).toEqual([[5], [7], []]);
  // Of another label, it is a number of too many.
  expect([sharing(20, true), sharing(20, false)]).toEqual([[21], []]);
  const numbered = rows.all<{ key: number }>(`SELECT key FROM "release" AS seen WHERE ${sharesNumber('seen.key')}`).map(({ key }) => key);
  expect(numbersOf('release', numbered).filter((number) => number < 1_000)).toEqual([1, 5, 6, 20, 21]);
});

test('values are read for comparison', () => {
  const key = keyOf('release', 1);
  const decca = keyOf('label', 1);
  expect(readRelease(rows, key)).toEqual({
    ...{ key, id: uuid(1), title: 'schindler’s list', isProvisional: false, barcode, year: 1993, date: '1993-12', country: 'DE' },
    ...{ album: null, artists: ['sinead o’connor', 'joe hisaishi'], line: 'sinead o’connor, joe hisaishi', pages: ['discogs 7'] },
    ...{ numbers: [`${decca} n1`], plainNumbers: ['n1'], formats: { cd: 3, vinyl: 1 }, isUnofficial: true, tracks: null },
  } as never);
  expect(readRelease(rows, keyOf('release', 2))).toMatchObject({ artists: ['joe hisaishi'], line: 'john williams', isUnofficial: false });
  expect(readRelease(rows, keyOf('release', 5))).toMatchObject({ artists: ['john williams'], line: 'john williams' });
  expect(readRelease(rows, keyOf('release', 9))).toMatchObject({ artists: [], line: '', tracks: expect.any(Number), formats: { cd: 1 } });
  expect(readRelease(rows, keyOf('release', 10)).album).toBe(uuid(2));
  expect(readArtist(rows, keyOf('artist', 6))).toMatchObject({ name: 'hisaishi', fictional: 0, pages: ['discogs 7', 'imdb nm1'] });
  expect(readArtist(rows, keyOf('artist', 7))).toMatchObject({ type: 'person', fictional: 1, pages: [] });
  expect(readArtist(rows, keyOf('artist', 2))).toMatchObject({ begin: '1966', end: '2023' });
  expect(readLabel(rows, decca)).toEqual({ key: decca, id: uuid(1), name: 'Decca', country: 'US', begin: '1978' });
  const productionKey = keyOf('production', 1);
  expect(comparedProduction(rows, productionKey)).toEqual({
    ...{ key: productionKey, id: uuid(1), title: 'psycho', type: 'movie', year: 1960, series: null, isProvisional: false },
    ...{ composers: ['sinead oconnor', 'joe hisaishi'], pages: [], releases: [key] },
  } as never);
  expect(comparedProduction(rows, keyOf('production', 4))).toMatchObject({ composers: [], pages: ['imdb tt1'], releases: [] });
  expect(comparedProduction(rows, keyOf('production', 2)).isProvisional).toBeTrue();
});

test('artists share a release or a production', () => {
  const share = (one: number, other: number) =>
    shareWork(rows, readArtist(rows, keyOf('artist', one)), readArtist(rows, keyOf('artist', other)));
  expect([share(1, 5), share(2, 6), share(1, 2), share(5, 6), share(1, 7)]).toEqual([true, true, false, false, false]);
});
