import { join } from 'node:path';
import { runCommand } from '../commands';
import { startBusy, startExecutable, startLimit, withServers } from '../contestants';
import { HeavyLoad } from '../latency/heavy-load';
import { heavyTasks } from '../latency/heavy-tasks';
import { type Bench, type Measurement, type Part, quantile, type Result } from '../measurement';
import { eventLoopMilliseconds, type Server } from '../processes';

/** Latency targets in milliseconds. */
const targets = { p99: 15, max: 60 };

const minSeconds = 4;

/** Duration of the control measurement with a busy server. */
const busySeconds = 2;

/**
 * Latency of single-artist reads while heavy work is repeated, and without other load. Two control servers show the machine's
 * share of the latency: an idle one measured at the same time, and afterwards one that is as busy as the executable was, in
 * slices of one millisecond.
 */
export const latency: Measurement = {
  name: 'latency',
  title: 'latency of single-artist reads under load',
  unit: 'ms',
  target: { bound: 'at most', amount: targets.p99 },
  measure: (bench) =>
    withServers([() => startExecutable(bench), () => startLimit(bench)], async ([server, limit]) => {
      await Bun.write(idsFile(bench), bench.catalog.artistIds.join('\n'));
      const parts: Part[] = [];
      const notes: string[] = [];
      for (const { title } of heavyTasks) {
        const { latencies, control, runs, share } = await readUnderLoad(bench, server, limit, title);
        const [ours, idle, busy] = [tailOf(latencies), tailOf(control), tailOf(await readBusy(bench, limit, share))];
        notes.push(
          `${title} (runs: ${runs}): ${textOf(ours)}; idle server ${textOf(idle)}; server busy ${Math.round(share * 100)}% of the time ${textOf(busy)}`,
        );
        for (const name of ['p99', 'max'] as const) parts.push(partOf(title, name, { ours, idle, busy }, { runs, share }));
      }
      const worst = parts.toSorted((one, other) => other.value - one.value).find(({ title }) => title.startsWith('p99')) as Result;
      return { value: worst.value, floor: worst.floor, ratio: worst.ratio, parts, notes };
    }),
};

interface Tail {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const tailOf = (latencies: readonly number[]): Tail => ({
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
  max: Math.max(...latencies),
});

const textOf = ({ p50, p99, max }: Tail): string => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`;

function partOf(
  title: string,
  name: 'p99' | 'max',
  { ours, idle, busy }: Readonly<Record<'ours' | 'idle' | 'busy', Tail>>,
  work: Readonly<Record<'runs' | 'share', number>>,
): Part {
  const [value, floor] = [ours[name], busy[name]];
  const target = { bound: 'at most', amount: targets[name] } as const;
  const figures = { ...ours, ...work, idleP99: idle.p99, idleMax: idle.max, busyP99: busy.p99, busyMax: busy.max };
  return { title: `${name}, other load: ${title}`, value, floor, ratio: value / floor, figures, target };
}

const idsFile = ({ temporary }: Bench): string => join(temporary, 'ids.txt');

/** Output of `reader.ts`, in milliseconds. */
interface Latencies {
  readonly latencies: readonly number[];
  /** Those of the idle control server. */
  readonly control: readonly number[];
}

/** Measures latencies while the work is repeated. Also returns its number of runs and the share of time that the event loop was busy. */
async function readUnderLoad(
  bench: Bench,
  server: Server,
  limit: Server,
  title: string,
): Promise<Latencies & { runs: number; share: number }> {
  const load = await HeavyLoad.begin(bench, server, title);
  try {
    const [began, worked] = [performance.now(), eventLoopMilliseconds(server.pid)];
    const reading = runReader(bench, server, limit);
    // If the work fails, its error is reported rather than the reader's.
    await Promise.race([reading, load.done]);
    const found = await reading;
    const share = (eventLoopMilliseconds(server.pid) - worked) / (performance.now() - began);
    return { ...found, share, runs: await load.stop() };
  } finally {
    await load.stop();
  }
}

/** Latencies of a control server that is busy for this share of the time. */
const readBusy = (bench: Bench, limit: Server, share: number): Promise<readonly number[]> =>
  withServers([() => startBusy(share)], async ([busy]) => (await runReader(bench, busy, limit, busySeconds)).latencies);

const secondsAt = ({ pace }: Bench): number => Math.max(minSeconds, pace.rounds * pace.roundSeconds);

async function runReader(bench: Bench, server: Server, limit: Server, seconds = secondsAt(bench)): Promise<Latencies> {
  const { catalog } = bench;
  const script = join(import.meta.dir, '..', 'latency', 'reader.ts');
  const command = [process.execPath, script, server.url, limit.url, idsFile(bench), String(seconds)];
  const { output } = await runCommand(command, { BENCH_TOKEN: catalog.token });
  return JSON.parse(output) as Latencies;
}
