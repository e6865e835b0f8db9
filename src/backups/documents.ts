import { type Static, Type as t } from '@sinclair/typebox';
import { jsonApi } from '../api/openapi/answers';
import { closed, count, list, moment, objectDocument, orNull, text, word } from '../api/schema/schemas';
import { timestamp } from '../store/values/dates';
import type { Backup } from './backup-list';
import type { Backups, Failure } from './backups';
import { copyFor, verifications } from './copies/state';
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
  copy: orNull(
    closed({
      file: text('Its name at the target'),
      bytes: count(),
      copied_at: moment(),
      verified: word(verifications, 'How: read back, or by size and the checksum of the target'),
    }),
    'The copy off the machine, for the current key',
  ),
});

const failure = closed({ failed_at: moment(), detail: text(), code: text(), params: t.Record(t.String(), t.Unknown()) });

const attributes = closed({
  folder: orNull(text(), 'Path on the server; null for a catalog in memory'),
  every_hours: count('Interval of the schedule; 0 if it is off'),
  last_made_at: orNull(moment(), 'When the last good backup of the whole catalog was made'),
  due_at: orNull(moment(), 'When the next scheduled backup runs; earlier if the catalog has outgrown the last one'),
  is_late: t.Boolean({ description: 'Whether the next backup is overdue by a whole interval' }),
  is_running: t.Boolean({ description: 'Whether a backup is running' }),
  last_failure: orNull(failure, 'Why the last attempt failed, if no backup succeeded since'),
  copies: orNull(
    closed({
      target: text(),
      recipient: text('The age public key that they are encrypted to; empty if they are not'),
      stored: count('Copies of this server at the target, also of backups that are deleted here'),
      checked_at: orNull(moment(), 'When the target was last compared'),
      is_running: t.Boolean({ description: 'Whether backups are being copied' }),
      last_failure: orNull(failure, 'Why the last attempt failed, if none succeeded since'),
    }),
    'Copies off the machine; null without a target',
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
      copies: {
        target: 's3://leitmotif/home',
        recipient: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
        stored: 7,
        checked_at: time,
        is_running: false,
        last_failure: null,
      },
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
          copy: {
            file: 'leitmotif-2026-01-15T04-00-00Z-schedule.tar.age',
            bytes: 38_210_000,
            copied_at: time,
            verified: 'checksum' as const,
          },
        },
      ],
    },
    links: { self: backupsPath },
  },
});

export function presentBackups(backups: Backups) {
  const { every, lastMadeAt, dueAt, isLate, isRunning, failure } = backups.standing();
  const copies = backups.copies();
  const attributes = {
    folder: backups.isPossible ? backups.folder : null,
    every_hours: every,
    last_made_at: lastMadeAt,
    due_at: dueAt === undefined ? null : timestamp(dueAt),
    is_late: isLate,
    is_running: isRunning,
    last_failure: failure && presentFailure(failure),
    copies: copies
      ? {
          target: copies.target,
          recipient: copies.recipient,
          stored: Object.keys(copies.copies).length,
          checked_at: copies.checked_at,
          is_running: copies.isRunning,
          last_failure: copies.failure && presentFailure(copies.failure),
        }
      : null,
    backups: backups
      .list()
      .slice(0, shownAtMost)
      .map((backup) => present(backup, backups.verifying, copies)),
  };
  return { id: backupsPath, type: 'Backups', attributes, links: { self: backupsPath } };
}

const presentFailure = ({ failedAt, detail, problem }: Pick<Failure, 'failedAt' | 'detail'> & Partial<Failure>) => ({
  failed_at: failedAt,
  detail,
  code: problem?.code ?? 'backup_failed',
  params: problem?.params ?? {},
});

function present(listed: Backup, verifying: string | undefined, copies: ReturnType<Backups['copies']>) {
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
    copy: copies ? presentCopy(listed, copies) : null,
  };
}

function presentCopy(listed: Backup, { copies, recipient }: NonNullable<ReturnType<Backups['copies']>>) {
  const file = copyFor(listed, recipient !== '')?.file ?? '';
  const copy = copies[file];
  return copy?.recipient === recipient ? { file, bytes: copy.bytes, copied_at: copy.copied_at, verified: copy.verified } : null;
}
