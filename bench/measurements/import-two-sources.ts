import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runCommand } from '../commands';
import { realDiscogsReleases } from '../discogs-releases';
import { release } from '../dumps';
import type { Bench, Measurement } from '../measurement';
import { Random } from '../random';

/** As many as show a steady pace, in each of the sources; their documents are large. */
const allReleases = 3_000;

/** Every third release of MusicBrainz or so has a link to Discogs. */
const linked = 0.3;

/** How long releases of Discogs take that a catalog has a part of from MusicBrainz, settled at the end, beside an empty one. */
export const importTwoSources: Measurement = {
  name: 'import-two-sources',
  title: 'releases of Discogs into a catalog of MusicBrainz',
  unit: 'ms',
  target: { bound: 'at most', ratio: 1.5 },
  isOfAnySize: true,
  async measure(bench) {
    const releases = Math.round(allReleases * bench.pace.share);
    const [discogs, musicbrainz] = [join(bench.temporary, 'two-releases.xml'), join(bench.temporary, 'two-release.jsonl')];
    await pipeline(Readable.from(discogsDump(releases)), createWriteStream(discogs));
    await pipeline(Readable.from(musicbrainzLines(releases)), createWriteStream(musicbrainz));
    const [alone, both] = [join(bench.temporary, 'alone'), join(bench.temporary, 'both')];
    const floor = await importing(bench, 'discogs', discogs, alone);
    const before = await importing(bench, 'musicbrainz', musicbrainz, both);
    const value = await importing(bench, 'discogs', discogs, both);
    const again = await importing(bench, 'discogs', discogs, both);
    const peak = Math.max(...[floor, before, value, again].map(({ peakBytes }) => peakBytes));
    return {
      value: value.milliseconds,
      floor: floor.milliseconds,
      ratio: value.milliseconds / floor.milliseconds,
      notes: [
        `${value.records} records of ${releases} releases, ${linked * 100} % of them in both; again in ${Math.round(again.milliseconds)} ms`,
        `as many releases of MusicBrainz before: ${before.records} records in ${Math.round(before.milliseconds)} ms`,
        `at most ${Math.round(peak / 1_000_000)} MB of memory`,
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
    const made = JSON.parse(release(random, true)) as { relations?: object[] };
    if (random.chance(linked)) made.relations = [...(made.relations ?? []), linkTo(id, random.uuid())];
    yield `${JSON.stringify(made)}\n`;
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

async function importing({ executable }: Bench, source: string, file: string, data: string): Promise<Import> {
  const { told, peakBytes } = await runCommand([executable, 'import', source, file, '--data', data, '--json']);
  const { seconds, records } = JSON.parse(told.trim().split('\n').at(-1) as string) as { seconds: number; records: number };
  return { milliseconds: seconds * 1000, records, peakBytes };
}
