import { join } from 'node:path';
import { type HeavyWork, heavyWorks } from '../beside/heavy-requests';
import { runCommand } from '../commands';
import { startExecutable, withServers } from '../contestants';
import { type Bench, type Measurement, quantile, type Result } from '../measurement';
import type { Server } from '../processes';

/** What a reader may meet in the one request of a hundred, and at worst. */
const mostMilliseconds = { p99: 15, max: 60 };

const leastSeconds = 5;

/** How long single artists take while somebody asks for something heavy, over and over; and while nobody does. */
export const beside: Measurement = {
  name: 'beside',
  title: 'a reader of single artists, beside heavy work',
  unit: 'ms',
  target: { bound: 'at most', amount: mostMilliseconds.p99 },
  measure: (bench) =>
    withServers([() => startExecutable(bench)], async ([server]) => {
      await Bun.write(idsFile(bench), bench.catalog.artistIds.join('\n'));
      const parts: (Result & { title: string })[] = [];
      const notes: string[] = [];
      for (const work of heavyWorks) {
        const { waits, times } = await readBeside(bench, server, work);
        const seen = { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), max: Math.max(...waits), times };
        notes.push(`${work.title}, ${times} times: p50 ${seen.p50.toFixed(1)}, p99 ${seen.p99.toFixed(1)}, max ${seen.max.toFixed(1)} ms`);
        const alone = parts[0]?.figures ?? seen;
        for (const name of ['p99', 'max'] as const) parts.push(partOf(work, name, seen, Number(alone[name])));
      }
      const worst = parts.toSorted((one, other) => other.value - one.value).find(({ title }) => title.startsWith('p99')) as Result;
      return { value: worst.value, floor: worst.floor, ratio: worst.ratio, parts, notes };
    }),
};

const partOf = ({ title }: HeavyWork, name: 'p99' | 'max', seen: Readonly<Record<string, number>>, floor: number) => {
  const value = Number(seen[name]);
  const target = { bound: 'at most', amount: mostMilliseconds[name] } as const;
  return { title: `${name} beside ${title}`, value, floor, ratio: value / floor, figures: seen, target };
};

const idsFile = ({ temporary }: Bench): string => join(temporary, 'ids.txt');

/** Reads while the work is done over and over, and says how often it was begun. */
async function readBeside(bench: Bench, server: Server, work: HeavyWork): Promise<{ waits: number[]; times: number }> {
  const doOnce = await work.prepare(bench, server);
  const stop = new AbortController();
  let times = 0;
  const working = (async () => {
    while (!stop.signal.aborted) {
      times++;
      await doOnce(stop.signal);
    }
  })();
  try {
    const reading = readAll(bench, server);
    // Where the work fails, that is told, and not what came of the reader.
    await Promise.race([reading, working]);
    return { waits: await reading, times };
  } finally {
    stop.abort();
    await working;
  }
}

async function readAll(bench: Bench, { url }: Server): Promise<number[]> {
  const { pace, catalog } = bench;
  const seconds = Math.max(leastSeconds, pace.rounds * pace.roundSeconds);
  const script = join(import.meta.dir, '..', 'beside', 'reader.ts');
  const command = [process.execPath, script, url, idsFile(bench), String(seconds)];
  const { told } = await runCommand(command, { BENCH_TOKEN: catalog.token });
  return JSON.parse(told) as number[];
}
