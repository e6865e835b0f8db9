import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../../src/backups/backup-list';
import { createBackup } from '../../src/backups/create-backup';
import { reading } from '../../src/backups/database-checks';
import { readSettings } from '../../src/config';
import { examine, repair } from '../../src/doctor/examination';
import { sizesOf } from '../../src/doctor/surroundings';
import { SetupError } from '../../src/errors';
import { openStore } from '../../src/store/database/open';
import { lockForServer } from '../../src/store/files/file-lock';
import { releaseUnusedSpace, spaceOf } from '../../src/store/files/unused-space';
import { demoRecords } from '../support/demo-records';
import { editorOf } from '../support/edited-server';
import { folderOfTests } from '../support/executable';
import { demoServer, serverOf, type TestServer } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';
import { cover, type Damage, litestreamTables, nestedWorks, repairable, unrepairable } from './damage';

const folder = folderOfTests();
let original: string;
beforeAll(async () => {
  original = join(folder, 'original');
  openFileCopy(original, (await demoServer()).store).close();
  mkdirSync(join(original, 'covers', '1f'), { recursive: true, mode: 0o700 });
  writeFileSync(join(original, 'covers', cover), 'a picture', { mode: 0o600 });
  backUp(original);
});

const backUp = (data: string, reason: 'schedule' | 'asked' = 'schedule') =>
  createBackup({
    database: join(data, 'leitmotif.db'),
    covers: join(data, 'covers'),
    folder: join(data, 'backups'),
    reason,
    extent: 'all',
  });

/** Copies the data directory of the demo. */
function copied(): string {
  const data = join(folder, crypto.randomUUID());
  cpSync(original, data, { recursive: true });
  chmodSync(data, 0o700);
  return data;
}

/** Copies the data directory of the demo and damages the copy, with foreign keys off. */
function damaged(...damages: readonly Damage[]): string {
  const data = copied();
  const database = new Database(join(data, 'leitmotif.db'));
  database.run('PRAGMA foreign_keys = OFF');
  for (const damage of damages) damage(database, data);
  database.close();
  return data;
}

/** Findings by the name of their check. */
function found(data: string): Record<string, readonly string[]> {
  const all = [...examine({ ...readSettings({}, {}), data })].filter(({ findings }) => findings.length > 0);
  return Object.fromEntries(all.map(({ name, findings }) => [name, findings]));
}

async function repaired(data: string): Promise<Record<string, readonly string[]>> {
  const store = openStore(data);
  await repair(store, data);
  store.close();
  return found(data);
}

describe('a healthy catalog', () => {
  test('with nested works and the tables of Litestream has no findings', () => {
    expect(found(damaged(nestedWorks(null), litestreamTables))).toEqual({});
  });

  test('without a backup has no findings before the first backup is due', () => {
    expect(found(damaged((_, data) => rmSync(join(data, 'backups'), { recursive: true })))).toEqual({});
  });
});

test('the sizes of tables, indexes and free pages add up to the size of the file', () => {
  const path = join(original, 'leitmotif.db');
  const sizes = reading(path, sizesOf);
  expect(sizes).toContainEqual(expect.objectContaining({ name: 'artist_by_name', type: 'index', table: 'artist' }));
  const sum = (of: 'bytes' | 'unused') => sizes.reduce((sum, size) => sum + size[of], 0);
  const { unused } = reading(path, spaceOf);
  expect([sum('bytes') + unused, sum('unused') < sum('bytes')]).toEqual([statSync(path).size, true]);
});

describe('damage that a repair can undo', () => {
  let data: string;
  let findings: Record<string, readonly string[]>;
  beforeAll(() => {
    data = damaged(...repairable.map(([, damage]) => damage));
    findings = found(data);
  });

  test.each(repairable)('is found: %s', (_, __, check, finding) => {
    expect(findings[check]).toContainEqual(expect.stringMatching(finding));
  });

  test('causes no other findings, and none after the repair', async () => {
    expect(new Set(Object.keys(findings))).toEqual(new Set(repairable.map(([, , check]) => check)));
    expect(await repaired(data)).toEqual({});
  });
});

