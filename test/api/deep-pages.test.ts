import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { KeyLists } from '../../src/api/read/key-lists';
import { ListPages } from '../../src/api/read/list-pages';
import { Queries } from '../../src/api/read/queries';
import { readList } from '../../src/api/read/reading';
import { keysInOrder, type Selection, valuesOf } from '../../src/api/read/selection';
import { Registry } from '../../src/api/schema/registry';
import type { Resource } from '../../src/api/schema/resource';
import { catalog } from '../../src/catalog';
import { bound } from '../../src/store/database/connection';
import type { Store } from '../../src/store/database/open';
import { folderOfTests } from '../support/executable';
import { limitOf, runs } from '../support/runs';
import { serverOf, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';

setDefaultTimeout(limitOf(60_000));

// More labels than are counted on the main thread.
const labels = 30_000;

const folder = folderOfTests();
let server: TestServer;
let store: Store;
beforeAll(async () => {
  store = createStore(folder);
  await store.write(() =>
    store.writer.run(`
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${labels})
      INSERT INTO label (id, name, name_folded, slug, country, created_at)
      SELECT printf('00000000-0000-4000-8000-%012d', n), 'L' || (n * 7919 % 25013), 'l' || (n * 7919 % 25013), 'l' || n,
        iif(n % 10 = 0, NULL, 'US'), '2026-01-01T00:00:00.000+00:00' FROM n`),
  );
  server = await serverOf(store);
});
afterAll(() => store.close());

const lists = [
  { query: '', where: 'TRUE', order: 'name_folded, id' },
  { query: 'order[name]=asc', where: 'TRUE', order: 'name_folded, id' },
  { query: 'order[name]=desc', where: 'TRUE', order: 'name_folded DESC, id DESC' },
  { query: 'order[country]=asc&order[name]=desc', where: 'TRUE', order: 'country, name_folded DESC, id DESC' },
  { query: 'country=US&order[name]=asc', where: "country = 'US'", order: 'name_folded, id' },
  { query: 'country=US', where: "country = 'US'", order: 'id' },
  { query: 'name=l1&order[name]=desc', where: "instr(name_folded, 'l1') > 0", order: 'name_folded DESC, id DESC' },
  {
    query: 'order[releaseCount]=desc',
    where: 'TRUE',
    order: '(SELECT count(*) FROM release_label WHERE label_key = label.key) DESC, id DESC',
  },
] as const;
type List = (typeof lists)[number];

/** Computes a page from the current rows. */
function truth({ where, order }: List, page: number): { ids: string[]; total: number } {
  const rows = store.writer.query(`SELECT id FROM label WHERE ${where} ORDER BY ${order} LIMIT 30 OFFSET ?`).all((page - 1) * 30);
  const { total } = store.writer.query(`SELECT count(*) AS total FROM label WHERE ${where}`).get() as { total: number };
  return { ids: (rows as { id: string }[]).map(({ id }) => `/api/labels/${id}`), total };
}

async function read({ query }: List, page: number): Promise<{ ids: string[]; total: number }> {
  const { data, meta } = await server.read(`/api/labels?${query}&page=${page}`);
  return { ids: data.map(({ id }: { id: string }) => id), total: meta?.totalItems ?? 0 };
}

const changed = "updated_at = '2026-02-01T00:00:00.000+00:00' WHERE key = ?1";

const writes = {
  name: `UPDATE label SET name = 'A', name_folded = 'a' || key, ${changed}`,
  back: `UPDATE label SET name = 'L', name_folded = 'l' || (key * 7919 % 25013), country = 'US', ${changed}`,
  country: `UPDATE label SET country = 'GB', ${changed}`,
  deleted: 'DELETE FROM label WHERE key = ?1',
  added: `INSERT OR IGNORE INTO label (id, name, name_folded, slug, country, created_at)
    SELECT printf('00000000-0000-4000-8000-1%011d', ?1), 'M', 'l' || ?1 % 25000, 'm' || ?1, 'US', '2026-01-01T00:00:00.000+00:00'`,
  many: "UPDATE label SET name_folded = 'z' || key, updated_at = '2026-02-02T00:00:00.000+00:00' WHERE key BETWEEN ?1 AND ?1 + 60",
  other: `INSERT OR IGNORE INTO artist_role (id, role, role_folded, slug, created_at)
    SELECT printf('00000000-0000-4000-8000-2%011d', ?1), 'R' || ?1, 'r' || ?1, 'r' || ?1, '2026-01-01T00:00:00.000+00:00'`,
} as const;

const write = (sql: string, key: number) => store.write(() => store.writer.query(sql).run(key));

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ list: fc.constantFrom(...lists), page: fc.integer({ min: 1, max: 1_010 }) }) },
  { weight: 2, arbitrary: fc.record({ write: fc.constantFrom(...Object.values(writes)), key: fc.integer({ min: 1, max: labels }) }) },
  { weight: 1, arbitrary: fc.record({ rest: fc.constantFrom(1, 150, 600) }) },
);

