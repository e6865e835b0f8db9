import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../db/migrations';
import { listBackups } from '../../src/backups/backup-list';
import { checkDatabase, tablesOf } from '../../src/backups/database-checks';
import { restoreBackup } from '../../src/backups/restore-backup';
import { migrateCommand } from '../../src/cli/migrate';
import { openCatalog } from '../../src/cli/open-catalog';
import { readSettings } from '../../src/config';
import { beginFirstLoad, isFirstLoadUnfinished, takeFirstLoad } from '../../src/database/first-load';
import { migrate, schemaVersion } from '../../src/database/migrate';
import { openStore, openUnmigrated } from '../../src/database/open';
import { emptyFolder } from '../support/executable';
import { isKept, unpackSchema } from '../support/schema-databases';
import { emptyStore, serverOf } from '../support/server';

// Catalogs of every earlier schema, opened by this program.

const versions = migrations.map((_, index) => index + 1);

/** A data directory with the catalog of a schema version. */
function catalogOf(folder: string, version: number): string {
  const data = join(folder, `v${version}`);
  mkdirSync(data);
  unpackSchema(version, join(data, 'leitmotif.db'));
  return data;
}

/** What makes up a schema: the name of each part with its text. */
const partsOf = (database: Database): Record<string, string> =>
  Object.fromEntries(
    (database.query('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').values() as [string, string][]).map(([name, sql]) => [
      name,
      sql.replace(/\s+/g, ' '),
    ]),
  );

test('there is a database of every schema version, with rows in each of its tables', () => {
  // Whoever adds a migration adds its database: npm run schemas.
  expect(versions.filter((version) => !isKept(version))).toEqual([]);
  using folder = emptyFolder();
  for (const version of versions) {
    const path = join(folder.path, `${version}.db`);
    unpackSchema(version, path);
    const database = new Database(path, { readonly: true });
    expect(schemaVersion(database)).toBe(version);
    const empty = tablesOf(database).filter((table) => database.query(`SELECT 1 FROM "${table}" LIMIT 1`).get() === null);
    expect({ version, empty }).toEqual({ version, empty: [] });
    database.close();
  }
});

test.each(versions)('a catalog of schema version %d is brought up to date, and nothing of it is lost', (version) => {
  using folder = emptyFolder();
  const data = catalogOf(folder.path, version);
  const file = join(data, 'leitmotif.db');
  const before = checkDatabase(file);
  const store = openStore(data);
  expect(partsOf(store.writer)).toEqual(partsOf(emptyStore().writer));
  store.close();
  const after = checkDatabase(file);
  expect({ damage: after.damage, findings: after.findings }).toEqual({ damage: [], findings: [] });
  const lasting = ['user', 'collection_item', 'wishlist_item', 'release', 'artist', 'production', 'release_track', 'release_credit'];
  expect(lasting.filter((table) => after.rows[table] !== before.rows[table])).toEqual([]);
});

