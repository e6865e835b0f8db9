import type { Bench } from '../measurement';
import { prefixesOf, searchFor } from '../prefixes';
import { endWithBench, type Server } from '../processes';
import { Random } from '../random';
import { ask, writeToCatalog } from '../requests';
import { importFiles } from './import-files';

/** What is done over and over while others read. */
export interface HeavyWork {
  readonly title: string;
  /** Whether a command does it, and not a request. */
  readonly isCommand?: boolean;
  /** Makes ready what is done, and gives what does it once; it ends early when it is told to. */
  prepare(bench: Bench, server: Server): Promise<(stop: AbortSignal) => Promise<unknown>>;
}

const barcodesAtOnce = 100;
const rowsOfCollection = 400;

/** Everything that is known to take long, each as users may ask for it. */
export const heavyWorks: readonly HeavyWork[] = [
  {
    title: 'nothing',
    prepare: async () => (stop) => new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true })),
  },
  {
    title: 'the search with the most hits',
    prepare: async (bench, server) => {
      const [worst] = prefixesOf(bench, 'release', 2);
      const path = worst ? searchFor('release', worst) : '/api/releases?q=de';
      return () => ask(bench, server, path);
    },
  },
  {
    title: 'statistics after a write',
    prepare: async (bench, server) => async () => {
      await writeToCatalog(bench, server);
      await ask(bench, server, '/api/statistics');
    },
  },
  { title: 'an export', prepare: async (bench, server) => (stop) => readThrough(bench, server, '/api/export', stop) },
  {
    title: 'an import by the command line',
    isCommand: true,
    prepare: async (bench) => {
      const files = await importFiles(bench);
      let runs = 0;
      return (stop) => importing(bench, files[runs++ % files.length] as string, stop);
    },
  },
  {
    title: `a look-up of ${barcodesAtOnce} barcodes`,
    prepare: async (bench, server) => {
      const random = new Random(1);
      return () =>
        ask(bench, server, `/api/releases?${some(bench, random, barcodesAtOnce, (barcode) => `barcode[]=${barcode}`).join('&')}`);
    },
  },
  {
    title: `a collection of ${rowsOfCollection} rows sent in`,
    prepare: async (bench, server) => {
      const random = new Random(2);
      return () => sendCollection(bench, server, ['barcode', ...some(bench, random, rowsOfCollection, String)].join('\n'));
    },
  },
  {
    title: 'pages deep in a list',
    prepare: async (bench, server) => {
      const random = new Random(3);
      const last = Math.ceil(bench.catalog.artistIds.length / 30);
      return () => ask(bench, server, `/api/artists?order[name]=asc&page=${random.between(Math.ceil(last / 2), last)}`);
    },
  },
  {
    title: 'releases with facets',
    prepare: async (bench, server) => {
      const random = new Random(4);
      return () => ask(bench, server, `/api/releases?facets=decade,label,country&year=${random.between(1950, 2025)}`);
    },
  },
];

const some = ({ catalog }: Bench, random: Random, count: number, written: (barcode: string) => string): string[] =>
  Array.from({ length: count }, () => written(random.pick(catalog.barcodes)));

/** Reads an answer as it comes, until it ends or is not wanted any more. */
async function readThrough({ catalog }: Bench, { url }: Server, path: string, stop: AbortSignal): Promise<void> {
  try {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${catalog.token}` }, signal: stop });
    const reader = response.body?.getReader();
    while (reader && !(await reader.read()).done);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

async function importing({ executable, catalog }: Bench, file: string, stop: AbortSignal): Promise<void> {
  const run = Bun.spawn([executable, 'import', 'ndjson', file, '--data', catalog.directory], { stdout: 'ignore', stderr: 'ignore' });
  endWithBench(run);
  const interrupt = () => run.kill('SIGINT');
  stop.addEventListener('abort', interrupt, { once: true });
  await run.exited;
  stop.removeEventListener('abort', interrupt);
}

function sendCollection(bench: Bench, server: Server, csv: string): Promise<Response> {
  const { id, token } = bench.catalog.collector;
  return ask(bench, server, `/api/users/${id}/collection/import?alsoOwned=add&unmatched=skip&rowsShown=0`, {
    token,
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: csv,
  });
}
