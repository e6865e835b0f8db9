import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, demoServer, startServer, type TestServer } from '../support/server';

// biome-ignore lint/suspicious/noExplicitAny: records of several kinds.
type AnyRecord = { readonly id: string; readonly attributes: any; readonly relationships?: any };

const recordsOf = (file: string): AnyRecord[] =>
  readFileSync(join(import.meta.dir, '../../seed/demo', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const productions = recordsOf('08-productions.jsonl');
const externalLinks = recordsOf('09-production-external-links.jsonl');
const artistExternalLinks = recordsOf('04-artist-external-links.jsonl');
const recordings = recordsOf('10-production-recordings.jsonl');
const entries = recordsOf('16-production-entries.jsonl');
const artistNames = new Map(recordsOf('01-artists.jsonl').map(({ id, attributes }) => [id, attributes.name as string]));
const organizationNames = new Map(recordsOf('07-organizations.jsonl').map(({ id, attributes }) => [id, attributes.name as string]));

const uuidOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
const within = (records: readonly AnyRecord[], parent: string): AnyRecord[] => records.filter(({ id }) => id.startsWith(`${parent}/`));
const byId = (records: readonly AnyRecord[]): AnyRecord[] => records.toSorted((a, b) => (a.id < b.id ? -1 : 1));

interface Credit {
  readonly iri: string;
}

/** A credit of a record, as the contract shows it. */
const shown = (credits: readonly Credit[] | undefined) =>
  (credits ?? []).map((credit, index) => ({
    name_variation: null,
    join_phrase: null,
    ...credit,
    position: index + 1,
    id: uuidOf(credit.iri),
    name: artistNames.get(credit.iri) as string,
  }));

const starWars = '/api/productions/fcf44448-3a97-521d-90ea-9f567009e7dd';

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

async function readAll(path: string): Promise<AnyRecord[]> {
  const records: AnyRecord[] = [];
  for (let at: string | undefined = path; at; ) {
    const page: Document = await server.read(at);
    records.push(...page.data);
    at = page.links?.next;
  }
  return records;
}

describe('productions', () => {
  test('every one has the attributes of the contract, as its record says', async () => {
    const found = new Map((await readAll('/api/productions?itemsPerPage=100')).map((production) => [production.id, production]));

    expect(found.size).toBe(productions.length);
    for (const { id, attributes } of productions) {
      const { slug, release_count, recording_count, created_at, ...rest } = found.get(id)?.attributes ?? {};
      const defaults = { country: '', release_date: null, duration: null, akas: null, description: null, updated_at: null };
      const { slug: asked, ...recorded } = attributes;
      // Composers are the first of the credits.
      const people = {
        composers: shown(attributes.composers),
        credits: shown([...(attributes.composers ?? []), ...(attributes.credits ?? [])]),
      };
      expect(rest).toEqual({ _id: uuidOf(id), ...defaults, provisional: false, ...recorded, ...people });
      expect(slug).toMatch(asked ? new RegExp(`^${asked}$`) : /^[a-z0-9-]+$/);
      expect(Date.parse(created_at)).toBeGreaterThan(0);
    }
  });

  test('release_count says on how many releases a production appears', async () => {
    const found = await readAll('/api/productions?itemsPerPage=100');

    for (const { id, attributes } of found) {
      const releases = new Set(within(entries, id).map(({ relationships }) => relationships.release.data.id));
      expect(`${attributes.title}: ${attributes.release_count}`).toBe(`${attributes.title}: ${releases.size}`);
    }
  });

  test('recording_count says how many recordings a production has', async () => {
    const found = await readAll('/api/productions?itemsPerPage=100');

    for (const { id, attributes } of found)
      expect(`${attributes.title}: ${attributes.recording_count}`).toBe(`${attributes.title}: ${within(recordings, id).length}`);
  });

  test('composers are credits, in their order', async () => {
    const { data } = await server.read(productions.find(({ attributes }) => attributes.title === 'This Is Spinal Tap')?.id as string);

    expect(
      data.attributes.composers.map(({ name, position, credit_role }: Record<string, unknown>) => [name, position, credit_role]),
    ).toEqual([
      ['Christopher Guest', 1, 'composer'],
      ['Michael McKean', 2, 'composer'],
      ['Harry Shearer', 3, 'composer'],
    ]);
  });

  test('akas are lines', async () => {
    const { data } = await server.read(starWars);

    expect(data.attributes.akas.split('\n')).toContain('Krieg der Sterne');
  });

  test('one of which little is known has integers and texts where the contract has them', async () => {
    const id = '/api/productions/00000000-0000-4000-8000-000000000001';
    const own = await startServer([{ type: 'Production', id, attributes: { title: 'Lost Film', _type: 'other' } }]);

    const { data } = await own.read(id);

    expect(data.attributes).toMatchObject({
      year: 0,
      country: '',
      release_date: null,
      duration: null,
      akas: null,
      description: null,
      slug: 'lost-film',
      release_count: 0,
      recording_count: 0,
      composers: [],
    });
  });
});

describe('filters and orders of productions', () => {
  type Attributes = Readonly<Record<string, string & number>>;
  const cases: readonly (readonly [query: string, keeps: (production: Attributes) => boolean])[] = [
    ['title=star', ({ title }) => String(title).toLowerCase().includes('star')],
    ['title=STAR WARS', ({ title }) => String(title).toLowerCase().includes('star wars')],
    ['type=videogame', ({ _type }) => _type === 'videogame'],
    ['type[]=videogame&type[]=episode', ({ _type }) => ['videogame', 'episode'].includes(String(_type))],
    ['_type=television', ({ _type }) => _type === 'television'],
    ['year=1977', ({ year }) => year === 1977],
    ['yearFrom=2000', ({ year = 0 }) => year >= 2000],
    ['yearTo=1950', ({ year = 9999 }) => year <= 1950],
    ['yearFrom=1975&yearTo=1980', ({ year = 0 }) => year >= 1975 && year <= 1980],
    ['country=gb', ({ country }) => country === 'GB'],
  ];
  test.each(cases)('%s keeps what fits', async (query, keeps) => {
    const expected = productions.filter(({ attributes }) => keeps(attributes)).map(({ id }) => id);

    const found = await readAll(`/api/productions?itemsPerPage=100&${query}`);

    expect(expected.length).toBeGreaterThan(0);
    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['order[year]=asc', 'year', false],
    ['order[year]=desc', 'year', true],
    ['order[releaseDate]=asc', 'release_date', false],
    ['order[releaseDate]=desc', 'release_date', true],
  ])('%s goes by %s, without a value first ascending and last descending', async (query, attribute, descending) => {
    const found = await readAll(`/api/productions?itemsPerPage=100&${query}`);

    const values = found.map(({ attributes }) => String(attributes[attribute] ?? ''));
    expect(values).toEqual(descending ? values.toSorted().toReversed() : values.toSorted());
    expect(new Set(values).size).toBeGreaterThan(10);
  });

  test('order[title] goes by title', async () => {
    const found = await readAll('/api/productions?itemsPerPage=100&order[title]=asc&yearFrom=1977&yearTo=1977');

    const titles = found.map(({ attributes }) => attributes.title.toLowerCase());
    expect(titles).toEqual(titles.toSorted());
    expect(titles.length).toBeGreaterThan(1);
  });
});

describe('recordings', () => {
  test('every recording of a production has the attributes of the contract, as its record says', async () => {
    for (const production of new Set(recordings.map(({ id }) => id.split('/recordings/')[0] as string))) {
      const recorded = byId(within(recordings, production));

      const found = byId(await readAll(`${production}/recordings?itemsPerPage=100`));

      expect(found.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
      for (const [index, { id, attributes }] of recorded.entries()) {
        const { created_at, ...rest } = found[index]?.attributes ?? {};
        expect(rest).toEqual({
          _id: uuidOf(id),
          title: attributes.title,
          display_title: attributes.display_title ?? attributes.title,
          notes: attributes.notes ?? '',
          recording_type: attributes.recording_type ?? 'other',
          recording_usage: attributes.recording_usage ?? 'original',
          credits: shown(attributes.credits),
          orchestras: shown(attributes.orchestras),
          choirs: shown(attributes.choirs),
          organizations: (attributes.organizations ?? []).map((item: { iri: string; role?: string }) => ({
            iri: item.iri,
            id: uuidOf(item.iri),
            name: organizationNames.get(item.iri),
            role: item.role ?? null,
          })),
        });
        expect(Date.parse(created_at)).toBeGreaterThan(0);
      }
    }
  });

  test('a recording is read on its own as in the list', async () => {
    const { data: list } = await server.read(`${starWars}/recordings`);

    const { data } = await server.read(list[0].id);

    expect(data).toEqual(list[0]);
    expect(data.type).toBe('ProductionRecording');
  });

  test.each(['main', 'LEIA', 'é', "'s", 'nothing of that name'])('title=%s keeps the recordings whose title contains it', async (part) => {
    const plain = part.toLowerCase().replace('é', 'e');
    const expected = within(recordings, starWars).filter(({ attributes }) => attributes.title.toLowerCase().includes(plain));

    const found = await readAll(`${starWars}/recordings?title=${encodeURIComponent(part)}`);

    expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    expect(expected.length).toBeLessThan(within(recordings, starWars).length);
  });

  test('links lead through the pages of one production and keep the filter', async () => {
    const { links, meta } = await server.read(`${starWars}/recordings?title=e&itemsPerPage=1`);

    expect(meta?.totalItems).toBeGreaterThan(1);
    expect(links?.next).toBe(`${starWars}/recordings?title=e&itemsPerPage=1&page=2`);
  });

  test.each([
    ['of another production', `/api/productions/54ff05c0-d723-576b-aadb-ad68b9c163a2/recordings/4940911e-2761-5807-af08-f62869e4aa70`],
    ['of no production', `/api/productions/00000000-0000-4000-8000-000000000000/recordings/4940911e-2761-5807-af08-f62869e4aa70`],
    ['that is not there', `${starWars}/recordings/00000000-0000-4000-8000-000000000000`],
  ])('a recording %s is not found', async (_, path) => {
    const response = await server.request(path);

    expect(response.status).toBe(404);
  });

  test('the recordings of a production that is not there are not found', async () => {
    const response = await server.request('/api/productions/00000000-0000-4000-8000-000000000000/recordings');

    expect(response.status).toBe(404);
  });
});

describe('external links', () => {
  test.each([
    ['ProductionExternalLink', starWars, externalLinks],
    ['ArtistExternalLink', '/api/artists/ac290f58-c7a6-5bb4-99be-ed655ed59473', artistExternalLinks],
  ])('%s has provider, external_id and url, in list and single read', async (type, parent, recorded) => {
    const expected = byId(within(recorded, parent)).map(({ id, attributes }) => ({
      id,
      type,
      attributes: { _id: uuidOf(id), ...attributes },
      links: { self: id },
    }));

    const list = await server.read(`${parent}/external-links`);
    const single = await server.read(expected[0]?.id as string);

    expect(byId(list.data)).toEqual(expected);
    expect(single.data).toEqual(expected[0]);
    expect(list.meta?.totalItems).toBe(expected.length);
  });

  test('a link of another production is not found', async () => {
    const other = externalLinks.find(({ id }) => !id.startsWith(starWars))?.id as string;

    const response = await server.request(`${starWars}/external-links/${uuidOf(other)}`);

    expect(response.status).toBe(404);
  });
});

describe('group memberships', () => {
  const frida = '/api/artists/e4b7c4a7-c890-5f52-8016-86d05bcd0036/group-memberships/d6bcc08a-f28b-58e6-b9e4-cdd8a32791c0';
  const abba = '/api/artists/cbfb2668-bdd2-55a5-a3f0-47e6f8559140';

  test('a membership has a position, the name used in the group and the group', async () => {
    const { data } = await server.read(frida);

    expect(data).toMatchObject({ id: frida, type: 'ArtistGroupMember' });
    expect(data.attributes).toEqual({
      _id: uuidOf(frida),
      position: 4,
      name_variation: { id: '4ab02e0f-5903-5bc3-9e0b-e4624d9cba00', variation: 'Frida', type: 'stage_name' },
    });
    expect(data.relationships).toEqual({ group: { data: { type: 'Artist', id: abba } } });
  });

  test('without a name of its own in the group, the artist has its own name', async () => {
    const björn = [...artistNames].find(([, name]) => name === 'Björn Ulvaeus')?.[0] as string;

    const { data } = await server.read(`${björn}/group-memberships`);

    expect(data[0].attributes.name_variation).toEqual({ id: uuidOf(björn), variation: 'Björn Ulvaeus', type: 'name' });
  });

  test('the group comes along when asked for', async () => {
    const { included } = await server.read(`${frida}?include=group`);

    expect(included?.map(({ type, id }) => [type, id])).toEqual([['Artist', abba]]);
  });
});
