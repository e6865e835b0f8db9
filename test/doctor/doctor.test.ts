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
import { seedDemo, seedVocabularies } from '../../src/import/seed';
import { openStore } from '../../src/store/database/open';
import { lockForServer } from '../../src/store/files/file-lock';
import { releaseUnusedSpace, spaceOf } from '../../src/store/files/unused-space';
import { demoRecords } from '../support/demo-records';
import { editorOf } from '../support/edited-server';
import { folderOfTests } from '../support/executable';
import { serverOf } from '../support/server';

const folder = folderOfTests();
let original: string;
const cover = `1f/${'1f'.repeat(20)}.320.webp`;
beforeAll(async () => {
  original = join(folder, 'original');
  const store = openStore(original, { mayCreate: true });
  await seedVocabularies(store);
  await seedDemo(store);
  store.close();
  mkdirSync(join(original, 'covers', '1f'), { recursive: true, mode: 0o700 });
  writeFileSync(join(original, 'covers', cover), 'a picture', { mode: 0o600 });
  createBackup({
    database: join(original, 'leitmotif.db'),
    covers: join(original, 'covers'),
    folder: join(original, 'backups'),
    reason: 'schedule',
    extent: 'all',
  });
}, 60_000);

/** A catalog of its own, to which something is done. */
function spoiled(spoil: (database: Database, data: string) => void): string {
  const data = join(folder, crypto.randomUUID());
  cpSync(original, data, { recursive: true });
  chmodSync(data, 0o700);
  const database = new Database(join(data, 'leitmotif.db'));
  database.run('PRAGMA foreign_keys = OFF');
  spoil(database, data);
  database.close();
  return data;
}

/** What is found, by the names of what was looked at. */
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

test('a catalog with nothing wrong is found to be good', () => {
  expect(found(spoiled(() => {}))).toEqual({});
  // Its first backup is not due yet.
  expect(found(spoiled((_, data) => rmSync(join(data, 'backups'), { recursive: true })))).toEqual({});
});

test('works that are part of one another are found, and works within works are not', () => {
  const id = (work: number) => `00000000-0000-4000-8000-000000000${work}`;
  const workFrom = (database: Database, key: number, parent: number | null) =>
    database.run(
      `INSERT INTO work (key, id, title, title_folded, slug, parent_key, created_at) VALUES (?1, ?2, 'W', 'w', 'w-' || ?1, ?3, '2026-01-01T00:00:00.000+00:00')`,
      [key, id(key), parent],
    );
  const chain = (last: number | null) => (database: Database) => {
    for (const [key, parent] of [
      [901, last],
      [902, 901],
      [903, 902],
    ] as const)
      workFrom(database, key, parent);
  };
  expect(found(spoiled(chain(null)))).toEqual({});
  expect(found(spoiled(chain(902)))).toEqual({
    loops: [`The parent relationships of 3 works form a loop, such as that of /api/works/${id(901)}.`],
  });
});

test('all of the file is told of as what tables and indexes take', () => {
  const path = join(original, 'leitmotif.db');
  const sizes = reading(path, sizesOf);
  expect(sizes).toContainEqual(expect.objectContaining({ name: 'artist_by_name', type: 'index', table: 'artist' }));
  const sum = (of: 'bytes' | 'unused') => sizes.reduce((sum, size) => sum + size[of], 0);
  const { unused } = reading(path, spaceOf);
  expect([sum('bytes') + unused, sum('unused') < sum('bytes')]).toEqual([statSync(path).size, true]);
});

test('the tables that Litestream keeps in a catalog are nothing wrong', () => {
  const tables = (database: Database) => {
    for (const name of ['_litestream_seq', '_litestream_lock']) database.run(`CREATE TABLE ${name} (id INTEGER PRIMARY KEY, seq INTEGER)`);
  };
  expect(found(spoiled(tables))).toEqual({});
});

