import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoServer, startServer, type TestServer } from '../support/server';

// biome-ignore lint/suspicious/noExplicitAny: tracks are looked at as they stand in the files.
type Attributes = any;
interface Track {
  readonly id: string;
  readonly attributes: Attributes;
}

const recordsOf = (file: string): Track[] =>
  readFileSync(join(import.meta.dir, '../../seed/demo', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const tracks = recordsOf('19-release-tracks.jsonl');
const namesIn = (file: string) =>
  new Map(recordsOf(file).map(({ id, attributes }) => [id, (attributes.name ?? attributes.title) as string]));
const names = new Map([...namesIn('01-artists.jsonl'), ...namesIn('05-labels.jsonl'), ...namesIn('08-productions.jsonl')]);

const uuidOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
const listOf = (track: { id: string }): string => track.id.slice(0, track.id.lastIndexOf('/'));

/** What a record says of a track or of a part of one, as the contract shows it; the type stands under a name of its own. */
function shown(recorded: Attributes) {
  const credits = (items: Attributes[] = []) => items.map((item) => ({ ...item, id: uuidOf(item.iri), name: names.get(item.iri) }));
  return {
    position: recorded.position,
    number: recorded.number ?? null,
    title: recorded.title,
    variant: recorded.variant ?? null,
    artists: credits(recorded.artists),
    artist_text: recorded.artist_text ?? null,
    artist_credit: recorded.artist_credit ?? recorded.artist_text ?? null,
    minutes: recorded.minutes ?? 0,
    seconds: recorded.seconds ?? 0,
    isrc_code: recorded.isrc_code ?? null,
    content_components: recorded.content_components ?? [],
    source_cue: recorded.source_cue ?? false,
    notes: recorded.notes ?? null,
    label: recorded.label ? { iri: recorded.label.iri, id: uuidOf(recorded.label.iri), name: names.get(recorded.label.iri) } : null,
    credits: credits(recorded.credits),
    productions: (recorded.productions ?? []).map(({ iri }: { iri: string }) => ({ iri, id: uuidOf(iri), title: names.get(iri) })),
  };
}

const withoutType = [
  'position',
  'number',
  'title',
  'variant',
  'artists',
  'artist_text',
  'artist_credit',
  'minutes',
  'seconds',
  'isrc_code',
];
const further = ['content_components', 'source_cue', 'notes', 'label', 'credits', 'productions'];

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

const compound = tracks.find(({ attributes }) => attributes.title === "Sodomy / Coloured Spade / Ain't Got No") as Track;

describe('the tracks of a release', () => {
  test('are found in one list, in the order of its discs and of each disc', async () => {
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

  test('stand beside what it has of which production', async () => {
    const [{ id: release }] = (await server.read('/api/releases?q=fantasy film world')).data;

    const { data, included } = await server.read(`${release}?include=entries.production`);

    const entries = data.relationships.entries.data.map(({ id }: Track) => included?.find((one) => one.id === id));
    expect(entries.map(({ attributes }: Track) => attributes.position)).toEqual([1, 2, 3, 4]);
    expect(entries.every(({ attributes }: Track) => attributes.kind === 'compilation')).toBe(true);
  });
});

describe('attributes', () => {
  test('every track of the demo is as its record says, in the attributes of the contract', async () => {
    for (const { id, attributes } of tracks) {
      const { data } = await server.read(id);

      const parts = (attributes.sub_tracks ?? []).map((part: Attributes) => ({
        iri: id.replace(/[^/]+$/, part.id),
        id: part.id,
        type: 'track',
        ...shown(part),
      }));
      expect(data.attributes).toEqual({ _id: uuidOf(id), ...shown(attributes), _type: attributes._type ?? 'track', sub_tracks: parts });
      expect(data).toMatchObject({ id, type: 'ReleaseTrack', links: { self: id } });
    }
  });

  test('the keys of a track are those of the contract and its decisions', async () => {
    const { data } = await server.read(compound.id);

    expect(Object.keys(data.attributes).sort()).toEqual(['_id', '_type', 'sub_tracks', ...withoutType, ...further].sort());
  });

  test.each([
    ['source_cue', 'boolean'],
    ['minutes', 'number'],
    ['seconds', 'number'],
    ['position', 'number'],
  ])('%s is a %s on every track and every part', async (name, type) => {
    for (const { id } of tracks.filter(({ attributes }) => attributes.sub_tracks || attributes.source_cue)) {
      const { data } = await server.read(id);

      const types = [data.attributes, ...data.attributes.sub_tracks].map((attributes): string => typeof attributes[name]);
      expect(new Set(types)).toEqual(new Set([type]));
    }
  });

  test('a label is named with its IRI and id', async () => {
    const labeled = tracks.find(({ attributes }) => attributes.label) as Track;

    const { data } = await server.read(labeled.id);

    expect(Object.keys(data.attributes.label).sort()).toEqual(['id', 'iri', 'name']);
    expect(data.attributes.label.iri).toBe(labeled.attributes.label.iri);
  });

  test('an artist is credited with IRI, id, name, printed name, position, join phrase and role', async () => {
    const { data } = await server.read(compound.id);

    expect(data.attributes.sub_tracks[0].artists[1]).toEqual({
      iri: '/api/artists/a1642636-14a3-58cd-a45f-8205b9551d02',
      id: 'a1642636-14a3-58cd-a45f-8205b9551d02',
      name: names.get('/api/artists/a1642636-14a3-58cd-a45f-8205b9551d02'),
      name_variation: 'The Co.',
      position: 2,
      join_phrase: null,
      credit_role: 'performer',
    });
  });
});

describe('compound tracks', () => {
  test('hold their parts in order, whose type stands under "type"', async () => {
    const { data } = await server.read(compound.id);

    const parts = data.attributes.sub_tracks;
    expect(data.attributes._type).toBe('compound');
    expect(parts.map(({ title, type }: Attributes) => [title, type])).toEqual([
      ['Sodomy', 'track'],
      ['Coloured Spade', 'track'],
      ["Ain't Got No", 'track'],
    ]);
    for (const part of parts) expect(Object.keys(part).sort()).toEqual(['iri', 'id', 'type', ...withoutType, ...further].sort());
  });

  test('their parts are not in the list of the format', async () => {
    const expected = tracks.filter((track) => listOf(track) === listOf(compound)).map(({ id }) => id);

    const { data, meta } = await server.read(`${listOf(compound)}?itemsPerPage=100`);

    expect(meta?.totalItems).toBe(expected.length);
    expect(data.map(({ id }: Track) => id).toSorted()).toEqual(expected.toSorted());
  });

  test('a part can be read by its id', async () => {
    const [part] = compound.attributes.sub_tracks;

    const { data } = await server.read(`${listOf(compound)}/${part.id}`);

    const [shownPart] = (await server.read(compound.id)).data.attributes.sub_tracks;
    expect(shownPart.iri).toBe(data.id);
    expect(data.attributes).toMatchObject({ _id: part.id, title: part.title, _type: 'track', sub_tracks: [] });
  });
});

describe('lengths', () => {
  const lengthOf = async (id: string): Promise<string> => {
    const { minutes, seconds } = (await server.read(id)).data.attributes;
    return `${minutes}:${String(seconds).padStart(2, '0')}`;
  };

  test('over an hour stay in minutes', async () => {
    const program = tracks.find(({ attributes }) => attributes.minutes > 60) as Track;

    expect(program.attributes.title).toStartWith('Knutsen & Ludvigsen');
    expect(await lengthOf(program.id)).toBe('148:00');
  });

  test('that nobody knows are 0:00', async () => {
    const unknown = tracks.find(({ attributes }) => attributes.minutes === undefined && attributes.seconds === undefined) as Track;

    expect(await lengthOf(unknown.id)).toBe('0:00');
  });

  test('under a minute have no minutes', async () => {
    const { data } = await server.read(compound.id);

    expect(data.attributes.sub_tracks[0]).toMatchObject({ minutes: 0, seconds: 50 });
  });
});

describe('the artist credit', () => {
  const artist = (number: number, name: string) => ({
    type: 'Artist',
    id: `/api/artists/00000000-0000-4000-8000-00000000000${number}`,
    attributes: { name, _type: 'person' },
  });
  const release = '/api/releases/00000000-0000-4000-8000-000000000010';
  const format = `${release}/formats/00000000-0000-4000-8000-000000000011`;
  const track = `${format}/tracks/00000000-0000-4000-8000-000000000012`;
  const credit = (number: number, rest: object = {}) => ({ iri: artist(number, '').id, credit_role: 'performer', ...rest });

  const rendered: readonly (readonly [string, attributes: object, line: string | null])[] = [
    ['of one artist is the name', { artists: [credit(1)] }, 'Nino'],
    ['takes the name as printed', { artists: [credit(1, { name_variation: 'N. Rota' })] }, 'N. Rota'],
    [
      'joins by the phrases',
      { artists: [credit(1, { join_phrase: ' & ' }), credit(2, { join_phrase: ' feat. ' }), credit(3)] },
      'Nino & Ada feat. Zé',
    ],
    ['joins by commas where there are no phrases', { artists: [credit(1), credit(2), credit(3)] }, 'Nino, Ada, Zé'],
    ['keeps a phrase after the last', { artists: [credit(1, { join_phrase: ' with orchestra' })] }, 'Nino with orchestra'],
    ['follows the positions', { artists: [credit(1, { position: 2 }), credit(2, { position: 1, join_phrase: ' / ' })] }, 'Ada / Nino'],
    ['is the free text where there are no artists', { artist_text: 'Various' }, 'Various'],
    ['is the given line before all', { artists: [credit(1)], artist_credit: 'Nino e la banda' }, 'Nino e la banda'],
    ['is null where nobody is credited', {}, null],
  ];
  test.each(rendered)('%s, on a track and on a part of one', async (_, attributes, line) => {
    const part = { id: '00000000-0000-4000-8000-000000000013', type: 'track', position: 1, title: 'Part', ...attributes };
    const own = await startServer([
      ...['Nino', 'Ada', 'Zé'].map((name, index) => artist(index + 1, name)),
      { type: 'Release', id: release, attributes: { title: 'Own' } },
      { type: 'ReleaseFormat', id: format, attributes: {} },
      {
        type: 'ReleaseTrack',
        id: track,
        attributes: { position: 1, title: 'Track', _type: 'compound', ...attributes, sub_tracks: [part] },
      },
    ]);

    const { data } = await own.read(track);

    expect(data.attributes.artist_credit).toBe(line);
    expect(data.attributes.sub_tracks[0].artist_credit).toBe(line);
  });

  test('of the demo is what its artists, printed names and join phrases make', async () => {
    const credited = tracks.flatMap(({ id, attributes }) => [
      ...(attributes.artists ? [{ id, attributes }] : []),
      ...(attributes.sub_tracks ?? [])
        .filter((part: Attributes) => part.artists)
        .map((part: Attributes) => ({ id: `${id.slice(0, id.lastIndexOf('/'))}/${part.id}`, attributes: part })),
    ]);
    for (const { id, attributes } of credited) {
      const made = attributes.artists.map(
        (item: Attributes, index: number) =>
          (item.name_variation ?? names.get(item.iri)) + (item.join_phrase ?? (index + 1 < attributes.artists.length ? ', ' : '')),
      );

      const { data } = await server.read(id);

      expect(data.attributes.artist_credit).toBe(made.join(''));
    }
    expect(credited.length).toBeGreaterThan(100);
  });

  test('artist_text of the demo stands where there are no artists', async () => {
    const various = tracks.find(({ attributes }) => attributes.artist_text === 'Various') as Track;

    const { data } = await server.read(various.id);

    expect(data.attributes).toMatchObject({ artists: [], artist_text: 'Various', artist_credit: 'Various' });
  });
});

describe('the list of a format', () => {
  test('comes in the order of the positions', async () => {
    for (const list of new Set(tracks.map(listOf))) {
      const { data } = await server.read(`${list}?itemsPerPage=100`);

      const positions = data.map(({ attributes }: Track) => attributes.position);
      expect(positions).toEqual(positions.toSorted((a: number, b: number) => a - b));
    }
  });

  test('says of a track what the single read says', async () => {
    const { data } = await server.read(`${listOf(compound)}?itemsPerPage=100`);

    const { data: single } = await server.read(compound.id);
    expect(data.find(({ id }: Track) => id === compound.id)).toEqual(single);
  });
});

describe('a track', () => {
  const [, , , release, , format, , id] = compound.id.split('/') as [string, string, string, string, string, string, string, string];
  const elsewhere = tracks.find((track) => !track.id.includes(release)) as Track;
  const [, , , otherRelease, , otherFormat] = elsewhere.id.split('/');
  const nobody = '00000000-0000-4000-8000-000000000000';

  test.each([
    ['another release', `/api/releases/${otherRelease}/formats/${format}/tracks/${id}`],
    ['another format', `/api/releases/${otherRelease}/formats/${otherFormat}/tracks/${id}`],
    ['a format of another release', `/api/releases/${release}/formats/${otherFormat}/tracks/${id}`],
    ['no release', `/api/releases/${nobody}/formats/${format}/tracks/${id}`],
    ['no format', `/api/releases/${release}/formats/${nobody}/tracks/${id}`],
    ['no id of a track', `/api/releases/${release}/formats/${format}/tracks/${nobody}`],
  ])('under %s is not found', async (_, path) => {
    const response = await server.request(path);

    const { errors } = (await response.json()) as { errors: { status: number; instance: string }[] };
    expect(response.status).toBe(404);
    expect(errors[0]).toMatchObject({ status: 404, instance: path });
  });

  test('list of a format of another release is not found either', async () => {
    const response = await server.request(`/api/releases/${otherRelease}/formats/${format}/tracks`);

    expect(response.status).toBe(404);
  });
});
