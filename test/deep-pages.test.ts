import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { KeyLists } from '../src/api/read/key-lists';
import { ListPages } from '../src/api/read/list-pages';
import { Queries } from '../src/api/read/queries';
import { readList } from '../src/api/read/reading';
import { keysQuery, type Selection } from '../src/api/read/selection';
import { Registry } from '../src/api/schema/registry';
import type { Resource } from '../src/api/schema/resource';
import { catalog } from '../src/catalog';
import { openStore, type Store } from '../src/store/database/open';
import { emptyFolder } from './support/executable';
import { limitOf, runs } from './support/runs';
import { serverOf, type TestServer } from './support/server';

setDefaultTimeout(limitOf(60_000));

// More labels than are counted while others wait.
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
      SELECT printf('00000000-0000-4000-8000-%012d', n), 'L' || (n * 7919 % 25013), 'l' || (n * 7919 % 25013), 'l' || n,
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

/** What a label that is changed has, in whichever way. */
const changed = "updated_at = '2026-02-01T00:00:00.000+00:00' WHERE key = ?1";

/** Another name, another country, one less, one more, many others, one of another kind, and one whose list another writes. */
const writes = {
  name: `UPDATE label SET name = 'A', name_folded = 'a' || key, ${changed}`,
  back: `UPDATE label SET name = 'L', name_folded = 'l' || (key * 7919 % 25013), country = 'US', ${changed}`,
  country: `UPDATE label SET country = 'GB', ${changed}`,
  gone: 'DELETE FROM label WHERE key = ?1',
  more: `INSERT OR IGNORE INTO label (id, name, name_folded, slug, country, created_at)
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

test('any page of any list is what the rows say, however deep, and also right after writes and while keys are found', async () => {
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

test('pages that are asked for while others write are of one state each', async () => {
  const busy = (async () => {
    for (let key = 1; key <= 40; key++) await write(writes.name, key);
  })();
  for (let page = 900; page < 910; page++) {
    const { ids, total } = await read(lists[2], page);
    expect([ids.length, new Set(ids).size, total]).toEqual([30, 30, truth(lists[2], 1).total]);
  }
  await busy;
});

test('a page that is walked to on a thread, from whichever end of its list, is of one state, also while others write', async () => {
  const pages = new ListPages(store, new Queries(store), undefined, 5_000);
  for (const [index, { query }] of lists.entries()) {
    const { filters, orders } = readList(kind, new Registry(catalog.shown), new Request(`http://localhost/api/labels?${query}`));
    for (const offset of [14_970, 23_970]) {
      const reading = store.read(() => pages.page(kind, { filters, orders, withinKey: undefined }, 30, offset));
      await write(writes.gone, 20_000 + 10 * index + (offset % 7));
      await write(writes.more, 100 + 10 * index + (offset % 7));
      const { rows, total } = await reading;
      const { ids, total: all } = truth(lists[index] as List, offset / 30 + 1);
      if (reading instanceof Promise) expect([rows.map(({ _id }) => `/api/labels/${_id}`), total]).toEqual([ids, all]);
      else expect(rows).toHaveLength(Math.max(0, Math.min(30, total - offset)));
    }
  }
});

const kind = catalog.shown.find(({ path }) => path === '/api/labels') as Resource;

const keysOfList = (selection: Selection) => keysQuery(store.db, kind, selection, false);

/** A page of some keys of a list, if they are kept. */
function kept(keyLists: KeyLists, query: string, offset = 15_000): { found: number[] | undefined; total: number } {
  return store.read(() => {
    const { filters, orders } = readList(kind, new Registry(catalog.shown), new Request(`http://localhost/api/labels?${query}`));
    const { total } = truthOf(query, 1);
    const selection = { filters, orders, withinKey: undefined };
    const found = keyLists.page(kind, selection, total, 30, offset);
    if (!found) void keyLists.find(kind, selection, keysOfList);
    return { found, total };
  });
}

const truthOf = (query: string, page: number) => truth(lists.find((list) => list.query === query) as List, page);

/** Asks for a page until the keys of its list are there, or the time that this takes is over. */
async function patiently(keyLists: KeyLists, query: string): Promise<number[] | undefined> {
  for (let count = 0; count < 60; count++) {
    const { found } = kept(keyLists, query);
    if (found) return found;
    await Bun.sleep(50);
  }
  return undefined;
}

const keysOf = (ids: readonly string[]) =>
  ids.map((id) => (store.writer.query('SELECT key FROM label WHERE id = ?').get(id.slice(-36)) as { key: number }).key);

test('the keys of a list are of one revision of the catalog, and found anew once it has changed', async () => {
  const keyLists = new KeyLists(store, 1_000_000);
  const [byName, byCountry] = ['order[name]=desc', 'country=US&order[name]=asc'] as const;
  for (const sql of [writes.name, writes.gone, writes.many]) {
    for (const query of [byName, byCountry]) expect(await patiently(keyLists, query)).toEqual(keysOf(truthOf(query, 501).ids));
    const { key } = store.writer.query('SELECT key FROM label ORDER BY key LIMIT 1 OFFSET 16000').get() as { key: number };
    await write(sql, key);
    for (const query of [byName, byCountry]) expect(kept(keyLists, query).found).toBeUndefined();
  }
}, 30_000);

test('a list and the same from its end are kept as one, those that were asked for last, and no more than there is room for', async () => {
  const all = 4 * 30_500;
  const narrow = new KeyLists(store, all);
  expect(await patiently(narrow, 'order[name]=asc')).toHaveLength(30);
  expect(kept(narrow, 'order[name]=desc').found).toHaveLength(30);
  expect(kept(narrow, '').found).toHaveLength(30);
  expect(await patiently(narrow, 'country=US&order[name]=asc')).toHaveLength(30);
  expect(kept(narrow, 'order[name]=asc').found).toBeUndefined();
  expect(await patiently(new KeyLists(store, 1_000), 'order[name]=asc')).toBeUndefined();
}, 30_000);

test('what nobody waits for any more when its turn comes is not counted', async () => {
  const gone = new AbortController();
  const ask = (search: string, signal?: AbortSignal) =>
    server.app.handle(
      new Request(`http://localhost/api/labels?${search}`, { headers: { authorization: `Bearer ${server.token}` }, signal }),
    );
  const [counted, left] = [ask('country=US&name=l'), ask('name=l', gone.signal)];
  gone.abort();

  expect([(await counted).status, (await left).status, (await ask('name=l')).status]).toEqual([200, 503, 200]);
});
