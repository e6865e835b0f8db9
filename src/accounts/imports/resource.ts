import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { writableField } from '../../api/schema/fields';
import { defineResource } from '../../api/schema/registry';
import { count, list, moment, orNull, text, word } from '../../api/schema/schemas';
import { message } from '../../messages/message';
import { adminWrites } from '../answers';
import { runStates } from './run-state';

export type RunSource = 'ndjson' | 'musicbrainz' | 'discogs' | 'wikidata' | 'mirror';

const counts = {
  documents: count('Documents read so far, including irrelevant ones'),
  records: count('Documents imported, changed or not'),
  added: count(),
  changed: count(),
  unchanged: count(),
  kept: count('Records locked by editors'),
  waiting: count('Records deferred until a referenced record arrives'),
  rejected: count('Rejected documents'),
};

export const importRuns = defineResource({
  type: 'ImportRun',
  table: 'import_run',
  path: '/api/imports',
  noun: 'import',
  nouns: 'imports',
  description: 'A running or finished import of files or mirror of another server.',
  attributes: t.Object({
    source: t.Unsafe<RunSource>({ type: 'string' }),
    inputs: list(text(), 'Its files, or the address of the mirrored server'),
    state: word(runStates, '`interrupted` if its process ended early'),
    started_at: moment(),
    updated_at: moment(),
    finished_at: orNull(moment()),
    ...counts,
    bytes: count('Bytes read'),
    total_bytes: orNull(count(), 'null if unknown'),
    message: orNull(text(), 'Why it did not finish'),
    pid: t.Integer({ description: 'Process id on the server' }),
    is_requested: t.Boolean({ description: 'Whether the server runs it, so that it can be cancelled and resumed here' }),
  }),
  rows: (db) =>
    db
      .selectFrom('import_run')
      .select(['key', 'id as _id', 'state', 'started_at', 'updated_at', 'finished_at', 'host', 'report'])
      .select(['documents', 'records', 'added', 'changed', 'unchanged', 'kept', 'waiting', 'rejected'])
      .select(['bytes', 'total_bytes', 'message', 'pid'])
      .select([sql<RunSource>`source`.as('source'), sql<string[]>`inputs`.as('inputs')])
      .select(sql<0 | 1>`request IS NOT NULL`.as('is_requested')),
  example: {
    source: 'musicbrainz',
    inputs: ['/srv/dumps/release.tar.xz'],
    state: 'running',
    started_at: '2026-01-15T09:30:00.000+00:00',
    updated_at: '2026-01-15T09:31:00.000+00:00',
    finished_at: null,
    documents: 182_000,
    records: 12_345,
    added: 12_000,
    changed: 45,
    unchanged: 300,
    kept: 0,
    waiting: 12,
    rejected: 3,
    bytes: 48_000_000,
    total_bytes: 750_000_000,
    message: null,
    pid: 4711,
    is_requested: true,
  },
});

/** Enough for all dumps of a source. */
const maximumFiles = 100;

const line = { expected: message('invalid_text') };

export const newImports = {
  ...importRuns,
  writes: adminWrites({
    files: writableField(
      {
        schema: t.Array(t.String(), { minItems: 1, maxItems: maximumFiles, uniqueItems: true, description: 'Names of import files' }),
        expected: message('invalid_import_files', { max: maximumFiles }),
      },
      '',
    ),
    server: writableField({ schema: t.String({ description: 'Address of a Leitmotif server to mirror' }), ...line }, ''),
    token: writableField({ schema: t.String({ description: 'API access token of that server', writeOnly: true }), ...line }, ''),
  }),
};
