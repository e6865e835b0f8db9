import type { Database } from 'bun:sqlite';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Damages an open database or files of its data directory. */
export type Damage = (database: Database, data: string) => unknown;

/** The file of a cover, below the folder of covers. */
export const cover = `1f/${'1f'.repeat(20)}.320.webp`;

const workId = (work: number) => `00000000-0000-4000-8000-000000000${work}`;

/** Adds three works, each part of the one before it; the first is part of `parent`. */
export const nestedWorks =
  (parent: number | null): Damage =>
  (database) => {
    for (const [key, within] of [
      [901, parent],
      [902, 901],
      [903, 902],
    ] as const)
      database.run(
        `INSERT INTO work (key, id, title, title_folded, slug, parent_key, created_at) VALUES (?1, ?2, 'W', 'w', 'w-' || ?1, ?3, '2026-01-01T00:00:00.000+00:00')`,
        [key, workId(key), within],
      );
  };

export const litestreamTables: Damage = (database) => {
  for (const name of ['_litestream_seq', '_litestream_lock']) database.run(`CREATE TABLE ${name} (id INTEGER PRIMARY KEY, seq INTEGER)`);
};

type Case = readonly [what: string, damage: Damage, check: string, finding: RegExp];

export const repairable: readonly Case[] = [
  [
    'missing rows in a search index',
    (database) => database.run('DELETE FROM release_search WHERE rowid IN (SELECT key FROM "release" LIMIT 3)'),
    'references and search',
    /release_search differs from the table release in 3 rows/,
  ],
  [
    'extra rows in a search index',
    (database) => database.run("INSERT INTO artist_name_trigram (rowid, name) VALUES (999999, 'nobody')"),
    'references and search',
    /artist_name_trigram differs from the table artist in 1 row\./,
  ],
  [
    'a wrong display name',
    (database) => database.run("UPDATE artist SET display_name = 'Somebody' WHERE key = (SELECT min(key) FROM artist)"),
    'display names',
    /1 artist/,
  ],
  ['a wrong sort key', (database) => database.run("UPDATE album SET sorted_title = 'x' WHERE key = 1"), 'sorted titles', /1 title is/],
  [
    'a wrong record count',
    (database) => database.run("UPDATE record_count SET records = records + 1 WHERE resource_type = 'ReleaseTrack'"),
    'record counts',
    /There are [\d,]+ tracks, but the stored count is \d+\./,
  ],
  [
    'a missing record count',
    (database) => database.run("DELETE FROM record_count WHERE resource_type = 'Label'"),
    'record counts',
    /There are [\d,]+ labels, but the stored count is missing\./,
  ],
  ['files that other users can read', (_, data) => chmodAll(data), 'file modes', /Other users of this machine can read .*leitmotif\.db/],
];

function chmodAll(data: string): void {
  chmodSync(data, 0o755);
  chmodSync(join(data, 'leitmotif.db'), 0o644);
}

export const unrepairable: readonly Case[] = [
  [
    'a loop of parent relationships',
    nestedWorks(902),
    'loops',
    new RegExp(`^The parent relationships of 3 works form a loop, such as that of /api/works/${workId(901)}\\.$`),
  ],
  [
    'a dangling foreign key',
    (database) => database.run('UPDATE release_format SET release_key = 999999 WHERE key = (SELECT min(key) FROM release_format)'),
    'references and search',
    /1 of release_format refers to a missing release/,
  ],
  [
    'a value that violates a CHECK constraint',
    (database) => {
      database.run('PRAGMA ignore_check_constraints = ON');
      database.run("UPDATE artist SET artist_type = 'persom' WHERE key = (SELECT min(key) FROM artist)");
    },
    'references and search',
    /CHECK constraint failed in artist/,
  ],
  [
    'malformed JSON',
    (database) => {
      database.run('PRAGMA ignore_check_constraints = ON');
      database.run(`UPDATE release_format SET descriptions = '["Gatefold"' WHERE key = (SELECT min(key) FROM release_format)`);
    },
    'references and search',
    /release_format has invalid JSON\./,
  ],
  ['a missing trigger', (database) => database.run('DROP TRIGGER artist_created'), 'schema', /artist_created is missing/],
  ['a foreign table', (database) => database.run('CREATE TABLE mine (a)'), 'schema', /mine does not belong to Leitmotif/],
  [
    'a tombstone of an existing record',
    (database) =>
      database.run(
        "INSERT INTO deleted_record (resource_type, id, iri, deleted_at) SELECT 'Label', id, '/api/labels/' || id, '2026-01-01' FROM label LIMIT 1",
      ),
    'deleted records',
    /1 existing labels are marked as deleted/,
  ],
  [
    'a slug redirect without a target',
    (database) => database.run(`INSERT INTO slug_redirect VALUES ('Label', 'gone', '${crypto.randomUUID()}', '2026-01-01')`),
    'former slugs',
    /1 former slugs of labels lead nowhere/,
  ],
  [
    'a change dated in the future',
    (database) =>
      database.run(
        "UPDATE change_row SET changed_at = '2999-01-01T00:00:00.000+00:00' WHERE sequence = (SELECT max(sequence) FROM change_row)",
      ),
    'changes',
    /dated in the future/,
  ],
  [
    'a changed cover file',
    (_, data) => writeFileSync(join(data, 'covers', cover), 'a pixture'),
    'covers',
    /differs from the last good backup/,
  ],
];
