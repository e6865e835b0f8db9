import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseline, latestSchema, type Migration, migrations } from '../../db/migrations';
import { listBackups } from '../../src/backups/backup-list';
import { checkDatabase, tablesOf } from '../../src/backups/database-checks';
import { restoreBackup } from '../../src/backups/restore-backup';
import { migrateCommand } from '../../src/cli/migrate';
import { openCatalog } from '../../src/cli/open-catalog';
import { readSettings } from '../../src/config';
import { Connection } from '../../src/store/database/connection';
import { beginFirstLoad, isFirstLoadUnfinished, takeFirstLoad } from '../../src/store/database/first-load';
import { migrate, schemaVersion } from '../../src/store/database/migrate';
import { openStore, openUnmigrated } from '../../src/store/database/open';
import { editorOf } from '../support/edited-server';
import { folderOfTests } from '../support/executable';
import { emptyStore, serverOf } from '../support/server';

/** A database of the baseline schema with rows in each of its tables. */
const baselineFile = new URL('../fixtures/schema-28.db.zst', import.meta.url).pathname;

/** One whose locks are source values: of a new release and its track, of a label with a field that nobody knows, and of two merged artists. */
const locksFile = new URL('../fixtures/schema-51.db.zst', import.meta.url).pathname;

const folder = folderOfTests();
let catalogs = 0;

/** A new data directory with a catalog of an earlier schema. */
function baselineCatalog(file = baselineFile): string {
  const data = join(folder, `catalog-${catalogs++}`);
  mkdirSync(data);
  writeFileSync(join(data, 'leitmotif.db'), Bun.zstdDecompressSync(readFileSync(file)), { mode: 0o600 });
  return data;
}

const later = ['CREATE TABLE later (key INTEGER PRIMARY KEY) STRICT', 'ALTER TABLE later ADD COLUMN name TEXT'];

async function withLaterMigrations(work: () => Promise<void>): Promise<void> {
  // The type is read-only.
  const list = migrations as Migration[];
  const before = list.length;
  list.push(...later.map((sql, index) => ({ name: `${index}-later`, sql })));
  try {
    await work();
  } finally {
    list.length = before;
  }
}

/** The SQL of each object of a schema by name. */
const partsOf = (database: Database): Record<string, string> =>
  Object.fromEntries(
    (database.query('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').values() as [string, string][]).map(([name, sql]) => [
      name,
      sql.replace(/\s+/g, ' '),
    ]),
  );

test('a catalog of the baseline schema is upgraded without losing rows', () => {
  const data = baselineCatalog();
  const file = join(data, 'leitmotif.db');
  const before = checkDatabase(file);
  const old = new Connection(file, { readonly: true });
  expect(tablesOf(old).filter((table) => old.query(`SELECT 1 FROM "${table}" LIMIT 1`).get() === null)).toEqual([]);
  old.close();
  const store = openStore(data);
  expect(partsOf(store.writer)).toEqual(partsOf(emptyStore().writer));
  store.close();
  const after = checkDatabase(file);
  expect({ damage: after.damage, findings: after.findings }).toEqual({ damage: [], findings: [] });
  // Later record types have counts of their own. One record has a locked field.
  const { migration: _applied, record_count: _counted, import_source = 0, imported_record = 0, ...others } = before.rows;
  const rows = Object.entries(others).map(([table, count]) => [renamed[table] ?? table, count]);
  const locks = { import_source: import_source - 1, imported_record: imported_record - 1, field_lock: 1 };
  expect(after.rows).toMatchObject({ ...Object.fromEntries(rows), ...locks });
});

const renamed: Readonly<Record<string, string>> = {
  said_fields: 'field_set',
  waiting_record: 'deferred_record',
  parked_block: 'deferred_block',
  parked_name: 'deferred_name',
};

