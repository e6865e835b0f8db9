import { badUsage } from '../errors';
import { pluralize } from '../pluralize';
import type { Store } from '../store/database/open';
import { interrupted, stopSignal } from './serve/signals';
import { command, withStore } from './terminal/options';
import { note } from './terminal/output';

export const exportCommand = () =>
  command('export', 'export the whole catalog as JSON lines for leitmotif import ndjson')
    .argument('[file]', 'output file, compressed if it ends in .zst or .gz; - is standard output', '-')
    .option('--since <sequence>', 'only changes after this sequence number of the change feed')
    .option('--provisional', 'include placeholders, which are releases that an import can complete')
    .action((file, flags) => {
      const since = readSince(flags.since);
      return withStore(flags, async (store) => {
        const { exportToFile } = await import('../export/file');
        const stop = stopSignal();
        try {
          const exported = await exportToFile(store, file, { since, provisional: flags.provisional }, stop.signal);
          if (exported) note(summary(exported.sequence, exported.counts));
          const omitted = flags.provisional ? 0 : countProvisional(store);
          if (exported && omitted > 0) note(`Omitted ${pluralize(omitted, 'placeholder')}. Add --provisional to include them.`);
        } catch (error) {
          if (!stop.signal.aborted) throw error;
          interrupted(stop, ' No export was written.');
        }
      });
    });

/** All of them, since a release that became provisional is omitted from an export of changes, too. */
const countProvisional = ({ reader }: Store): number =>
  reader.get<{ n: number }>('SELECT count(*) AS n FROM "release" WHERE provisional = 1 AND unreviewed_by IS NULL')?.n ?? 0;

function summary(sequence: number, counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).map(([type, count]) => `${type} ${count}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `Exported ${pluralize(total, 'record')} at sequence ${sequence}${all.length > 0 ? `: ${all.join(', ')}` : ''}.`;
}

function readSince(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (!/^\d{1,15}$/.test(written)) throw badUsage('--since must be a whole number of 0 or more.');
  return Number(written);
}