test('any page of any list matches the rows, also right after writes and while keys are being read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      for (const one of steps) {
        if ('rest' in one) await Bun.sleep(one.rest);
        else if ('write' in one) await write(one.write, one.key);
        else expect({ ...one, found: await read(one.list, one.page) }).toEqual({ ...one, found: truth(one.list, one.page) });
      }
    }),
    { numRuns: runs(5) },
  );
});

test('pages read during writes are consistent', async () => {
  const busy = (async () => {
    for (let key = 1; key <= 40; key++) await write(writes.name, key);
  })();
  for (let page = 900; page < 910; page++) {
    const { ids, total } = await read(lists[2], page);
    expect([ids.length, new Set(ids).size, total]).toEqual([30, 30, truth(lists[2], 1).total]);
  }
  await busy;
});

test('a page read in a worker from either end of its list is consistent during writes', async () => {
  const pages = new ListPages(store, new Queries(store), undefined, 5_000);
  for (const [index, { query }] of lists.entries()) {
    for (const offset of [14_970, 23_970]) {
      const reading = store.read(() => pages.page(kind, selectionOf(query), 30, offset));
      await write(writes.deleted, 20_000 + 10 * index + (offset % 7));
      await write(writes.added, 100 + 10 * index + (offset % 7));
      const { rows, total } = await reading;
      const { ids, total: all } = truth(lists[index] as List, offset / 30 + 1);
      if (reading instanceof Promise) expect([rows.map(({ _id }) => `/api/labels/${_id}`), total]).toEqual([ids, all]);
      else expect(rows).toHaveLength(Math.max(0, Math.min(30, total - offset)));
    }
  }
});

const kind = catalog.shown.find(({ path }) => path === '/api/labels') as Resource;

const keysOfList = (selection: Selection) => () => bound(keysInOrder(store.db, kind, selection, 'walk').compile(), valuesOf(selection));

function selectionOf(query: string): Selection {
  const { filters, orders } = readList(kind, new Registry(catalog.shown), new Request(`http://localhost/api/labels?${query}`));
  return { filters, orders, withinKey: undefined };
}

const cachedPage = (keyLists: KeyLists, query: string, offset = 15_000): number[] | undefined =>
  store.read(() => keyLists.page(kind, selectionOf(query), truthOf(query, 1).total, 30, offset));

const truthOf = (query: string, page: number) => truth(lists.find((list) => list.query === query) as List, page);

/** Reads a page until the keys of its list are cached. */
async function awaitedPage(keyLists: KeyLists, query: string): Promise<number[]> {
  for (;;) {
    const keys = cachedPage(keyLists, query);
    if (keys) return keys;
    await keyLists.find(kind, selectionOf(query), keysOfList(selectionOf(query)));
    await Bun.sleep(5);
  }
}

const keysOf = (ids: readonly string[]) =>
  ids.map((id) => (store.writer.query('SELECT key FROM label WHERE id = ?').get(id.slice(-36)) as { key: number }).key);

test('cached keys belong to one revision of the catalog and are invalidated by a change', async () => {
  const keyLists = new KeyLists(store, 1_000_000);
  const [byName, byCountry] = ['order[name]=desc', 'country=US&order[name]=asc'] as const;
  for (const sql of [writes.name, writes.deleted, writes.many]) {
    for (const query of [byName, byCountry]) expect(await awaitedPage(keyLists, query)).toEqual(keysOf(truthOf(query, 501).ids));
    const { key } = store.writer.query('SELECT key FROM label ORDER BY key LIMIT 1 OFFSET 16000').get() as { key: number };
    await write(sql, key);
    for (const query of [byName, byCountry]) expect(cachedPage(keyLists, query)).toBeUndefined();
  }
});

test('cached keys are evicted least recently used first, and limited in bytes', async () => {
  const narrow = new KeyLists(store, 4 * 30_500);
  expect(await awaitedPage(narrow, 'order[name]=asc')).toHaveLength(30);
  expect(await awaitedPage(narrow, 'country=US&order[name]=asc')).toHaveLength(30);
  expect(cachedPage(narrow, 'order[name]=asc')).toBeUndefined();
  const tooSmall = new KeyLists(store, 1_000);
  await tooSmall.find(kind, selectionOf('order[name]=asc'), keysOfList(selectionOf('order[name]=asc')));
  expect(cachedPage(tooSmall, 'order[name]=asc')).toBeUndefined();
});

test('a queued count is skipped once its client has disconnected', async () => {
  const disconnecting = new AbortController();
  const ask = (search: string, signal?: AbortSignal) =>
    server.app.handle(
      new Request(`http://localhost/api/labels?${search}`, { headers: { authorization: `Bearer ${server.token}` }, signal }),
    );
  const [counted, left] = [ask('country=US&name=l'), ask('name=l', disconnecting.signal)];
  disconnecting.abort();

  expect([(await counted).status, (await left).status, (await ask('name=l')).status]).toEqual([200, 503, 200]);
});
