import { expect, test } from 'bun:test';
import { demoRecordNamed, demoRecords, demoReference } from '../support/demo-records';
import { demoServer, startServer } from '../support/server';

// Whose music a release is, in one name.

type Credits = { iri: string; credit_role: string }[];

test('a release names the first composer of its first production, else the first that it credits itself', async () => {
  const server = await demoServer();
  const { data } = await server.read('/api/releases?itemsPerPage=100');
  const entries = demoRecords('ProductionEntry').toSorted(
    (a, b) => Number(a.attributes.position ?? 1) - Number(b.attributes.position ?? 1),
  );
  const compared = new Set<string | null>();
  for (const { id, attributes } of data) {
    const ofRelease = entries.filter((entry) => demoReference(entry, 'release') === id);
    // Which of two at the same place comes first is up to the database.
    if (ofRelease.length > 1 && ofRelease[0]?.attributes.position === ofRelease[1]?.attributes.position) continue;
    const [production] = ofRelease.map((entry) => entry.id.replace(/\/entries\/.*/, ''));
    const scored = demoRecords('Production').find((one) => one.id === production)?.attributes.composers as Credits | undefined;
    const own = demoRecords('Release').find((one) => one.id === id)?.attributes;
    const credited = [own?.artists, own?.credits].flatMap((list) => (list ?? []) as Credits).find((one) => one.credit_role === 'composer');
    const expected = scored?.[0]?.iri ?? credited?.iri ?? null;
    expect({ id, composer: attributes.composer?.iri ?? null }).toEqual({ id, composer: expected });
    compared.add(expected);
  }
  expect(compared.size).toBeGreaterThan(10);
  expect(compared).toContain(null);
});

test('the composer has an IRI, a UUID and a name', async () => {
  const server = await demoServer();
  const { id } = demoRecordNamed('Artist', 'Bernard Herrmann');
  const { data } = await server.read(`/api/releases?composer=${id}&itemsPerPage=100`);
  const composers = data.map(({ attributes }: { attributes: { composer: object } }) => attributes.composer);
  expect(composers).toContainEqual({ iri: id, id: id.slice(id.lastIndexOf('/') + 1), name: 'Bernard Herrmann' });
});

test('a release of which nothing is known has none', async () => {
  const id = '/api/releases/00000000-0000-4000-8000-000000000001';
  const server = await startServer([{ type: 'Release', id, attributes: { title: 'Unknown' } }]);
  expect((await server.read(id)).data.attributes.composer).toBeNull();
});
