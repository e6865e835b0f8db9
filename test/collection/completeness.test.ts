import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { gapLists, gapsOf } from '../../src/collection/completeness/gaps';
import { completenessOf, countsOf } from '../../src/collection/completeness/scores';
import { sharesOf } from '../../src/collection/completeness/shares';
import type { ListedShare } from '../../src/website/api/client';
import { openOwnLists } from '../support/own-lists';
import { addItem } from '../support/owned-items';
import { seededStore, startServer, type TestServer } from '../support/server';
import { noting, type Prepared, planAsInLargeCatalog, tablesScanned } from '../support/statement-plans';
import { uuid } from '../support/uuids';

// A composer of five films, a series of television, a short film and a concert, of which releases 1 and 2 are owned and 3 is wanted;
// a label whose series has the numbers 2, 3 and 5.

const [composer, director, silent] = [uuid(1), uuid(2), uuid(3)];
const [label, series, years, plain] = [uuid(10), uuid(11), uuid(12), uuid(13)];
const [franchise, album] = [uuid(20), uuid(21)];
const production = (index: number) => `/api/productions/${uuid(100 + index)}`;
const release = (index: number) => `/api/releases/${uuid(200 + index)}`;
const link = (type: string, id: string) => ({ data: { type, id } });
const artist = (id: string, name: string) => ({ type: 'Artist', id: `/api/artists/${id}`, attributes: { name, _type: 'person' } });
const credit = (id: string, role: string) => ({ iri: `/api/artists/${id}`, credit_role: role });

const film = (index: number, title: string, attributes: object = {}) => ({
  type: 'Production',
  id: production(index),
  attributes: {
    title,
    _type: 'movie',
    year: 1950 + index,
    composers: [credit(composer, 'composer')],
    credits: [credit(director, 'director')],
    franchises: index < 3 ? [{ iri: `/api/franchises/${franchise}` }] : [],
    ...attributes,
  },
});

const edition = (index: number, title: string, more: { series?: string; number?: string; album?: boolean; date?: string } = {}) => ({
  type: 'Release',
  id: release(index),
  attributes: {
    title,
    release_date: more.date ?? String(1990 + index),
    labels: [{ iri: `/api/labels/${label}` }],
    series: more.number === undefined ? [] : [{ name: 'Intrada Special Collection', number: more.number }],
  },
  relationships: {
    ...(more.series && { series: link('LabelSeries', `/api/labels/${label}/series/${more.series}`) }),
    ...(more.album && { album: link('Album', `/api/albums/${album}`) }),
  },
});

const entry = (of: number, on: number, kind = 'score') => ({
  type: 'ProductionEntry',
  id: `${production(of)}/entries/${uuid(300 + 10 * of + on)}`,
  attributes: { kind, position: 1 },
  relationships: { release: link('Release', release(on)) },
});

const labelSeries = (id: string, name: string) => ({
  type: 'LabelSeries',
  id: `/api/labels/${label}/series/${id}`,
  attributes: { name, position: 1 },
});

const records = [
  artist(composer, 'Bernard Herrmann'),
  artist(director, 'Alfred Hitchcock'),
  artist(silent, 'Nobody'),
  { type: 'Franchise', id: `/api/franchises/${franchise}`, attributes: { name: 'Sinbad' } },
  film(1, 'Vertigo'),
  film(2, 'Psycho'),
  film(3, 'Marnie'),
  film(4, 'The Birds'),
  film(5, 'Blue Denim', { credits: [] }),
  film(6, 'The Twilight Zone', { _type: 'television' }),
  film(7, 'A Short', { duration: 12 }),
  film(8, 'A Concert', { _type: 'other', composers: [], credits: [] }),
  { type: 'Label', id: `/api/labels/${label}`, attributes: { name: 'Intrada' } },
  labelSeries(series, 'Special Collection'),
  labelSeries(years, 'Special Collection of Years'),
  labelSeries(plain, 'Plain'),
  { type: 'Album', id: `/api/albums/${album}`, attributes: { title: 'Vertigo' } },
  edition(1, 'Vertigo', { series, number: '2', album: true }),
  edition(2, 'Psycho', { series, number: '03' }),
  edition(3, 'Marnie', { series, number: 'Vol. 12, No. 3' }),
  edition(4, 'The Birds', { series, number: '5' }),
  edition(5, 'The Birds again', { series, number: '5', date: '2020' }),
  edition(6, 'Vertigo, the other edition', { album: true }),
  edition(7, 'Hitchcock: a compilation', { series: plain }),
  edition(8, 'Songs', { series: years, number: '3' }),
  edition(9, 'More songs', { series: years, number: '1999999' }),
  entry(1, 1),
  entry(1, 6),
  entry(2, 2),
  entry(3, 3),
  entry(4, 4),
  entry(4, 5),
  entry(5, 7, 'compilation'),
  entry(5, 8, 'songs'),
  entry(6, 9),
];

