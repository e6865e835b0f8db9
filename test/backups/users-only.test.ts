import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { principalFinder } from '../../src/accounts/principal';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { createBackup } from '../../src/backups/create-backup';
import { restoreBackup } from '../../src/backups/restore-backup';
import { leftOutTables, partialTables, wholeTables } from '../../src/backups/users-only';
import { catalog } from '../../src/catalog';
import { databaseExaminations } from '../../src/doctor/database-examination';
import { importRecords, seedDemo, seedVocabularies } from '../../src/import/seed';
import { wrongCounts } from '../../src/kinds/triggers';
import { openStore, type Store } from '../../src/store/database/open';
import { EditorOf } from '../support/edited-server';
import { emptyFolder } from '../support/executable';
import { exportLines } from '../support/exports';
import { addItem } from '../support/owned-items';
import { emptyStore, numbered, serverOf } from '../support/server';
import { createStore } from '../support/store-on-disk';

test('every table is listed as copied, partly copied, omitted, or part of the catalog', () => {
  const named = [...wholeTables, ...Object.keys(partialTables), ...leftOutTables];
  const tables = emptyStore()
    .writer.query("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
    .values()
    .flat() as string[];
  expect(named.filter((name) => !tables.includes(name))).toEqual([]);
  // Tables of catalog records and their parts.
  const catalog = /^(album|artist|label|organization|portrayal|production|release|work|franchise)(_|$)/;
  expect(tables.filter((name) => !named.includes(name) && !catalog.test(name))).toEqual([]);
});

/** Types and ids of an export, without the redirects and merges that an import does not recreate. */
const comparable = (store: Store) =>
  exportLines(store)
    .filter(({ type }) => !/^(SlugRedirect|MergedRecord)$/.test(type))
    .map(({ type, id }) => `${type} ${id}`)
    .toSorted();

test('a users-only backup is smaller than half, and with an import of the catalog restores everything', async () => {
  using folder = emptyFolder();
  const [data, again, backups] = ['data', 'again', 'backups'].map((name) => join(folder.path, name)) as [string, string, string];
  const store = createStore(data);
  await seedVocabularies(store);
  await seedDemo(store);
  const exported = exportLines(store);
  const server = await serverOf(store);
  await createUser(store, 'emma', 'correct horse battery', 'editor');
  const editor = new EditorOf(server, await issueApiToken(store, 'emma', 'tests'));
  const releases = (await server.read('/api/releases?itemsPerPage=3')).data as { id: string }[];
  for (const { id } of releases) await addItem(server, 'collection', id, { notes: 'mine' });
  store.writer.run(`INSERT INTO loan (id, user_key, item_key, borrower, lent_on, created_at, updated_at)
    SELECT id, user_key, key, 'Ben', '2026-05-03', created_at, updated_at FROM collection_item LIMIT 1`);
  // Another of this name is left out.
  const artist = store.reader.get<{ id: string }>("SELECT '/api/artists/' || id AS id FROM artist WHERE display_name <> name");
  expect((await editor.patch(artist?.id as string, { biography: 'Held by hand.' })).status).toBe(200);
  const made = await editor.make('Label', '/api/labels', { name: 'Made by hand' });
  store.close();

  const task = { database: join(data, 'leitmotif.db'), covers: join(data, 'covers'), folder: backups, reason: 'asked' } as const;
  const [whole, users] = [createBackup({ ...task, extent: 'all' }), createBackup({ ...task, extent: 'users' })];
  expect(users.rows).toMatchObject({ user: 2, collection_item: 3, loan: 1, revision: 2, release: 3 });
  expect(users.bytes).toBeLessThan(whole.bytes / 2);
  expect(users.findings).toEqual([]);

  restoreBackup(users, { data: again, backups });
  const restored = openStore(again);
  try {
    expect(databaseExaminations['display names'](restored.reader)).toEqual([]);
    await importRecords(restored, numbered(exported));
    expect(wrongCounts(restored.reader, catalog.all)).toEqual([]);
    const first = (query: string, id: string) => restored.reader.query(query).get(id.split('/').at(-1) as string);
    expect(first('SELECT biography FROM artist WHERE id = ?', artist?.id as string)).toEqual({ biography: 'Held by hand.' });
    expect(first('SELECT name FROM label WHERE id = ?', made)).toEqual({ name: 'Made by hand' });
    expect((await principalFinder(restored)(editor.token))?.role).toBe('editor');
    expect(restored.reader.query('SELECT count(*) AS n FROM collection_item').get()).toEqual({ n: 3 });
    expect(restored.reader.query('SELECT borrower, standing FROM loan').all()).toEqual([{ borrower: 'Ben', standing: 'no date' }]);
    const original = openStore(data);
    expect(comparable(restored)).toEqual(comparable(original));
    original.close();
  } finally {
    restored.close();
  }
}, 30_000);
