import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Contestants, compare } from './load';
import { type Bench, BenchError, type Pace, type Result } from './measurement';
import { type Server, startServer } from './processes';

const serverFile = (name: string): string => join(import.meta.dir, 'servers', `${name}.ts`);

/** Starts the executable on the catalog, or on a copy of it. Nothing is limited unless a limit is given. */
export const startExecutable = ({ executable, catalog }: Bench, options?: { rateLimit?: number; directory?: string }): Promise<Server> =>
  startServer([
    executable,
    'serve',
    '--rate-limit',
    String(options?.rateLimit ?? 0),
    '--data',
    options?.directory ?? catalog.directory,
    '--port',
    '0',
  ]);

/** The floor's connection is set as the executable's is: the ratio says what the program costs, not what a cache saves. */
async function startFloor({ catalog, temporary }: Bench): Promise<Server> {
  const plan = join(temporary, 'plan.json');
  await Bun.write(plan, JSON.stringify(catalog.reads.map(({ plan }) => plan)));
  return startServer([process.execPath, serverFile('floor'), catalog.file, plan, ...catalog.pragmas], { BENCH_TOKEN: catalog.token });
}

/** Reads that are measured together. */
export interface Reads {
  readonly title: string;
  readonly paths: readonly string[];
}

/** Documents of each that must have the same data. */
const comparedOfEach = 20;

/** Short, since there are many: their order counts, and whether any is far behind. */
const paceOfEach: Pace = { rounds: 2, roundSeconds: 1, warmUpSeconds: 1 };

/** Compares each of these reads, with the executable and the floor started once for all of them. */
export async function compareEach(bench: Bench, reads: readonly Reads[]): Promise<(Result & { title: string })[]> {
  const executable = await startExecutable(bench);
  try {
    const floor = await startFloor(bench);
    try {
      const results: (Result & { title: string })[] = [];
      for (const { paths } of reads)
        for (const path of paths.slice(0, comparedOfEach)) await requireSameData(bench, executable, floor, path);
      for (const { title, paths } of reads) {
        const { rates, ratio } = await compare(bench, { executable, floor }, paths, paceOfEach);
        results.push({ title, value: rates.executable, floor: rates.floor, ratio });
      }
      return results;
    } finally {
      await floor.stop();
    }
  } finally {
    await executable.stop();
  }
}

/**
 * Compares how many requests a second the executable, the floor and the limit answer.
 * @param paths what is requested, in random order
 * @param samples those of them whose documents must have the same data from the executable as from the floor
 */
export async function compareReads(bench: Bench, paths: readonly string[], samples: readonly string[]): Promise<Result> {
  const started: Server[] = [];
  const start = async (server: Promise<Server>): Promise<Server> => {
    started.push(await server);
    return server;
  };
  try {
    const executable = await start(startExecutable(bench));
    const floor = await start(startFloor(bench));
    for (const path of samples) await requireSameData(bench, executable, floor, path);
    const constant = join(bench.temporary, 'constant.json');
    await Bun.write(constant, await bodyOf(bench, executable, samples[0] as string));
    const limit = await start(startServer([process.execPath, serverFile('limit'), constant]));
    return await resultOf(bench, { executable, floor, limit }, paths);
  } finally {
    for (const server of started) await server.stop();
  }
}

/** Compares the executable with the limiter on and its two headers sent, in the place of the floor without. */
export async function compareLimiter(bench: Bench, paths: readonly string[]): Promise<Result> {
  const started: Server[] = [];
  const copy = join(bench.temporary, 'copy');
  mkdirSync(copy);
  const database = new Database(bench.catalog.file, { readonly: true });
  database.run('VACUUM INTO ?', [join(copy, 'leitmotif.db')]);
  database.close();
  try {
    const executable = await startExecutable(bench, { rateLimit: 1_000_000 });
    started.push(executable);
    const floor = await startExecutable(bench, { directory: copy });
    started.push(floor);
    return await resultOf(bench, { executable, floor }, paths);
  } finally {
    for (const server of started) await server.stop();
  }
}

/** Compares the executable where it compresses what it answers with itself where it does not, once for each encoding. */
export async function compareCompressed(bench: Bench, path: string, encodings: readonly string[]): Promise<(Result & { title: string })[]> {
  const server = await startExecutable(bench);
  try {
    const parts: (Result & { title: string })[] = [];
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
  } finally {
    await server.stop();
  }
}

async function bytesOf({ catalog }: Bench, { url }: Server, path: string, encoding: string): Promise<number> {
  const headers = { authorization: `Bearer ${catalog.token}`, 'accept-encoding': encoding };
  return (await (await fetch(url + path, { headers, decompress: false })).arrayBuffer()).byteLength;
}

async function resultOf(bench: Bench, contestants: Contestants, paths: readonly string[]): Promise<Result> {
  const { rates, ratio, spread, p99 } = await compare(bench, contestants, paths);
  const [lowest, highest] = spread;
  return {
    value: rates.executable,
    floor: rates.floor,
    limit: rates.limit,
    ratio,
    notes: [
      `rounds from ${lowest.toFixed(2)} to ${highest.toFixed(2)} of the floor; 99 % of the answers within ${p99.toFixed(1)} ms`,
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

async function bodyOf({ catalog }: Bench, { url }: Server, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${catalog.token}` } });
  if (response.status !== 200) throw new BenchError(`${url}${path} was answered with ${response.status}.`);
  return response.text();
}
