/** Makes the databases of schema versions that `test/fixtures/schemas/` lacks: `npm run schemas`. */
import { Database } from 'bun:sqlite';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../db/migrations';
import { OneTimeCodes } from '../../src/accounts/codes/one-time-codes';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { copyUsersAlone } from '../../src/backups/users-alone';
import { openStore, type Store } from '../../src/database/open';
import { seedDemo, seedVocabularies } from '../../src/import/seed';
import { EditorOf } from './edited-server';
import { emptyFolder } from './executable';
import { isKept, makeSchema, schemaFile } from './schema-databases';
import { serverOf } from './server';

/** Compressed once, and unpacked in every test run. */
const level = 19;

/** Releases that somebody has, with all that they are made of. */
const collected = 6;

/** Records of which one each comes along with all that it is made of, by what it has to have: as if people had written it. */
const written: readonly (readonly [table: string, part: string, column: string])[] = [
  ['artist', 'artist_alias', 'artist_key'],
  ['artist', 'artist_external_link', 'artist_key'],
  ['artist', 'artist_group_member', 'member_key'],
  ['label', 'label_series', 'label_key'],
  ['portrayal', 'portrayal_aspect', 'portrayal_key'],
  ['production', 'production_credit', 'production_key'],
  ['production', 'production_external_link', 'production_key'],
  ['production_recording', 'production_recording_credit', 'production_recording_key'],
  ['production_recording', 'production_recording_organization', 'production_recording_key'],
  ['release_recording', 'release_recording_credit', 'release_recording_key'],
  ['album', 'album_credit', 'album_key'],
  ['album', 'album_external_link', 'album_key'],
  ['release', 'release_series', 'release_key'],
];

/** Rows that neither the demo nor its user bring. */
const furtherRows = `
  INSERT INTO import_row (id, user_key, list, cells, copies, created_at)
    SELECT '00000000-0000-4000-8000-0000000000a1', min(key), 'collection', '{"title":"Psycho"}', 1, '2026-01-01T00:00:00.000+00:00' FROM user;
  INSERT INTO token_family (key, id, user_key, created_at, expires_at)
    SELECT 1, '00000000-0000-4000-8000-0000000000a2', min(key), '2026-01-01T00:00:00.000+00:00', '2036-01-01T00:00:00.000+00:00' FROM user;
  INSERT INTO import_source (key, name) VALUES (77, 'musicbrainz');
  INSERT INTO said_fields (key, name_hashes) VALUES (7700, x'00000001');
  INSERT INTO imported_record (source_key, type_key, id, content_hash, fields_key, value_hashes)
    SELECT 77, t.key, unhex(r.id, '-'), 1, 7700, x'00000002' FROM "release" AS r JOIN record_type AS t ON t.name = 'Release';
  INSERT INTO import_checkpoint (name, position, counts, updated_at) VALUES ('musicbrainz release.tar.xz', '{"line":1}', '{}', '2026-01-01T00:00:00.000+00:00');
  INSERT INTO source_note (source, name, value) VALUES ('musicbrainz', 'schema', '30');
  INSERT INTO licensed_value (resource_type, id, name, value, licence, source) SELECT 'Release', id, 'annotation', 'A note.', 'CC BY-NC-SA 3.0', 'musicbrainz' FROM "release" LIMIT 2;
  INSERT INTO slug_number (resource_type, slug, next) VALUES ('Release', 'psycho', 2);
  INSERT INTO slug_redirect (resource_type, slug, resource_id, created_at) SELECT 'Release', 'an-older-slug', id, '2026-01-01T00:00:00.000+00:00' FROM "release" LIMIT 1;
  INSERT INTO merged_record (resource_type, id, merged_into_id, created_at) SELECT 'Release', '00000000-0000-4000-8000-0000000000a3', id, '2026-01-01T00:00:00.000+00:00' FROM "release" LIMIT 1;
  INSERT OR IGNORE INTO deleted_record (resource_type, id, iri, deleted_at)
    VALUES ('Label', '00000000-0000-4000-8000-0000000000a4', '/api/labels/00000000-0000-4000-8000-0000000000a4', '2026-01-01T00:00:00.000+00:00');
  INSERT INTO import_run (id, source, inputs, state, started_at, updated_at, pid, host)
    VALUES ('00000000-0000-4000-8000-0000000000a5', 'musicbrainz', '[]', 'done', '2026-01-01T00:00:00.000+00:00', '2026-01-01T00:00:00.000+00:00', 1, 'here');
  INSERT INTO waiting_record (source_key, resource_type, resource_id, record, mode, file, line, byte_offset, awaited_table, awaited_name)
    VALUES (77, 'Release', 'psycho', '{"type":"Release"}', 'whole', 'release', 1, 0, 'artist', '00000000-0000-4000-8000-0000000000a6');
  INSERT INTO parked_block (key, source_key, documents, plain_bytes) VALUES (1, 77, x'28b52ffd', 4);
  INSERT INTO parked_name (source_key, name, block_key) VALUES (77, 'release psycho', 1);
  INSERT INTO unnamed_cover (hash) VALUES ('1f0c2d4b6a8e9f7d5c3b1a0f2e4d6c8b0a9f8e7d');
  INSERT INTO missed_cover (release_key, asked, asked_at) SELECT max(key), 'asked', '2026-01-01T00:00:00.000+00:00' FROM "release";
  INSERT INTO release_cover (release_key, hash, width, height, source, user_key, created_at) SELECT min(key), '2f0c2d4b6a8e9f7d5c3b1a0f2e4d6c8b0a9f8e7d', 300, 300, 'upload', NULL, '2026-01-01T00:00:00.000+00:00' FROM "release";
  INSERT INTO import_journal (key, user_key, written_table, written_id) SELECT 1, min(key), 'import_row', '00000000-0000-4000-8000-0000000000a7' FROM user;
  INSERT INTO release_event (release_key, position, country, date) SELECT min(key), 1, 'GB', '1960' FROM "release";
  INSERT INTO setting (name, value) VALUES ('registration', 'invitation');
  INSERT INTO likely_duplicate (resource_type, one_id, other_id, suggestion, sureness, reasons, provisional, place, round)
    SELECT 'Label', min(id), max(id), 'same', 'likely', '["name"]', 0, 1, 1 FROM label;
  INSERT INTO "release" (id, title, title_folded, slug, provisional, unreviewed_by, created_at)
    SELECT '00000000-0000-4000-8000-0000000000b1', 'Unreviewed', 'unreviewed', 'unreviewed-0000000000b1', 1, min(key), '2026-01-01T00:00:00.000+00:00' FROM user;
  INSERT INTO unreviewed_release (release_key, pending)
    SELECT key, '{"attributes":{"title":"Unreviewed"},"relationships":{},"links":[],"known":{"ids":[],"barcode":null,"numbers":[],"formats":{}}}'
    FROM "release" WHERE unreviewed_by IS NOT NULL;
  INSERT INTO duplicate_search (resource_type, round, sequence) VALUES ('Label', 1, 1);
  INSERT INTO release_fingerprint (release_id, tracks) SELECT min(id), 12 FROM "release";
  INSERT INTO settled_pair (id, resource_type, one_id, other_id, decision, created_at)
    SELECT '00000000-0000-4000-8000-0000000000a8', 'Artist', min(id), max(id), 'different', '2026-01-01T00:00:00.000+00:00' FROM artist;
  INSERT INTO set_aside_item (revision_key, user_key, record_id, item_table, item)
    SELECT (SELECT min(key) FROM revision), min(key), '00000000-0000-4000-8000-0000000000a9', 'collection_item', '{"notes":"mine"}' FROM user;
`;

