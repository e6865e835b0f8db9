import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { Slices } from '../../src/collection/formats/slices';
import { importRates } from '../../src/collection/rates/exchange-rates';
import { now } from '../../src/store/values/dates';
import { faultOf, openWorld, violationsOf, type World } from '../support/owned-items';
import { noting, type Prepared, tablesScanned } from '../support/statement-plans';
import { unknownUuid } from '../support/uuids';

let world: World;
beforeAll(async () => {
  world = await openWorld('collection');
  await importRates(world.server.store, rates, new Slices());
});
beforeEach(() => world.clear());
afterAll(() => world.server.store.close());

/** Dollars for a euro. */
const rates = `<Envelope><Cube><Cube time="2024-05-02"><Cube currency="USD" rate="1.25"/></Cube>
  <Cube time="2026-01-15"><Cube currency="USD" rate="1.6"/></Cube></Cube></Envelope>`;

const today = () => now().slice(0, 10);
const read = async (path: string) => (await world.server.read(path)).data;
const currentValue = async (id: string) => {
  const { current_value_cents, value_currency, valued_on, value_source } = (await read(id)).attributes;
  return [current_value_cents, value_currency, valued_on, value_source];
};
/** Without ids. */
const earlier = async (id: string) =>
  (await read(`${id}/values`)).map(({ attributes: { _id, ...value } }: { attributes: Record<string, unknown> }) => Object.values(value));

test('a value is of today unless a day comes with it, and its change keeps the earlier one', async () => {
  const { id } = await world.make(1);
  expect(await currentValue(id)).toEqual([null, null, null, null]);
  await world.change(id, { current_value_cents: 4_000, value_currency: 'EUR', valued_on: '2024-05-02', value_source: 'Discogs, median' });
  expect(await earlier(id)).toEqual([]);
  // Neither a day nor a source alone is another value.
  await world.change(id, { value_source: 'Discogs' });
  expect(await earlier(id)).toEqual([]);
  await world.change(id, { current_value_cents: 4_500 });
  expect(await currentValue(id)).toEqual([4_500, 'EUR', today(), 'Discogs']);
  await world.change(id, { current_value_cents: 5_000, valued_on: '2026-02-01', value_source: null });
  await world.change(id, { value_currency: 'USD' });
  expect(await earlier(id)).toEqual([
    [4_500, 'EUR', today(), 'Discogs'],
    [5_000, 'EUR', '2026-02-01', null],
    [4_000, 'EUR', '2024-05-02', 'Discogs'],
  ]);
  await world.change(id, { valued_on: null });
  expect(await currentValue(id)).toEqual([5_000, 'USD', today(), null]);
  await world.change(id, { current_value_cents: null });
  expect(await currentValue(id)).toEqual([null, null, null, null]);
  expect(await earlier(id)).toHaveLength(4);
  // Of today also with the copy.
  expect(await currentValue((await world.make(2, { current_value_cents: 100, valued_on: null })).id)).toEqual([100, null, today(), null]);
});

test('an earlier value that is current again is no earlier one, and the latest hundred stay', async () => {
  const { id } = await world.make(1, { current_value_cents: 100, value_currency: 'EUR', valued_on: '2024-01-01' });
  await world.change(id, { current_value_cents: 200, valued_on: '2025-01-01' });
  await world.change(id, { current_value_cents: 100, valued_on: '2024-01-01' });
  expect(await earlier(id)).toEqual([[200, 'EUR', '2025-01-01', null]]);
  for (let cents = 1_000; cents < 1_105; cents++) await world.change(id, { current_value_cents: cents });
  const { meta } = await world.server.read(`${id}/values`);
  expect(meta?.totalItems).toBe(100);
  expect((await earlier(id))[0]?.[0]).toBe(1_103);
});

test('an earlier value is deleted by its owner alone', async () => {
  const { id } = await world.make(1, { current_value_cents: 100 });
  await world.change(id, { current_value_cents: 200 });
  const [value] = await read(`${id}/values`);
  const del = (path: string, token?: string) => world.send('DELETE', path, undefined, token === undefined ? {} : { token });
  const foreign = `${id}/values`.replace(world.userId, world.strangerId);
  expect((await world.send('GET', foreign, undefined, { token: world.strangerToken })).status).toBe(404);
  expect((await del(value.id.replace(world.userId, world.strangerId), world.strangerToken)).status).toBe(404);
  expect((await del(value.id.replace(/[^/]+$/, unknownUuid))).status).toBe(404);
  expect(await earlier(id)).toHaveLength(1);
  expect((await del(value.id)).status).toBe(204);
  expect(await earlier(id)).toEqual([]);
  await world.change(id, { current_value_cents: 300 });
  const { data } = await world.server.read(id);
  expect((await world.send('DELETE', id)).status).toBe(204);
  expect((await world.send('GET', `${id}/values`)).status).toBe(404);
  const restored = await (await world.send('POST', world.list, { data: { type: 'CollectionItem', attributes: data.attributes } })).json();
  expect((await earlier(restored.data.id)).map((row: unknown[]) => row[0])).toEqual([200]);
  expect((await world.send('DELETE', restored.data.id)).status).toBe(204);
  world.server.store.writer.run("UPDATE item_value SET removed_at = '2020-01-01T00:00:00.000+00:00'");
  const other = await world.make(1, {});
  expect((await world.send('DELETE', other.id)).status).toBe(204);
  expect(world.server.store.reader.all('SELECT id FROM item_value')).toEqual([]);
});