test('a rebuilt search index returns the same hits as the original', async () => {
  const data = damaged((database) => database.run("INSERT INTO release_search (release_search) VALUES ('delete-all')"));
  const store = openStore(data);
  const hits = async (of: TestServer) => (await of.read('/api/releases?q=vertigo')).meta?.totalItems;
  await repair(store, data);
  const [expected, rebuilt] = [await hits(await demoServer()), await hits(await serverOf(store, {}, undefined, 'reader'))];
  expect(expected).toBeGreaterThan(0);
  expect(rebuilt).toBe(expected as number);
  store.close();
});

describe('damage that only a person can undo', () => {
  let findings: Record<string, readonly string[]>;
  beforeAll(() => {
    findings = found(damaged(...unrepairable.map(([, damage]) => damage)));
  });

  test.each(unrepairable)('is found: %s', (_, __, check, finding) => {
    expect(findings[check]).toContainEqual(expect.stringMatching(finding));
  });

  test('causes no other findings but differences from the last backup', () => {
    expect(new Set(Object.keys(findings))).toEqual(new Set([...unrepairable.map(([, , check]) => check), 'values']));
  });
});

test('a catalog whose first backup is overdue has that as its only finding', () => {
  const data = damaged((database, data) => {
    database.run("UPDATE migration SET applied_at = '2026-01-01T00:00:00.000+00:00'");
    rmSync(join(data, 'backups'), { recursive: true });
  });
  expect(found(data)).toEqual({ backups: [expect.stringMatching(/No backup yet\. Run leitmotif backup create\./)] });
});

test('a flipped bit within a value is found by comparison with the last backup', () => {
  const biography = demoRecords('Artist').find(({ attributes }) => String(attributes.biography ?? '').length > 60)?.attributes.biography;
  const data = copied();
  const path = join(data, 'leitmotif.db');
  const bytes = readFileSync(path);
  const text = String(biography).slice(20, 50);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + 10] = (bytes[at + 10] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(found(data)).toEqual({
    values: [expect.stringMatching(/^1 artists differ from backup \S+ without a recorded change: \/api\/artists\/\S+$/)],
  });
});

describe('edits since the last backup', () => {
  async function editedCopy() {
    const data = copied();
    const store = openStore(data);
    return { data, store, editor: await editorOf(await serverOf(store, {}, undefined, 'reader')) };
  }

  test('that change, rename, merge, delete and collect records are not reported as damage', async () => {
    const { data, store, editor } = await editedCopy();
    const [target, merged, renamed] = demoRecords('Label').map(({ id }) => id);
    const [deleted] = demoRecords('ArtistExternalLink').map(({ id }) => id);
    const changed = [
      await editor.patch(renamed as string, { name: 'Another Name' }),
      await editor.merge(merged as string, { type: 'Label', id: target as string }),
      await editor.delete(deleted as string),
      await editor.patch((await editor.read('/api/artists/roles?slug=composer')).body.data[0].id, { role: 'Writer of Music' }),
    ];
    const release = (await editor.read('/api/releases?itemsPerPage=1')).body.data[0];
    await editor.patch(release.id, { title: 'Another Title' });
    const user = (await editor.read('/api/users/me')).body.data.attributes._id;
    const relationships = { release: { data: { type: 'Release', id: release.id } } };
    const item = await editor.make('CollectionItem', `/api/users/${user}/collection`, { notes: 'mine' }, relationships);
    changed.push(await editor.patch(item, { notes: 'still mine' }));
    store.close();
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 204, 200, 200]);
    expect(found(data)).toEqual({});
  });

  test('that merge releases, and the undo of a merge, are not reported as damage', async () => {
    const { data, store, editor } = await editedCopy();
    const discs = (...titles: string[]) => titles.map((title) => ({ tracks: [...title].map((title) => ({ title })) }));
    const [source, target] = [
      await editor.make('Release', '/api/releases', { title: 'Mine', formats: discs('ab', 'c') }),
      await editor.make('Release', '/api/releases', { title: 'True', formats: discs('a') }),
    ];
    for (const [type, list] of [
      ['CollectionItem', 'collection'],
      ['WishlistItem', 'wishlist'],
    ] as const)
      await editor.make(type, `/api/users/me/${list}`, {
        release: { id: source.split('/').at(-1) },
        ...(list === 'wishlist' && { priority: 1 }),
      });
    await editor.make('WishlistItem', '/api/users/me/wishlist', { release: { id: target.split('/').at(-1) } });
    backUp(data);
    const { body } = await editor.merge(source, { type: 'Release', id: target });
    const merged = found(data);
    backUp(data);
    const { status } = await editor.revert(body.meta.revision);
    store.close();
    expect([body.meta.leftOut, status]).toEqual([undefined, 201]);
    expect({ merged, undone: found(data) }).toEqual({ merged: {}, undone: {} });
  });

  test('that delete a renamed record make its former slug answer 404 until the undo, and are not reported as damage', async () => {
    const { data, store, editor } = await editedCopy();
    const artist = await editor.make('Artist', '/api/artists', { name: 'Ada Renamed', _type: 'person' });
    await editor.changeSlug('Artist', artist, 'ada-moved');
    const status = async () => (await editor.read('/api/resolve?type=Artist&slug=ada-renamed')).status;
    const [whileExisting, deleted] = [await status(), await editor.delete(artist)];
    const whileDeleted = await status();
    const findings = found(data);
    const [revision] = (await editor.read('/api/revisions?itemsPerPage=1')).body.data;
    const undone = await editor.revert(revision.id);
    const again = await status();
    store.close();
    expect([deleted.status, undone.status]).toEqual([204, 201]);
    expect({ whileExisting, whileDeleted, again }).toEqual({ whileExisting: 200, whileDeleted: 404, again: 200 });
    expect(findings).toEqual({});
  });
});

