import { join } from 'node:path';
import { type Bench, BenchError, median, type Pace } from './measurement';
import type { Server } from './processes';

/** Enough to keep a server busy, few enough that requests do not wait in it for long. */
const connections = 32;

/** A server, and the encodings that it is asked for: none unless they are given. */
export type Contestant = Pick<Server, 'url'> & { readonly acceptEncoding?: string };

/** Contestants by name; `executable` and `floor` make the ratio. */
export type Contestants = Readonly<Record<'executable' | 'floor', Contestant> & Partial<Record<'limit', Contestant>>>;

export interface LoadResult {
  /** Medians of the rounds, in requests per second. */
  readonly rates: Readonly<Record<'executable' | 'floor', number> & Partial<Record<'limit', number>>>;
  /** The median of each round's ratio of the executable to the floor. */
  readonly ratio: number;
  /** The lowest and the highest of these ratios. */
  readonly spread: readonly [number, number];
  /** Medians of the executable's 99th percentile, in milliseconds. */
  readonly p99: number;
}

interface Round {
  readonly requestsPerSecond: number;
  readonly p99: number;
}

/** Requests random ones of these paths from each contestant in turn, from a process of its own; ratios are taken within a round. */
export async function compare(
  bench: Bench,
  contestants: Contestants,
  paths: readonly string[],
  { rounds, roundSeconds, warmUpSeconds }: Pace = bench.pace,
): Promise<LoadResult> {
  const script = await writeScript(bench, paths);
  const names = Object.keys(contestants) as (keyof Contestants)[];
  const of = (name: keyof Contestants) => contestants[name] as Contestant;
  for (const name of names) await runWrk(script, of(name), warmUpSeconds);
  const results: Record<keyof Contestants, Round[]> = { executable: [], floor: [], limit: [] };
  for (let round = 0; round < rounds; round++) for (const name of names) results[name].push(await runWrk(script, of(name), roundSeconds));
  const rates = (name: keyof Contestants) => results[name].map((round) => round.requestsPerSecond);
  const ratios = rates('executable').map((rate, round) => rate / (rates('floor')[round] as number));
  return {
    rates: {
      executable: median(rates('executable')),
      floor: median(rates('floor')),
      ...(contestants.limit && { limit: median(rates('limit')) }),
    },
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    p99: median(results.executable.map((round) => round.p99)),
  };
}

/** Keeps one server busy with random ones of these paths. */
export async function load(bench: Bench, server: Server, paths: readonly string[], seconds: number): Promise<Round> {
  return runWrk(await writeScript(bench, paths), server, seconds);
}

/** Throws where the load generator is not there. */
export function requireWrk(): void {
  if (!Bun.which('wrk'))
    throw new BenchError('The load comes from wrk, which is not installed: apt-get install wrk (or brew install wrk).');
}

/** wrk is told what to request in Lua. The requests are made beforehand, so that making them does not cost its time. */
async function writeScript({ temporary, catalog }: Bench, paths: readonly string[]): Promise<string> {
  const list = join(temporary, 'paths.txt');
  const script = join(temporary, 'requests.lua');
  await Bun.write(list, `${paths.join('\n')}\n`);
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
      ["Authorization"] = ${JSON.stringify(`Bearer ${catalog.token}`)},
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

async function runWrk(script: string, { url, acceptEncoding }: Contestant, seconds: number): Promise<Round> {
  const headers = acceptEncoding === undefined ? [] : ['-H', `Accept-Encoding: ${acceptEncoding}`];
  const wrk = Bun.spawn(['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, ...headers, url], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [exitCode, output, errors] = await Promise.all([wrk.exited, new Response(wrk.stdout).text(), new Response(wrk.stderr).text()]);
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (exitCode !== 0 || !line) throw new BenchError(`wrk failed: ${(errors || output).trim().split('\n').at(-1)}`);
  const { requests, microseconds, p99, refused, broken } = JSON.parse(line) as Record<string, number> & { requests: number };
  if (refused || broken || requests === 0)
    throw new BenchError(`Of ${requests} requests to ${url}, ${refused} were refused and ${broken} went unanswered.`);
  return { requestsPerSecond: requests / ((microseconds as number) / 1_000_000), p99: (p99 as number) / 1_000 };
}
