import { type Static, Type as t } from '@sinclair/typebox';
import { jsonApi, readAnswers } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { metaOf } from '../../api/read/document';
import { defineRoute } from '../../api/route';
import { closed, count, iri, list, moment, objectDocument, orNull, text, word } from '../../api/schema/schemas';
import type { Context } from '../../context';
import { personalCaching, respond } from '../../http/respond';
import type { Guard } from '../access';
import { guarded, needsAdministrator } from '../answers';
import { runStates } from '../imports/run-state';
import { type Readiness, ServerStatus } from './status';

const serverPath = '/api/server';

const milliseconds = (share: string) => orNull(t.Number({ minimum: 0 }), `Milliseconds within which ${share} of the responses began`);

const attributes = closed({
  version: text(),
  interface_version: text(),
  address: orNull(text(), 'Listening address'),
  started_at: moment(),
  uptime_seconds: count(),
  users: closed({ total: count(), administrators: count('Enabled accounts'), disabled: count() }),
  database: closed({
    path: text(),
    schema_version: count(),
    bytes: count(),
    log_bytes: count('Bytes not checkpointed yet'),
    disk_free_bytes: orNull(count(), 'Free space on its disk'),
    last_checkpoint_at: orNull(moment(), 'Time of the last full checkpoint'),
  }),
  last_import: orNull(
    closed({
      id: iri(),
      source: text(),
      state: word(runStates),
      started_at: moment(),
      finished_at: orNull(moment()),
    }),
  ),
  requests: orNull(
    closed({
      total: count('Responses since start'),
      last_hour: closed({
        requests: count(),
        failed: count('Status 500 and above'),
        refused: count('Rate limited (429)'),
        slow: count('Responses that took a second or longer to begin'),
        median_ms: milliseconds('half'),
        p99_ms: milliseconds('99 of 100'),
      }),
    }),
    'External requests only, without internal API calls of pages; null if not counted',
  ),
  sign_ins: orNull(closed({ good: count(), failed: count() }), 'Sign-in attempts since start; null if not counted'),
  memory_bytes: count('Memory of the process'),
  cache: closed({ hits: count(), misses: count() }),
  checks: list(
    closed({ name: text(), status: word(['ok', 'warning', 'failed']), detail: orNull(text(), 'The problem, in a sentence') }),
    'The checks of /readyz',
  ),
});

export type ServerAttributes = Static<typeof attributes>;

const time = '2026-01-15T09:30:00.000+00:00';

export function serverRoutes(guard: Guard, context: Context, look: () => Readiness) {
  const status = new ServerStatus(context, look);
  return [
    defineRoute({
      method: 'get',
      path: '/api/server',
      operationId: 'server',
      tags: ['Administration'],
      summary: 'Get the server status',
      description: needsAdministrator,
      answers: {
        200: {
          description: 'Server status',
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
