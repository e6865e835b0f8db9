import { beforeAll, describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { seedDemo } from '../../src/import/seed';
import { demoRecordNamed, demoRecords, demoReference, uuidOf } from '../support/demo-records';
import { addItem } from '../support/owned-items';
import { startServer, type TestServer } from '../support/server';

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

  test('equal a manual count', async () => {
    const owned = everyOtherRelease();
    for (const { release, attributes } of owned) await addItem(server, 'collection', release, attributes);
    // Another user's items are not counted.
    const other = await createUser(server.store, 'other', 'correct horse battery');
    server.store.writer.run(
      `INSERT INTO collection_item (id, user_key, release_key, created_at, updated_at)
       SELECT '${Bun.randomUUIDv7()}', ${other.key}, (SELECT min(key) FROM "release"), '2026', '2026'`,
    );
    const found = await statistics();

    expect([found.items, found.copies]).toEqual([owned.length, sum(owned.map(({ attributes }) => attributes.quantity))]);
    const formats = new Map(await Promise.all(owned.map(async ({ release }) => [release, await onlyFormatOf(release)] as const)));
    expect(new Set(formats.values()).size).toBeGreaterThan(1);
    expect(found.by_format).toEqual(
      expectedCounts(owned, 'format_type', ({ release, attributes }) => [attributes.format_type ?? formats.get(release) ?? null]),
    );
    expect(found.by_condition).toEqual(expectedCounts(owned, 'condition', ({ attributes }) => [attributes.condition]));
    expect(found.by_status).toEqual(expectedCounts(owned, 'status', ({ attributes }) => [attributes.status]));
    const byLabel = await Promise.all(owned.map(async (item) => ({ item, labels: await labelsOf(item.release) })));
    expect(plain(found.by_label, ({ label }) => label?.id ?? null)).toEqual(
      tally(byLabel.map(({ item, labels }) => [item, labels.length > 0 ? labels : [null]])),
    );
    const byYear = await Promise.all(owned.map(async (item) => [item, [await decadeOf(item.release)]] as [Owned, (number | null)[]]));
    expect(plain(found.by_decade, ({ decade }) => decade)).toEqual(tally(byYear));
  });

  test('sum spending by currency and year in minor units', async () => {
    const spent = new Map<string, { amount_cents: number; items: number }>();
    for (const { attributes } of everyOtherRelease()) {
      const price = attributes.purchase_price_cents ?? attributes.order_price_cents;
      if (price === null) continue;
      const date = attributes.purchased_at ?? attributes.order_date;
      const key = JSON.stringify([attributes.currency, date === null ? null : Number(date.slice(0, 4))]);
      const { amount_cents, items } = spent.get(key) ?? { amount_cents: 0, items: 0 };
      spent.set(key, { amount_cents: amount_cents + price, items: items + 1 });
    }
    const { spending } = await statistics();
    const found = spending.map(({ currency, year, ...sums }: Record<string, unknown>) => [JSON.stringify([currency, year]), sums]);
    expect(new Map(found)).toEqual(spent);
    expect(spent.size).toBeGreaterThan(4);
  });

  test('list the most collected composers first, counting each item once', async () => {
    const composersOf = composersByRelease();
    const { composers } = await statistics();
    const expected = tally(everyOtherRelease().map((item) => [item, [...(composersOf.get(item.release) ?? [])]]));
    expect(composers.length).toBe(expected.size);
    for (const { artist, items, copies } of composers) expect({ items, copies }).toEqual(expected.get(artist.id) as never);
    const counts = composers.map(({ items }: { items: number }) => items);
    expect(counts).toEqual([...counts].sort((a: number, b: number) => b - a));
    expect(counts[0]).toBe(Math.max(...[...expected.values()].map(({ items }) => items)));
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

describe('the cost of the statistics', () => {
  /** Releases with labels, credits and productions; a user has two of them. */
  async function withReleases(count: number): Promise<TestServer> {
    const own = await startServer([{ type: 'Release', id: `/api/releases/${crypto.randomUUID()}`, attributes: { title: 'Jaws' } }]);
    const { writer } = own.store;
    const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
    const id = 'lower(hex(randomblob(18)))';
    const times = "'2026', '2026'";
    writer.run(`INSERT INTO label (id, name, name_folded, slug, created_at, updated_at) VALUES (${id}, 'L', 'l', 'l', ${times})`);
    writer.run(
      `INSERT INTO artist (id, artist_type, name, name_folded, display_name, slug, created_at, updated_at)
       VALUES (${id}, 'person', 'A', 'a', 'A', 'a', ${times})`,
    );
    writer.run(
      `${numbers} INSERT INTO "release" (id, title, title_folded, slug, created_at, updated_at)
       SELECT ${id}, 'R', 'r', 'r-' || n, ${times} FROM numbers`,
    );
    writer.run('INSERT INTO release_label (release_key, position, label_key) SELECT r.key, 1, l.key FROM "release" AS r, label AS l');
    writer.run(
      `INSERT INTO release_credit (release_key, list, position, artist_key, role_key)
       SELECT r.key, 'credits', 1, a.key, o.key FROM "release" AS r, artist AS a, artist_role AS o WHERE o.slug = 'composer'`,
    );
    writer.run(
      `INSERT INTO collection_item (id, user_key, release_key, created_at, updated_at)
       SELECT ${id}, u.key, r.key, ${times} FROM user AS u, (SELECT key FROM "release" LIMIT 2) AS r`,
    );
    return own;
  }

  async function bestOf(own: TestServer): Promise<number> {
    const id = (await own.read('/api/users/me')).data.attributes._id;
    const times: number[] = [];
    for (let run = 0; run < 20; run++) {
      const startedAt = performance.now();
      const { items, by_label, composers } = (await own.read(`/api/users/${id}/collection/statistics`)).data.attributes;
      times.push(performance.now() - startedAt);
      expect([items, by_label[0].items, composers[0].items]).toEqual([2, 2, 2]);
    }
    return Math.min(...times);
  }

  test("depends on the user's items, not on the size of the catalog", async () => {
    const [small, large] = [await bestOf(await withReleases(10)), await bestOf(await withReleases(10_000))];
    expect(large).toBeLessThan(10 * small);
  });
});

interface Owned {
  readonly release: string;
  readonly attributes: {
    readonly quantity: number;
    readonly status: string;
    readonly condition: string | null;
    readonly format_type: string | null;
    readonly currency: string | null;
    readonly purchase_price_cents: number | null;
    readonly order_price_cents: number | null;
    readonly purchased_at: string | null;
    readonly order_date: string | null;
  };
}

/** Items that differ in every counted value, some of which are unknown. */
function everyOtherRelease(): Owned[] {
  const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  return demoRecords('Release')
    .filter((_, index) => index % 2 === 0)
    .slice(0, 60)
    .map(({ id }, index) => ({
      release: uuidOf(id),
      attributes: {
        quantity: (index % 3) + 1,
        status: pick(['active', 'active', 'ordered'], index),
        condition: pick(['mint', 'near_mint', null, 'good'], index),
        format_type: pick(['cd', 'vinyl', null], index),
        currency: pick(['EUR', 'USD', null, 'EUR'], index),
        purchase_price_cents: pick([100, 2499, null, 0, 50], index),
        order_price_cents: pick([null, 1999, null], index),
        purchased_at: pick(['2024-01-01T00:30:00Z', null, '2021-05-01T00:00:00Z', null, null], index),
        order_date: pick(['2020-01-31', null], index),
      },
    }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

type Tally<K> = Map<K, { items: number; copies: number }>;

function tally<K>(items: readonly (readonly [Owned, readonly K[]])[]): Tally<K> {
  const counts: Tally<K> = new Map();
  for (const [{ attributes }, keys] of items)
    for (const key of new Set(keys)) {
      const { items, copies } = counts.get(key) ?? { items: 0, copies: 0 };
      counts.set(key, { items: items + 1, copies: copies + attributes.quantity });
    }
  return counts;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any of the lists.
const plain = (rows: readonly any[], keyOf: (row: any) => unknown) =>
  new Map(rows.map((row) => [keyOf(row), { items: row.items, copies: row.copies }]));

/** The expected order of counts: highest first, then by value, unknown ones first. */
function expectedCounts(owned: readonly Owned[], name: string, keysOf: (item: Owned) => (string | null)[]): object[] {
  return [...tally(owned.map((item) => [item, keysOf(item)] as const))]
    .sort(([a, x], [b, y]) => y.items - x.items || ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([key, counts]) => ({ [name]: key, ...counts }));
}

async function labelsOf(release: string): Promise<string[]> {
  const { labels } = (await server.read(`/api/releases/${release}`)).data.attributes;
  return labels.map(({ id }: { id: string | null }) => id).filter((id: string | null) => id !== null);
}

async function onlyFormatOf(release: string): Promise<string | null> {
  const { included = [] } = await server.read(`/api/releases/${release}?include=formats`);
  const types = new Set(included.map(({ attributes }: { attributes: { format_type?: string } }) => attributes.format_type));
  const [only = null, ...others] = types as Set<string>;
  return others.length === 0 ? only : null;
}

async function decadeOf(release: string): Promise<number | null> {
  const { year } = (await server.read(`/api/releases/${release}`)).data.attributes;
  return year === null ? null : Math.floor(year / 10) * 10;
}

/** Composers of a demo release: those of its productions and of its own credits. */
function composersByRelease(): Map<string, Set<string>> {
  interface Credit {
    readonly iri: string;
    readonly credit_role?: string;
  }
  const creditsOf = (attributes: Readonly<Record<string, unknown>>, ...names: string[]) =>
    names.flatMap((name) => (attributes[name] ?? []) as Credit[]);
  const ofProduction = new Map(
    demoRecords('Production').map(({ id, attributes }) => [id, creditsOf(attributes, 'composers').map(({ iri }) => uuidOf(iri))]),
  );
  const found = new Map<string, Set<string>>();
  const note = (release: string, artists: readonly string[]) => found.set(release, new Set([...(found.get(release) ?? []), ...artists]));
  for (const entry of demoRecords('ProductionEntry'))
    note(uuidOf(demoReference(entry, 'release')), ofProduction.get(entry.id.replace(/\/entries\/.*/, '')) ?? []);
  for (const { id, attributes } of demoRecords('Release'))
    note(
      uuidOf(id),
      creditsOf(attributes, 'artists', 'credits')
        .filter(({ credit_role }) => credit_role === 'composer')
        .map(({ iri }) => uuidOf(iri)),
    );
  return found;
}

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
