import { describe, expect, test } from 'bun:test';
import { artist, format, iri, release, track } from '../records/numbered-records';
import { demoRecords, uuidOf } from '../support/demo-records';
import { nonEmpty } from '../support/non-empty';
import { demoServer, startServer } from '../support/server';
import { uuid } from '../support/uuids';

// biome-ignore lint/suspicious/noExplicitAny: tracks have the format of the files.
type Attributes = any;
interface Track {
  readonly id: string;
  readonly attributes: Attributes;
  readonly relationships?: Attributes;
}

const tracks: readonly Track[] = demoRecords('ReleaseTrack');

const listOf = (track: { id: string }): string => track.id.slice(0, track.id.lastIndexOf('/'));

const server = await demoServer();

const compound = tracks.find(({ attributes }) => attributes.title === "Sodomy / Coloured Spade / Ain't Got No") as Track;

describe('the tracks of a release', () => {
  test('are in one list, ordered by disc and position', async () => {
    const byRelease = Map.groupBy(tracks, ({ id }) => id.slice(0, id.indexOf('/formats/')));
    const [release] = [...byRelease].find(([, own]) => new Set(own.map(listOf)).size > 1) as [string, Track[]];

    const { data, meta } = await server.read(`/api/tracks?release=${release}&itemsPerPage=100`);

    const own = tracks.filter(({ id }) => id.startsWith(`${release}/`));
    expect(meta?.totalItems).toBe(own.length);
    expect(data.map(({ id }: Track) => id).sort()).toEqual(own.map(({ id }) => id).sort());
    const byDisc = Map.groupBy<string, Track>(data, listOf);
    expect(byDisc.size).toBeGreaterThan(1);
    for (const disc of byDisc.values()) {
      const positions = disc.map(({ attributes }) => attributes.position);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
    }
  });

  test('are accompanied by the entries of its productions, in order', async () => {
    const [{ id: release }] = (await server.read('/api/releases?q=fantasy film world')).data;

    const { data, included } = await server.read(`${release}?include=entries.production`);

    const entries = data.relationships.entries.data.map(({ id }: Track) => included?.find((one) => one.id === id));
    expect(entries.map(({ attributes }: Track) => attributes.position)).toEqual([1, 2, 3, 4]);
    expect(entries.every(({ attributes }: Track) => attributes.kind === 'compilation')).toBe(true);
  });
});

test('a track has the works of its recording', async () => {
  const recordings = new Map(demoRecords('ReleaseRecording').map(({ id, attributes }) => [id, attributes]));
  const titles = new Map(demoRecords('Work').map(({ id, attributes }) => [id, attributes.title]));
  const worksOf = ({ relationships }: Track): readonly { iri: string }[] =>
    (recordings.get(relationships?.recording?.data?.id)?.works ?? []) as { iri: string }[];
  for (const track of nonEmpty(tracks.filter((one) => worksOf(one).length > 0))) {
    const works = worksOf(track).map(({ iri }) => ({ iri, id: uuidOf(iri), title: titles.get(iri) }));
    expect((await server.read(track.id)).data.attributes.works).toEqual(works);
  }
});

describe('a compound track', () => {
  test('has parts that can be read by id', async () => {
    const [part] = compound.attributes.sub_tracks;

    const { data } = await server.read(`${listOf(compound)}/${part.id}`);

    const [shownPart] = (await server.read(compound.id)).data.attributes.sub_tracks;
    expect(shownPart.iri).toBe(data.id);
    expect(data.attributes).toMatchObject({ _id: part.id, title: part.title, _type: 'track', sub_tracks: [] });
  });
});

