import { describe, expect, test } from 'bun:test';
import { artistsNamed, candidatesFor, describedCode, entryNamed, labelNamed } from '../../src/matching/typed-records';
import { artist, entry, iri, label, release as numberedRelease, production } from '../records/numbered-records';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

test.each<[string, object]>([
  ['https://www.discogs.com/release/7', { url: 'https://www.discogs.com/release/7' }],
  ['HTTP://musicbrainz.org/release/7', { url: 'HTTP://musicbrainz.org/release/7' }],
  ['0 7450-9965742 0', { barcode: '0745099657420' }],
  ['MSM 6116', { catalog_number: 'MSM 6116' }],
  ['VSD-5267 A B', { catalog_number: 'VSD-5267 A B' }],
  ['VSD 5267 A B', { title: 'VSD 5267 A B' }],
  [`VSD-${'1'.repeat(20)}`, { catalog_number: `VSD-${'1'.repeat(20)}` }],
  [`VSD-${'1'.repeat(21)}`, { title: `VSD-${'1'.repeat(21)}` }],
  ['Jaws', { title: 'Jaws' }],
  ['John Williams – Jaws', { artist: 'John Williams', title: 'Jaws' }],
  ['John Williams - ', { title: 'John Williams - ' }],
  [' - Jaws', { title: ' - Jaws' }],
  ['-', { title: '-' }],
])('%p is looked up elsewhere by its form', (line, expected) => {
  expect(describedCode(line)).toEqual(expected);
});

const by = (artists: readonly number[]) => artists.map((one) => ({ iri: iri('artists', one), credit_role: 'composer' }));
const release = (number: number, title: string, artists: readonly number[] = [], more: object = {}) =>
  numberedRelease(number, title, { artists: by(artists), ...more });
const film = (number: number, title: string, composers: readonly number[] = []) => production(number, title, { composers: by(composers) });
/** Not generated, unlike that of another label of the name. */
const milan = '10000000-0000-4000-8000-000000000001';
const [williams, barry, zimmer, gerrard, namesake] = [1, 2, 3, 4, 5];

const { store } = await startServer([
  artist(williams, 'John Williams'),
  artist(barry, 'John Barry'),
  artist(zimmer, 'Hans Zimmer'),
  artist(gerrard, 'Lisa Gerrard'),
  artist(namesake, 'John Barry'),
  artist(6, 'Nino Rota'),
  { type: 'ArtistAlias', id: `${iri('artists', 6)}/aliases/${uuid(60)}`, attributes: { variation: 'Rota' } },
  { type: 'ArtistAlias', id: `${iri('artists', 6)}/aliases/${uuid(61)}`, attributes: { variation: 'Hans Zimmer' } },
  { type: 'ArtistAlias', id: `${iri('artists', 6)}/aliases/${uuid(62)}`, attributes: { variation: 'The Maestro' } },
  { type: 'ArtistAlias', id: `${iri('artists', 3)}/aliases/${uuid(63)}`, attributes: { variation: 'The Maestro' } },
  ...['Intrada Records', 'Varèse', 'Varèse Records', 'Decca', 'Capitol Records', 'Capitol Music'].map((name, index) =>
    label(index + 1, name),
  ),
  ...['00000000-0000-5000-8000-000000000001', milan].map((id) => ({
    type: 'Label',
    id: `/api/labels/${id}`,
    attributes: { name: 'Milan' },
  })),
  ...[release(1, 'Jaws', [williams], { barcode: '0745099657420', labels: [{ name: 'MCA', catalog_number: 'MCA-2087' }] })],
  release(2, 'Jaws 2', [williams], { barcode: '4005939622023', labels: [{ name: 'MCA', catalog_number: 'VSD-1' }] }),
  release(3, 'Vertigo', [barry], { barcode: '4005939622023', labels: [{ name: 'Decca', catalog_number: 'VSD-1' }] }),
  release(4, 'Vertigo', [zimmer]),
  release(5, 'The Deep', [barry]),
  release(6, 'Gladiator (Original Motion Picture Soundtrack)', [zimmer]),
  release(7, 'Gladiator', [gerrard]),
  release(8, 'Amarcord', []),
  release(9, 'Heat', [zimmer]),
  release(10, 'Solaris', [zimmer]),
  release(11, 'Alien', [zimmer]),
  film(1, 'Gladiator', [zimmer]),
  film(2, 'Amarcord'),
  film(3, 'Heat'),
  film(4, 'Solaris'),
  film(5, 'Solaris'),
  film(6, 'Alien'),
  entry(90, 6, 11),
]);

