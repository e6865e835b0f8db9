import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, demoServer, startServer, type TestServer } from '../support/server';

interface Linked {
  readonly data: { readonly type: string; readonly id: string };
}

interface Portrayal {
  readonly id: string;
  readonly attributes: { readonly aspects: readonly string[]; readonly notes?: string; readonly created_at: string };
  readonly relationships: { readonly performer: Linked; readonly fictionalArtist: Linked; readonly production: Linked };
}

const portrayals: Portrayal[] = readFileSync(join(import.meta.dir, '../../seed/demo/11-portrayals.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

const oldestFirst = portrayals.toSorted((a, b) => Date.parse(a.attributes.created_at) - Date.parse(b.attributes.created_at));
const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);
const uuidOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);

const relationships = ['performer', 'fictionalArtist', 'production'] as const;

/** The records that most portrayals point to come first. */
function mostLinked(relationship: (typeof relationships)[number]): [string, string] {
  const byTarget = Map.groupBy(portrayals, (portrayal) => portrayal.relationships[relationship].data.id);
  const [first, second] = [...byTarget].toSorted(([, a], [, b]) => b.length - a.length).map(([id]) => id);
  return [first as string, second as string];
}

const pointingTo = (relationship: (typeof relationships)[number], ...targets: string[]): Portrayal[] =>
  oldestFirst.filter((portrayal) => targets.includes(portrayal.relationships[relationship].data.id));

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

describe('attributes and relationships', () => {
  test('every portrayal of the list is as its record says', async () => {
    const { data } = await server.read('/api/portrayals?itemsPerPage=100');

    const found = new Map<string, Portrayal>(data.map((portrayal: Portrayal) => [portrayal.id, portrayal]));
    expect(found.size).toBe(portrayals.length);
    for (const { id, attributes, relationships } of portrayals) {
      const portrayal = found.get(id);
      expect(portrayal?.attributes).toEqual({ _id: uuidOf(id), notes: null, updated_at: null, ...attributes } as never);
      expect(portrayal?.relationships).toEqual(relationships);
    }
  });

  test('the single read says the same as the list', async () => {
    const { data: list } = await server.read('/api/portrayals?itemsPerPage=1');

    const { data } = await server.read(list[0].id);

    expect(data).toEqual(list[0]);
    expect(data.type).toBe('Portrayal');
  });

  test('a portrayal that points to nothing has empty relationships', async () => {
    const id = '/api/portrayals/00000000-0000-4000-8000-000000000001';
    const own = await startServer([{ type: 'Portrayal', id, attributes: {} }]);

    const { data } = await own.read(id);

    expect(data.relationships).toEqual({ performer: { data: null }, fictionalArtist: { data: null }, production: { data: null } });
    expect(data.attributes).toMatchObject({ aspects: [], notes: null });
  });
});

describe.each([...relationships])('%s', (relationship) => {
  const [most, next] = mostLinked(relationship);

  test('keeps the portrayals that point to a record, given by its UUID', async () => {
    const page = await server.read(`/api/portrayals?${relationship}=${uuidOf(most)}`);

    expect(idsOf(page.data)).toEqual(idsOf(pointingTo(relationship, most)));
    expect(page.data.length).toBeGreaterThan(1);
  });

  test('takes an IRI as well, and a UUID in upper case', async () => {
    const byIri = await server.read(`/api/portrayals?${relationship}=${encodeURIComponent(most)}`);
    const byUpperCase = await server.read(`/api/portrayals?${relationship}=${uuidOf(most).toUpperCase()}`);

    const expected = idsOf(pointingTo(relationship, most));
    expect(idsOf(byIri.data)).toEqual(expected);
    expect(idsOf(byUpperCase.data)).toEqual(expected);
  });

  test('takes several records as an array, UUIDs and IRIs together', async () => {
    const page = await server.read(`/api/portrayals?itemsPerPage=100&${relationship}[]=${uuidOf(most)}&${relationship}[]=${next}`);

    expect(idsOf(page.data)).toEqual(idsOf(pointingTo(relationship, most, next)));
  });

  test('takes an array of one, and one with places', async () => {
    const one = await server.read(`/api/portrayals?${relationship}[]=${uuidOf(next)}`);
    const placed = await server.read(
      `/api/portrayals?itemsPerPage=100&${relationship}[0]=${uuidOf(next)}&${relationship}[1]=${uuidOf(most)}`,
    );

    expect(idsOf(one.data)).toEqual(idsOf(pointingTo(relationship, next)));
    expect(idsOf(placed.data)).toEqual(idsOf(pointingTo(relationship, most, next)));
  });

  test('finds nothing by a UUID that nobody has', async () => {
    const page = await server.read(`/api/portrayals?${relationship}=00000000-0000-4000-8000-000000000000`);

    expect(page.data).toEqual([]);
    expect(page.meta?.totalItems).toBe(0);
  });

  test.each(['', 'herrmann', '123', '/api/labels/00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-00000000000g'])(
    'refuses "%s", alone and in an array',
    async (value) => {
      for (const name of [relationship, `${relationship}[]`]) {
        const response = await server.request(`/api/portrayals?${name}=${encodeURIComponent(value)}`);

        const { errors } = (await response.json()) as { errors: { source: object; detail: string }[] };
        expect(response.status).toBe(400);
        expect(errors[0]?.source).toEqual({ parameter: name });
        expect(errors[0]?.detail).toContain('UUID');
      }
    },
  );
});

test('filters narrow together', async () => {
  const [portrayal] = portrayals;
  const query = relationships.map((name) => `${name}=${uuidOf(portrayal?.relationships[name].data.id as string)}`).join('&');

  const page = await server.read(`/api/portrayals?${query}`);

  expect(idsOf(page.data)).toEqual([portrayal?.id as string]);
});

