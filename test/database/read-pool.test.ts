import { expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from '../support/executable';
import { emptyStore } from '../support/server';
import { createStore } from '../support/store-on-disk';

const label = (number: number) =>
  `INSERT INTO label (id, name, name_folded, slug, created_at)
   VALUES ('${Bun.randomUUIDv7()}', 'L${number}', 'l${number}', 'l${number}', '2026-01-01T00:00:00.000+00:00')`;
const names = { sql: 'SELECT name FROM label WHERE name <> :name ORDER BY key', values: { name: 'L2' } };

test.each(['a file', 'memory'])('rows of several queries are returned with their revision, from a database in %s', async (where) => {
  using folder = emptyFolder();
  const store = where === 'memory' ? emptyStore() : createStore(folder.path);
  for (const number of [1, 2, 3]) await store.write(() => store.writer.run(label(number)));

  const { found, revision } = await store.readPool.rows('interactive', [names, { sql: 'SELECT count(*) AS n FROM label', values: {} }]);

  expect(found).toEqual([[{ name: 'L1' }, { name: 'L3' }], [{ n: 3 }]]);
  expect(revision).toBe(store.catalogRevision());
  store.close();
});

test('keys are returned in query order and read again if the catalog changed meanwhile', async () => {
  using folder = emptyFolder();
  const store = createStore(folder.path);
  await store.write(() => store.writer.run(label(1)));
  let asked = 0;
  const keys = await store.readPool.current(async () => {
    const found = await store.readPool.keys('background', { sql: 'SELECT key FROM label ORDER BY key DESC', values: {} });
    if (asked++ === 0) await store.write(() => store.writer.run(label(2)));
    return found;
  });
  expect([[...(keys ?? [])], asked]).toEqual([[2, 1], 2]);
  store.close();
});

test('workers read the opened file even after another one has replaced it', async () => {
  using folder = emptyFolder();
  const data = join(folder.path, 'data');
  const store = createStore(data);
  await store.write(() => store.writer.run(label(1)));
  renameSync(data, join(folder.path, 'away'));
  createStore(data).close();

  expect((await store.readPool.rows('interactive', [names])).found).toEqual([[{ name: 'L1' }]]);
  store.close();
});

test('an error of a query in a worker is thrown to the caller', async () => {
  using folder = emptyFolder();
  const store = createStore(folder.path);
  const wrong = { sql: 'SELECT colour FROM label', values: {} };

  await expect(store.readPool.rows('interactive', [wrong])).rejects.toThrow('no such column');
  await expect(store.readPool.keys('interactive', wrong)).rejects.toThrow('no such column');
  expect(await store.readPool.current(() => store.readPool.keys('interactive', wrong))).toBeUndefined();
  store.close();
});
