import { join } from 'node:path';
import { HeavyLoad } from '../beside/heavy-load';
import { heavyWorks } from '../beside/heavy-requests';
import { runCommand } from '../commands';
import { startExecutable, startLimit, withServers } from '../contestants';
import { type Bench, type Measurement, type Part, quantile, type Result } from '../measurement';
import type { Server } from '../processes';

/** What a reader may meet in the one request of a hundred, and at worst. */
const mostMilliseconds = { p99: 15, max: 60 };

const leastSeconds = 5;

/**
 * How long single artists take while somebody asks for something heavy, over and over; and while nobody does. In the same
 * seconds a server is read that does nothing else: what that takes longer than ever is the machine's.
 */
export const beside: Measurement = {
  name: 'beside',
  title: 'a reader of single artists, beside heavy work',
  unit: 'ms',
  target: { bound: 'at most', amount: mostMilliseconds.p99 },
  measure: (bench) =>
    withServers([() => startExecutable(bench), () => startLimit(bench)], async ([server, limit]) => {
      await Bun.write(idsFile(bench), bench.catalog.artistIds.join('\n'));
      const parts: Part[] = [];
      const notes: string[] = [];
      for (const { title } of heavyWorks) {
        const { waits, others, times } = await readBeside(bench, server, limit, title);
        const [seen, machine] = [tailOf(waits), tailOf(others)];
        notes.push(`${title}, ${times} times: ${written(seen)}; a server that does nothing else ${written(machine)}`);
        for (const name of ['p99', 'max'] as const) parts.push(partOf(title, name, seen, machine, times));
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

const tailOf = (waits: readonly number[]): Tail => ({ p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), max: Math.max(...waits) });

const written = ({ p50, p99, max }: Tail): string => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`;

function partOf(title: string, name: 'p99' | 'max', seen: Tail, machine: Tail, times: number): Part {
  const [value, floor] = [seen[name], machine[name]];
  const target = { bound: 'at most', amount: mostMilliseconds[name] } as const;
  const figures = { ...seen, times, machineP99: machine.p99, machineMax: machine.max };
  return { title: `${name} beside ${title}`, value, floor, ratio: value / floor, figures, target };
}

const idsFile = ({ temporary }: Bench): string => join(temporary, 'ids.txt');

/** What the reader waited for, of either server. */
interface Waits {
  readonly waits: readonly number[];
  readonly others: readonly number[];
}

/** Reads while the work is done over and over, and says how often it was begun. */
async function readBeside(bench: Bench, server: Server, limit: Server, title: string): Promise<Waits & { times: number }> {
  const load = await HeavyLoad.begin(bench, server, title);
  try {
    const reading = readAll(bench, server, limit);
    // Where the work fails, that is told, and not what came of the reader.
    await Promise.race([reading, load.done]);
    return { ...(await reading), times: await load.stop() };
  } finally {
    await load.stop();
  }
}

async function readAll(bench: Bench, server: Server, limit: Server): Promise<Waits> {
  const { pace, catalog } = bench;
  const seconds = Math.max(leastSeconds, pace.rounds * pace.roundSeconds);
  const script = join(import.meta.dir, '..', 'beside', 'reader.ts');
  const command = [process.execPath, script, server.url, limit.url, idsFile(bench), String(seconds)];
  const { told } = await runCommand(command, { BENCH_TOKEN: catalog.token });
  return JSON.parse(told) as Waits;
}