test.each([
  ['current_value_cents', -1],
  ['current_value_cents', 12.5],
  ['current_value_cents', '12.50'],
  ['value_currency', 'euro'],
  ['value_currency', 'ZZZ'],
  ['valued_on', '2026-02-30'],
  ['valued_on', '2999-01-01'],
  ['value_source', ['Discogs']],
])('%s %j is refused, and nothing changes', async (name, value) => {
  const { id } = await world.make(1, { current_value_cents: 100, value_currency: 'EUR' });
  const before = await currentValue(id);
  const response = await world.change(id, { current_value_cents: 200, [name]: value });
  expect(response.status).toBe(422);
  expect(Object.keys(await violationsOf(response))).toEqual([name]);
  expect(await currentValue(id)).toEqual(before);
  expect(await earlier(id)).toEqual([]);
});

test('totals take the value, else the price paid, at the rate of its day, and leave what does not convert in its currency', async () => {
  const shelf = { storage_location: 'Shelf A', format_type: 'vinyl' };
  const items = [
    await world.make(1, {
      ...shelf,
      current_value_cents: 5_000,
      value_currency: 'EUR',
      purchase_price_cents: 2_500,
      currency: 'USD',
      purchased_at: '2024-05-02',
    }),
    await world.make(1, { ...shelf, current_value_cents: 1_600, value_currency: 'USD', valued_on: '2026-01-20', quantity: 2 }),
    // As paid.
    await world.make(2, { format_type: 'cd', purchase_price_cents: 1_250, currency: 'USD', purchased_at: '2024-05-03' }),
    await world.make(2, { status: 'ordered', order_vendor: 'Intrada', order_price_cents: 2_000, currency: 'EUR', format_type: 'cd' }),
    // No rate.
    await world.make(3, { ...shelf, current_value_cents: 900, value_currency: 'XAU', purchase_price_cents: 100, currency: 'EUR' }),
    await world.make(3, { format_type: 'cd' }),
  ];
  const { value_by_location: places, value_by_format: formats } = (await read(`${world.list}/statistics?currency=EUR`)).attributes;
  const total = (
    value_cents: number,
    paid_cents: number,
    valued_items: number,
    items: number,
    copies = items,
    currency: string | null = 'EUR',
  ) => ({
    ...{ value_cents, paid_cents, valued_items, items, copies, currency },
  });
  expect(places).toEqual([
    { storage_location: 'Shelf A', status: 'active', ...total(6_000, 2_000, 2, 2, 3) },
    { storage_location: 'Intrada', status: 'ordered', ...total(2_000, 2_000, 0, 1) },
    { storage_location: null, status: 'active', ...total(1_000, 1_000, 0, 1) },
    { storage_location: 'Shelf A', status: 'active', ...total(900, 0, 1, 1, 1, 'XAU') },
    { storage_location: null, status: 'active', ...total(0, 0, 0, 1, 1, null) },
  ]);
  expect(formats).toEqual([
    { format_type: 'vinyl', ...total(6_000, 2_000, 2, 2, 3) },
    { format_type: 'cd', ...total(3_000, 3_000, 0, 2) },
    { format_type: 'vinyl', ...total(900, 0, 1, 1, 1, 'XAU') },
    { format_type: 'cd', ...total(0, 0, 0, 1, 1, null) },
  ]);
  const values = (await read(`${world.list}/values?currency=EUR`)).attributes;
  const worth = (
    item: number,
    value_cents: number | null,
    currency: string | null,
    basis: string | null,
    paid_cents: number | null,
    paid_currency: string | null,
  ) => ({
    ...{ item: items[item].id, quantity: items[item].attributes.quantity, valued_on: items[item].attributes.valued_on },
    ...{ value_cents, currency, basis, paid_cents, paid_currency },
  });
  expect(values).toEqual({
    items: [
      worth(0, 5_000, 'EUR', 'value', 2_000, 'EUR'),
      worth(3, 2_000, 'EUR', 'price', 2_000, 'EUR'),
      worth(1, 1_000, 'EUR', 'value', null, null),
      worth(2, 1_000, 'EUR', 'price', 1_000, 'EUR'),
      worth(4, 900, 'XAU', 'value', 100, 'EUR'),
      worth(5, null, null, null, null, null),
    ],
    is_whole: true,
  });
  expect((await read(`${world.list}/values?currency=EUR&limit=2`)).attributes).toEqual({
    items: values.items.slice(0, 2),
    is_whole: false,
  });
  // As entered.
  const own = (await read(`${world.list}/values`)).attributes.items as { currency: string | null }[];
  expect(own.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'USD', 'USD', 'XAU', null]);
  for (const query of ['currency=euro', 'limit=0', 'limit=20001'])
    expect(await faultOf(await world.send('GET', `${world.list}/values?${query}`))).toEqual({
      status: 400,
      source: { parameter: query.split('=')[0] },
    });
});