let server: TestServer;
let others: string;

beforeAll(async () => {
  server = await startServer(records);
  for (const owned of [201, 202, 207]) await addItem(server, 'collection', uuid(owned));
  await addItem(server, 'wishlist', uuid(203));
  const other = await createUser(server.store, 'other', 'correct horse battery');
  others = await issueApiToken(server.store, 'other', 'tests');
  server.store.writer.run(
    `INSERT INTO collection_item (id, user_key, release_key, created_at, updated_at)
     SELECT '${Bun.randomUUIDv7()}', ${other.key}, key, '2026', '2026' FROM "release" WHERE id = '${uuid(204)}'`,
  );
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into the attributes of several documents.
const read = async (path: string, from = server): Promise<any> => (await from.read(path)) as any;
const countsIn = ({ owned, wanted, missing, not_in_catalog, total }: Record<string, number>) => [
  owned,
  wanted,
  missing,
  not_in_catalog,
  total,
];

const iris = {
  composer: `/api/artists/${composer}`,
  director: `/api/artists/${director}`,
  silent: `/api/artists/${silent}`,
  franchise: `/api/franchises/${franchise}`,
  label: `/api/labels/${label}`,
  series: `/api/labels/${label}/series/${series}`,
  years: `/api/labels/${label}/series/${years}`,
  plain: `/api/labels/${label}/series/${plain}`,
  album: `/api/albums/${album}`,
};

describe('completeness', () => {
  test.each([
    ['composer', [2, 1, 1, 1, 5]],
    ['director', [2, 1, 1, 0, 4]],
    ['silent', [0, 0, 0, 0, 0]],
    ['franchise', [2, 0, 0, 0, 2]],
    ['label', [3, 1, 5, 0, 9]],
    ['series', [2, 0, 1, 2, 5]],
    ['years', [0, 0, 2, 0, 2]],
    ['plain', [1, 0, 0, 0, 1]],
    ['album', [1, 0, 1, 0, 2]],
  ] as const)('of the %s is in meta of the single read, at a page address, and equal to the list', async (name, expected) => {
    const record = iris[name];
    const { attributes } = (await read(`/api/users/me/collection/completeness?record=${record}`)).data;
    expect(countsIn((await read(`${record}?completeness=true`)).meta.completeness)).toEqual([...expected]);
    expect(countsIn((await read(`/api/resolve?url=${record}&resource=&completeness=true`)).meta.completeness)).toEqual([...expected]);
    expect(countsIn(attributes)).toEqual([...expected]);
    expect(attributes.is_whole).toBe(true);
  });

  test.each([
    ['composer', 'television=true', [2, 1, 2, 1, 6], ['television']],
    ['composer', 'shorts=true', [2, 1, 1, 2, 6], ['shorts']],
    ['composer', 'compilations=true', [3, 1, 1, 0, 5], ['compilations']],
    ['composer', 'role=director', [0, 0, 0, 0, 0], []],
    ['album', 'editions=true', [2, 0, 0, 0, 2], ['editions']],
  ] as const)('of the %s changes with %s', async (name, parameters, expected, counted) => {
    const { attributes } = (await read(`/api/users/me/collection/completeness?record=${iris[name]}&${parameters}`)).data;
    expect([countsIn(attributes), attributes.counted]).toEqual([[...expected], [...counted]]);
  });

  test('lists each number of a series once, with the owned or newest release, and then those without an integer', async () => {
    const { scores, numbers } = (await read(`/api/users/me/collection/completeness?record=${iris.series}`)).data.attributes;
    type Listed = { number: number | null; state: string; editions: number; release: string };
    expect(numbers).toEqual({ first: 1, last: 5 });
    expect(scores.map(({ number, state, editions }: Listed) => [number, state, editions])).toEqual([
      [2, 'owned', 1],
      [3, 'owned', 1],
      [5, 'missing', 2],
      [null, 'wanted', 1],
    ]);
    expect(scores.map(({ release }: Listed) => release)).toEqual([1, 2, 5, 3].map(release));
  });

  test('is of the viewer alone, and never cached for others', async () => {
    const path = `${iris.composer}?completeness=true`;
    const as = (token: string) => server.request(path, { headers: { authorization: `Bearer ${token}` } });
    const mine = await as(server.token);
    const theirs = await as(others);
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
    expect(countsIn((await mine.json()).meta.completeness)).toEqual([2, 1, 1, 1, 5]);
    expect(countsIn((await theirs.json()).meta.completeness)).toEqual([1, 0, 3, 1, 5]);
  });

  test('needs collection:read; without wishlist:read, wanted scores are missing', async () => {
    const limited = async (...scopes: ('catalog:read' | 'collection:read')[]) => {
      const token = await issueApiToken(server.store, 'tester', scopes.join(), { scopes });
      const response = await server.request(`${iris.composer}?completeness=true`, { headers: { authorization: `Bearer ${token}` } });
      return (await response.json()).meta?.completeness;
    };
    expect(await limited('catalog:read')).toBeUndefined();
    expect(countsIn(await limited('catalog:read', 'collection:read'))).toEqual([2, 0, 2, 1, 5]);
  });

  test.each([
    ['', 400],
    ['?record=x', 400],
    [`?record=${release(1)}`, 400],
    [`?record=/api/artists/${uuid(999)}`, 404],
    [`?record=/api/artists/${composer}&role=conductor`, 400],
    [`?record=/api/artists/${composer}&television=perhaps`, 400],
  ])('of %s is refused with %i', async (query, status) => {
    expect((await server.request(`/api/users/me/collection/completeness${query}`)).status).toBe(status);
  });

  test.each([
    ['composers', [['Bernard Herrmann', [2, 1, 1, 1, 5]]]],
    ['franchises', []],
    ['series', [['Special Collection', [2, 0, 1, 2, 5]]]],
  ] as const)('of %s with gaps is listed, nearest to complete first', async (by, expected) => {
    const { gaps } = (await read(`/api/users/me/collection/gaps?by=${by}`)).data.attributes;
    expect(gaps.map((gap: Record<string, number> & { name: string }) => [gap.name, countsIn(gap)])).toEqual(
      expected.map(([name, counts]) => [name, [...counts]]),
    );
  });
});

test('statements about completeness scan no table of a large catalog', async () => {
  const store = await seededStore();
  planAsInLargeCatalog(store);
  const statements: Prepared[] = [];
  noting(store, statements, () => 'completeness');
  const viewer = { user: 1, seesWishes: true };
  for (const type of ['Artist', 'Franchise', 'Label', 'LabelSeries', 'Album', 'Organization', 'Work'] as const) {
    sharesOf(store.reader, type, [1, 2], viewer);
    countsOf(store.reader, { type, key: 1 }, viewer);
    completenessOf(store.reader, { type, key: 1 }, viewer);
  }
  completenessOf(store.reader, { type: 'Artist', key: 1 }, viewer, { role: 'director' });
  for (const by of gapLists) gapsOf(store, by, viewer);
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.flatMap(({ sql }) => tablesScanned(store.reader, sql))).toEqual([]);
});

test('lists count what single reads count, of what is owned', async () => {
  const { server: demo, releases } = await openOwnLists();
  for (const { id } of releases) await addItem(demo, 'collection', id);
  for (const path of ['/api/artists', '/api/franchises', '/api/labels', '/api/albums', '/api/organizations', '/api/works']) {
    const { data, meta } = await read(`${path}?completeness=true&itemsPerPage=100`, demo);
    const listed = new Map(meta.completeness.map(({ record, ...share }: ListedShare) => [record, share]));
    expect(listed.size).toBeGreaterThan(0);
    for (const { id } of data.slice(0, 40)) {
      const { owned, total } = (await read(`${id}?completeness=true`, demo)).meta.completeness;
      expect([id, listed.get(id)]).toEqual([id, owned > 0 ? { owned, total } : undefined]);
    }
  }
});
