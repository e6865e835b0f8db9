import { join } from 'node:path';
import { runCommand } from '../commands';
import { writeDump } from '../dumps';
import { compared, type Measurement, median } from '../measurement';

/** As large as shows a steady pace; the compressor takes a minute or two for it. */
const wholePlainBytes = 400_000_000;

/** In a real dump some 4 of 100 releases are of soundtracks. */
const soundtracks = 0.04;

/** Odd, so that the median is one of them. */
const runs = 3;

/** How long the dump of releases takes to become records, beside decompressing it alone. Nothing is written. */
export const importMusicBrainz: Measurement = {
  name: 'import-musicbrainz',
  title: 'release.tar.xz of MusicBrainz to records',
  unit: 'ms',
  target: { bound: 'at most', ratio: 1.25 },
  isOfAnySize: true,
  async measure({ temporary, pace: { share } }) {
    const bytes = wholePlainBytes * share;
    const dump = await writeDump(join(temporary, 'release.tar.xz'), bytes, soundtracks);
    const seen = { records: [] as Drained[], threads: [] as Drained[], thread: [] as Drained[] };
    for (let run = 0; run < runs; run++) {
      seen.thread.push(await drain('decode', dump.file, '1'));
      seen.threads.push(await drain('decode', dump.file));
      seen.records.push(await drain('musicbrainz', dump.file));
    }
    const times = (all: readonly Drained[]) => all.map(({ seconds }) => seconds * 1000);
    const time = (all: readonly Drained[]) => median(times(all));
    const peak = (all: readonly Drained[]) => Math.round(Math.max(...all.map(({ peakBytes }) => peakBytes)) / 1_000_000);
    const pace = (all: readonly Drained[]) => `${Math.round(bytes / 1_000 / time(all))} MB/s, at most ${peak(all)} MB of memory`;
    return {
      ...compared(times(seen.records), times(seen.threads)),
      rounds: { records: times(seen.records), threads: times(seen.threads), thread: times(seen.thread) },
      figures: { megabytesPerSecond: bytes / 1_000 / time(seen.records) },
      notes: [
        `to records ${pace(seen.records)}`,
        `decompression alone ${pace(seen.threads)}; on one thread ${pace(seen.thread)}`,
        `${dump.soundtracks} of ${dump.lines} releases became ${seen.records[0]?.records} records`,
      ],
    };
  },
};

/** What a process that read a file has told of itself. */
interface Drained {
  readonly seconds: number;
  readonly records?: number;
  readonly peakBytes: number;
}

/** In a process of its own, so that the memory is that of this work alone. */
async function drain(...words: string[]): Promise<Drained> {
  const { told, peakBytes } = await runCommand([process.execPath, join(import.meta.dir, '..', 'drain.ts'), ...words]);
  return { ...(JSON.parse(told) as Omit<Drained, 'peakBytes'>), peakBytes };
}