describe('the artist credit of a track', () => {
  const credit = (number: number, rest: object = {}) => ({ iri: iri('artists', number), credit_role: 'performer', ...rest });

  const rendered: readonly (readonly [string, attributes: object, line: string | null])[] = [
    ['is the name of a single artist', { artists: [credit(1)] }, 'Nino'],
    ['uses the name variation', { artists: [credit(1, { name_variation: 'N. Rota' })] }, 'N. Rota'],
    [
      'joins names by their join phrases',
      { artists: [credit(1, { join_phrase: ' & ' }), credit(2, { join_phrase: ' feat. ' }), credit(3)] },
      'Nino & Ada feat. Zé',
    ],
    ['joins names by commas without join phrases', { artists: [credit(1), credit(2), credit(3)] }, 'Nino, Ada, Zé'],
    ['keeps a join phrase after the last name', { artists: [credit(1, { join_phrase: ' with orchestra' })] }, 'Nino with orchestra'],
    ['follows the positions', { artists: [credit(1, { position: 2 }), credit(2, { position: 1, join_phrase: ' / ' })] }, 'Ada / Nino'],
    ['is the artist text without artists', { artist_text: 'Various' }, 'Various'],
    ['is the explicit artist credit if there is one', { artists: [credit(1)], artist_credit: 'Nino e la banda' }, 'Nino e la banda'],
    ['is null without credits', {}, null],
  ];
  test.each(rendered)('%s, for a track and for a part', async (_, attributes, line) => {
    const part = { id: uuid(13), type: 'track', position: 1, title: 'Part', ...attributes };
    const suite = track(10, 11, 12, { position: 1, title: 'Track', _type: 'compound', ...attributes, sub_tracks: [part] });
    const own = await startServer([
      ...['Nino', 'Ada', 'Zé'].map((name, index) => artist(index + 1, name)),
      ...[release(10, 'Own'), format(10, 11), suite],
    ]);

    const { data } = await own.read(suite.id);

    expect(data.attributes.artist_credit).toBe(line);
    expect(data.attributes.sub_tracks[0].artist_credit).toBe(line);
  });
});

describe('the tracks of a format', () => {
  test('are ordered by position', async () => {
    for (const list of nonEmpty(new Set(tracks.map(listOf)))) {
      const { data } = await server.read(`${list}?itemsPerPage=100`);

      const positions = data.map(({ attributes }: Track) => attributes.position);
      expect(positions.length).toBeGreaterThan(0);
      expect(positions).toEqual(positions.toSorted((a: number, b: number) => a - b));
    }
  });
});

test('tracks of a release are included through its formats, without the parts of compound tracks, and at most 5,000 at once', async () => {
  const releases = Array.from({ length: 51 }, (_, index) => index + 1);
  const own = await startServer(
    releases.flatMap((number) => {
      const tracks = Array.from({ length: 99 }, (_, index) =>
        track(number, 1_000 + number, 10_000 + number * 100 + index, {
          title: `Cue ${index}`,
          position: index + 1,
          ...(index === 0 && { _type: 'compound', sub_tracks: [{ id: uuid(20_000 + number), position: 1, title: 'Part' }] }),
        }),
      );
      return [release(number, `Score ${number}`), format(number, 1_000 + number), ...tracks];
    }),
  );

  const { included } = await own.read(`/api/releases/${uuid(1)}?include=formats.tracks`);
  const [disc, ...tracks] = included ?? [];
  expect(tracks.map(({ id }) => id)).toEqual(disc?.relationships.tracks.data.map(({ id }: { id: string }) => id));
  expect(tracks.map(({ attributes }) => attributes.position)).toEqual(Array.from({ length: 99 }, (_, index) => index + 1));
  expect((await own.read('/api/releases?include=formats.tracks&itemsPerPage=50')).included).toHaveLength(5_000);
  const refused = await own.request('/api/releases?include=formats.tracks&itemsPerPage=51');
  expect([refused.status, ((await refused.json()) as { errors: unknown[] }).errors[0]]).toMatchObject([
    400,
    { code: 'included_too_many', source: { parameter: 'include' }, meta: { params: { max: 5_000 } } },
  ]);
}, 60_000);
