import { beforeAll, describe, expect, test } from 'bun:test';
import { demoRecords, uuidOf } from '../support/demo-records';
import { nonEmpty } from '../support/non-empty';
import { type Document, demoServer, startServer, type TestServer } from '../support/server';

// biome-ignore lint/suspicious/noExplicitAny: records of several kinds.
type AnyRecord = { readonly id: string; readonly attributes: any; readonly relationships?: any };

const recordsOf = (type: string): readonly AnyRecord[] => demoRecords(type);

const productions = recordsOf('Production');
const recordings = recordsOf('ProductionRecording');
const artistNames = new Map(recordsOf('Artist').map(({ id, attributes }) => [id, attributes.name as string]));
const franchiseNames = new Map(recordsOf('Franchise').map(({ id, attributes }) => [id, attributes.name as string]));
const organizationNames = new Map(recordsOf('Organization').map(({ id, attributes }) => [id, attributes.name as string]));

const within = (records: readonly AnyRecord[], parent: string): AnyRecord[] => records.filter(({ id }) => id.startsWith(`${parent}/`));
const byId = (records: readonly AnyRecord[]): AnyRecord[] => records.toSorted((a, b) => (a.id < b.id ? -1 : 1));

interface Credit {
  readonly iri: string;
}

/** Credits in the format of the contract. */
const shown = (credits: readonly Credit[] | undefined) =>
  (credits ?? []).map((credit, index) => ({
    name_variation: null,
    join_phrase: null,
    ...credit,
    position: index + 1,
    id: uuidOf(credit.iri),
    name: artistNames.get(credit.iri) as string,
  }));

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
  test('have the attributes of the contract with the values of their records', async () => {
    const found = new Map((await readAll('/api/productions?itemsPerPage=100')).map((production) => [production.id, production]));

    expect(found.size).toBe(productions.length);
    for (const { id, attributes } of nonEmpty(productions)) {
      const { slug, release_count, recording_count, created_at, imdb_id, tmdb_id, igdb_id, ...rest } = found.get(id)?.attributes ?? {};
      const idAt = (provider: string) =>
        demoRecords('ProductionExternalLink').find((link) => link.id.startsWith(`${id}/`) && link.attributes.provider === provider)
          ?.attributes;
      for (const [provider, shown] of Object.entries({ imdb: imdb_id, tmdb: tmdb_id, igdb: igdb_id }))
        expect(shown).toBe(idAt(provider)?.external_id ?? null);
      const defaults = { country: '', release_date: null, duration: null, akas: null, description: null, updated_at: null };
      const franchises = (attributes.franchises ?? []).map((one: Credit) => ({
        number: null,
        ...one,
        id: uuidOf(one.iri),
        name: franchiseNames.get(one.iri),
      }));
      const series = { episode_count: null, series_number: null, sort_title: null, language: null };
      const { slug: explicitSlug, ...recorded } = attributes;
      // The credits begin with the composers.
      const people = {
        composers: shown(attributes.composers),
        credits: shown([...(attributes.composers ?? []), ...(attributes.credits ?? [])]),
      };
      expect(rest).toEqual({ _id: uuidOf(id), ...defaults, ...series, provisional: false, ...recorded, franchises, ...people });
      expect(slug).toMatch(explicitSlug ? new RegExp(`^${explicitSlug}$`) : /^[a-z0-9-]+$/);
      expect(Date.parse(created_at)).toBeGreaterThan(0);
    }
  });

  test('with few known values have the non-null defaults of the contract', async () => {
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

describe('recordings of a production', () => {
  test('have the attributes of the contract with the values of their records', async () => {
    for (const production of nonEmpty(new Set(recordings.map(({ id }) => id.split('/recordings/')[0] as string)))) {
      const recorded = byId(within(recordings, production));

      const found = byId(await readAll(`${production}/recordings?itemsPerPage=100`));

      expect(found.map(({ id }) => id)).toEqual(recorded.map(({ id }) => id));
      for (const [index, { id, attributes }] of nonEmpty([...recorded.entries()])) {
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
});

describe('group memberships', () => {
  const frida = '/api/artists/e4b7c4a7-c890-5f52-8016-86d05bcd0036/group-memberships/d6bcc08a-f28b-58e6-b9e4-cdd8a32791c0';
  const abba = '/api/artists/cbfb2668-bdd2-55a5-a3f0-47e6f8559140';

  test('have a position, the name used in the group and the group', async () => {
    const { data } = await server.read(frida);

    expect(data).toMatchObject({ id: frida, type: 'ArtistGroupMember' });
    expect(data.attributes).toEqual({
      _id: uuidOf(frida),
      position: 4,
      name_variation: { id: '4ab02e0f-5903-5bc3-9e0b-e4624d9cba00', variation: 'Frida', type: 'stage_name' },
    });
    expect(data.relationships).toEqual({ group: { data: { type: 'Artist', id: abba } } });
  });

  test('use the name of the artist without a name in the group', async () => {
    const björn = [...artistNames].find(([, name]) => name === 'Björn Ulvaeus')?.[0] as string;

    const { data } = await server.read(`${björn}/group-memberships`);

    expect(data[0].attributes.name_variation).toEqual({ id: uuidOf(björn), variation: 'Björn Ulvaeus', type: 'name' });
  });
});