describe('a typed line', () => {
  const found = (line: string): (string | boolean | number[] | null)[] => {
    const { foundBy, keys, isClear } = candidatesFor(store.reader, line);
    const ids = keys.map((key) => (store.reader.query('SELECT id FROM "release" WHERE key = ?').get(key) as { id: string }).id);
    return [foundBy, isClear, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].filter((number) => ids.includes(uuid(number)))];
  };

  test.each<[string, string | null, boolean, number[]]>([
    ['0 7450-9965742 0', 'barcode', true, [1]],
    ['745099657420', 'barcode', true, [1]],
    ['4005939622023', 'barcode', false, [2, 3]],
    ['4005939622024', null, false, []],
    ['mca 2087', 'catalog_number', true, [1]],
    ['VSD1', 'catalog_number', false, [2, 3]],
    ['Jaws', 'title', true, [1]],
    ['The Deep', 'title', true, [5]],
    ['deep', 'title', true, [5]],
    ['Vertigo', 'title', false, [3, 4]],
    ['Hans Zimmer - Vertigo', 'title', true, [4]],
    ['Vertigo: Hans Zimmer', 'title', true, [4]],
    ['Lisa Gerrard / Gladiator', 'title', true, [7]],
    ['Nothing of that name', null, false, []],
    ['-', null, false, []],
  ])('%p finds its releases', (line, by, isClear, releases) => {
    expect(found(line)).toEqual([by, isClear, releases]);
  });

  const jaws = store.reader.get<{ key: number }>('SELECT key FROM "release" WHERE id = :id', { id: uuid(1) })?.key as number;
  const unreviewed = [
    { key: -1, title: 'obsession', barcode: '5012345678900', numbers: ['mca2087'] },
    { key: -2, title: 'obsession', barcode: null, numbers: [] },
    { key: -3, title: 'jaws', barcode: '0745099657420', numbers: ['own1'] },
  ];
  test.each<[string, string | null, boolean, number[]]>([
    ['5012345678900', 'barcode', true, [-1]],
    ['745099657420', 'barcode', false, [-3, jaws]],
    ['MCA 2087', 'catalog_number', false, [-1, jaws]],
    ['own 1', 'catalog_number', true, [-3]],
    ['Obsession', 'title', false, [-1, -2]],
    ['Jaws', 'title', false, [-3, jaws]],
    ['Somebody - Obsession', 'title', false, [-1, -2]],
    ['Nothing of that name', null, false, []],
  ])('%p finds unreviewed releases too', (line, by, isClear, releases) => {
    expect(candidatesFor(store.reader, line, unreviewed)).toEqual({ foundBy: by as 'title' | null, isClear, keys: releases });
  });
});

test.each<[string, number | undefined]>([
  ['Intrada', 1],
  ['INTRADA RECORDS', 1],
  ['varese', 2],
  ['Varèse Records', 3],
  ['Capitol', undefined],
  ['Decca Records', 4],
  ['Unknown', undefined],
])('the label %p is found by its name', (name, number) => {
  expect(labelNamed(store.reader, name)).toBe(number === undefined ? undefined : iri('labels', number));
});

test('of two labels of one name, that which is not from Discogs or Wikidata is meant', () => {
  expect(labelNamed(store.reader, 'Milan')).toBe(`/api/labels/${milan}`);
});

test.each<[string, readonly (readonly [number, string | null])[]]>([
  ['', []],
  ['john williams', [[williams, null]]],
  ['John Williams (4)', [[williams, null]]],
  ['John Barry', []],
  ['Rota', [[6, null]]],
  ['Hans Zimmer', [[zimmer, null]]],
  ['Zimmer, Hans', [[zimmer, null]]],
  ['The Maestro', []],
  ['Somebody Else', []],
  [
    'Hans Zimmer & Lisa Gerrard',
    [
      [zimmer, ' & '],
      [gerrard, null],
    ],
  ],
  [
    'Hans Zimmer, Lisa Gerrard and John Williams',
    [
      [zimmer, ', '],
      [gerrard, ' and '],
      [williams, null],
    ],
  ],
  [
    'Hans Zimmer, Lisa Gerrard, John Williams / Nino Rota',
    [
      [zimmer, ', '],
      [gerrard, ', '],
      [williams, ' / '],
      [6, null],
    ],
  ],
  ['Hans Zimmer & Somebody Else', []],
  ['Hans Zimmer & Hans Zimmer', []],
])('the artists of the credit %p are all found, or none', (credit, expected) => {
  expect(artistsNamed(store.reader, credit)).toEqual(
    expected.map(([number, join_phrase]) => ({ iri: iri('artists', number), join_phrase })),
  );
});

test.each<[string, string[]]>([
  ['Basil Poledouris', ['Basil Poledouris']],
  ['Poledouris, Basil', []],
  ['Earth, Wind & Fire', ['Earth, Wind & Fire']],
  ['Basil Poledouris & Vangelis', ['Basil Poledouris & Vangelis']],
  ['Hans Zimmer & Basil Poledouris', ['Basil Poledouris']],
  ['Basil Poledouris, Alan Silvestri', ['Basil Poledouris', 'Alan Silvestri']],
  ['Hans Zimmer & John Barry', []],
])('the unknown artists of the credit %p are added as %p', (credit, expected) => {
  const added: string[] = [];
  const found = artistsNamed(store.reader, credit, (name) => iri('artists', 100 + added.push(name)));
  expect([added, found.length > 0]).toEqual([expected, expected.length > 0]);
});

test('the artists of a credit are none if one of them cannot be added, or two are one', () => {
  for (const iris of [[iri('artists', 101)], [iri('artists', 101), iri('artists', 101)]])
    expect(artistsNamed(store.reader, 'Basil Poledouris, Alan Silvestri', () => iris.pop())).toEqual([]);
});

test.each<[string, number, number | undefined]>([
  ['of a marked title, by its composer', 6, 1],
  ['of its title, by another composer', 7, undefined],
  ['of its title, without an artist', 8, undefined],
  ['of its title, if its composer is unknown', 9, 3],
  ['of its title, of which there are two', 10, undefined],
  ['of its title, if it has an entry', 11, undefined],
  ['of no title', 1, undefined],
  ['of an unknown release', 99, undefined],
])('a release belongs to the production %s', (_, number, production) => {
  const entry = entryNamed(store.reader, uuid(number));
  if (production === undefined) expect(entry).toBeUndefined();
  else
    expect(entry).toMatchObject({
      type: 'ProductionEntry',
      id: expect.stringContaining(`${iri('productions', production)}/entries/`),
      relationships: { release: { data: { type: 'Release', id: iri('releases', number) } } },
    });
});
