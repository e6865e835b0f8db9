import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { KnownRecords } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { openPlain } from '../../src/import/streams';
import { realDiscogsReleases } from '../discogs-releases';
import { compared, type Measurement, timed } from '../measurement';
import { Random } from '../random';

/** Large enough for a steady throughput, small enough to generate in seconds. */
const plainBytes = 400_000_000;

/** Share of soundtracks. In a real dump, about 4% of releases have the genre Stage & Screen. */
const soundtracks = 0.04;

/** Odd, so that the median is one of them. A warm-up run before them is not counted, since real dumps are much longer. */
const runs = 3;

/** Mapping a release dump to records, compared with decompressing it. Nothing is written to a catalog. */
export const importDiscogs: Measurement = {
  name: 'import-discogs',
  title: 'reading releases.xml.gz from Discogs',
  unit: 'ms',
  target: { bound: 'at most', ratio: 3 },
  isSizeIndependent: true,
  async measure({ temporary, pace: { share } }) {
    const file = join(temporary, 'releases.xml.gz');
    const size = await writeDump(file, plainBytes * share);
    const times = { records: [] as number[], gunzip: [] as number[] };
    let counts = { items: 0, documents: 0 };
    for (let run = 0; run <= runs; run++) {
      times.gunzip.push(await timed(() => countAll(openPlain(file).chunks)));
      times.records.push(
        await timed(async () => {
          const source = discogs([file], {});
          counts = { items: await countAll(source.items(emptyCatalog, undefined)), documents: source.progress.documents };
        }),
      );
    }
    for (const list of Object.values(times)) list.shift();
    const result = compared(times.records, times.gunzip);
    const { value, floor } = result;
    const pace = (milliseconds: number) => `${Math.round(size / 1_000 / milliseconds)} MB/s`;
    return {
      ...result,
      rounds: times,
      figures: { megabytesPerSecond: size / 1_000 / value },
      notes: [
        `${Math.round(size / 1_000_000)} MB uncompressed: ${pace(value)} (best ${pace(Math.min(...times.records))}), gunzip alone ${pace(floor)}`,
        `${counts.items} of ${counts.documents} releases mapped to records`,
        `RSS ${Math.round(process.memoryUsage.rss() / 1_000_000)} MB, including the benchmark`,
      ],
    };
  },
};

/** Repeats real releases with new ids. All but the share of soundtracks get another genre and style. Returns the uncompressed size. */
async function writeDump(file: string, plainBytes: number): Promise<number> {
  const releases = await realDiscogsReleases();
  const random = new Random(20_200_806);
  let size = 0;
  const pieces = function* () {
    yield '<releases>\n';
    for (let id = 1; size < plainBytes; id++) {
      const real = random.pick(releases);
      const own = real.replace(/id="\d+"/, `id="${id}"`);
      const text = `${random.chance(soundtracks) ? own : withOtherGenre(own)}\n`;
      size += Buffer.byteLength(text);
      yield text;
    }
    yield '</releases>\n';
  };
  await pipeline(Readable.from(pieces()), createGzip({ level: 4 }), createWriteStream(file));
  return size;
}

const withOtherGenre = (release: string): string =>
  release
    .replaceAll('Stage &amp; Screen</genre>', 'Electronic</genre>')
    .replace(/(?:Soundtrack|Score|Video Game Music)<\/style>/g, 'Ambient</style>');

/** No known records, so that everything in a release is mapped. */
const emptyCatalog: KnownRecords = {
  has: () => false,
  knows: () => false,
  findByLink: () => undefined,
  findByName: () => undefined,
  tracksOf: () => [],
  findRole: () => undefined,
  note: () => undefined,
};

async function countAll(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const item of items) if (typeof item !== 'symbol') count++;
  return count;
}
