import { join } from 'node:path';
import { type Bench, BenchError, compared, median, type Pace, type Spread } from './measurement';
import { endWithBench, type Server } from './processes';

/** Enough to keep a server busy, few enough that requests do not wait in it for long. */
const usualConnections = 32;

/** A server, and how it is asked where that is not as all are. */
export type Contestant = Pick<Server, 'url'> & {
  /** None unless they are given. */
  readonly acceptEncoding?: string;
  /** What is asked of this one. */
  readonly paths?: readonly string[];
  /** What it has in `Authorization`. */
  readonly authorization?: string;
};

/** Contestants by name; `executable` and `floor` make the ratio. */
export type Contestants = Readonly<Record<'executable' | 'floor', Contestant>> & Readonly<Partial<Record<'limit', Contestant>>>;

type Name = keyof Contestants;

export interface LoadResult {
  /** Requests per second in the round in the middle. */
  readonly rates: Readonly<Record<'executable' | 'floor', number>> & Readonly<Partial<Record<Name, number>>>;
  /** Of the executable to the floor: the median of the rounds, and that of the rates. */
  readonly ratio: number;
  readonly spread: Spread;
  readonly rounds: Readonly<Partial<Record<Name, readonly number[]>>>;
  /** Medians of the executable's 99th percentile, in milliseconds. */
  readonly p99: number;
}

/** How long and by how many a comparison is made. */
export type LoadPace = Pick<Pace, 'rounds' | 'roundSeconds' | 'warmUpSeconds'> & { readonly connections?: number };

interface Round {
  readonly requestsPerSecond: number;
  readonly p99: number;
}

/** Requests random ones of these paths from each contestant in turn, from a process of its own; ratios are taken within a round. */
export async function compare(
  bench: Bench,
  contestants: Contestants,
  paths: readonly string[],
  { rounds, roundSeconds, warmUpSeconds, connections = usualConnections }: LoadPace = bench.pace,
): Promise<LoadResult> {
  const asked = new Map<Name, Asked>();
  for (const [name, contestant] of Object.entries(contestants) as [Name, Contestant][])
    asked.set(name, {
      contestant,
      connections,
      script: await writeScript(bench, contestant.paths ?? paths, name, contestant.authorization),
    });
  if (warmUpSeconds > 0) for (const one of asked.values()) await runWrk(one, warmUpSeconds);
  const seen = new Map<Name, Round[]>([...asked.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const [name, one] of asked) seen.get(name)?.push(await runWrk(one, roundSeconds));
  return resultOf(seen);
}

function resultOf(seen: ReadonlyMap<Name, readonly Round[]>): LoadResult {
  const rates = (name: Name) => (seen.get(name) ?? []).map((round) => round.requestsPerSecond);
  const { value, floor, ratio, spread, round } = compared(rates('executable'), rates('floor'));
  return {
    rates: { ...Object.fromEntries([...seen.keys()].map((name) => [name, Number(rates(name)[round])])), executable: value, floor },
    ratio,
    spread,
    rounds: Object.fromEntries([...seen.keys()].map((name) => [name, rates(name)])),
    p99: median((seen.get('executable') ?? []).map((round) => round.p99)),
  };
}

/** Keeps one server busy with random ones of these paths. */
export async function load(bench: Bench, server: Server, paths: readonly string[], seconds: number): Promise<Round> {
  return runWrk({ contestant: server, connections: usualConnections, script: await writeScript(bench, paths, 'load') }, seconds);
}

/** Throws where the load generator is not there. */
export function requireWrk(): void {
  if (!Bun.which('wrk'))
    throw new BenchError('The load comes from wrk, which is not installed: apt-get install wrk (or brew install wrk).');
}

/** A contestant with the script of its requests. */
interface Asked {
  readonly contestant: Contestant;
  readonly script: string;
  readonly connections: number;
}

/** More requests made beforehand than these take memory, and are no more random. */
const mostPaths = 100_000;

/** wrk is told what to request in Lua. The requests are made beforehand, so that making them does not cost its time. */
async function writeScript(
  { temporary, catalog }: Bench,
  paths: readonly string[],
  name: string,
  authorization = `Bearer ${catalog.token}`,
): Promise<string> {
  const list = join(temporary, `${name}-paths.txt`);
  const script = join(temporary, `${name}-requests.lua`);
  const step = Math.ceil(paths.length / mostPaths);
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

/** Longer than this is not waited for a single answer. */
const mostSeconds = 30;

/** Keeps a server busy for some seconds; for longer, where nothing is answered within them. */
async function runWrk(asked: Asked, seconds: number): Promise<Round> {
  const { requests, microseconds, p99, refused, broken } = await wrkFor(asked, seconds);
  if (refused || broken)
    throw new BenchError(`Of ${requests} requests to ${asked.contestant.url}, ${refused} were refused and ${broken} went unanswered.`);
  if (requests > 0) return { requestsPerSecond: requests / (microseconds / 1_000_000), p99: p99 / 1_000 };
  if (seconds > mostSeconds) throw new BenchError(`${asked.contestant.url} answered nothing within ${seconds} s.`);
  return runWrk(asked, seconds * 2);
}

type Told = Readonly<Record<'requests' | 'microseconds' | 'p99' | 'refused' | 'broken', number>>;

async function wrkFor({ contestant: { url, acceptEncoding }, connections, script }: Asked, seconds: number): Promise<Told> {
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
  return JSON.parse(line) as Told;
}
