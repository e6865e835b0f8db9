import { Type as t } from '@sinclair/typebox';
import { jsonApi, readAnswers } from '../../jsonapi/answers';
import { endpoint } from '../../jsonapi/endpoint';
import { exampleUuid } from '../../jsonapi/openapi-shared';
import { closed, count, iri, objectDocument, orNull, text, word } from '../../jsonapi/schemas';
import { guarded, needsAdministrator } from '../answers';

const serverPath = '/api/server';

const attributes = closed({
  version: text(),
  interface_version: text(),
  address: orNull(text(), 'Where it listens'),
  started_at: t.String({ format: 'date-time' }),
  uptime_seconds: count(),
  users: closed({ total: count(), administrators: count('That are let in'), disabled: count() }),
  database: closed({
    path: text(),
    schema_version: count(),
    bytes: count(),
    log_bytes: count('Written and not moved into the file yet'),
  }),
  last_import: orNull(
    closed({
      id: iri(),
      source: text(),
      state: word(['running', 'done', 'failed', 'interrupted']),
      started_at: t.String({ format: 'date-time' }),
      finished_at: orNull(t.String({ format: 'date-time' })),
    }),
  ),
});

const time = '2026-01-15T09:30:00.000+00:00';

export const readServer = endpoint({
  method: 'get',
  path: '/api/server',
  operationId: 'server',
  tags: ['Administration'],
  summary: 'Read how the server is',
  description: needsAdministrator,
  answers: {
    200: {
      description: 'The server as it is now',
      media: jsonApi(objectDocument('Server', attributes, {}), {
        data: {
          id: serverPath,
          type: 'Server',
          attributes: {
            version: '0.1.0',
            interface_version: '1.0.0-beta',
            address: 'http://127.0.0.1:8420',
            started_at: time,
            uptime_seconds: 86_400,
            users: { total: 4, administrators: 1, disabled: 0 },
            database: { path: '/srv/leitmotif/leitmotif.db', schema_version: 13, bytes: 412_000_000, log_bytes: 0 },
            last_import: {
              id: `/api/imports/${exampleUuid}`,
              source: 'musicbrainz',
              state: 'done' as const,
              started_at: time,
              finished_at: time,
            },
          },
          links: { self: serverPath },
        },
      }),
    },
    ...readAnswers,
    ...guarded,
  },
});
