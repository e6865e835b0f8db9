import { Type as t } from '@sinclair/typebox';
import { guarded, needsAdministrator } from '../accounts/answers';
import { failure, jsonApi, notAcceptable, readAnswers, serviceUnavailable } from '../jsonapi/answers';
import { endpoint } from '../jsonapi/endpoint';
import { closed, count, list, objectDocument, orNull, text, word } from '../jsonapi/schemas';
import { extents, reasons } from './manifest';

export const backupsPath = '/api/backups';

const tags = ['Administration'];

const moment = () => t.String({ format: 'date-time' });

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
  findings: list(text(), 'What does not fit together in it, in sentences; empty where all does'),
});

const attributes = closed({
  folder: orNull(text(), 'Where they are on the machine of the server; null for a catalog in memory, which has none'),
  every_hours: count('Between two backups of the schedule; 0 where there is none'),
  last_made_at: orNull(moment(), 'When the last good backup of the whole catalog was made'),
  is_late: t.Boolean({ description: 'Whether that is longer ago than twice the schedule' }),
  is_running: t.Boolean({ description: 'Whether one is being made' }),
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
      is_late: false,
      is_running: false,
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
