import { type Static, Type as t } from '@sinclair/typebox';
import { jsonApi, readAnswers } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { metaOf } from '../../api/read/query';
import { defineRoute } from '../../api/route';
import { closed, count, iri, list, moment, objectDocument, orNull, text, word } from '../../api/schema/schemas';
import type { Context } from '../../context';
import { personalCaching, respond } from '../../http/respond';
import type { Guard } from '../access';
import { guarded, needsAdministrator } from '../answers';
import { type Readiness, ServerStatus } from './status';

const serverPath = '/api/server';

const milliseconds = (share: string) => orNull(t.Number({ minimum: 0 }), `In how many milliseconds ${share} of the answers began`);

const attributes = closed({
  version: text(),
  interface_version: text(),
  address: orNull(text(), 'Where it listens'),
  started_at: moment(),
  uptime_seconds: count(),
  users: closed({ total: count(), administrators: count('That are let in'), disabled: count() }),
  database: closed({
    path: text(),
    schema_version: count(),
    bytes: count(),
    log_bytes: count('Written and not moved into the file yet'),
    disk_free_bytes: orNull(count(), 'What its disk has left for the server'),
    last_checkpoint_at: orNull(moment(), 'When all of the log was last in the file, at the start at the latest'),
  }),
  last_import: orNull(
    closed({
      id: iri(),
      source: text(),
      state: word(['running', 'done', 'failed', 'interrupted']),
      started_at: moment(),
      finished_at: orNull(moment()),
    }),
  ),
  requests: orNull(
    closed({
      total: count('Answered since the start'),
      last_hour: closed({
        requests: count(),
        failed: count('By the server: a status from 500 on'),
        refused: count('For a spent budget: 429'),
        slow: count('Whose answer took a second or longer to begin'),
        median_ms: milliseconds('half'),
        p99_ms: milliseconds('99 of 100'),
      }),
    }),
    'Those from outside: what a page asks of the API is a part of its own; null where nobody counts',
  ),
  sign_ins: orNull(
    closed({ good: count(), failed: count() }),
    'Names and passwords that were tried since the start; null where nobody counts',
  ),
  memory_bytes: count('That the process has'),
  cache: closed({ hits: count(), misses: count() }),
  checks: list(
    closed({ name: text(), status: word(['ok', 'warning', 'failed']), detail: orNull(text(), 'What is wrong, in a sentence') }),
    'What /readyz looks at',
  ),
});

export type ServerAttributes = Static<typeof attributes>;

const time = '2026-01-15T09:30:00.000+00:00';

/** How the server is. */
export function serverRoutes(guard: Guard, context: Context, look: () => Readiness) {
  const status = new ServerStatus(context, look);
  return [
    defineRoute({
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
                database: {
                  path: '/srv/leitmotif/leitmotif.db',
                  schema_version: 13,
                  bytes: 412_000_000,
                  log_bytes: 0,
                  disk_free_bytes: 41_600_000_000,
                  last_checkpoint_at: time,
                },
                last_import: {
                  id: `/api/imports/${exampleUuid}`,
                  source: 'musicbrainz',
                  state: 'done' as const,
                  started_at: time,
                  finished_at: time,
                },
                requests: { total: 12_480, last_hour: { requests: 530, failed: 0, refused: 2, slow: 1, median_ms: 4.2, p99_ms: 31.4 } },
                sign_ins: { good: 6, failed: 1 },
                memory_bytes: 182_000_000,
                cache: { hits: 8_120, misses: 640 },
                checks: [{ name: 'database', status: 'ok' as const, detail: null }],
              },
              links: { self: serverPath },
            },
          }),
        },
        ...readAnswers,
        ...guarded,
      },
      access: guard.administrator,
      otherParameters: 'ignore',
      handle: ({ request, ignored }) => {
        const data = { id: serverPath, type: 'Server', attributes: context.store.read(() => status.read()), links: { self: serverPath } };
        return respond(request, { data, ...metaOf(ignored) }, 200, personalCaching);
      },
    }),
  ];
}
