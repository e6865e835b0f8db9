import { type Static, Type as t } from '@sinclair/typebox';
import { jsonApi } from '../api/openapi/answers';
import { closed, count, list, moment, objectDocument, orNull, text, word } from '../api/schema/schemas';
import { timestamp } from '../store/values/dates';
import type { Backup } from './backup-list';
import type { Backups } from './backups';
import { extents, reasons } from './manifest';
import { verificationOf } from './verification';

export const backupsPath = '/api/backups';

/** The command line lists all. */
const shownAtMost = 100;

const backup = closed({
  name: text('Name of its folder, the argument of leitmotif restore'),
  made_at: moment(),
  reason: word(reasons, 'Why it was made: by schedule, manually, before an upgrade, or before a restore'),
  extent: word(extents, 'The whole catalog, or only what no import can restore'),
  program_version: text(),
  schema_version: count(),
  sequence: count('Sequence number of the newest change'),
  bytes: count('Covers included'),
  cover_files: count(),
  users: count(),
  records: count('Releases, productions and artists'),
  collection_items: count(),
  verified_at: moment('When it was last verified'),
  is_being_verified: t.Boolean(),
  faults: list(text(), 'Why it cannot be restored, in sentences; empty if it can'),
  findings: list(text(), 'Inconsistencies, in sentences; empty if there are none'),
});

const attributes = closed({
  folder: orNull(text(), 'Path on the server; null for a catalog in memory'),
  every_hours: count('Interval of the schedule; 0 if it is off'),
  last_made_at: orNull(moment(), 'When the last good backup of the whole catalog was made'),
  due_at: orNull(moment(), 'When the next scheduled backup runs; earlier if the catalog has outgrown the last one'),
  is_late: t.Boolean({ description: 'Whether the next backup is overdue by a whole interval' }),
  is_running: t.Boolean({ description: 'Whether a backup is running' }),
  last_failure: orNull(
    closed({ failed_at: moment(), detail: text(), code: text(), params: t.Record(t.String(), t.Unknown()) }),
    'Why the last attempt failed, if no backup succeeded since',
  ),
  backups: list(backup, 'Newest first, at most 100. Each was verified when it was made'),
});

export type BackupsAttributes = Static<typeof attributes>;

const time = '2026-01-15T04:00:00.000+00:00';

export const backupsDocument = jsonApi(objectDocument('Backups', attributes, {}), {
  data: {
    id: backupsPath,
    type: 'Backups',
    attributes: {
      folder: '/srv/leitmotif/backups',
      every_hours: 24,
      last_made_at: time,
      due_at: '2026-01-16T04:00:00.000+00:00',
      is_late: false,
      is_running: false,
      last_failure: null,
      backups: [
        {
          name: '2026-01-15T04-00-00Z',
          made_at: time,
          reason: 'schedule' as const,
          extent: 'all' as const,
          program_version: '0.1.0',
          schema_version: 22,
          sequence: 12_345,
          bytes: 38_200_000,
          cover_files: 93,
          users: 5,
          records: 2_419,
          collection_items: 546,
          verified_at: time,
          is_being_verified: false,
          faults: [],
          findings: [],
        },
      ],
    },
    links: { self: backupsPath },
  },
});

export function presentBackups(backups: Backups) {
  const { every, lastMadeAt, dueAt, isLate, isRunning, failure } = backups.standing();
  const attributes = {
    folder: backups.isPossible ? backups.folder : null,
    every_hours: every,
    last_made_at: lastMadeAt,
    due_at: dueAt === undefined ? null : timestamp(dueAt),
    is_late: isLate,
    is_running: isRunning,
    last_failure: failure && {
      failed_at: failure.failedAt,
      detail: failure.detail,
      code: failure.problem?.code ?? 'backup_failed',
      params: failure.problem?.params ?? {},
    },
    backups: backups
      .list()
      .slice(0, shownAtMost)
      .map((backup) => present(backup, backups.verifying)),
  };
  return { id: backupsPath, type: 'Backups', attributes, links: { self: backupsPath } };
}

function present(listed: Backup, verifying: string | undefined) {
  const { rows, covers, ...backup } = listed;
  const { verified_at, faults, findings } = verificationOf(listed);
  const count = (...tables: readonly string[]): number => tables.reduce((sum, table) => sum + (rows[table] ?? 0), 0);
  const { name, made_at, reason, extent, program_version, schema_version, sequence, bytes } = backup;
  return {
    ...{ name, made_at, reason, extent, program_version, schema_version, sequence, bytes },
    cover_files: covers,
    users: count('user'),
    records: count('release', 'production', 'artist'),
    collection_items: count('collection_item'),
    verified_at,
    is_being_verified: name === verifying,
    faults,
    findings,
  };
}