test.each([1, 12, migrations.length - 1])(
  'a catalog that was of schema version %d is served, signs in its users and takes changes',
  async (version) => {
    using folder = emptyFolder();
    const data = catalogOf(folder.path, version);
    const store = openStore(data);
    const server = await serverOf(store, { data }, undefined, 'newcomer');
    for (const path of ['/api/releases', '/api/artists?q=a', '/api/productions?order[title]=asc', '/api/albums', '/api/export'])
      expect({ path, status: (await server.request(path)).status }).toEqual({ path, status: 200 });
    const body = JSON.stringify({ username: 'tester', password: 'correct horse battery' });
    const signedIn = await server.request('/api/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(signedIn.status).toBe(200);
    store.close();
  },
);

test('an upgrade makes a backup before, says how to go back, and going back gives the earlier catalog again', async () => {
  using folder = emptyFolder();
  const data = catalogOf(folder.path, migrations.length - 2);
  const said: string[] = [];
  const settings = { ...readSettings({}, {}), data };
  (await openCatalog(settings, { tell: (line) => said.push(line) })).close();
  const [backup] = listBackups(join(data, 'backups'));
  expect(backup).toMatchObject({ reason: 'upgrade', schema_version: migrations.length - 2, findings: [] });
  expect(said).toEqual([
    `The catalog has schema version ${migrations.length - 2}. A backup is made before it is brought to ${migrations.length}.`,
    expect.stringContaining(`run: leitmotif restore ${backup?.name} --data ${data}`),
  ]);
  (await openCatalog(settings)).close();
  expect(listBackups(join(data, 'backups'))).toHaveLength(1);

  const restored = backup && restoreBackup(backup, { data: join(folder.path, 'again'), backups: join(folder.path, 'backups') });
  expect(restored?.migrated).toHaveLength(2);
});

test('an upgrade that fails leaves the catalog as it was, also what migrations before the one that failed did', () => {
  using folder = emptyFolder();
  const data = catalogOf(folder.path, 10);
  const database = new Database(join(data, 'leitmotif.db'));
  const before = partsOf(database);
  const list = [...migrations.slice(0, 12), { name: 'broken', sql: 'CREATE TABLE good (key INTEGER); UPDATE elsewhere SET a = 1;' }];
  expect(() => migrate(database, list)).toThrow('no such table: elsewhere');
  expect([schemaVersion(database), partsOf(database)]).toEqual([10, before]);
  database.close();
});

test('an upgrade without room for a backup changes nothing, and says how to do without one', async () => {
  using folder = emptyFolder();
  const data = catalogOf(folder.path, 20);
  mkdirSync(join(data, 'backups', '.lock'), { recursive: true });
  const settings = { ...readSettings({}, {}), data };
  await expect(openCatalog(settings, { tell: () => {} })).rejects.toThrow('leitmotif migrate --without-backup');
  const database = new Database(join(data, 'leitmotif.db'), { readonly: true });
  expect(schemaVersion(database)).toBe(20);
  database.close();
  const said: string[] = [];
  (await openCatalog(settings, { withoutBackup: true, tell: (line) => said.push(line) })).close();
  expect(said).toEqual([`The schema was brought from version 20 to ${migrations.length}.`]);
  expect(readdirSync(join(data, 'backups'))).toEqual(['.lock']);
});

/** As an import of the leitmotif of that version leaves a catalog that is ended in its midst. */
async function interruptedLoad(folder: string, version: number): Promise<string> {
  const data = catalogOf(folder, version);
  const store = openUnmigrated(data);
  await beginFirstLoad(store, { allIndexes: true, beginsFeed: false, ofAllRows: [] });
  // What sources say of records was not gathered then.
  store.writer.run("DELETE FROM first_load WHERE type = 'memory'; DROP TABLE gathered_memory");
  store.close();
  return data;
}

test.each([
  ['migrate', async (data: string) => void (await migrateCommand().parseAsync(['--data', data, '--without-backup'], { from: 'user' }))],
  [
    'an import, which goes on with the load,',
    async (data: string) => (await openCatalog({ ...readSettings({}, {}), data }, { leavesFirstLoad: true, tell: () => {} })).close(),
  ],
])('%s makes the indexes that an interrupted first import has put off, and upgrades the catalog then', async (_, open) => {
  using folder = emptyFolder();
  const data = await interruptedLoad(folder.path, 20);
  await open(data);
  const store = openStore(data);
  expect([isFirstLoadUnfinished(store), schemaVersion(store.reader)]).toEqual([false, migrations.length]);
  // The statistics of indexes are written where a catalog that was changed is closed.
  const { sqlite_stat1: _statistics, ...parts } = partsOf(store.writer);
  expect(parts).toEqual(partsOf(emptyStore().writer));
  store.close();
  const { damage, findings } = checkDatabase(join(data, 'leitmotif.db'));
  expect({ damage, findings }).toEqual({ damage: [], findings: [] });
});

test('a catalog that an import fills for the first time is not upgraded meanwhile, and it is said why', async () => {
  using folder = emptyFolder();
  const data = await interruptedLoad(folder.path, 20);
  const lock = takeFirstLoad({ path: join(data, 'leitmotif.db') });
  const opened = openCatalog({ ...readSettings({}, {}), data }, { withoutBackup: true, tell: () => {} });
  await expect(opened).rejects.toThrow('for the first time. Try again when it has ended.');
  lock?.release();
  const store = openUnmigrated(data);
  expect([isFirstLoadUnfinished(store), schemaVersion(store.reader)]).toEqual([true, 20]);
  store.close();
});
