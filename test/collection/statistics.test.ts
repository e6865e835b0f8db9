import { beforeAll, describe, expect, test } from 'bun:test';
import { seedDemo } from '../../src/import/seed';
import { demoRecordNamed } from '../support/demo-records';
import { addItem } from '../support/owned-items';
import { serverOf, startServer, type TestServer } from '../support/server';
import { noting, type Prepared, planAsInLargeCatalog, tablesScanned } from '../support/statement-plans';
import { uuid } from '../support/uuids';

let server: TestServer;
let userId: string;
let path: string;

const psycho = '00000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  server = await startServer();
  await seedDemo(server.store);
  userId = (await server.read('/api/users/me')).data.attributes._id;
  path = `/api/users/${userId}/collection/statistics`;
});

const statistics = async () => (await server.read(path)).data.attributes;

describe('the statistics of a collection', () => {
  test('of an empty collection are zeros and empty lists', async () => {
    const { attributes, ...resource } = (await server.read(path)).data;
    expect(resource).toEqual({ id: path, type: 'CollectionStatistics', links: { self: path } });
    const { items, copies, releases, dated_by_added, ...lists } = attributes;
    expect([items, copies, releases, dated_by_added]).toEqual([0, 0, 0, 0]);
    expect(Object.keys(lists).length).toBeGreaterThan(20);
    expect(Object.values(lists).flat()).toEqual([]);
  });

  test('are not cached', async () => {
    expect((await server.request(path)).headers.get('cache-control')).toBe('private, no-store');
  });

  test('sum prices beyond the largest safe integer', async () => {
    const large = await startServer([{ type: 'Release', id: `/api/releases/${crypto.randomUUID()}`, attributes: { title: 'Jaws' } }]);
    const own = (await large.read('/api/users/me')).data.attributes._id;
    const release = (await large.read('/api/releases')).data[0].attributes._id;
    for (let index = 0; index < 1100; index++)
      large.store.writer.run(
        `INSERT INTO collection_item (id, user_key, release_key, purchase_price_cents, created_at, updated_at)
         SELECT '${Bun.randomUUIDv7()}', user.key, "release".key, 9007199254740991, '2026', '2026' FROM user, "release"
         WHERE "release".id = '${release}'`,
      );
    const { spending } = (await large.read(`/api/users/${own}/collection/statistics`)).data.attributes;
    expect(spending[0].amount_cents).toBeCloseTo(1100 * Number.MAX_SAFE_INTEGER, -6);
  });
});

const record = (type: string, path: string, attributes: object, relationships?: object) => ({
  ...{ type, id: `/api/${path}`, attributes },
  ...(relationships && { relationships }),
});
const release = (number: number, attributes: object) => record('Release', `releases/${uuid(number)}`, attributes);
const format = (of: number, number: number, format_type: string) =>
  record('ReleaseFormat', `releases/${uuid(of)}/formats/${uuid(number)}`, { format_type });
const entry = (of: number) => {
  const data = { type: 'Release', id: `/api/releases/${uuid(of)}` };
  return record('ProductionEntry', `productions/${uuid(31)}/entries/${uuid(50 + of)}`, {}, { release: { data } });
};
const [herrmann, ronell] = [uuid(11), uuid(12)].map((id) => `/api/artists/${id}`) as [string, string];
const [mercury, decca] = [uuid(21), uuid(22)].map((id) => `/api/labels/${id}`) as [string, string];
const composer = (iri: string) => ({ iri, credit_role: 'composer' });