test('locked fields stay locked after an upgrade, also when a merge of before is undone', async () => {
  const editor = await editorOf(await serverOf(openStore(baselineCatalog(locksFile)), {}, undefined, 'newcomer'), 'nina');
  const { writer } = editor.server.store;
  const locked = async (table: string) => {
    const { iri } = writer.query(`SELECT iri FROM revision WHERE resource_type = ? AND action = 'added'`).get(table) as { iri: string };
    return (await editor.read(iri)).body.meta.lockedFields;
  };
  expect(await locked('Release')).toEqual(['series', 'title']);
  expect(await locked('ReleaseTrack')).toEqual(['_type', 'position', 'seconds', 'sub_tracks', 'title']);
  expect(await locked('Label')).toEqual(['name']);
  expect(writer.query("SELECT field FROM field_lock WHERE resource_type = 'Label'").values()).toEqual([['#01020304'], ['name']]);
  const { id, target } = writer.query("SELECT id, merge ->> 'into' AS target FROM revision WHERE action = 'merged'").get() as Row;
  const targetLocks = async () => (await editor.read(`/api/artists/${target}`)).body.meta.lockedFields;
  expect(await targetLocks()).toEqual(['_type', 'biography', 'country', 'name']);
  const { body } = await editor.revert(`/api/revisions/${id}`);
  expect((await editor.read(body.data.relationships.record.data.id)).body.meta.lockedFields).toEqual([
    '_type',
    'biography',
    'country',
    'name',
  ]);
  expect(await targetLocks()).toEqual(['_type', 'name']);
});

