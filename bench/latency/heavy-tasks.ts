import type { Bench } from '../measurement';
import { prefixesOf, searchFor } from '../prefixes';
import { endWithBench, type Server } from '../processes';
import { Random } from '../random';
import { sendRequest, writeToCatalog } from '../requests';
import { importFiles } from './import-files';

/** Work that is repeated while latency is measured. */
export interface HeavyTask {
  readonly title: string;
  /** Whether the work is a separate process rather than a request. */
  readonly isCommand?: boolean;
  /** Prepares the work and returns a function that does it once. Long work ends early on the signal. */
  prepare(bench: Bench, server: Server): Promise<(stop: AbortSignal) => Promise<unknown>>;
}

const barcodesAtOnce = 100;
const collectionRows = 400;

/** The most expensive operations that users can trigger. */
export const heavyTasks: readonly HeavyTask[] = [
  {
    title: 'none',
    prepare: async () => (stop) => new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true })),
  },
  {
    title: 'the search with the most hits',
    prepare: async (bench, server) => {
      const [worst] = prefixesOf(bench, 'release', 2);
      const path = worst ? searchFor('release', worst) : '/api/releases?q=de';
      return () => sendRequest(bench, server, path);
    },
  },
  {
    title: 'statistics after a write',
    prepare: async (bench, server) => async () => {
      await writeToCatalog(bench, server);
      await sendRequest(bench, server, '/api/statistics');
    },
  },
  { title: 'an export', prepare: async (bench, server) => (stop) => readResponse(bench, server, '/api/export', stop) },
  {
    title: 'a command-line import',
    isCommand: true,
    prepare: async (bench) => {
      const files = await importFiles(bench);
      let runs = 0;
      return (stop) => runImport(bench, files[runs++ % files.length] as string, stop);
    },
  },
  {
    title: `a lookup of ${barcodesAtOnce} barcodes`,
    prepare: async (bench, server) => {
      const random = new Random(1);
      return () =>
        sendRequest(
          bench,
          server,
          `/api/releases?${randomBarcodes(bench, random, barcodesAtOnce, (barcode) => `barcode[]=${barcode}`).join('&')}`,
        );
    },
  },
  {
    title: `a collection import of ${collectionRows} rows`,
    prepare: async (bench, server) => {
      const random = new Random(2);
      return () => sendCollection(bench, server, ['barcode', ...randomBarcodes(bench, random, collectionRows, String)].join('\n'));
    },
  },
  {
    title: 'deep pages of a list',
    prepare: async (bench, server) => {
      const random = new Random(3);
      const last = Math.ceil(bench.catalog.artistIds.length / 30);
      return () => sendRequest(bench, server, `/api/artists?order[name]=asc&page=${random.between(Math.ceil(last / 2), last)}`);
    },
  },
  {
    title: 'releases with facets',
    prepare: async (bench, server) => {
      const random = new Random(4);
      return () => sendRequest(bench, server, `/api/releases?facets=decade,label,country&year=${random.between(1950, 2025)}`);
    },
  },
];

const randomBarcodes = ({ catalog }: Bench, random: Random, count: number, format: (barcode: string) => string): string[] =>
  Array.from({ length: count }, () => format(random.pick(catalog.barcodes)));

/** Streams a response to its end, or until the signal. */
async function readResponse({ catalog }: Bench, { url }: Server, path: string, stop: AbortSignal): Promise<void> {
  try {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${catalog.token}` }, signal: stop });
    const reader = response.body?.getReader();
    while (reader && !(await reader.read()).done);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

async function runImport({ executable, catalog }: Bench, file: string, stop: AbortSignal): Promise<void> {
  const run = Bun.spawn([executable, 'import', 'ndjson', file, '--data', catalog.directory], { stdout: 'ignore', stderr: 'ignore' });
  endWithBench(run);
  const interrupt = () => run.kill('SIGINT');
  stop.addEventListener('abort', interrupt, { once: true });
  await run.exited;
  stop.removeEventListener('abort', interrupt);
}

function sendCollection(bench: Bench, server: Server, csv: string): Promise<Response> {
  const { id, token } = bench.catalog.collector;
  return sendRequest(bench, server, `/api/users/${id}/collection/import?alsoOwned=add&unmatched=skip&rowsShown=0`, {
    token,
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
}
