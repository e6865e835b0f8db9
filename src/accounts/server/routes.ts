import { dirname } from 'node:path';
import { type Static, Type as t } from '@sinclair/typebox';
import { jsonApi, readAnswers } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { metaOf } from '../../api/read/document';
import type { AnyRow } from '../../api/read/queries';
import { defineRoute } from '../../api/route';
import { closed, count, iri, list, moment, objectDocument, orNull, text, word } from '../../api/schema/schemas';
import type { Context, Tally } from '../../context';
import { DomainError } from '../../errors';
import { personalCaching, respond } from '../../http/respond';
import { message } from '../../messages/message';
import type { Connection } from '../../store/database/connection';
import { schemaVersion } from '../../store/database/migrate';
import { inMemory, type Store } from '../../store/database/open';
import { lookUps } from '../../store/database/revision-cache';
import { freeBytes } from '../../store/files/disk-space';
import { timestamp } from '../../store/values/dates';
import { interfaceVersion, serverVersion } from '../../version';
import type { Guard } from '../access';
import { guarded, needsAdministrator } from '../answers';
import { recordRows } from '../documents';
import { importRuns } from '../imports/resource';
import { runStateOf, runStates, type WrittenRun } from '../imports/run-state';

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
        const data = {
          id: serverPath,
          type: 'Server',
          attributes: context.store.read(() => readStatus(context, look)),
          links: { self: serverPath },
        };
        return respond(request, { data, ...metaOf(ignored) }, 200, personalCaching);
      },
    }),
  ];
}

/** Readiness checks and their results. */
interface Readiness {
  readonly checks: Readonly<Record<string, { readonly status: 'ok' | 'warning' | 'failed'; readonly detail?: string }>>;
}

/** @param look runs the readiness checks */
function readStatus({ store, origins, tally, checkpoints }: Context, look: () => Readiness) {
  return {
    version: serverVersion,
    interface_version: interfaceVersion,
    address: origins?.()[0] ?? null,
    started_at: timestamp(performance.timeOrigin),
    uptime_seconds: Math.max(0, Math.floor((Date.now() - performance.timeOrigin) / 1000)),
    users: usersOf(store),
    database: { ...databaseOf(store), last_checkpoint_at: checkpoints ? timestamp(checkpoints.lastAt) : null },
    last_import: lastImportOf(store),
    requests: tally ? requestsOf(tally) : null,
    sign_ins: tally ? { ...tally.signIns } : null,
    memory_bytes: memoryBytes(),
    cache: { ...lookUps },
    checks: Object.entries(look().checks).map(([name, { status, detail = null }]) => ({ name, status, detail })),
  };
}

/** Reading /proc fails when connections have taken all file descriptors. */
function memoryBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    throw new DomainError('unavailable', message('many_files_open'), {
      retryAfterSeconds: 5,
    });
  }
}

function requestsOf(tally: Tally) {
  const { requests, failed, refused, slow, medianMilliseconds, p99Milliseconds } = tally.lastHour();
  const last_hour = { requests, failed, refused, slow, median_ms: tenths(medianMilliseconds), p99_ms: tenths(p99Milliseconds) };
  return { total: tally.total, last_hour };
}

const tenths = (milliseconds: number | null): number | null => (milliseconds === null ? null : Math.round(milliseconds * 10) / 10);

const usersOf = ({ reader }: Store) =>
  reader.get<{ total: number; administrators: number; disabled: number }>(`
    SELECT count(*) AS total, count(*) FILTER (WHERE role = 'admin' AND disabled_at IS NULL) AS administrators,
      count(*) FILTER (WHERE disabled_at IS NOT NULL) AS disabled FROM user`) ?? { total: 0, administrators: 0, disabled: 0 };

/** Size of the database file, as far as it is committed. */
const bytesOf = (connection: Connection): number =>
  connection.get<{ bytes: number }>('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')?.bytes ?? 0;

function databaseOf({ path, reader }: Store) {
  const free = path === inMemory ? null : freeBytes(dirname(path));
  const log_bytes = Bun.file(`${path}-wal`).size;
  return { path, schema_version: schemaVersion(reader), bytes: bytesOf(reader), log_bytes, disk_free_bytes: free };
}

function lastImportOf(store: Store) {
  const [run] = recordRows<WrittenRun & AnyRow>(store, importRuns, 'key = (SELECT max(key) FROM import_run)', {});
  if (!run) return null;
  const { source, started_at, finished_at } = run;
  return { id: importRuns.iri(run), source, state: runStateOf(run), started_at, finished_at };
}