test('a schema older than the baseline is reported with the supported versions', () => {
  const data = damaged((database) => database.run('PRAGMA user_version = 12'));
  expect(found(data).schema).toEqual([expect.stringContaining('has schema version 12. This version of leitmotif supports 28 and later.')]);
});

test('a corrupt database is neither examined further nor backed up', () => {
  const data = copied();
  const path = join(data, 'leitmotif.db');
  const database = new Database(path);
  const { page_size: size } = database.query('PRAGMA page_size').get() as { page_size: number };
  const { rootpage } = database.query("SELECT rootpage FROM sqlite_schema WHERE name = 'artist'").get() as { rootpage: number };
  database.close();
  const bytes = readFileSync(path);
  bytes.fill(0x5a, (rootpage - 1) * size + 8, (rootpage - 1) * size + 200);
  writeFileSync(path, bytes);
  const before = found(data);
  expect(before.database?.length).toBeGreaterThan(0);
  expect(before['display names']).toBeUndefined();
  expect(() => backUp(data, 'asked')).toThrow('The database is damaged and was not backed up: ');
  expect(listBackups(join(data, 'backups'))).toHaveLength(1);
});

test('unused space is reported, and reclaimed only while no server runs', () => {
  const data = damaged((database, data) => {
    // Comparing with a backup leaves statements open, which would hold up the checkpoint in this process.
    rmSync(join(data, 'backups'), { recursive: true });
    database.run('CREATE TABLE scrap (bytes BLOB)');
    database.run(
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70) INSERT INTO scrap SELECT zeroblob(1000000) FROM n',
    );
    database.run('DROP TABLE scrap');
  });
  expect(found(data)).toEqual({
    'unused space': [expect.stringMatching(/^\d+ of \d+ MB of the database are unused\. Run leitmotif doctor --fix /)],
  });
  const before = statSync(join(data, 'leitmotif.db')).size;
  const store = openStore(data);
  const lock = lockForServer(data);
  expect(() => releaseUnusedSpace(store, data)).toThrow(SetupError);
  lock.release();
  // SQLite skips a temporary folder that does not exist and uses the next one.
  const { SQLITE_TMPDIR } = process.env;
  process.env.SQLITE_TMPDIR = join(data, 'nowhere');
  releaseUnusedSpace(store, data);
  if (SQLITE_TMPDIR === undefined) delete process.env.SQLITE_TMPDIR;
  else process.env.SQLITE_TMPDIR = SQLITE_TMPDIR;
  store.close();
  expect(statSync(join(data, 'leitmotif.db')).size).toBeLessThan(before - 65_000_000);
  expect(found(data)).toEqual({});
});
