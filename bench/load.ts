import { join } from 'node:path';
import { type Bench, BenchError, compared, median, type Pace, type Spread } from './measurement';
import { endWithBench, type Server } from './processes';

/** Enough to saturate a server without long queues in it. */
const defaultConnections = 32;

/** A server under load, with its deviations from the common requests. */
export type Contestant = Pick<Server, 'url'> & {
  /** `Accept-Encoding` header; none by default. */
  readonly acceptEncoding?: string;
  /** Paths to request in place of the common ones. */
  readonly paths?: readonly string[];
  /** `Authorization` header; the catalog's read token by default. */
  readonly authorization?: string;
};

/** Contestants by name. The ratio is that of `executable` to `floor`. */
export type Contestants = Readonly<Record<'executable' | 'floor', Contestant>> & Readonly<Partial<Record<'limit', Contestant>>>;

type Name = keyof Contestants;

export interface LoadResult {
  /** Requests per second in the round with the median ratio. */
  readonly rates: Readonly<Record<'executable' | 'floor', number>> & Readonly<Partial<Record<Name, number>>>;
  /** Executable divided by floor: the median of all rounds. */
  readonly ratio: number;
  readonly spread: Spread;
  readonly rounds: Readonly<Partial<Record<Name, readonly number[]>>>;
  /** 99th percentile of the executable's latency in milliseconds, median of all rounds. */
  readonly p99: number;
}

/** Number and duration of the rounds, and number of connections. */
export type LoadPace = Pick<Pace, 'rounds' | 'roundSeconds' | 'warmUpSeconds'> & { readonly connections?: number };

interface Round {
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** Runs wrk against each contestant in turn, in every round, with random paths. Ratios are computed within a round. */
export async function compare(
  bench: Bench,
  contestants: Contestants,
  paths: readonly string[],
  { rounds, roundSeconds, warmUpSeconds, connections = defaultConnections }: LoadPace = bench.pace,
): Promise<LoadResult> {
  const runs = new Map<Name, WrkRun>();
  for (const [name, contestant] of Object.entries(contestants) as [Name, Contestant][])
    runs.set(name, {
      contestant,
      connections,
      script: await writeScript(bench, contestant.paths ?? paths, name, contestant.authorization),
    });
  if (warmUpSeconds > 0) for (const run of runs.values()) await runWrk(run, warmUpSeconds);
  const results = new Map<Name, Round[]>([...runs.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const [name, run] of runs) results.get(name)?.push(await runWrk(run, roundSeconds));
  return resultOf(results);
}

function resultOf(results: ReadonlyMap<Name, readonly Round[]>): LoadResult {
  const rates = (name: Name) => (results.get(name) ?? []).map((round) => round.requestsPerSecond);
  const { value, floor, ratio, spread, round } = compared(rates('executable'), rates('floor'));
  return {
    rates: { ...Object.fromEntries([...results.keys()].map((name) => [name, Number(rates(name)[round])])), executable: value, floor },
    ratio,
    spread,
    rounds: Object.fromEntries([...results.keys()].map((name) => [name, rates(name)])),
    p99: median((results.get('executable') ?? []).map((round) => round.p99)),
  };
}

/** Runs wrk against one server with random paths. */
export async function load(bench: Bench, server: Server, paths: readonly string[], seconds: number): Promise<Round> {
  return runWrk({ contestant: server, connections: defaultConnections, script: await writeScript(bench, paths, 'load') }, seconds);
}

/** @throws {BenchError} if wrk, the load generator, is not installed */
export function requireWrk(): void {
  if (!Bun.which('wrk')) throw new BenchError('wrk, the load generator, is not installed. Run apt-get install wrk (or brew install wrk).');
}

interface WrkRun {
  readonly contestant: Contestant;
  /** Path of the Lua script with its requests. */
  readonly script: string;
  readonly connections: number;
}

/** Maximum number of prepared requests, to limit wrk's memory. */
const maxPaths = 100_000;

/** Writes the Lua script for wrk. It formats all requests on startup, so that formatting does not slow down the load. */
async function writeScript(
  { temporary, catalog }: Bench,
  paths: readonly string[],
  name: string,
  authorization = `Bearer ${catalog.token}`,
): Promise<string> {
  const list = join(temporary, `${name}-paths.txt`);
  const script = join(temporary, `${name}-requests.lua`);
  const step = Math.ceil(paths.length / maxPaths);
  await Bun.write(list, `${paths.filter((_, index) => index % step === 0).join('\n')}\n`);
  await Bun.write(
    script,
    `
local requests = {}

function init()
  math.randomseed(1)
  for path in io.lines(${JSON.stringify(list)}) do
    requests[#requests + 1] = wrk.format("GET", path, {
      ["Host"] = wrk.headers["Host"],
      ["Accept-Encoding"] = wrk.headers["Accept-Encoding"],
      ["Authorization"] = ${JSON.stringify(authorization)},
      ["Accept"] = "application/vnd.api+json",
    })
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p99":%d,"refused":%d,"broken":%d}\\n',
    summary.requests, summary.duration, latency:percentile(99), e.status, e.connect + e.read + e.write + e.timeout))
end
`,
  );
  return script;
}

/** Runs longer than this are not repeated. */
const maxSeconds = 30;

/** Loads a server for some seconds, and again for twice as long if no request completed. */
async function runWrk(run: WrkRun, seconds: number): Promise<Round> {
  const { requests, microseconds, p99, refused, broken } = await spawnWrk(run, seconds);
  if (refused || broken)
    throw new BenchError(`Of ${requests} requests to ${run.contestant.url}, ${refused} were refused and ${broken} went unanswered.`);
  if (requests > 0) return { requestsPerSecond: requests / (microseconds / 1_000_000), p99: p99 / 1_000 };
  if (seconds > maxSeconds) throw new BenchError(`${run.contestant.url} completed no request within ${seconds} s.`);
  return runWrk(run, seconds * 2);
}

/** `refused`: error statuses; `broken`: connection errors and timeouts; `p99`: microseconds. */
type WrkSummary = Readonly<Record<'requests' | 'microseconds' | 'p99' | 'refused' | 'broken', number>>;

async function spawnWrk({ contestant: { url, acceptEncoding }, connections, script }: WrkRun, seconds: number): Promise<WrkSummary> {
  const headers = acceptEncoding === undefined ? [] : ['-H', `Accept-Encoding: ${acceptEncoding}`];
  const wrk = Bun.spawn(['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s', '-s', script, ...headers, url], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  endWithBench(wrk);
  const [exitCode, output, errors] = await Promise.all([wrk.exited, new Response(wrk.stdout).text(), new Response(wrk.stderr).text()]);
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (exitCode !== 0 || !line) throw new BenchError(`wrk failed: ${(errors || output).trim().split('\n').at(-1)}`);
  return JSON.parse(line) as WrkSummary;
}