async function makeRows(folder: string): Promise<string> {
  const data = join(folder, 'whole');
  const store = openStore(data, { mayCreate: true });
  await seedVocabularies(store);
  await seedDemo(store);
  await use(store);
  const whole = store.path;
  store.close();
  const rows = join(folder, 'rows.db');
  copyUsersAlone(whole, rows);
  const database = new Database(rows);
  database.run(furtherRows);
  database.close();
  return rows;
}

/** What users do with a catalog. */
async function use(store: Store): Promise<void> {
  const server = await serverOf(store);
  const { key } = await createUser(store, 'emma', 'correct horse battery', 'admin');
  const editor = new EditorOf(server, await issueApiToken(store, 'emma', 'tests'));
  const { _id: user } = (await server.read('/api/users/me')).data.attributes;
  const releases = (await server.read(`/api/releases?itemsPerPage=${collected}`)).data as { id: string }[];
  const to = (id: string) => ({ release: { data: { type: 'Release', id } } });
  const own = new EditorOf(server, server.token);
  for (const { id } of releases)
    await own.post('CollectionItem', `/api/users/${user}/collection`, { notes: 'mine', tags: ['film'] }, to(id));
  for (const { id } of releases) await own.post('WishlistItem', `/api/users/${user}/wishlist`, { notes: 'wanted' }, to(id));
  const [artist] = (await server.read('/api/artists?itemsPerPage=1&fictional=true')).data as { id: string }[];
  await editor.patch(artist?.id as string, { biography: 'Held by hand.' });
  for (const [table, part, column] of written) {
    store.writer
      .query(
        `INSERT INTO revision (id, resource_type, resource_id, iri, action, created_at)
         SELECT ?, 'Written', id, '/api/' || id, 'changed', created_at FROM "${table}" WHERE key IN (SELECT "${column}" FROM "${part}") LIMIT 1`,
      )
      .run(crypto.randomUUID());
  }
  new OneTimeCodes(store).make('invitation', { makerKey: key, note: 'for Bert' });
}

using folder = emptyFolder();
const rows = await makeRows(folder.path);
mkdirSync(new URL('../fixtures/schemas/', import.meta.url).pathname, { recursive: true });
for (let version = 1; version <= migrations.length; version++) {
  if (isKept(version)) continue;
  const path = join(folder.path, 'made.db');
  makeSchema(version, rows, path);
  writeFileSync(schemaFile(version), Bun.zstdCompressSync(readFileSync(path), { level }));
  console.log(schemaFile(version));
}