test('a catalog of the baseline schema is served and signs in users', async () => {
  const data = baselineCatalog();
  const store = openStore(data);
  const server = await serverOf(store, { data }, undefined, 'newcomer');
  for (const path of ['/api/releases', '/api/artists?q=a', '/api/productions?order[title]=asc', '/api/albums', '/api/export'])
    expect({ path, status: (await server.request(path)).status }).toEqual({ path, status: 200 });
  const body = JSON.stringify({ username: 'tester', password: 'correct horse battery' });
  const signedIn = await server.request('/api/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(signedIn.status).toBe(200);
  store.close();
});

test('an upgraded catalog never reuses the key of a deleted token, sign-in or user', () => {
  const store = openStore(baselineCatalog());
  const { writer } = store;
  for (const table of ['token', 'token_family', 'user']) {
    const { key, ...row } = writer.query(`SELECT * FROM ${table} ORDER BY key DESC LIMIT 1`).get() as Row & { readonly key: number };
    writer.query(`DELETE FROM ${table} WHERE key = ?`).run(key);
    const names = Object.keys(row);
    const insert = writer.query(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()}) RETURNING key`);
    expect([table, insert.values(...Object.values(row))]).toEqual([table, [[key + 1]]]);
  }
  store.close();
});

type Row = Readonly<Record<string, string | number | null>>;

test('an upgraded catalog has the earlier changes of the films of a release in its history', async () => {
  const data = baselineCatalog();
  const old = new Database(join(data, 'leitmotif.db'));
  const { id } = old.query('SELECT r.id FROM production_entry AS e JOIN "release" AS r ON r.key = e.release_key').get() as { id: string };
  const entry = crypto.randomUUID();
  const sides = JSON.stringify({ attributes: {}, relationships: { release: { data: { type: 'Release', id: `/api/releases/${id}` } } } });
  old
    .query(`INSERT INTO revision (id, resource_type, resource_id, iri, action, before, created_at)
      VALUES (?, 'ProductionEntry', ?, ?, 'deleted', ?, '2026-01-15T09:30:00.000+00:00')`)
    .run(crypto.randomUUID(), entry, `/api/productions/${crypto.randomUUID()}/entries/${entry}`, sides);
  old.close();
  const server = await serverOf(openStore(data), { data }, undefined, 'newcomer');
  const { data: revisions } = await server.read(`/api/releases/${id}/revisions`);
  expect(revisions).toMatchObject([
    { attributes: { action: 'deleted' }, relationships: { record: { data: { type: 'ProductionEntry' } } } },
  ]);
});

test('a catalog older than the baseline schema is refused with a way to migrate and left unchanged', async () => {
  const data = baselineCatalog();
  const database = new Database(join(data, 'leitmotif.db'));
  database.run('PRAGMA user_version = 12');
  const settings = { ...readSettings({}, {}), data };
  const sentence = `The database has schema version 12. This version of leitmotif supports ${baseline} and later. Export it with the version that wrote it (leitmotif export FILE) and import the file into a new catalog (leitmotif import ndjson FILE).`;
  await expect(openCatalog(settings)).rejects.toThrow(sentence);
  expect(() => openStore(data)).toThrow(sentence);
  expect(schemaVersion(database)).toBe(12);
  expect(readdirSync(data).filter((name) => name === 'backups')).toEqual([]);
  database.close();
});

test('an upgrade makes a backup first and logs how to restore it, and the backup restores the earlier catalog', async () => {
  const data = baselineCatalog();
  await withLaterMigrations(async () => {
    const logged: string[] = [];
    const settings = { ...readSettings({}, {}), data };
    (await openCatalog(settings, { tell: (line) => logged.push(line) })).close();
    const [backup] = listBackups(join(data, 'backups'));
    expect(backup).toMatchObject({ reason: 'upgrade', schema_version: baseline, findings: [] });
    expect(logged).toEqual([
      `Backing up the catalog before upgrading schema ${baseline} to ${latestSchema()}.`,
      expect.stringContaining(`run: leitmotif restore ${backup?.name} --data ${data}`),
    ]);
    (await openCatalog(settings)).close();
    expect(listBackups(join(data, 'backups'))).toHaveLength(1);

    const restored = backup && restoreBackup(backup, { data: join(folder, 'restored'), backups: join(folder, 'backups') });
    expect(restored?.migrated).toEqual([...migrations.slice(1).map(({ name }) => name)]);
  });
});

test('a failed upgrade rolls back all its migrations', () => {
  const data = baselineCatalog();
  const database = new Database(join(data, 'leitmotif.db'));
  const before = partsOf(database);
  const good = { name: 'good', sql: 'CREATE TABLE before_it (key INTEGER)' };
  const list = [...migrations, good, { name: 'broken', sql: 'CREATE TABLE good (key INTEGER); UPDATE elsewhere SET a = 1;' }];
  expect(() => migrate(database, list)).toThrow('no such table: elsewhere');
  expect([schemaVersion(database), partsOf(database)]).toEqual([baseline, before]);
  database.close();
});

test('an upgrade whose backup fails changes nothing and names the option to skip the backup', async () => {
  const data = baselineCatalog();
  mkdirSync(join(data, 'backups', '.lock'), { recursive: true });
  await withLaterMigrations(async () => {
    const settings = { ...readSettings({}, {}), data };
    await expect(openCatalog(settings, { tell: () => {} })).rejects.toThrow('leitmotif migrate --without-backup');
    const database = new Database(join(data, 'leitmotif.db'), { readonly: true });
    expect(schemaVersion(database)).toBe(baseline);
    database.close();
    const logged: string[] = [];
    (await openCatalog(settings, { withoutBackup: true, tell: (line) => logged.push(line) })).close();
    expect(logged).toEqual([`Upgraded the schema from ${baseline} to ${latestSchema()}.`]);
    expect(readdirSync(join(data, 'backups'))).toEqual(['.lock']);
  });
});

async function interruptedLoad(): Promise<string> {
  const data = baselineCatalog();
  const store = openUnmigrated(data);
  await beginFirstLoad(store, { allIndexes: true, beginsFeed: false, ofAllRows: [] });
  store.writer.run('ALTER TABLE provenance_batch RENAME TO gathered_memory');
  store.writer.run('ALTER TABLE gathered_memory RENAME COLUMN ranks TO authorities');
  store.close();
  return data;
}

test.each([
  ['migrate', async (data: string) => void (await migrateCommand().parseAsync(['--data', data, '--without-backup'], { from: 'user' }))],
  [
    'an import that resumes the load',
    async (data: string) => (await openCatalog({ ...readSettings({}, {}), data }, { leavesFirstLoad: true, tell: () => {} })).close(),
  ],
])('%s builds the indexes of an interrupted first load and then upgrades the catalog', async (_, open) => {
  const data = await interruptedLoad();
  await withLaterMigrations(async () => {
    await open(data);
    const store = openStore(data);
    expect([isFirstLoadUnfinished(store), schemaVersion(store.reader)]).toEqual([false, latestSchema()]);
    // Index statistics are written when a changed catalog is closed.
    const { sqlite_stat1: _statistics, later: _added, ...parts } = partsOf(store.writer);
    expect(parts).toEqual(partsOf(emptyStore().writer));
    store.close();
    const { damage, findings } = checkDatabase(join(data, 'leitmotif.db'));
    expect({ damage, findings }).toEqual({ damage: [], findings: [] });
  });
});

test('a catalog is not upgraded during a first load', async () => {
  const data = await interruptedLoad();
  await withLaterMigrations(async () => {
    const lock = takeFirstLoad({ path: join(data, 'leitmotif.db') });
    const opened = openCatalog({ ...readSettings({}, {}), data }, { withoutBackup: true, tell: () => {} });
    await expect(opened).rejects.toThrow('is running. Try again when it has finished.');
    lock?.release();
    const store = openUnmigrated(data);
    expect([isFirstLoadUnfinished(store), schemaVersion(store.reader)]).toEqual([true, baseline]);
    store.close();
  });
});