/** Vertigo, whose composer is also that of its film, Psycho on two formats, and songs without a date and label. */
const records = [
  ...[herrmann, ronell].map((id, index) => ({ type: 'Artist', id, attributes: { name: `Composer ${index}`, _type: 'person' } })),
  ...[mercury, decca].map((id, index) => ({ type: 'Label', id, attributes: { name: `Label ${index}` } })),
  record('Production', `productions/${uuid(31)}`, { title: 'Vertigo', _type: 'movie', composers: [composer(herrmann)] }),
  release(1, { title: 'Vertigo', release_date: '1958', labels: [{ iri: mercury }, { iri: decca }], credits: [composer(herrmann)] }),
  release(2, { title: 'Psycho', release_date: '1975', labels: [{ iri: mercury }] }),
  release(3, { title: 'Songs', credits: [composer(ronell), { iri: herrmann, credit_role: 'conductor' }] }),
  ...[format(1, 41, 'vinyl'), format(2, 42, 'vinyl'), format(2, 43, 'cd'), format(3, 44, 'cd'), entry(1), entry(2)],
];

test('the statistics count copies of their user alone, each once for its labels and composers, and sum prices by currency and year', async () => {
  const own = await startServer(records);
  const stranger = await serverOf(own.store, {}, undefined, 'stranger');
  await addItem(stranger, 'collection', uuid(2), { condition: 'poor', purchase_price_cents: 1 });
  const paid = { purchase_price_cents: 100, currency: 'EUR', purchased_at: '2024-01-01T00:30:00Z' };
  for (const [number, attributes] of [
    [1, { ...paid, condition: 'mint', order_price_cents: 999, order_date: '2020-01-31' }],
    [
      1,
      {
        quantity: 2,
        format_type: 'cd',
        condition: 'near_mint',
        status: 'ordered',
        order_price_cents: 1_999,
        currency: 'USD',
        order_date: '2020-01-31',
      },
    ],
    [2, { quantity: 3, purchase_price_cents: 0 }],
    [3, { ...paid, purchase_price_cents: 50, condition: 'mint' }],
    [2, {}],
  ] as const)
    await addItem(own, 'collection', uuid(number), attributes);
  const { attributes } = (await own.read('/api/users/me/collection/statistics')).data;
  expect([attributes.items, attributes.copies, attributes.releases, attributes.dated_by_added]).toEqual([5, 8, 3, 2]);
  const counts = (name: string, groupOf: (row: Record<string, { id: string } | null>) => unknown = (row) => row[name.slice(3)]) =>
    attributes[name].map((row: Record<string, never>) => `${groupOf(row)} ${row.items}/${row.copies}`).join(', ');
  expect(counts('by_format', ({ format_type }) => format_type)).toBe('null 2/4, cd 2/3, vinyl 1/1');
  expect(counts('by_condition')).toBe('null 2/4, mint 2/2, near_mint 1/2');
  expect(counts('by_status')).toBe('active 4/6, ordered 1/2');
  expect(counts('by_label', ({ label }) => label?.id)).toBe(`${uuid(21)} 4/7, ${uuid(22)} 2/3, undefined 1/1`);
  expect(counts('by_decade')).toBe('null 1/1, 1950 2/3, 1970 2/4');
  expect(counts('composers', ({ artist }) => artist?.id)).toBe(`${uuid(11)} 4/7, ${uuid(12)} 1/1`);
  expect(attributes.spending).toEqual([
    { currency: 'EUR', year: 2024, amount_cents: 150, items: 2 },
    { currency: 'USD', year: 2020, amount_cents: 1_999, items: 1 },
    { currency: null, year: null, amount_cents: 0, items: 1 },
  ]);
});

test('statements of the statistics scan no table of a large catalog', async () => {
  const { store, read } = await startServer(records);
  planAsInLargeCatalog(store);
  const statements: Prepared[] = [];
  noting(store, statements, () => 'statistics');
  await read('/api/users/me/collection/statistics?currency=EUR');
  const ofItems = statements.filter(({ sql }) => sql.includes('collection_item'));
  expect(ofItems.length).toBeGreaterThan(20);
  expect(ofItems.flatMap(({ sql }) => tablesScanned(store.reader, sql))).toEqual([]);
});

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

