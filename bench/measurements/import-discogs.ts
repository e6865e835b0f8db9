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

/** As large as shows a steady pace, as small as is made in some seconds. */
const plainBytes = 400_000_000;

/** In a real dump some 4 of 100 releases are of the genre Stage & Screen. */
const kept = 0.04;

/** Odd, so that the median is one of them; the first of all is left out, since a dump is long and a compiler warms up once. */
const runs = 3;

/** How long the dump of releases takes to become records, beside decompressing it alone. Nothing is written. */
export const importDiscogs: Measurement = {
  name: 'import-discogs',
  title: 'releases.xml.gz of Discogs to records',
  unit: 'ms',
  target: { bound: 'at most', ratio: 3 },
  isOfAnySize: true,
  async measure({ temporary, pace: { share } }) {
    const file = join(temporary, 'releases.xml.gz');
    const size = await writeDump(file, plainBytes * share);
    const times = { records: [] as number[], gunzip: [] as number[] };
    let seen = { items: 0, documents: 0 };
    for (let run = 0; run <= runs; run++) {
      times.gunzip.push(await timed(() => readThrough(openPlain(file).chunks)));
      times.records.push(
        await timed(async () => {
          const source = discogs([file], {});
          seen = { items: await readThrough(source.items(emptyCatalog, undefined)), documents: source.progress.documents };
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
        `${Math.round(size / 1_000_000)} MB plain: ${pace(value)} (best ${pace(Math.min(...times.records))}), gunzip alone ${pace(floor)}`,
        `${seen.items} of ${seen.documents} releases became records`,
        `${Math.round(process.memoryUsage.rss() / 1_000_000)} MB of memory, the bench itself included`,
      ],
    };
  },
};

/** Real releases over and over, under other ids; those that are not to be kept are of another genre and other styles. */
async function writeDump(file: string, plainBytes: number): Promise<number> {
  const releases = await realDiscogsReleases();
  const random = new Random(20_200_806);
  let size = 0;
  const pieces = function* () {
    yield '<releases>\n';
    for (let id = 1; size < plainBytes; id++) {
      const real = random.pick(releases);
      const own = real.replace(/id="\d+"/, `id="${id}"`);
      const text = `${random.chance(kept) ? own : ofOtherMusic(own)}\n`;
      size += Buffer.byteLength(text);
      yield text;
    }
    yield '</releases>\n';
  };
  await pipeline(Readable.from(pieces()), createGzip({ level: 4 }), createWriteStream(file));
  return size;
}

const ofOtherMusic = (release: string): string =>
  release
    .replaceAll('Stage &amp; Screen</genre>', 'Electronic</genre>')
    .replace(/(?:Soundtrack|Score|Video Game Music)<\/style>/g, 'Ambient</style>');

/** Nothing is known, so that all that a release says becomes records. */
const emptyCatalog: KnownRecords = {
  has: () => false,
  knows: () => false,
  findByLink: () => undefined,
  findByName: () => undefined,
  findRole: () => undefined,
  note: () => undefined,
};

async function readThrough(things: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const thing of things) if (typeof thing !== 'symbol') count++;
  return count;
}