const mendable: readonly (readonly [what: string, spoil: (database: Database, data: string) => void, name: string, finding: RegExp])[] = [
  [
    'a search index that lacks rows',
    (database) => database.run('DELETE FROM release_search WHERE rowid IN (SELECT key FROM "release" LIMIT 3)'),
    'references and search',
    /release_search differs from the table release in 3 rows/,
  ],
  [
    'a search index of another table’s rows',
    (database) => database.run("INSERT INTO artist_name_trigram (rowid, name) VALUES (999999, 'nobody')"),
    'references and search',
    /artist_name_trigram differs from the table artist in 1 row\./,
  ],
  [
    'an artist under a wrong name',
    (database) => database.run("UPDATE artist SET display_name = 'Somebody' WHERE key = (SELECT min(key) FROM artist)"),
    'display names',
    /1 artist/,
  ],
  [
    'a number of records that is not theirs',
    (database) => database.run("UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseTrack'"),
    'record counts',
    /There are [\d,]+ tracks, but the stored count is \d+\./,
  ],
  [
    'a number of records that is missing',
    (database) => database.run("DELETE FROM record_count WHERE resource_type = 'Label'"),
    'record counts',
    /There are [\d,]+ labels, but the stored count is missing\./,
  ],
  ['files that others may read', (_, data) => chmodAll(data), 'file modes', /Other users of this machine can read .*leitmotif\.db/],
];

function chmodAll(data: string): void {
  chmodSync(data, 0o755);
  chmodSync(join(data, 'leitmotif.db'), 0o644);
}