test('the statistics have every price, month, shop, folder and tag', async () => {
  const own = await startServer([{ type: 'Release', id: `/api/releases/${psycho}`, attributes: { title: 'Psycho' } }]);
  const put = async (attributes: object) => (await addItem(own, 'collection', psycho, attributes)).id;
  const paid = { purchase_price_cents: 1500, currency: 'EUR', purchased_at: '2024-05-02', shop: 'Dusty Groove' };
  const dear = await put({ ...paid, folder: 'Italy', tags: ['Mono', 'gift'], rating: 5, quantity: 2 });
  const cheap = await put({ ...paid, purchase_price_cents: 500, tags: ['mono'], storage_location: 'Shelf A' });
  const ordered = await put({ order_price_cents: 900, currency: 'USD', order_date: '2025-01-31', order_vendor: 'Discogs' });
  await put({ sleeve_condition: 'good' });

  const { attributes } = (await own.read('/api/users/me/collection/statistics')).data;
  expect([attributes.items, attributes.copies, attributes.releases]).toEqual([4, 5, 1]);
  expect(attributes.spending_by_month).toEqual([
    { currency: 'EUR', month: '2024-05', amount_cents: 2000, items: 2 },
    { currency: 'USD', month: '2025-01', amount_cents: 900, items: 1 },
  ]);
  expect(attributes.spending_by_shop).toEqual([
    { currency: 'EUR', shop: 'Dusty Groove', amount_cents: 2000, items: 2 },
    { currency: 'USD', shop: 'Discogs', amount_cents: 900, items: 1 },
  ]);
  const release = { iri: `/api/releases/${psycho}`, id: psycho, title: 'Psycho', slug: 'psycho' };
  expect(attributes.most_expensive).toEqual([
    { item: dear, release, amount_cents: 1500, currency: 'EUR' },
    { item: cheap, release, amount_cents: 500, currency: 'EUR' },
    { item: ordered, release, amount_cents: 900, currency: 'USD' },
  ]);
  expect(attributes.least_expensive.map(({ item }: { item: string }) => item)).toEqual([cheap, dear, ordered]);
  expect(attributes.by_tag).toEqual([
    { tag: 'Mono', items: 2, copies: 3 },
    { tag: 'gift', items: 1, copies: 2 },
  ]);
  expect(attributes.by_folder).toEqual([
    { folder: null, items: 3, copies: 3 },
    { folder: 'Italy', items: 1, copies: 2 },
  ]);
  expect(attributes.by_storage_location).toEqual([
    { storage_location: null, items: 3, copies: 4 },
    { storage_location: 'Shelf A', items: 1, copies: 1 },
  ]);
  expect(attributes.by_shop.map(({ shop }: { shop: string | null }) => shop)).toEqual(['Dusty Groove', null, 'Discogs']);
  expect(attributes.by_rating).toEqual([
    { rating: null, items: 3, copies: 3 },
    { rating: 5, items: 1, copies: 2 },
  ]);
  expect(attributes.by_sleeve_condition).toEqual([
    { sleeve_condition: null, items: 3, copies: 4 },
    { sleeve_condition: 'good', items: 1, copies: 1 },
  ]);
  await own.request(dear, { method: 'DELETE' });
  expect((await own.read('/api/users/me/collection/statistics')).data.attributes.items).toBe(3);
});

test('the statistics return only the requested attributes, and refuse unknown ones', async () => {
  const only = async (fields: string) => (await server.read(`${path}?fields[CollectionStatistics]=${fields}`)).data.attributes;
  const { copies, by_folder: folders } = await statistics();
  expect(await only('by_folder,copies')).toEqual({ copies, by_folder: folders });
  expect(await only('')).toEqual({});
  const refused = await server.request(`${path}?fields[CollectionStatistics]=copies,foldres`);
  expect(refused.status).toBe(400);
  expect((await refused.json()).errors[0].detail).toContain('has no field "foldres". It has items, copies, releases,');
});