describe('order', () => {
  test('the oldest come first when none is asked for', async () => {
    const page = await server.read('/api/portrayals?itemsPerPage=100');

    expect(idsOf(page.data)).toEqual(idsOf(oldestFirst));
  });

  test.each([
    'order[createdAt]=asc',
    'order[createdAt]=ASC',
    'order[createdAt][]=asc',
    'order[createdAt][0]=ASC',
    'order[created_at]=asc',
    'sort=createdAt',
  ])('%s puts the oldest first', async (order) => {
    const page = await server.read(`/api/portrayals?itemsPerPage=100&${order}`);

    expect(idsOf(page.data)).toEqual(idsOf(oldestFirst));
    expect(page.meta).not.toHaveProperty('ignoredParameters');
  });

  test.each([
    'order[createdAt]=desc',
    'order[createdAt]=DESC',
    'order[createdAt][]=desc',
    'order[createdAt][]=DESC',
    'order[created_at]=desc',
    'sort=-createdAt',
  ])('%s puts the newest first', async (order) => {
    const page = await server.read(`/api/portrayals?itemsPerPage=100&${order}`);

    expect(idsOf(page.data)).toEqual(idsOf(oldestFirst.toReversed()));
  });

  test.each(['newest', '', 'Desc'])('order[createdAt]=%s is refused', async (value) => {
    const response = await server.request(`/api/portrayals?order[createdAt]=${value}`);

    const { errors } = (await response.json()) as { errors: { source: object }[] };
    expect(response.status).toBe(400);
    expect(errors[0]?.source).toEqual({ parameter: 'order[createdAt]' });
  });

  test('moments are compared, whatever offset they were written with', async () => {
    const times = ['2024-01-01T00:30:00.000+02:00', '2023-12-31T23:00:00.000+00:00', '2023-12-31T23:30:00.000+00:00'];
    const ids = times.map((_, index) => `/api/portrayals/00000000-0000-4000-8000-00000000000${index}`);
    const own = await startServer(ids.map((id, index) => ({ type: 'Portrayal', id, attributes: { created_at: times[index] } })));

    const page = await own.read('/api/portrayals');

    expect(idsOf(page.data)).toEqual(ids);
  });

  test('those of one moment come in the order of their ids', async () => {
    const ids = [3, 1, 2].map((number) => `/api/portrayals/00000000-0000-4000-8000-00000000000${number}`);
    const own = await startServer(
      ids.map((id) => ({ type: 'Portrayal', id, attributes: { created_at: '2024-01-01T00:00:00.000+00:00' } })),
    );

    const page = await own.read('/api/portrayals');

    expect(idsOf(page.data)).toEqual(ids.toSorted());
  });
});

describe('include', () => {
  const identifiersOf = (document: Document): string[] => (document.included ?? []).map(({ type, id }) => `${type} ${id}`);

  test('performer, fictionalArtist and production come along, each once', async () => {
    const page = await server.read('/api/portrayals?itemsPerPage=100&include=performer,fictionalArtist,production');

    const linked = portrayals.flatMap((portrayal) => relationships.map((name) => portrayal.relationships[name].data));
    const expected = new Set(linked.map(({ type, id }) => `${type} ${id}`));
    expect(identifiersOf(page).toSorted()).toEqual([...expected].toSorted());
  });

  test('what comes along is whole', async () => {
    const { included } = await server.read(`${portrayals[0]?.id}?include=production`);

    const { data } = await server.read(portrayals[0]?.relationships.production.data.id as string);
    // What it leads to many of is said in full where it is read on its own.
    expect(included?.map(({ type, id, attributes }) => ({ type, id, attributes }))).toEqual([
      { type: data.type, id: data.id, attributes: data.attributes },
    ]);
  });

  test('a path of two leads to the groups of the performers', async () => {
    const beatle = '/api/artists/00000000-0000-4000-8000-000000000001';
    const band = '/api/artists/00000000-0000-4000-8000-000000000002';
    const portrayal = '/api/portrayals/00000000-0000-4000-8000-000000000003';
    const own = await startServer([
      { type: 'Artist', id: beatle, attributes: { name: 'Singer', _type: 'person' } },
      { type: 'Artist', id: band, attributes: { name: 'Band', _type: 'group' } },
      {
        type: 'ArtistGroupMember',
        id: `${beatle}/group-memberships/00000000-0000-4000-8000-000000000004`,
        attributes: {},
        relationships: { group: { data: { type: 'Artist', id: band } } },
      },
      { type: 'Portrayal', id: portrayal, attributes: {}, relationships: { performer: { data: { type: 'Artist', id: beatle } } } },
    ]);

    const page = await own.read('/api/portrayals?include=performer.groups');

    expect(identifiersOf(page).toSorted()).toEqual([`Artist ${beatle}`, `Artist ${band}`].toSorted());
    const performer = page.included?.find(({ id }) => id === beatle);
    expect(performer.relationships.groups).toEqual({ data: [{ type: 'Artist', id: band }] });
  });

  test('an empty include gives an empty included', async () => {
    const page = await server.read('/api/portrayals?include=');

    expect(page.included).toEqual([]);
  });

  test('without include there is no included', async () => {
    const page = await server.read('/api/portrayals');

    expect(page).not.toHaveProperty('included');
  });

  test.each(['director', 'performer.director', 'Performer', 'performer,director', 'performer.groups.members', 'constructor'])(
    'include=%s is refused',
    async (path) => {
      const response = await server.request(`/api/portrayals?include=${path}`);

      const { errors } = (await response.json()) as { errors: { source: object }[] };
      expect(response.status).toBe(400);
      expect(errors[0]?.source).toEqual({ parameter: 'include' });
    },
  );
});
