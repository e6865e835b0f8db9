import { describe, expect, test } from 'bun:test';
import {
  format,
  artist as numberedArtist,
  production as numberedProduction,
  release as numberedRelease,
  track,
} from '../records/numbered-records';
import { demoRecordNamed, demoRecords, demoReference } from '../support/demo-records';
import { type Document, demoServer, startServer } from '../support/server';
import { uuid } from '../support/uuids';

// Credits of an artist from all places that have credits.

interface Credit {
  readonly id: string;
  readonly attributes: { readonly credit_role: string; readonly role: string; readonly title: string; readonly year: number | null };
  readonly relationships: { readonly record: { readonly data: { readonly type: string; readonly id: string } } };
}

const artist = `/api/artists/${uuid(1)}`;
const production = (number: number): string => `/api/productions/${uuid(100 + number)}`;
const release = `/api/releases/${uuid(200)}`;
const as = (credit_role: string) => ({ iri: artist, credit_role });

const records = [
  numberedArtist(1, 'Someone'),
  ...[1, 2, 3].map((number) =>
    numberedProduction(100 + number, `Film ${number}`, { year: number === 3 ? null : 1990 - number, composers: [as('composer')] }),
  ),
  {
    type: 'ProductionRecording',
    id: `${production(1)}/recordings/${uuid(300)}`,
    attributes: { title: 'Cue', credits: [as('composer'), as('conductor')] },
  },
  numberedRelease(200, 'Album', { release_date: '1985-03', credits: [as('conductor')] }),
  { type: 'ReleaseRecording', id: `${release}/recordings/${uuid(400)}`, attributes: { title: 'Take', credits: [as('conductor')] } },
  format(200, 500),
  ...[1, 2].map((number) => track(200, 500, 600 + number, { title: `Track ${number}`, position: number, artists: [as('soloist')] })),
];

const creditsOf = ({ data }: Document) =>
  (data as Credit[]).map(({ attributes, relationships }) => [attributes.credit_role, relationships.record.data.id, attributes.year]);
const rolesOf = ({ meta }: Document) => (meta as unknown as { roles: { credit_role: string; role: string; credits: number }[] }).roles;

const server = await startServer(records);

describe('credits of an artist', () => {
  test('are grouped and counted by role, most frequent role first, with each record once, by year', async () => {
    const document = await server.read(`${artist}/credits`);
    expect(creditsOf(document)).toEqual([
      ['composer', production(2), 1988],
      ['composer', production(1), 1989],
      ['composer', production(3), null],
      ['conductor', release, 1985],
      ['conductor', production(1), 1989],
      ['soloist', release, 1985],
    ]);
    expect(rolesOf(document)).toEqual([
      { credit_role: 'composer', role: 'Composer', credits: 3 },
      { credit_role: 'conductor', role: 'Conductor', credits: 2 },
      { credit_role: 'soloist', role: 'Soloist', credits: 1 },
    ]);
  });

  test('are limited per role with perRole', async () => {
    const document = await server.read(`${artist}/credits?perRole=1`);
    expect(creditsOf(document).map(([role, id]) => [role, id])).toEqual([
      ['composer', production(2)],
      ['conductor', release],
      ['soloist', release],
    ]);
    expect(document.meta?.totalItems).toBe(3);
    expect(rolesOf(document)[0]?.credits).toBe(3);
  });

  test('are filtered by role slug, UUID or IRI', async () => {
    const whole = creditsOf(await server.read(`${artist}/credits`));
    const { id } = demoRecordNamed('ArtistRole', 'Composer');
    for (const role of ['composer', id, id.slice(id.lastIndexOf('/') + 1)])
      expect(creditsOf(await server.read(`${artist}/credits?perRole=1&role=${role}`))).toEqual(whole.slice(0, 3));
    expect(creditsOf(await server.read(`${artist}/credits?role=no-such-role`))).toEqual([]);
  });

  test('are paged across roles', async () => {
    const whole = creditsOf(await server.read(`${artist}/credits`));
    for (const size of [1, 2, 4]) {
      const paged: unknown[] = [];
      for (let next: string | undefined = `${artist}/credits?itemsPerPage=${size}`; next; ) {
        const page: Document = await server.read(next);
        paged.push(...creditsOf(page));
        next = page.links?.next;
      }
      expect(paged).toEqual(whole);
    }
    expect((await server.read(`${artist}/credits?page=99`)).data).toEqual([]);
  });

  test('answer 404 for an unknown artist and redirect for a merged one', async () => {
    expect((await server.request(`/api/artists/${uuid(9)}/credits`)).status).toBe(404);
    expect((await server.request('/api/artists/x/credits')).status).toBe(404);
    const demo = await demoServer();
    const merged = demoRecords('MergedRecord').find(({ attributes }) => attributes.resource_type === 'Artist');
    const target = merged && demoReference(merged, 'resource');
    const response = await demo.request(`/api/artists/${merged?.id}/credits?perRole=2`);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(`${target}/credits?perRole=2`);
    expect(await response.json()).toEqual(await demo.read(`${target}/credits?perRole=2`));
  });

  test.each([
    ['perRole=0', 'perRole'],
    ['perRole=101', 'perRole'],
    ['role=', 'role'],
    ['role=%20', 'role'],
    ['page=0', 'page'],
    ['include=record', 'include'],
  ])('refuse the parameter %s', async (query, parameter) => {
    const response = await server.request(`${artist}/credits?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ source: { parameter } }] });
  });
});