test('the statistics of each year have purchases, decades, lengths and the most collected composer', async () => {
  const own = await startServer();
  await seedDemo(own.store);
  const list = '/api/users/me/collection';
  const goldsmith = demoRecordNamed('Artist', 'Jerry Goldsmith').id;
  const found = (await own.read(`/api/releases?composer=${goldsmith}&order[releaseDate]=asc&itemsPerPage=100`)).data;
  const releases = found.filter(({ attributes }: { attributes: Record<string, number | null> }) => attributes.duration_seconds !== null);
  const put = (release: { id: string }, attributes: object) => addItem(own, 'collection', release.id, attributes);
  await put(releases[1], { purchased_at: '2024-05-02', quantity: 2, purchase_price_cents: 900, currency: 'EUR' });
  await put(releases[0], { order_date: '2024-06-01', format_type: 'cd' });
  await put(releases[2], { added_at: '2023-02-01T12:00:00Z' });

  const [first, second, undated] = releases.map(({ attributes }: { attributes: Record<string, number> }) => attributes);
  const decadeOf = ({ year }: { year: number }) => Math.floor(year / 10) * 10;
  const { attributes } = (await own.read(`${list}/statistics`)).data;
  const bought = attributes.acquired_by_year.filter(({ year }: { year: number | null }) => year === 2024);
  expect(sum(bought.map(({ copies }: { copies: number }) => copies))).toBe(3);
  expect(sum(bought.map((one: { duration_seconds: number }) => one.duration_seconds))).toBe(
    first.duration_seconds + second.duration_seconds,
  );
  expect(attributes.acquired_by_year[0]).toMatchObject({ year: 2023, decade: decadeOf(undated), items: 1, copies: 1 });
  expect(attributes.dated_by_added).toBe(1);
  expect(attributes.acquired_by_month).toEqual([
    { month: '2023-02', decade: decadeOf(undated), items: 1, copies: 1 },
    { month: '2024-05', decade: decadeOf(second), items: 1, copies: 2 },
    { month: '2024-06', decade: decadeOf(first), items: 1, copies: 1 },
  ]);
  expect(attributes.years).toMatchObject([
    { year: 2023, oldest_release_year: undated.year },
    { year: 2024, oldest_release_year: first.year, composer: { artist: { slug: 'jerry-goldsmith' }, items: 2, copies: 3 } },
  ]);
  expect(attributes.years[1].new_labels).toBeGreaterThan(0);
  expect(attributes.spending_by_decade).toEqual([{ currency: 'EUR', year: 2024, decade: decadeOf(second), amount_cents: 900, items: 1 }]);
  const [most] = attributes.composers_by_duration;
  expect(most).toMatchObject({ artist: { slug: 'jerry-goldsmith', type: 'person' }, items: 3, copies: 4 });
  expect(sum(most.decades.map((one: { duration_seconds: number }) => one.duration_seconds))).toBe(most.duration_seconds);
  const lengths = [first, second, undated].map((one) => one.duration_seconds);
  expect(
    attributes.extremes.map((one: Record<string, unknown>) => [one.record, one.record === 'oldest' ? one.year : one.duration_seconds]),
  ).toEqual([
    ['longest', Math.max(...lengths)],
    ['shortest', Math.min(...lengths)],
    ['oldest', first.year],
  ]);
  expect((await own.read(`${list}?boughtYear=2024`)).data.length).toBe(2);
  expect((await own.read(`${list}?acquiredYear=2023`)).data.length).toBe(1);

  // The length of a release with an untimed track is unknown, however little is timed.
  own.store.writer.run(`UPDATE release_track SET duration_seconds = NULL WHERE position > 1 AND release_format_key IN
    (SELECT f.key FROM release_format AS f JOIN "release" AS r ON r.key = f.release_key WHERE r.id = '${releases[3].attributes._id}')`);
  await put(releases[3], {});
  expect((await own.read(`${list}/statistics`)).data.attributes.extremes[1].duration_seconds).toBe(Math.min(...lengths));
});
