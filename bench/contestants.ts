import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Contestants, compare, type LoadPace } from './load';
import { type Bench, BenchError, compared, type Part, type Result, timed } from './measurement';
import { type Server, startServer } from './processes';
import { sendRequest } from './requests';

const serverFile = (name: string): string => join(import.meta.dir, 'servers', `${name}.ts`);

interface ExecutableOptions {
  readonly rateLimit?: number;
  readonly directory?: string;
  /** Whether the response cache is on. */
  readonly isCached?: boolean;
}

/** Starts the executable on the catalog or another directory. By default, the rate limit and the response cache are off. */
export function startExecutable(
  { executable, cacheOption, catalog }: Bench,
  { rateLimit = 0, directory = catalog.directory, isCached = false }: ExecutableOptions = {},
): Promise<Server> {
  const cache = cacheOption === undefined || isCached ? [] : [cacheOption, '0'];
  return startServer([executable, 'serve', '--rate-limit', String(rateLimit), ...cache, '--data', directory, '--port', '0']);
}

/** Starts the floor program. Its connection has the executable's pragmas, so the ratio excludes the effect of SQLite's caches. */
async function startFloor({ catalog, temporary }: Bench): Promise<Server> {
  const plan = join(temporary, 'plan.json');
  await Bun.write(plan, JSON.stringify(catalog.reads.map(({ plan }) => plan)));
  return startServer([process.execPath, serverFile('floor'), catalog.file, plan, ...catalog.pragmas], { BENCH_TOKEN: catalog.token });
}

/** Starts the limit: a server that returns one constant response from memory. */
export async function startLimit({ temporary }: Bench, answer = '{}'): Promise<Server> {
  const constant = join(temporary, 'constant.json');
  await Bun.write(constant, answer);
  return startServer([process.execPath, serverFile('limit'), constant]);
}

/** Starts a server that spends a share of its time in a busy loop. @param share from 0 to 1, capped at 1 */
export const startBusy = (share: number): Promise<Server> =>
  startServer([process.execPath, serverFile('busy'), String(Math.min(1, share))]);

/** A group of reads with a common result. */
export interface Reads {
  readonly title: string;
  readonly paths: readonly string[];
}

/** Paths of each group whose responses are checked to have equal data. */
const checkedPaths = 20;

/** A short first pass over the many groups, to find the slowest. */
const firstPass: LoadPace = { rounds: 1, roundSeconds: 1, warmUpSeconds: 0 };

/** Number of slowest groups that are measured again at the full pace. */
const remeasured = 2;

/** Compares each group with the same two server processes, and returns the slowest first. */
export function compareEach(bench: Bench, reads: readonly Reads[]): Promise<Part[]> {
  return withServers([() => startExecutable(bench), () => startFloor(bench)], async ([executable, floor]) => {
    for (const { paths } of reads) for (const path of paths.slice(0, checkedPaths)) await requireSameData(bench, executable, floor, path);
    const measured = async ({ title, paths }: Reads, pace: LoadPace) => {
      const { rates, ratio, spread, rounds } = await compare(bench, { executable, floor }, paths, pace);
      return { title, paths, value: rates.executable, floor: rates.floor, ratio, spread, rounds };
    };
    const found: Awaited<ReturnType<typeof measured>>[] = [];
    const measureOnce =
      bench.pace.share < 1
        ? (read: Reads) => measureInSequence(bench, executable, floor, read)
        : (read: Reads) => measured(read, firstPass);
    for (const read of reads) found.push(await measureOnce(read));
    const [slowest, others] = [bySlowness(found).slice(0, remeasured), bySlowness(found).slice(remeasured)];
    const again: typeof found = [];
    for (const read of slowest) again.push(await measured(read, bench.pace));
    return [...bySlowness(again), ...others].map(({ paths: _, ...result }) => result);
  });
}

const requestsInSequence = 15;

/** A quick first pass with sequential requests. Less exact than load, since the times include the client's work. */
async function measureInSequence(bench: Bench, executable: Server, floor: Server, { title, paths }: Reads) {
  const rounds = { executable: [] as number[], floor: [] as number[] };
  for (let index = 0; index < requestsInSequence; index++) {
    const path = paths[index % paths.length] as string;
    for (const [name, server] of Object.entries({ executable, floor }) as ['executable' | 'floor', Server][])
      rounds[name].push(1_000 / (await timed(() => sendRequest(bench, server, path))));
  }
  const { value, floor: floorRate, ratio, spread } = compared(rounds.executable, rounds.floor);
  return { title, paths, value, floor: floorRate, ratio, spread, rounds };
}

const bySlowness = <R extends Result>(results: readonly R[]): R[] => results.toSorted((one, other) => one.ratio - other.ratio);

