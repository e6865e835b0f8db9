import { join } from 'node:path';
import { HeavyLoad } from '../beside/heavy-load';
import { heavyWorks } from '../beside/heavy-requests';
import { runCommand } from '../commands';
import { startBusy, startExecutable, startLimit, withServers } from '../contestants';
import { type Bench, type Measurement, type Part, quantile, type Result } from '../measurement';
import { type Server, workedMilliseconds } from '../processes';

/** What a reader may meet in the one request of a hundred, and at worst. */
const mostMilliseconds = { p99: 15, max: 60 };

const leastSeconds = 4;

/** How long a server is read that is as busy. */
const busySeconds = 2;

/**
 * How long single artists take while somebody asks for something heavy, over and over; and while nobody does. In the same
 * seconds a server is read that does nothing else, and afterwards one that is as busy with nothing, a millisecond at a time:
 * what these take is the machine's.
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
        const { waits, others, times, share } = await readBeside(bench, server, limit, title);
        const [seen, idle, busy] = [tailOf(waits), tailOf(others), tailOf(await readBusy(bench, limit, share))];
        notes.push(
          `${title}, ${times} times: ${written(seen)}; an idle server ${written(idle)}; one busy for ${Math.round(share * 100)} % of the time ${written(busy)}`,
        );
        for (const name of ['p99', 'max'] as const) parts.push(partOf(title, name, { seen, idle, busy }, { times, share }));
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

function partOf(
  title: string,
  name: 'p99' | 'max',
  { seen, idle, busy }: Readonly<Record<'seen' | 'idle' | 'busy', Tail>>,
  done: Readonly<Record<'times' | 'share', number>>,
): Part {
  const [value, floor] = [seen[name], busy[name]];
  const target = { bound: 'at most', amount: mostMilliseconds[name] } as const;
  const figures = { ...seen, ...done, idleP99: idle.p99, idleMax: idle.max, busyP99: busy.p99, busyMax: busy.max };
  return { title: `${name} beside ${title}`, value, floor, ratio: value / floor, figures, target };
}

const idsFile = ({ temporary }: Bench): string => join(temporary, 'ids.txt');

/** What the reader waited for, of either server. */
interface Waits {
  readonly waits: readonly number[];
  readonly others: readonly number[];
}

/** Reads while the work is done over and over, and says how often it was begun, and for what share of the time the server worked. */
async function readBeside(bench: Bench, server: Server, limit: Server, title: string): Promise<Waits & { times: number; share: number }> {
  const load = await HeavyLoad.begin(bench, server, title);
  try {
    const [began, worked] = [performance.now(), workedMilliseconds(server.pid)];
    const reading = readAll(bench, server, limit);
    // Where the work fails, that is told, and not what came of the reader.
    await Promise.race([reading, load.done]);
    const found = await reading;
    const share = (workedMilliseconds(server.pid) - worked) / (performance.now() - began);
    return { ...found, share, times: await load.stop() };
  } finally {
    await load.stop();
  }
}

/** The same reader, of a server that works for this share of the time. */
const readBusy = (bench: Bench, limit: Server, share: number): Promise<readonly number[]> =>
  withServers([() => startBusy(share)], async ([busy]) => (await readAll(bench, busy, limit, busySeconds)).waits);

const secondsAt = ({ pace }: Bench): number => Math.max(leastSeconds, pace.rounds * pace.roundSeconds);

async function readAll(bench: Bench, server: Server, limit: Server, seconds = secondsAt(bench)): Promise<Waits> {
  const { catalog } = bench;
  const script = join(import.meta.dir, '..', 'beside', 'reader.ts');
  const command = [process.execPath, script, server.url, limit.url, idsFile(bench), String(seconds)];
  const { told } = await runCommand(command, { BENCH_TOKEN: catalog.token });
  return JSON.parse(told) as Waits;
}
