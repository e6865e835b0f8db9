import { Type as t } from '@sinclair/typebox';
import { guarded, needsAdministrator } from '../accounts/answers';
import { failure, jsonApi, notAcceptable, notFound, nothing, readAnswers, serviceUnavailable } from '../jsonapi/answers';
import { endpoint, type Media } from '../jsonapi/route';
import { closed, count, list, moment, objectDocument, orNull, text, word } from '../jsonapi/schemas';
import { extents, reasons } from './manifest';

export const backupsPath = '/api/backups';

const tags = ['Administration'];

const backup = closed({
  name: text('Of its folder, and what leitmotif restore is given'),
  made_at: moment(),
  reason: word(reasons, 'Who asked for it: the schedule, a person, an upgrade; or that a restored one took its place'),
  extent: word(extents, 'The whole catalog, or what no import brings back'),
  program_version: text(),
  schema_version: count(),
  sequence: count('Of the newest change of the feed'),
  bytes: count('Covers included'),
  cover_files: count(),
  users: count(),
  records: count('Releases, productions and artists'),
  collection_items: count(),
  verified_at: moment('When it was last read whole: at the latest when it was made'),
  is_being_verified: t.Boolean(),
  faults: list(text(), 'Why it cannot be restored, in sentences, as it was found then; empty where it can'),
  findings: list(text(), 'What does not fit together in it, in sentences; empty where all does'),
});

const attributes = closed({
  folder: orNull(text(), 'Where they are on the machine of the server; null for a catalog in memory, which has none'),
  every_hours: count('Between two backups of the schedule; 0 where there is none'),
  last_made_at: orNull(moment(), 'When the last good backup of the whole catalog was made'),
  due_at: orNull(moment(), 'When the next one of the schedule is to be made: earlier where the catalog has outgrown the last one'),
  is_late: t.Boolean({ description: 'Whether that is past by as long again as the time between two' }),
  is_running: t.Boolean({ description: 'Whether one is being made' }),
  last_failure: orNull(
    closed({ failed_at: moment(), detail: text() }),
    'Why the last try of this server came to nothing, where none was made since',
  ),
  backups: list(backup, 'The newest first, a hundred at most. All of them were read back when they were made'),
});

const time = '2026-01-15T04:00:00.000+00:00';

const document = jsonApi(objectDocument('Backups', attributes, {}), {
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

export const readBackups = endpoint({
  method: 'get',
  path: backupsPath,
  operationId: 'backups',
  tags,
  summary: 'Read which backups there are',
  description: needsAdministrator,
  answers: { 200: { description: 'The backups', media: document }, ...readAnswers, ...guarded },
});

export const makeBackup = endpoint({
  method: 'post',
  path: backupsPath,
  operationId: 'makeBackup',
  tags,
  summary: 'Make a backup now',
  description: `It is made beside the work of the server, and listed once it is whole and was read back. It has no body. ${needsAdministrator}`,
  answers: {
    202: { description: 'It is being made', media: document },
    ...guarded,
    406: notAcceptable,
    409: failure('One is being made already, or the catalog is in memory', 409, 'A backup is being made already.', {
      instance: backupsPath,
    }),
    503: serviceUnavailable,
  },
});

const pathParameters = { backupName: { description: 'The name of the backup, as the list has it', schema: t.String() } };

const one = `${backupsPath}/:backupName` as const;

const oneInstance = `${backupsPath}/2026-01-15T04-00-00Z`;

export const archiveType = 'application/x-tar';

const archive: Media<Blob> = {
  content: { [archiveType]: { schema: t.String({ format: 'binary' }), example: 'the archive' } },
};

export const downloadBackup = endpoint({
  method: 'get',
  path: `${one}/archive`,
  operationId: 'downloadBackup',
  tags,
  summary: 'Take a backup out as one file',
  description: `A tar of its folder, which \`leitmotif restore\` takes once it is unpacked. It has hashes of the passwords and tokens of everyone, e-mail addresses and collections in it: keep it closed. Parts may be asked for with \`Range\`, with the ETag in \`If-Range\`. ${needsAdministrator}`,
  pathParameters,
  answers: {
    200: { description: 'The archive', headers: { 'Content-Disposition': 'The name of the file' }, media: archive },
    206: { description: 'The part that was asked for', headers: { 'Content-Range': 'Which part it is' }, media: archive },
    ...guarded,
    404: notFound,
    416: failure('The part lies behind the end', 416, 'There are 4096 bytes, and the part that was asked for lies behind them.', {
      instance: `${oneInstance}/archive`,
    }),
  },
});

export const verifyBackup = endpoint({
  method: 'post',
  path: `${one}/verification`,
  operationId: 'verifyBackup',
  tags,
  summary: 'Read a backup whole, and hold it to what it says of itself',
  description: `Checksums, SQLite's own checks, references, search indexes and counts of rows. The answer comes when it is done, or after two seconds at the latest; what is found stands in the list then. It has no body. ${needsAdministrator}`,
  pathParameters,
  answers: {
    202: { description: 'It is being read, or was', media: document },
    ...guarded,
    404: notFound,
    406: notAcceptable,
    409: failure('Another one is being read', 409, 'A backup is being read already.', { instance: `${oneInstance}/verification` }),
    503: serviceUnavailable,
  },
});

export const removeBackup = endpoint({
  method: 'delete',
  path: one,
  operationId: 'removeBackup',
  tags,
  summary: 'Remove a backup for good',
  description: `The only one from which the catalog could be restored stays. ${needsAdministrator}`,
  pathParameters,
  answers: {
    204: nothing('It is gone'),
    ...guarded,
    404: notFound,
    409: failure(
      'It is the only good one, or one is being made',
      409,
      '2026-01-15T04-00-00Z is the only backup from which the catalog could be restored. Make another one first.',
      { instance: oneInstance },
    ),
    503: serviceUnavailable,
  },
});