/** Starts servers one after another, and stops them even if the work fails. */
export async function withServers<R, const S extends readonly (() => Promise<Server>)[]>(
  starts: S,
  work: (servers: { [K in keyof S]: Server }) => Promise<R>,
): Promise<R> {
  const started: Server[] = [];
  try {
    for (const start of starts) started.push(await start());
    return await work(started as { [K in keyof S]: Server });
  } finally {
    for (const server of started) await server.stop();
  }
}

/**
 * Compares the requests per second of the executable, the floor and the limit.
 * @param paths requested in random order
 * @param samples subset of the paths for which the executable and the floor must return equal data
 */
export function compareReads(bench: Bench, paths: readonly string[], samples: readonly string[]): Promise<Result> {
  return withServers([() => startExecutable(bench), () => startFloor(bench)], async ([executable, floor]) => {
    for (const path of samples) await requireSameData(bench, executable, floor, path);
    const constant = await bodyOf(bench, executable, samples[0] as string);
    return withServers([() => startLimit(bench, constant)], ([limit]) => resultOf(bench, { executable, floor, limit }, paths));
  });
}

/** Compares the executable with its response cache on, as shipped, with the floor. */
export function compareCached(bench: Bench, reads: readonly Reads[]): Promise<Part[]> {
  return withServers([() => startExecutable(bench, { isCached: true }), () => startFloor(bench)], async ([executable, floor]) => {
    const parts: Part[] = [];
    for (const { title, paths } of reads) parts.push({ title, ...(await resultOf(bench, { executable, floor }, paths)) });
    return parts;
  });
}

/**
 * Compares the executable with the rate limiter on and its two headers sent to itself without it, as the floor. The floor
 * needs a copy of the catalog, since a data directory is locked by its server.
 */
export function compareLimiter(bench: Bench, paths: readonly string[]): Promise<Result> {
  const copy = join(bench.temporary, 'copy');
  mkdirSync(copy);
  const database = new Database(bench.catalog.file, { readonly: true });
  database.run('VACUUM INTO ?', [join(copy, 'leitmotif.db')]);
  database.close();
  const starts = [() => startExecutable(bench, { rateLimit: 1_000_000 }), () => startExecutable(bench, { directory: copy })] as const;
  return withServers(starts, ([executable, floor]) => resultOf(bench, { executable, floor }, paths)).finally(() =>
    rmSync(copy, { recursive: true }),
  );
}

/** Compares compressed responses of the executable with its uncompressed ones, once for each encoding. */
export function compareCompressed(bench: Bench, path: string, encodings: readonly string[]): Promise<Part[]> {
  return withServers([() => startExecutable(bench)], async ([server]) => {
    const parts: Part[] = [];
    for (const acceptEncoding of encodings) {
      const result = await resultOf(bench, { executable: { ...server, acceptEncoding }, floor: server }, [path]);
      const [small, plain] = await Promise.all([acceptEncoding, 'identity'].map((encoding) => bytesOf(bench, server, path, encoding)));
      parts.push({
        ...result,
        title: `${path} in ${acceptEncoding}`,
        notes: [`${acceptEncoding}: ${small} of ${plain} bytes`, ...(result.notes ?? [])],
      });
    }
    return parts;
  });
}

async function bytesOf({ catalog }: Bench, { url }: Server, path: string, encoding: string): Promise<number> {
  const headers = { authorization: `Bearer ${catalog.token}`, 'accept-encoding': encoding };
  return (await (await fetch(url + path, { headers, decompress: false })).arrayBuffer()).byteLength;
}

async function resultOf(bench: Bench, contestants: Contestants, paths: readonly string[]): Promise<Result> {
  const { rates, ratio, spread, rounds, p99 } = await compare(bench, contestants, paths);
  const [lower, upper] = spread;
  return {
    value: rates.executable,
    floor: rates.floor,
    limit: rates.limit,
    ratio,
    spread,
    rounds,
    notes: [
      `quartiles of the ratio ${lower.toFixed(2)} to ${upper.toFixed(2)}; p99 latency ${p99.toFixed(1)} ms`,
      `time per request: ${Object.entries(rates)
        .map(([name, rate]) => `${(1_000_000 / rate).toFixed(1)} µs (${name})`)
        .join(', ')}`,
    ],
  };
}

/** Makes sure that both servers do the same work. */
async function requireSameData(bench: Bench, executable: Server, floor: Server, path: string): Promise<void> {
  const [ours, theirs] = await Promise.all([bodyOf(bench, executable, path), bodyOf(bench, floor, path)]);
  const data = (body: string) => (JSON.parse(body) as { data: unknown }).data;
  if (!Bun.deepEquals(data(ours), data(theirs), true))
    throw new BenchError(`The executable and the floor return different data for ${path}.`);
}

const bodyOf = async (bench: Bench, server: Server, path: string): Promise<string> => (await sendRequest(bench, server, path)).text();
