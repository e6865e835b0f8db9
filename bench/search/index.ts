/**
 * Measures search quality: `bun bench/search/index.ts`. Each query of queries.tsv names the record that should rank first.
 * `--executable FILE` measures another build. `--data DIR` measures the latency of searches in that catalog instead, of whole
 * queries and of their prefixes, and on Linux the processor time of the event loop.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../commands';
import { eventLoopMilliseconds, startServer, stopAll } from '../processes';
import { type Answer, measureQuality, readQueries } from './quality';

const root = join(import.meta.dir, '..', '..');
const { values } = parseArgs({
  options: { executable: { type: 'string', default: join(root, 'dist', 'leitmotif') }, data: { type: 'string' } },
});
const { executable } = values;
const temporary = mkdtempSync(join(tmpdir(), 'leitmotif-search-'));

const flags = ['--port', '0', '--rate-limit', '0'];

/** Slow searches: common words, many words, and typing errors. */
const hardQueries = [
  'the theme',
  'john',
  'main title',
  'love theme',
  'theme of the last king',
  'the man with the golden',
  'arrival at the desert reprise',
  'overture of the kingdom film version',
  'battle for the garden solo piano',
  'david smith theme',
  'theme 1982',
  'star 1999 lp',
  'love theme cd',
  'john germany',
  'teh theme',
  'lov theme',
  'jon wiliams',
  'goldsmtih',
  'herman',
  'a',
];

try {
  if (values.data !== undefined) await measureLatency(values.data);
  else {
    await measureCatalog('demo', [], ['--demo']);
    const samples = ['discogs-soundtracks.xml.gz', 'discogs-soundtrack-masters.xml.gz'].map((name) => join(root, 'seed', 'samples', name));
    await measureCatalog('samples', ['import', 'discogs', ...samples], []);
  }
} finally {
  await stopAll();
  rmSync(temporary, { recursive: true, force: true });
}

async function measureCatalog(catalog: string, prepare: readonly string[], more: readonly string[]): Promise<void> {
  const data = ['--data', join(temporary, catalog)];
  if (prepare.length > 0) await runCommand([executable, ...prepare, ...data]);
  const server = await startServer([executable, 'serve', ...flags, ...more, ...data]);
  const queries = await readQueries(catalog);
  const { meanReciprocalRank, empty, later, milliseconds } = await measureQuality(queries, searchAt(server.url, await createToken(data)));
  await server.stop();
  console.log(`${catalog}: ${queries.length} queries, mean reciprocal rank ${meanReciprocalRank.toFixed(3)}, ${empty.length} empty`);
  console.log(`  ${summaryOf(milliseconds)}`);
  for (const line of later) console.log(`  ${line}`);
}

/** Prints the latency of whole queries, hard queries, and every prefix of the queries, as they are typed. */
async function measureLatency(directory: string): Promise<void> {
  const server = await startServer([executable, 'serve', ...flags, '--data', directory]);
  const search = searchAt(server.url, await createToken(['--data', directory]));
  const queries = await readQueries('demo');
  const prefixes = [...new Set(queries.flatMap(({ text }) => [...text].map((_, index) => text.slice(0, index + 1).trim())))];
  for (const [title, texts] of [
    ['whole queries', queries.map(({ text }) => text)],
    ['hard queries', hardQueries],
    ['prefixes', prefixes],
  ] as const) {
    // The first round is the warm-up, for example for prepared statements.
    for (const round of ['first', 'second']) {
      const [milliseconds, loop]: [number[], number[]] = [[], []];
      const slowest: [number, string][] = [];
      for (const text of texts) {
        const [started, before] = [performance.now(), eventLoopMilliseconds(server.pid)];
        await search(text);
        milliseconds.push(performance.now() - started);
        loop.push(eventLoopMilliseconds(server.pid) - before);
        slowest.push([milliseconds.at(-1) as number, text]);
      }
      const worst = slowest.toSorted(([a], [b]) => b - a).slice(0, 5);
      console.log(
        `${title}, ${round} round: ${summaryOf(milliseconds)}; event loop ${summaryOf(loop)}; ${worst.map(([time, text]) => `${text} ${time.toFixed(0)}`).join(', ')}`,
      );
    }
  }
  await server.stop();
}

/** Creates a user for this run, with a token. */
async function createToken(data: readonly string[]): Promise<string> {
  const name = `bench-${Date.now()}`;
  await runCommand(['sh', '-c', `echo ${crypto.randomUUID()} | "$0" user create ${name} --password-stdin "$@"`, executable, ...data]);
  return (await runCommand([executable, 'token', 'create', '--user', name, '--name', name, ...data])).output.trim();
}

function searchAt(url: string, token: string): (text: string) => Promise<Answer> {
  let requests = 0;
  return async (text) => {
    // A unique parameter bypasses the response cache.
    const response = await fetch(`${url}/api/search?q=${encodeURIComponent(text)}&request=${requests++}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${text}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Answer>;
  };
}

function summaryOf(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `${sorted.length} searches, median ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
}
