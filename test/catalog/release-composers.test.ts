import { expect, test } from 'bun:test';
import { demoRecordNamed, demoRecords, demoReference } from '../support/demo-records';
import { nonEmpty } from '../support/non-empty';
import { demoServer } from '../support/server';

type Credits = { iri: string; credit_role: string }[];

test('the composer of a release is the first composer of its first production, or else its first credited composer', async () => {
  const server = await demoServer();
  const { data } = await server.read('/api/releases?itemsPerPage=100');
  const entries = demoRecords('ProductionEntry').toSorted(
    (a, b) => Number(a.attributes.position ?? 1) - Number(b.attributes.position ?? 1),
  );
  const compared = new Set<string | null>();
  for (const { id, attributes } of nonEmpty(data)) {
    const ofRelease = entries.filter((entry) => demoReference(entry, 'release') === id);
    // The order of entries with equal positions is undefined.
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

test('the composer of a release has an IRI, a UUID and a name', async () => {
  const server = await demoServer();
  const { id } = demoRecordNamed('Artist', 'Bernard Herrmann');
  const { data } = await server.read(`/api/releases?composer=${id}&itemsPerPage=100`);
  const composers = data.map(({ attributes }: { attributes: { composer: object } }) => attributes.composer);
  expect(composers).toContainEqual({ iri: id, id: id.slice(id.lastIndexOf('/') + 1), name: 'Bernard Herrmann' });
});
