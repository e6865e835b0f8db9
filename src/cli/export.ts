import { counted } from '../counted';
import { badUsage } from '../errors';
import { stopSignal } from './serve/signals';
import { command, withStore } from './terminal/options';
import { note } from './terminal/output';

export const exportCommand = () =>
  command('export', 'write the whole catalog as JSON lines, which leitmotif import ndjson reads')
    .argument('[file]', 'where to; compressed if its name ends in .zst or .gz; - is standard output', '-')
    .option('--since <sequence>', 'only what has changed after this sequence of the feed of changes')
    .option('--provisional', 'with the releases that only stand in for others to come')
    .action((file, flags) => {
      const since = readSince(flags.since);
      return withStore(flags, async (store) => {
        const { exportToFile } = await import('../export/file');
        const stop = stopSignal();
        try {
          const exported = await exportToFile(store, file, { since, standIns: flags.provisional }, stop.signal);
          if (exported) note(summary(exported.sequence, exported.counts));
        } catch (error) {
          if (!stop.signal.aborted) throw error;
          note('leitmotif: Interrupted. There is no export.');
          process.exitCode = stop.exitCode();
        }
      });
    });

function summary(sequence: number, counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([type, count]) => `${type} ${count}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `Exported ${counted(total, 'record')} at sequence ${sequence}${all.length > 0 ? `: ${all.join(', ')}` : ''}.`;
}

function readSince(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (!/^\d{1,15}$/.test(written)) throw badUsage('--since must be a whole number from 0.');
  return Number(written);
}
