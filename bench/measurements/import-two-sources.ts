import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runCommand } from '../commands';
import { realDiscogsReleases } from '../discogs-releases';
import { release } from '../dumps';
import type { Bench, Measurement } from '../measurement';
import { Random } from '../random';

/** Releases of each source, enough for a steady throughput. */
const fullReleases = 3_000;

/** Share of MusicBrainz releases with a link to Discogs, about that of real data. */
const linked = 0.3;

/** Discogs import into a catalog that has some of the releases from MusicBrainz, with reconciliation, compared with an empty one. */
export const importTwoSources: Measurement = {
  name: 'import-two-sources',
  title: 'Discogs import into a MusicBrainz catalog',
  unit: 'ms',
  target: { bound: 'at most', ratio: 1.5 },
  isSizeIndependent: true,
  async measure(bench) {
    const releases = Math.round(fullReleases * bench.pace.share);
    const [discogs, musicbrainz] = [join(bench.temporary, 'two-releases.xml'), join(bench.temporary, 'two-release.jsonl')];
    await pipeline(Readable.from(discogsDump(releases)), createWriteStream(discogs));
    await pipeline(Readable.from(musicbrainzLines(releases)), createWriteStream(musicbrainz));
    const [alone, both] = [join(bench.temporary, 'alone'), join(bench.temporary, 'both')];
    const floor = await runImport(bench, 'discogs', discogs, alone);
    const before = await runImport(bench, 'musicbrainz', musicbrainz, both);
    const value = await runImport(bench, 'discogs', discogs, both);
    const again = await runImport(bench, 'discogs', discogs, both);
    const peak = Math.max(...[floor, before, value, again].map(({ peakBytes }) => peakBytes));
    return {
      value: value.milliseconds,
      floor: floor.milliseconds,
      ratio: value.milliseconds / floor.milliseconds,
      notes: [
        `${value.records} records from ${releases} releases, ${linked * 100}% of them in both sources; repeated import ${Math.round(again.milliseconds)} ms`,
        `previous MusicBrainz import of ${releases} releases: ${before.records} records in ${Math.round(before.milliseconds)} ms`,
        `peak memory ${Math.round(peak / 1_000_000)} MB`,
      ],
    };
  },
};

async function* discogsDump(releases: number): AsyncGenerator<string> {
  const real = await realDiscogsReleases();
  const random = new Random(2);
  yield '<releases>\n';
  for (let id = 1; id <= releases; id++) yield `${random.pick(real).replace(/id="\d+"/, `id="${id}"`)}\n`;
  yield '</releases>\n';
}

function* musicbrainzLines(releases: number): Generator<string> {
  const random = new Random(3);
  for (let id = 1; id <= releases; id++) {
    const document = JSON.parse(release(random, true)) as { relations?: object[] };
    if (random.chance(linked)) document.relations = [...(document.relations ?? []), linkTo(id, random.uuid())];
    yield `${JSON.stringify(document)}\n`;
  }
}

const linkTo = (id: number, page: string): object => ({
  type: 'discogs',
  'type-id': '4a78823c-1c53-4176-a5f3-58026c76f2bc',
  'target-type': 'url',
  direction: 'forward',
  ended: false,
  attributes: [],
  url: { id: page, resource: `https://www.discogs.com/release/${id}` },
});

interface Import {
  readonly milliseconds: number;
  readonly records: number;
  readonly peakBytes: number;
}

async function runImport({ executable }: Bench, source: string, file: string, data: string): Promise<Import> {
  const { output, peakBytes } = await runCommand([executable, 'import', source, file, '--data', data, '--json']);
  const { seconds, records } = JSON.parse(output.trim().split('\n').at(-1) as string) as { seconds: number; records: number };
  return { milliseconds: seconds * 1000, records, peakBytes };
}
