import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { runStateOf, type WrittenRun } from '../accounts/imports/run-state';
import { cachedResponses } from '../http/response-cache';
import { type Connection, preparedStatements } from '../store/database/connection';
import { inMemory, type Store } from '../store/database/open';
import { lookUps } from '../store/database/revision-cache';
import { freeBytes } from '../store/files/disk-space';
import { checksOf, type Observed, readinessOf } from './readiness';

export interface Labelled {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric that is read on demand. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** Label names; values must be few. */
  readonly labels?: readonly string[];
  /** Whether it never decreases while the server runs. */
  readonly isCounter?: true;
  /** Undefined without a value. Errors count as undefined. */
  readonly read: () => number | readonly Labelled[] | undefined;
}

export function gaugesOf(observed: Observed): readonly Gauge[] {
  return [...ofServer(observed), ...ofDatabase(observed), ...ofImports(observed)];
}

function ofServer(observed: Observed): readonly Gauge[] {
  const checks = checksOf(observed);
  return [
    {
      name: 'leitmotif_check_ok',
      help: 'Whether a check of /readyz passes',
      labels: ['check'],
      read: () =>
        Object.entries(readinessOf(checks).checks).map(([check, { status }]) => ({ labels: { check }, value: status === 'ok' ? 1 : 0 })),
    },
    {
      name: 'leitmotif_prepared_statements',
      help: 'Prepared statements in memory',
      read: preparedStatements,
    },
    hitsAndMisses('leitmotif_cache_lookups_total', 'Lookups in the caches of counts, facets and suggestions', lookUps),
    hitsAndMisses('leitmotif_response_cache_requests_total', 'Cacheable requests, by whether the response was cached', cachedResponses),
    { name: 'leitmotif_response_cache_bytes', help: 'Size of the response cache', read: () => cachedResponses.bytes },
  ];
}

const hitsAndMisses = (name: string, help: string, counts: { readonly hits: number; readonly misses: number }): Gauge => ({
  ...{ name, help, labels: ['result'], isCounter: true },
  read: () => [
    { labels: { result: 'hit' }, value: counts.hits },
    { labels: { result: 'miss' }, value: counts.misses },
  ],
});

function ofDatabase({ store, checkpoints, backups }: Observed): readonly Gauge[] {
  const gauges: Gauge[] = [{ name: 'leitmotif_database_bytes', help: 'Size of the database', read: () => bytesOf(store.reader) }];
  if (store.path === inMemory) return gauges;
  gauges.push(
    { name: 'leitmotif_database_log_bytes', help: 'Size of the write-ahead log', read: () => sizeOf(`${store.path}-wal`) },
    { name: 'leitmotif_disk_free_bytes', help: 'Free space on the database disk', read: () => freeBytes(dirname(store.path)) },
  );
  const lastBackup = () => {
    const last = backups?.standing().lastMadeAt ?? undefined;
    return last === undefined ? undefined : Date.parse(last) / 1000;
  };
  gauges.push({ name: 'leitmotif_last_backup_timestamp_seconds', help: 'Time of the last good backup', read: lastBackup });
  if (!checkpoints) return gauges;
  const read = () => checkpoints.lastAt / 1000;
  return [...gauges, { name: 'leitmotif_last_checkpoint_timestamp_seconds', help: 'Time of the last complete checkpoint', read }];
}

/** Running imports and mirrors, summed by source. */
function ofImports({ store }: Observed): readonly Gauge[] {
  const running = (measure: (run: Run) => number) => () => {
    const sums = new Map<string, number>();
    for (const run of runningImports(store)) sums.set(run.source, (sums.get(run.source) ?? 0) + measure(run));
    return [...sums].map(([source, value]) => ({ labels: { source }, value }));
  };
  const gauge = (name: string, help: string, measure: (run: Run) => number): Gauge => {
    return { name: `leitmotif_import_${name}`, help, labels: ['source'], read: running(measure) };
  };
  return [
    gauge('runs', 'Running imports', () => 1),
    gauge('records', 'Records imported by running imports', ({ records }) => records),
    gauge('rejected', 'Documents rejected by running imports', ({ rejected }) => rejected),
    gauge('read_bytes', 'Bytes read by running imports', ({ bytes }) => bytes),
    gauge('expected_bytes', 'Total input of running imports; 0 if unknown', ({ total_bytes }) => total_bytes ?? 0),
  ];
}

interface Run extends WrittenRun {
  readonly source: string;
  readonly records: number;
  readonly rejected: number;
  readonly bytes: number;
  readonly total_bytes: number | null;
}

/** At most 200 runs are stored. */
const runningImports = ({ reader }: Store): readonly Run[] =>
  reader.all<Run>("SELECT * FROM import_run WHERE state = 'running'").filter((run) => runStateOf(run) === 'running');

const bytesOf = (connection: Connection): number =>
  connection.get<{ bytes: number }>('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')?.bytes ?? 0;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
