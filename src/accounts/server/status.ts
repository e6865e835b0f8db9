import { statSync } from 'node:fs';
import type { Context } from '../../context';
import { schemaVersion } from '../../database/migrate';
import { inMemory, type Store } from '../../database/open';
import { timestamp } from '../../database/time';
import { interfaceVersion, serverVersion } from '../../version';
import { importRuns } from '../imports/resource';
import { standingOf, type WrittenRun } from '../imports/standing';
import { first } from '../queries';

/** How a server is, for whoever looks after it. */
export class ServerStatus {
  readonly #startedAt = Date.now();

  constructor(private readonly context: Context) {}

  read() {
    const { store, origin } = this.context;
    return {
      version: serverVersion,
      interface_version: interfaceVersion,
      address: origin?.() ?? null,
      started_at: timestamp(new Date(this.#startedAt)),
      uptime_seconds: Math.max(0, Math.floor((Date.now() - this.#startedAt) / 1000)),
      users: usersOf(store),
      database: databaseOf(store),
      last_import: lastImportOf(store),
    };
  }
}

function usersOf({ db, reader }: Store) {
  const counts = db.selectFrom('user').select(({ fn, ref, eb }) => {
    const isLetIn = eb(ref('disabled_at'), 'is', null);
    const administrators = eb.and([eb('role', '=', 'admin'), isLetIn]);
    return [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere(administrators).as('administrators'),
      fn.countAll<number>().filterWhere(eb.not(isLetIn)).as('disabled'),
    ];
  });
  return first(reader, counts) ?? { total: 0, administrators: 0, disabled: 0 };
}

function databaseOf({ path, reader }: Store) {
  const pages = (reader.query('PRAGMA page_count').get() as { page_count: number }).page_count;
  const pageBytes = (reader.query('PRAGMA page_size').get() as { page_size: number }).page_size;
  const logBytes = path === inMemory ? 0 : (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  return { path, schema_version: schemaVersion(reader), bytes: pages * pageBytes, log_bytes: logBytes };
}

function lastImportOf({ db, reader }: Store) {
  const run = first(reader, importRuns.rows(db).orderBy('key', 'desc').limit(1)) as (WrittenRun & Record<string, unknown>) | undefined;
  if (!run) return null;
  const { source, started_at, finished_at } = run;
  return { id: importRuns.iri(run), source, state: standingOf(run), started_at, finished_at };
}