/** Flips a bit of what the file itself has, as a disk does: no page looks damaged for it. */
function flipped(data: string, text: string, offset = 0): void {
  const path = join(data, 'leitmotif.db');
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + offset] = (bytes[at + offset] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

test('a bit that was flipped within a value is found by the last backup', () => {
  const biography = demoRecords('Artist').find(({ attributes }) => String(attributes.biography ?? '').length > 60)?.attributes.biography;
  const data = spoiled(() => {});
  flipped(data, String(biography).slice(20, 50), 10);
  expect(found(data)).toEqual({
    values: [expect.stringMatching(/^1 artists differ from backup \S+ without a recorded change: \/api\/artists\/\S+$/)],
  });
});

test('what was edited, renamed, merged, deleted and collected since the last backup is not taken for damage', async () => {
  const data = join(folder, crypto.randomUUID());
  cpSync(original, data, { recursive: true });
  const store = openStore(data);
  const editor = await editorOf(await serverOf(store));
  const [kept, gone, renamed] = demoRecords('Label').map(({ id }) => id);
  const [deleted] = demoRecords('ArtistExternalLink').map(({ id }) => id);
  const changed = [
    await editor.patch(renamed as string, { name: 'Another Name', slug: 'another-name' }),
    await editor.merge(gone as string, { type: 'Label', id: kept as string }),
    await editor.delete(deleted as string),
    await editor.patch((await editor.read('/api/artists/roles?slug=composer')).body.data[0].id, { slug: 'writer-of-music' }),
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

test('what a merge of releases moved, and its undo moved back, is not taken for damage', async () => {
  const data = join(folder, crypto.randomUUID());
  cpSync(original, data, { recursive: true });
  const store = openStore(data);
  const editor = await editorOf(await serverOf(store));
  const discs = (...titles: string[]) => titles.map((title) => ({ tracks: [...title].map((title) => ({ title })) }));
  const [goes, stays] = [
    await editor.make('Release', '/api/releases', { title: 'Mine', formats: discs('ab', 'c') }),
    await editor.make('Release', '/api/releases', { title: 'True', formats: discs('a') }),
  ];
  for (const [type, list] of [
    ['CollectionItem', 'collection'],
    ['WishlistItem', 'wishlist'],
  ] as const)
    await editor.make(type, `/api/users/me/${list}`, {
      release: { id: goes.split('/').at(-1) },
      ...(list === 'wishlist' && { priority: 1 }),
    });
  await editor.make('WishlistItem', '/api/users/me/wishlist', { release: { id: stays.split('/').at(-1) } });
  const backUp = () =>
    createBackup({
      database: join(data, 'leitmotif.db'),
      covers: join(data, 'covers'),
      folder: join(data, 'backups'),
      reason: 'schedule',
      extent: 'all',
    });
  backUp();
  const { body } = await editor.merge(goes, { type: 'Release', id: stays });
  const merged = found(data);
  backUp();
  const { status } = await editor.revert(body.meta.revision);
  store.close();
  expect([body.meta.leftOut, status]).toEqual([undefined, 201]);
  expect({ merged, undone: found(data) }).toEqual({ merged: {}, undone: {} });
});

test('a former slug of a deleted record answers 404, leads to the record once the deletion is undone, and is no fault', async () => {
  const data = join(folder, crypto.randomUUID());
  cpSync(original, data, { recursive: true });
  const store = openStore(data);
  const editor = await editorOf(await serverOf(store));
  const artist = await editor.make('Artist', '/api/artists', { name: 'Ada Renamed', _type: 'person' });
  await editor.patch(artist, { slug: 'ada-moved' });
  const status = async () => (await editor.read('/api/resolve?type=Artist&slug=ada-renamed')).status;
  const [whileThere, deleted] = [await status(), await editor.delete(artist)];
  const whileDeleted = await status();
  const findings = found(data);
  const [revision] = (await editor.read('/api/revisions?itemsPerPage=1')).body.data;
  const undone = await editor.revert(revision.id);
  const again = await status();
  store.close();
  expect([deleted.status, undone.status]).toEqual([204, 201]);
  expect({ whileThere, whileDeleted, again }).toEqual({ whileThere: 200, whileDeleted: 404, again: 200 });
  expect(findings).toEqual({});
});

test.each(mendable)('%s is found, and mended', async (_, spoil, name, finding) => {
  const data = spoiled(spoil);
  const before = found(data);
  expect(Object.keys(before)).toEqual([name]);
  expect(before[name]?.[0]).toMatch(finding);
  expect(await repaired(data)).toEqual({});
});

test('what was made anew finds what it found before', async () => {
  const data = spoiled((database) => database.run("INSERT INTO release_search (release_search) VALUES ('delete-all')"));
  await repaired(data);
  const [before, after] = [openStore(original), openStore(data)];
  const hits = async (store: typeof before) => (await (await serverOf(store)).read('/api/releases?q=vertigo')).meta?.totalItems;
  const [expected, there] = [await hits(before), await hits(after)];
  expect(expected).toBeGreaterThan(0);
  expect(there).toBe(expected as number);
  before.close();
  after.close();
});

const toldOf: readonly (readonly [what: string, spoil: (database: Database, data: string) => void, name: string, finding: RegExp])[] = [
  [
    'rows that lead to nothing',
    (database) => database.run('UPDATE release_format SET release_key = 999999 WHERE key = (SELECT min(key) FROM release_format)'),
    'references and search',
    /1 of release_format refers to a missing release/,
  ],
  [
    'a value that its table does not allow',
    (database) => {
      database.run('PRAGMA ignore_check_constraints = ON');
      database.run("UPDATE artist SET artist_type = 'persom' WHERE key = (SELECT min(key) FROM artist)");
    },
    'references and search',
    /CHECK constraint failed in artist/,
  ],
  [
    'JSON that cannot be read',
    (database) => {
      database.run('PRAGMA ignore_check_constraints = ON');
      database.run(`UPDATE release_format SET descriptions = '["Gatefold"' WHERE key = (SELECT min(key) FROM release_format)`);
    },
    'references and search',
    /release_format has invalid JSON\./,
  ],
  ['a trigger that is gone', (database) => database.run('DROP TRIGGER artist_created'), 'schema', /artist_created is missing/],
  ['a table of somebody else’s', (database) => database.run('CREATE TABLE mine (a)'), 'schema', /mine does not belong to Leitmotif/],
  [
    'a record that is deleted and there',
    (database) =>
      database.run(
        "INSERT INTO deleted_record (resource_type, id, iri, deleted_at) SELECT 'Label', id, '/api/labels/' || id, '2026-01-01' FROM label LIMIT 1",
      ),
    'deleted records',
    /1 existing labels are marked as deleted/,
  ],
  [
    'a former slug that leads nowhere',
    (database) => database.run(`INSERT INTO slug_redirect VALUES ('Label', 'gone', '${crypto.randomUUID()}', '2026-01-01')`),
    'former slugs',
    /1 former slugs of labels lead nowhere/,
  ],
  [
    'a clock that went back',
    (database) =>
      database.run(
        "UPDATE change_row SET changed_at = '2999-01-01T00:00:00.000+00:00' WHERE sequence = (SELECT max(sequence) FROM change_row)",
      ),
    'changes',
    /dated in the future/,
  ],
  [
    'a cover that rotted',
    (_, data) => writeFileSync(join(data, 'covers', cover), 'a pixture'),
    'covers',
    /differs from the last good backup/,
  ],
  [
    'an old catalog without a backup',
    (database, data) => {
      database.run("UPDATE migration SET applied_at = '2026-01-01T00:00:00.000+00:00'");
      rmSync(join(data, 'backups'), { recursive: true });
    },
    'backups',
    /No backup yet\. Run leitmotif backup create\./,
  ],
];

test.each(toldOf)('%s is found, and said', (_, spoil, name, finding) => {
  const before = found(spoiled(spoil));
  // What is in a record besides differs from the last backup as well.
  expect(Object.keys(before).filter((found) => found !== 'values')).toEqual([name]);
  expect(before[name]?.[0]).toMatch(finding);
});

test('of a schema from before the baseline the way out is said', () => {
  const data = spoiled((database) => void database.run('PRAGMA user_version = 12'));
  expect(found(data).schema).toEqual([expect.stringContaining('has schema version 12. This version of leitmotif supports 28 and later.')]);
});

test('of a damaged database nothing else is trusted, and no backup is made', () => {
  const data = spoiled(() => {});
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
  const folders = { covers: join(data, 'covers'), folder: join(data, 'backups') };
  const backUp = () => createBackup({ database: path, ...folders, reason: 'asked', extent: 'all' });
  expect(backUp).toThrow('The database is damaged and was not backed up: ');
  expect(listBackups(folders.folder)).toHaveLength(1);
});

describe('room that rows have left in the file', () => {
  const emptied = () =>
    spoiled((database) => {
      database.run('CREATE TABLE scrap (bytes BLOB)');
      database.run(
        'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90) INSERT INTO scrap SELECT randomblob(1000000) FROM n',
      );
      database.run('DROP TABLE scrap');
    });

  test('is told of where it is much', () => {
    expect(found(emptied())).toEqual({
      'unused space': [expect.stringMatching(/^\d+ of \d+ MB of the database are unused\. Run leitmotif doctor --fix /)],
    });
  });

  test('is given back while no server runs, and nothing else is changed', () => {
    const data = emptied();
    const before = statSync(join(data, 'leitmotif.db')).size;
    const store = openStore(data);
    const lock = lockForServer(data);
    expect(() => releaseUnusedSpace(store, data)).toThrow(SetupError);
    lock.release();
    // SQLite passes over a folder that is not there, and takes the next.
    const { SQLITE_TMPDIR } = process.env;
    process.env.SQLITE_TMPDIR = join(data, 'nowhere');
    releaseUnusedSpace(store, data);
    if (SQLITE_TMPDIR === undefined) delete process.env.SQLITE_TMPDIR;
    else process.env.SQLITE_TMPDIR = SQLITE_TMPDIR;
    store.close();
    expect(statSync(join(data, 'leitmotif.db')).size).toBeLessThan(before - 80_000_000);
    expect(found(data)).toEqual({});
  });
});
