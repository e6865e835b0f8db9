import { join } from 'node:path';
import { runCommand } from '../commands';
import { writeDump } from '../dumps';
import { compared, type Measurement, median } from '../measurement';

/** Large enough for a steady throughput; xz takes a minute or two to compress it. */
const fullPlainBytes = 400_000_000;

/** Share of soundtracks, about that of a real dump. */
const soundtracks = 0.04;

/** Odd, so that the median is one of them. */
const runs = 3;

/** Mapping a release dump to records, compared with decompressing it. Nothing is written to a catalog. */
export const importMusicBrainz: Measurement = {
  name: 'import-musicbrainz',
  title: 'reading release.tar.xz from MusicBrainz',
  unit: 'ms',
  target: { bound: 'at most', ratio: 1.25 },
  isSizeIndependent: true,
  async measure({ temporary, pace: { share } }) {
    const bytes = fullPlainBytes * share;
    const dump = await writeDump(join(temporary, 'release.tar.xz'), bytes, soundtracks);
    const results = { records: [] as Drained[], decompressed: [] as Drained[] };
    for (let run = 0; run < runs; run++) {
      results.decompressed.push(await drain('decode', dump.file));
      results.records.push(await drain('musicbrainz', dump.file));
    }
    const times = (all: readonly Drained[]) => all.map(({ seconds }) => seconds * 1000);
    const time = (all: readonly Drained[]) => median(times(all));
    const peak = (all: readonly Drained[]) => Math.round(Math.max(...all.map(({ peakBytes }) => peakBytes)) / 1_000_000);
    const pace = (all: readonly Drained[]) => `${Math.round(bytes / 1_000 / time(all))} MB/s, peak memory ${peak(all)} MB`;
    return {
      ...compared(times(results.records), times(results.decompressed)),
      rounds: { records: times(results.records), decompressed: times(results.decompressed) },
      figures: { megabytesPerSecond: bytes / 1_000 / time(results.records) },
      notes: [
        `mapping to records ${pace(results.records)}`,
        `decompression alone ${pace(results.decompressed)}`,
        `${dump.soundtracks} of ${dump.lines} releases mapped to ${results.records[0]?.records} records`,
      ],
    };
  },
};

/** Output of `drain.ts`, with its peak RSS. */
interface Drained {
  readonly seconds: number;
  readonly records?: number;
  readonly peakBytes: number;
}

/** Runs `drain.ts` in its own process, to measure its memory separately. */
async function drain(...args: string[]): Promise<Drained> {
  const { output, peakBytes } = await runCommand([process.execPath, join(import.meta.dir, '..', 'drain.ts'), ...args]);
  return { ...(JSON.parse(output) as Omit<Drained, 'peakBytes'>), peakBytes };
}
