import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Contestants, compare, type LoadPace } from './load';
import { type Bench, BenchError, compared, type Part, type Result, timed } from './measurement';
import { type Server, startServer } from './processes';
import { ask } from './requests';

const serverFile = (name: string): string => join(import.meta.dir, 'servers', `${name}.ts`);

interface ExecutableOptions {
  readonly rateLimit?: number;
  readonly directory?: string;
  /** Whether it may answer from memory what it has answered before. */
  readonly mayCache?: boolean;
}

/** Starts the executable on the catalog, or on another. Nothing is limited or kept in memory unless that is asked for. */
export function startExecutable(
  { executable, cacheOption, catalog }: Bench,
  { rateLimit = 0, directory = catalog.directory, mayCache = false }: ExecutableOptions = {},
): Promise<Server> {
  const cache = cacheOption === undefined || mayCache ? [] : [cacheOption, '0'];
  return startServer([executable, 'serve', '--rate-limit', String(rateLimit), ...cache, '--data', directory, '--port', '0']);
}

/** The floor's connection is set as the executable's is: the ratio says what the program costs, not what a cache saves. */
async function startFloor({ catalog, temporary }: Bench): Promise<Server> {
  const plan = join(temporary, 'plan.json');
  await Bun.write(plan, JSON.stringify(catalog.reads.map(({ plan }) => plan)));
  return startServer([process.execPath, serverFile('floor'), catalog.file, plan, ...catalog.pragmas], { BENCH_TOKEN: catalog.token });
}

/** Starts the least program that answers at all: always the same, from memory. */
export async function startLimit({ temporary }: Bench, answer = '{}'): Promise<Server> {
  const constant = join(temporary, 'constant.json');
  await Bun.write(constant, answer);
  return startServer([process.execPath, serverFile('limit'), constant]);
}

/** Starts a server that is busy with nothing for a share of the time. */
export const startBusy = (share: number): Promise<Server> =>
  startServer([process.execPath, serverFile('busy'), String(Math.min(1, share))]);

/** Reads that are measured together. */
export interface Reads {
  readonly title: string;
  readonly paths: readonly string[];
}

/** Documents of each that must have the same data. */
const comparedOfEach = 20;

/** Short, since there are many: it says which of them are behind. */
const firstLook: LoadPace = { rounds: 1, roundSeconds: 1, warmUpSeconds: 0 };

/** How many of those that seem slowest are measured for as long as other reads. */
const looksAgain = 2;

/** Compares each of these reads, with the executable and the floor started once for all of them. The slowest come first. */
export function compareEach(bench: Bench, reads: readonly Reads[]): Promise<Part[]> {
  return withServers([() => startExecutable(bench), () => startFloor(bench)], async ([executable, floor]) => {
    for (const { paths } of reads) for (const path of paths.slice(0, comparedOfEach)) await requireSameData(bench, executable, floor, path);
    const measured = async ({ title, paths }: Reads, pace: typeof firstLook) => {
      const { rates, ratio, spread, rounds } = await compare(bench, { executable, floor }, paths, pace);
      return { title, paths, value: rates.executable, floor: rates.floor, ratio, spread, rounds };
    };
    const seen: Awaited<ReturnType<typeof measured>>[] = [];
    const look =
      bench.pace.share < 1 ? (read: Reads) => lookOneByOne(bench, executable, floor, read) : (read: Reads) => measured(read, firstLook);
    for (const read of reads) seen.push(await look(read));
    const [slowest, others] = [bySlowness(seen).slice(0, looksAgain), bySlowness(seen).slice(looksAgain)];
    const again: typeof seen = [];
    for (const read of slowest) again.push(await measured(read, bench.pace));
    return [...bySlowness(again), ...others].map(({ paths: _, ...result }) => result);
  });
}

const looksOneByOne = 15;

/** Where there is little time: requests one after the other, which also take what the client does, and so tell less. */
async function lookOneByOne(bench: Bench, executable: Server, floor: Server, { title, paths }: Reads) {
  const rounds = { executable: [] as number[], floor: [] as number[] };
  for (let index = 0; index < looksOneByOne; index++) {
    const path = paths[index % paths.length] as string;
    for (const [name, server] of Object.entries({ executable, floor }) as ['executable' | 'floor', Server][])
      rounds[name].push(1_000 / (await timed(() => ask(bench, server, path))));
  }
  const { value, floor: least, ratio, spread } = compared(rounds.executable, rounds.floor);
  return { title, paths, value, floor: least, ratio, spread, rounds };
}

const bySlowness = <R extends Result>(results: readonly R[]): R[] => results.toSorted((one, other) => one.ratio - other.ratio);

/** Starts servers one after the other, and stops them whatever comes of the work. */
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
 * Compares how many requests a second the executable, the floor and the limit answer.
 * @param paths what is requested, in random order
 * @param samples those of them whose documents must have the same data from the executable as from the floor
 */
export function compareReads(bench: Bench, paths: readonly string[], samples: readonly string[]): Promise<Result> {
  return withServers([() => startExecutable(bench), () => startFloor(bench)], async ([executable, floor]) => {
    for (const path of samples) await requireSameData(bench, executable, floor, path);
    const constant = await bodyOf(bench, executable, samples[0] as string);
    return withServers([() => startLimit(bench, constant)], ([limit]) => resultOf(bench, { executable, floor, limit }, paths));
  });
}

/** Compares the executable as it is shipped, which answers from memory what it has answered before, with the floor. */
export function compareKept(bench: Bench, reads: readonly Reads[]): Promise<Part[]> {
  return withServers([() => startExecutable(bench, { mayCache: true }), () => startFloor(bench)], async ([executable, floor]) => {
    const parts: Part[] = [];
    for (const { title, paths } of reads) parts.push({ title, ...(await resultOf(bench, { executable, floor }, paths)) });
    return parts;
  });
}

/** Compares the executable with the limiter on and its two headers sent, in the place of the floor without. */
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

/** Compares the executable where it compresses what it answers with itself where it does not, once for each encoding. */
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
      `half of the rounds from ${lower.toFixed(2)} to ${upper.toFixed(2)} of the floor; 99 % of the answers within ${p99.toFixed(1)} ms`,
      `an answer takes ${Object.entries(rates)
        .map(([name, rate]) => `${(1_000_000 / rate).toFixed(1)} µs (${name})`)
        .join(', ')}`,
    ],
  };
}

/** What is compared must be the same work. */
async function requireSameData(bench: Bench, executable: Server, floor: Server, path: string): Promise<void> {
  const [ours, theirs] = await Promise.all([bodyOf(bench, executable, path), bodyOf(bench, floor, path)]);
  const data = (body: string) => (JSON.parse(body) as { data: unknown }).data;
  if (!Bun.deepEquals(data(ours), data(theirs), true))
    throw new BenchError(`The executable and the floor answer ${path} with different data.`);
}

const bodyOf = async (bench: Bench, server: Server, path: string): Promise<string> => (await ask(bench, server, path)).text();
