import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AnyRow } from '../../api/read/queries';
import type { Context, Tally } from '../../context';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import type { Connection } from '../../store/database/connection';
import { schemaVersion } from '../../store/database/migrate';
import { inMemory, type Store } from '../../store/database/open';
import { lookUps } from '../../store/database/revision-cache';
import { freeBytes } from '../../store/files/disk-space';
import { timestamp } from '../../store/values/dates';
import { interfaceVersion, serverVersion } from '../../version';
import { recordRows } from '../documents';
import { importRuns } from '../imports/resource';
import { runStateOf, type WrittenRun } from '../imports/run-state';

/** Readiness checks and their results. */
export interface Readiness {
  readonly checks: Readonly<Record<string, { readonly status: 'ok' | 'warning' | 'failed'; readonly detail?: string }>>;
}

export class ServerStatus {
  readonly #startedAt = performance.timeOrigin;

  /** @param look runs the readiness checks */
  constructor(
    private readonly context: Context,
    private readonly look: () => Readiness,
  ) {}

  read() {
    const { store, origins, tally, checkpoints } = this.context;
    return {
      version: serverVersion,
      interface_version: interfaceVersion,
      address: origins?.()[0] ?? null,
      started_at: timestamp(this.#startedAt),
      uptime_seconds: Math.max(0, Math.floor((Date.now() - this.#startedAt) / 1000)),
      users: usersOf(store),
      database: { ...databaseOf(store), last_checkpoint_at: checkpoints ? timestamp(checkpoints.lastAt) : null },
      last_import: lastImportOf(store),
      requests: tally ? requestsOf(tally) : null,
      sign_ins: tally ? { ...tally.signIns } : null,
      memory_bytes: memoryBytes(),
      cache: { ...lookUps },
      checks: Object.entries(this.look().checks).map(([name, { status, detail = null }]) => ({ name, status, detail })),
    };
  }
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
  const logBytes = path === inMemory ? 0 : (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  const free = path === inMemory ? null : freeBytes(dirname(path));
  return { path, schema_version: schemaVersion(reader), bytes: bytesOf(reader), log_bytes: logBytes, disk_free_bytes: free };
}

function lastImportOf(store: Store) {
  const [run] = recordRows<WrittenRun & AnyRow>(store, importRuns, 'key = (SELECT max(key) FROM import_run)', {});
  if (!run) return null;
  const { source, started_at, finished_at } = run;
  return { id: importRuns.iri(run), source, state: runStateOf(run), started_at, finished_at };
}
