import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { defineResource } from '../../api/schema/define-resource';
import { count, list, moment, orNull, text, word } from '../../api/schema/schemas';

const counts = {
  documents: count('Read so far, of which many are of no interest'),
  records: count('Taken, whatever became of them'),
  added: count(),
  changed: count(),
  unchanged: count(),
  kept: count('That stay as somebody has edited them'),
  waiting: count('That wait for one which they point to'),
  rejected: count('Documents that could not be taken'),
};

/** An import or a mirror that ran or runs. */
export const importRuns = defineResource({
  type: 'ImportRun',
  table: 'import_run',
  path: '/api/imports',
  noun: 'import',
  nouns: 'imports',
  description: 'An import of files, or a mirror of another server, that ran or runs.',
  attributes: t.Object({
    source: t.Unsafe<'ndjson' | 'musicbrainz' | 'discogs' | 'wikidata' | 'mirror'>({ type: 'string' }),
    inputs: list(text(), 'Its files, or the address of the other server'),
    state: word(['running', 'done', 'failed', 'interrupted'], 'One whose process is gone is `interrupted`'),
    started_at: moment(),
    updated_at: moment(),
    finished_at: orNull(moment()),
    ...counts,
    bytes: count('Read of the files'),
    total_bytes: orNull(count(), 'null where nobody knows'),
    message: orNull(text(), 'Why it did not come to its end'),
    pid: t.Integer({ description: 'Of its process on the server’s machine' }),
  }),
  rows: (db) =>
    db
      .selectFrom('import_run')
      .select(['key', 'id as _id', 'state', 'started_at', 'updated_at', 'finished_at', 'host', 'report'])
      .select(['documents', 'records', 'added', 'changed', 'unchanged', 'kept', 'waiting', 'rejected'])
      .select(['bytes', 'total_bytes', 'message', 'pid'])
      .select([sql<'ndjson' | 'musicbrainz' | 'discogs' | 'wikidata' | 'mirror'>`source`.as('source'), sql<string[]>`inputs`.as('inputs')]),
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
  },
});
