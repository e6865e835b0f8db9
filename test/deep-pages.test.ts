import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openStore, type Store } from '../src/database/open';
import { KeyLists } from '../src/jsonapi/key-lists';
import { emptyFolder } from './support/executable';
import { limitOf, runs } from './support/runs';
import { serverOf, type TestServer } from './support/server';

// More labels than are counted or walked along while others wait.
const labels = 30_000;

let folder: ReturnType<typeof emptyFolder>;
let server: TestServer;
let store: Store;
beforeAll(async () => {
  folder = emptyFolder();
  store = openStore(folder.path, { mayCreate: true });
  await store.write(() =>
    store.writer.run(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${labels})
      INSERT INTO label (id, name, name_folded, slug, country, created_at)
      SELECT printf('00000000-0000-4000-8000-%012d', n), 'L' || (n * 7919 % 30011), 'l' || (n * 7919 % 30011), 'l' || n,
        iif(n % 10 = 0, NULL, 'US'), '2026-01-01T00:00:00.000+00:00' FROM n`),
  );
  server = await serverOf(store);
}, 60_000);
afterAll(() => {
  store.close();
  folder[Symbol.dispose]();
});

const lists = [
  { query: '', where: 'TRUE', order: 'name_folded, id' },
  { query: 'order[name]=desc', where: 'TRUE', order: 'name_folded DESC, id DESC' },
  { query: 'order[country]=asc&order[name]=desc', where: 'TRUE', order: 'country, name_folded DESC, id DESC' },
  { query: 'country=US&order[name]=asc', where: "country = 'US'", order: 'name_folded, id' },
] as const;
type List = (typeof lists)[number];

/** What a page has to be, as the rows say at this moment. */
function truth({ where, order }: List, page: number): { ids: string[]; total: number } {
  const rows = store.writer.query(`SELECT id FROM label WHERE ${where} ORDER BY ${order} LIMIT 30 OFFSET ?`).all((page - 1) * 30);
  const { total } = store.writer.query(`SELECT count(*) AS total FROM label WHERE ${where}`).get() as { total: number };
  return { ids: (rows as { id: string }[]).map(({ id }) => `/api/labels/${id}`), total };
}

async function read({ query }: List, page: number): Promise<{ ids: string[]; total: number }> {
  const { data, meta } = await server.read(`/api/labels?${query}&page=${page}`);
  return { ids: data.map(({ id }: { id: string }) => id), total: meta?.totalItems ?? 0 };
}

/** Another name, another country, one less and one more. */
const writes = [
  "UPDATE label SET name = 'A', name_folded = 'a' || key, updated_at = '2026-02-01T00:00:00.000+00:00' WHERE key = ?",
  "UPDATE label SET country = 'GB', updated_at = '2026-02-01T00:00:00.000+00:00' WHERE key = ?",
  'DELETE FROM label WHERE key = ?',
  `INSERT OR IGNORE INTO label (id, name, name_folded, slug, country, created_at)
   SELECT printf('00000000-0000-4000-8000-1%011d', column1), 'M', 'm', 'm' || column1, 'US', '2026-01-01T00:00:00.000+00:00' FROM (VALUES (?))`,
];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ list: fc.constantFrom(...lists), page: fc.integer({ min: 1, max: 1_010 }) }) },
  { weight: 1, arbitrary: fc.record({ write: fc.constantFrom(...writes), key: fc.integer({ min: 1, max: labels }) }) },
  { weight: 1, arbitrary: fc.record({ rest: fc.constantFrom(1, 600) }) },
);

test(
  'any page of any list is what the rows say, however deep, and also right after writes and while keys are found',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        for (const one of steps) {
          if ('rest' in one) await Bun.sleep(one.rest);
          else if ('write' in one) await store.write(() => store.writer.query(one.write).run(one.key));
          else expect({ ...one, found: await read(one.list, one.page) }).toEqual({ ...one, found: truth(one.list, one.page) });
        }
      }),
      { numRuns: runs(5) },
    );
  },
  limitOf(60_000),
);

test('pages that are asked for while others write are of one state each', async () => {
  const busy = (async () => {
    for (let key = 1; key <= 40; key++) await store.write(() => store.writer.query(writes[0] as string).run(key));
  })();
  for (let page = 900; page < 910; page++) {
    const { ids, total } = await read(lists[1], page);
    expect([ids.length, new Set(ids).size, total]).toEqual([30, 30, truth(lists[1], 1).total]);
  }
  await busy;
});

const keysOf = (where: string) => () => ({ sql: `SELECT key FROM label WHERE ${where} ORDER BY key`, values: [] });

/** Asks for a page until the keys of its list are there, or the time that this takes is over. */
async function patiently(keyLists: KeyLists, name: string, total: number): Promise<number[] | undefined> {
  for (let count = 0; count < 40; count++) {
    const keys = keyLists.page(name, total, keysOf(name), 3, 1);
    if (keys) return keys;
    await Bun.sleep(50);
  }
  return undefined;
}

test('the keys of a list are kept until the catalog changes, those that were asked for last, and no more than there is room for', async () => {
  const [first, second] = ['key <= 1000', 'key <= 2000'];
  const roomy = new KeyLists(store, 12_000);
  expect(await patiently(roomy, first, 1_000)).toHaveLength(3);
  expect(await patiently(roomy, second, 2_000)).toHaveLength(3);
  expect(roomy.page(first, 1_000, keysOf(first), 3, 1)).toHaveLength(3);

  const narrow = new KeyLists(store, 8_500);
  expect(await patiently(narrow, first, 1_000)).toHaveLength(3);
  expect(await patiently(narrow, second, 2_000)).toHaveLength(3);
  expect(narrow.page(first, 1_000, keysOf(first), 3, 1)).toBeUndefined();
  expect(await patiently(new KeyLists(store, 0), first, 1_000)).toBeUndefined();

  await store.write(() => store.writer.query(writes[0] as string).run(5));
  expect(roomy.page(first, 1_000, keysOf(first), 3, 1)).toBeUndefined();
}, 30_000);