const csv = async (body: string, query = '') => {
  const response = await world.send('POST', `${world.list}/import?${query}`, body, { headers: { 'content-type': 'text/csv' } });
  return (await response.json()).data.attributes;
};
const exported = async (format: string) => (await world.send('GET', `${world.list}/export?format=${format}`)).text();
const storedValues = async () => (await read(world.list)).map(({ id }: { id: string }) => currentValue(id));

test.each([
  ['Current Value', '€12.50', [1_250, 'EUR']],
  ['Estimated value', '12.50 USD', [1_250, 'USD']],
  ['Wert (EUR)', '12,50', [1_250, 'EUR']],
  ['Valeur estimée', '12 € 50', [1_250, 'EUR']],
  ['Value,Price', '20,€12.50', [2_000, 'EUR']],
  ['Value,Price,Currency', '20,12.50,USD', [2_000, 'USD']],
  ['Value', '20', [2_000, null]],
  ['Waarde,Value date,Value source', '€ 20,3.8.2025,Auction', [2_000, 'EUR', '2025-08-03', 'Auction']],
])('a column %s with %s is a value', async (heading, cells, value) => {
  await csv(`Title,${heading}\nPsycho,${/^\d+,\d\d$/.test(cells) ? `"${cells}"` : cells}\n`);
  expect(await Promise.all(await storedValues())).toEqual([[...value, ...[today(), null].slice(Math.max(0, value.length - 2))]]);
});

test('a value that is no amount stays in the notes, without its currency', async () => {
  await csv('Title,Value (EUR)\nPsycho,priceless\n');
  const [{ attributes }] = await read(world.list);
  expect(attributes).toMatchObject({ notes: 'Value (EUR): priceless', current_value_cents: null, value_currency: null });
});

test('files have the four attributes, and a changed value makes no other copy', async () => {
  const { id } = await world.make(1, {
    current_value_cents: 100,
    value_currency: 'EUR',
    valued_on: '2024-01-01',
    value_source: 'Auction, "lot 3"',
  });
  await world.make(2, { current_value_cents: 0, value_currency: 'USD', valued_on: '2025-01-01' });
  const [first, second] = [await Promise.all(await storedValues()), await Promise.all(['csv', 'json'].map(exported))];
  for (const [index, type] of ['text/csv', 'application/json'].entries()) {
    await world.clear();
    const body = second[index] as string;
    await world.send('POST', `${world.list}/import`, body, { headers: { 'content-type': type } });
    expect(await Promise.all(await storedValues())).toEqual(first);
    const [copy] = await read(world.list);
    await world.change(copy.id, { current_value_cents: 500 });
    await world.send('POST', `${world.list}/import`, body, { headers: { 'content-type': type } });
    expect(await read(world.list)).toHaveLength(2);
  }
  expect(id).not.toBe((await read(world.list))[0].id);
  const { earlier_values } = await (await world.send('GET', '/api/users/me/data')).json();
  expect(earlier_values).toEqual([
    expect.objectContaining({
      release_title: 'Psycho',
      value_cents: 100,
      value_currency: 'EUR',
      valued_on: '2024-01-01',
      value_source: 'Auction, "lot 3"',
    }),
  ]);
});

test('values of 10,000 copies are read by the index of their owner', async () => {
  // Statements are prepared once.
  const { server, list, userKey } = await openWorld('collection');
  const { store } = server;
  const read = async (path: string) => (await server.read(path)).data;
  store.writer.run(`INSERT INTO collection_item (id, user_key, release_key, current_value_cents, value_currency, valued_on, storage_location, created_at, updated_at)
    WITH RECURSIVE copy (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM copy WHERE n < 10000)
    SELECT printf('00000000-0000-4000-8000-%012d', n), ${userKey}, (SELECT min(key) FROM "release"), n, iif(n % 2, 'EUR', 'USD'),
      '2024-05-02', 'Shelf ' || (n % 40), '2026', '2026' FROM copy`);
  const statements: Prepared[] = [];
  let purpose = 'values';
  noting(store, statements, () => purpose);
  const { items, is_whole } = (await read(`${list}/values?currency=EUR&limit=20000`)).attributes;
  expect([items.length, is_whole, items[0].value_cents]).toEqual([10_000, true, 9_999]);
  const { value_by_location } = (
    await read(`${list}/statistics?currency=EUR&fields[CollectionStatistics]=value_by_location,value_by_format`)
  ).attributes;
  expect(value_by_location).toHaveLength(40);
  await read(`${items[0].item}/values`);
  purpose = '';
  const ofValues = statements.filter(({ sql }) => /item_value|valued/.test(sql));
  expect(ofValues.length).toBeGreaterThanOrEqual(4);
  expect(ofValues.flatMap(({ sql }) => tablesScanned(store.reader, sql).filter((name) => !/^(?:valued|paid)$/.test(name)))).toEqual([]);
});
