import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Scope } from '../../src/accounts/principal';
import { issueApiToken } from '../../src/accounts/tokens';
import { findUser } from '../../src/accounts/users';
import { catalog } from '../../src/catalog';
import { copyInMemory } from '../../src/store/database/open';
import { demoRecordNamed, demoRecords } from '../support/demo-records';
import { jsonApiCheck, openApiChecks } from '../support/json-schema';
import { addItem } from '../support/owned-items';
import { runs } from '../support/runs';
import { type Document, demoServer, seededStore, serverOf, type TestServer } from '../support/server';
import { refusedFor } from './demo-reads';

// Facets count the records of a list for each value of its filters.

interface FacetValue {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

interface FacetMeta {
  readonly totalItems: number;
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
  readonly facetTotals: Readonly<Record<string, number>>;
}

let server: TestServer;
const releaseIds = demoRecords('Release').map(({ id }) => id);

beforeAll(async () => {
  const store = copyInMemory((await demoServer()).store);
  store.writer.run('DELETE FROM user');
  server = await serverOf(store);
  for (const id of releaseIds.slice(0, 20)) await addItem(server, 'collection', id);
  for (const id of releaseIds.slice(15, 30)) await addItem(server, 'wishlist', id);
});

const encoded = (parameters: readonly (readonly [string, string])[]): string =>
  parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
const metaOf = ({ meta }: Document): FacetMeta => meta as unknown as FacetMeta;
const facetsOf = async (path: string, ...parameters: (readonly [string, string])[]): Promise<FacetMeta> =>
  metaOf(await server.read(`${path}?${encoded(parameters)}&itemsPerPage=1`));

const lists = catalog.shown.filter(({ facets }) => facets.length > 0);

describe.each(lists.map((kind) => [kind.type, kind] as const))('facets of %s', (_, kind) => {
  const all: readonly [string, string] = ['facets', kind.facets.join(',')];
  const most: readonly [string, string] = ['facetValues', '1000'];
  let whole: FacetMeta;
  beforeAll(async () => {
    whole = await facetsOf(kind.path, all, most);
  });

  test('are all listed on request, each with values', () => {
    expect(Object.keys(whole.facets)).toEqual([...kind.facets]);
    for (const name of kind.facets) {
      expect({ name, total: whole.facetTotals[name] }).toEqual({ name, total: whole.facets[name]?.length as number });
      expect({ name, isEmpty: whole.facets[name]?.length === 0 }).toEqual({ name, isEmpty: false });
    }
  });

  test('count the records that the list has with that value and the other filters', async () => {
    const chosen = fc
      .subarray([...kind.facets], { maxLength: Math.min(3, kind.facets.length) })
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.constantFrom(...(whole.facets[name] ?? []))))));
    await fc.assert(
      fc.asyncProperty(chosen, fc.constantFrom(...kind.facets), fc.nat(), async (filters, facet, pick) => {
        const parameters = filters.map(([name, { value }]) => [name, value] as const);
        const { facets } = await facetsOf(kind.path, ...parameters, ['facets', facet], most);
        const values = facets[facet] ?? [];
        const others = parameters.filter(([name]) => name !== facet);
        // One counted value, and one that may have no records with these filters.
        const known = whole.facets[facet] ?? [];
        for (const { value } of [values[pick % Math.max(1, values.length)], known[pick % known.length]].filter(
          (one) => one !== undefined,
        )) {
          const { totalItems } = await facetsOf(kind.path, ...others, [facet, value]);
          expect({ parameters, facet, value, count: values.find((one) => one.value === value)?.count ?? 0 }).toEqual({
            parameters,
            facet,
            value,
            count: totalItems,
          });
        }
      }),
      { numRuns: runs(20) },
    );
  });

  test('match OpenAPI and JSON:API', async () => {
    const openApi = (await (await server.request('/api/openapi.json')).json()) as object;
    const document = await server.read(`${kind.path}?${encoded([all])}`);
    const place = ['components', 'schemas', `${kind.type}List`];
    expect([...openApiChecks(openApi)(place)(document), ...jsonApiCheck()(document)]).toEqual([]);
  });
});

describe('values of a facet', () => {
  test('are ordered by count, highest first', async () => {
    const { facets } = await facetsOf('/api/releases', ['facets', 'label,composer'], ['facetValues', '1000']);
    for (const values of Object.values(facets)) {
      const counts = values.map(({ count }) => count);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect(new Set(counts).size).toBeGreaterThan(1);
    }
  });

  test('of a decade facet are in chronological order', async () => {
    const { facets } = await facetsOf('/api/releases', ['facets', 'decade']);
    const decades = facets.decade?.map(({ value }) => Number(value)) ?? [];
    expect(decades).toEqual(decades.toSorted((a, b) => a - b));
    expect(facets.decade?.[0]).toEqual({ value: '1930', name: '1930s', count: 1 });
  });

  test('are the 12 most frequent, or as many as requested', async () => {
    const full = await facetsOf('/api/releases', ['facets', 'label'], ['facetValues', '1000']);
    expect((await facetsOf('/api/releases', ['facets', 'label'])).facets.label).toEqual(full.facets.label?.slice(0, 12) as never);
    const three = await facetsOf('/api/releases', ['facets', 'label'], ['facetValues', '3']);
    expect(three.facets.label).toEqual(full.facets.label?.slice(0, 3) as never);
    expect(three.facetTotals.label).toBe(full.facets.label?.length as number);
  });

  test('that are records have an IRI and a display name', async () => {
    const { facets } = await facetsOf('/api/productions', ['facets', 'composer'], ['facetValues', '1000']);
    const { id } = demoRecordNamed('Artist', 'Ennio Morricone');
    const scored = demoRecords('Production').filter(({ attributes }) => JSON.stringify(attributes.composers ?? []).includes(id));
    expect(facets.composer).toContainEqual({ value: id, name: 'Ennio Morricone', count: scored.length });
    expect(facets.composer?.map(({ name }) => name)).toContain('John Williams (film composer)');
  });

  test('that are roles have a slug', async () => {
    const { facets } = await facetsOf('/api/artists', ['facets', 'role']);
    expect(facets.role?.map(({ value, name }) => ({ value, name }))).toContainEqual({ value: 'composer', name: 'Composer' });
  });

  test('are narrowed by a part of their names, ignoring case and accents', async () => {
    const { facets, facetTotals } = await facetsOf('/api/releases', ['facets', 'label'], ['facetQuery', 'RÉCORDS']);
    expect(facets.label?.length).toBe(12);
    expect(facets.label?.every(({ name }) => /records/i.test(name))).toBe(true);
    expect(facetTotals.label).toBeGreaterThan(12);
    const words = await facetsOf('/api/releases', ['facets', 'format'], ['facetQuery', 'vin']);
    expect(words.facets.format?.map(({ value }) => value)).toEqual(['vinyl']);
    expect((await facetsOf('/api/releases', ['facets', 'label'], ['facetQuery', 'no such label'])).facetTotals.label).toBe(0);
  });

  test('count only the records that a look-up finds', async () => {
    const barcode = demoRecords('Release').find(({ attributes }) => attributes.barcode)?.attributes.barcode as string;
    const { totalItems, facets } = await facetsOf('/api/releases', ['barcode', barcode], ['facets', 'decade']);
    expect(facets.decade?.reduce((sum, { count }) => sum + count, 0)).toBe(totalItems);
  });

  test('are recounted after a change of the catalog', async () => {
    const own = await serverOf(await seededStore());
    const countries = async () => metaOf(await own.read('/api/labels?facets=country')).facets.country;
    expect(await countries()).toEqual([]);
    await own.store.write(() =>
      own.store.writer.run(
        "INSERT INTO label (id, name, name_folded, slug, country, created_at) VALUES ('00000000-0000-4000-8000-000000000001', 'A', 'a', 'a', 'IT', '2024-01-01T00:00:00.000+00:00')",
      ),
    );
    expect(await countries()).toEqual([{ value: 'IT', name: 'IT', count: 1 }]);
  });
});

describe('a facet parameter', () => {
  test.each([
    ['facets=shoes', 'facets'],
    ['facets=decade,shoes', 'facets'],
    ['facets=', 'facets'],
    ['facets=decade&facetValues=0', 'facetValues'],
    ['facets=decade&facetValues=1001', 'facetValues'],
    ['facets=decade,label&facetQuery=a', 'facetQuery'],
  ])('is refused: %s', async (query, parameter) => {
    await refusedFor(`/api/releases?${query}`, parameter);
  });

  test('is ignored by types without facets, and without a requested facet', async () => {
    expect((await server.read('/api/portrayals?facets=decade')).meta?.ignoredParameters).toEqual(['facets']);
    expect((await server.read('/api/releases?facetValues=3&facetQuery=a')).meta).not.toHaveProperty('facets');
  });
});

describe('holdings of the viewer', () => {
  const token = (...scopes: Scope[]) => issueApiToken(server.store, 'tester', scopes.join(), { scopes });

  test('filter releases by collection, wishlist or neither', async () => {
    const idsOf = async (query: string) =>
      (await server.read(`/api/releases?itemsPerPage=100&${query}`)).data.map(({ id }: { id: string }) => id).toSorted();
    expect(await idsOf('holding=owned')).toEqual(releaseIds.slice(0, 20).toSorted());
    expect(await idsOf('holding=wanted')).toEqual(releaseIds.slice(15, 30).toSorted());
    expect((await server.read('/api/releases?holding=none')).meta?.totalItems).toBe(releaseIds.length - 30);
    expect(await idsOf('holding[]=owned&holding[]=wanted')).toEqual(releaseIds.slice(0, 30).toSorted());
  });

  test('make the response private and uncacheable', async () => {
    const response = await server.request('/api/releases?holding=owned');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await server.request('/api/releases?facets=holding')).headers.get('cache-control')).toBe('private, no-store');
    expect((await server.request('/api/releases?facets=decade')).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('need a token with the scope of the list', async () => {
    const collection = await token('catalog:read', 'collection:read');
    const ask = async (query: string, bearer: string) =>
      (await server.request(`/api/releases?${query}`, { headers: { authorization: `Bearer ${bearer}` } })).status;
    expect(await ask('holding=owned', collection)).toBe(200);
    for (const query of ['holding=wanted', 'holding=none', 'facets=holding']) expect(await ask(query, collection)).toBe(403);
    expect(await ask('facets=holding', await token('catalog:read', 'collection:read', 'wishlist:read'))).toBe(200);
  });

  test('are noted with holdings=true on lists, single reads, entries and searches', async () => {
    const id = releaseIds[0] as string;
    const userId = findUser(server.store, 'tester')?.id;
    const owned = [
      {
        release: id,
        edition: 'this',
        shared: 'release',
        item: expect.stringContaining(`/api/users/${userId}/collection/`),
        itemRelease: id,
      },
    ];
    const notesOf = async (path: string) => (await server.read(path)).meta as unknown as { owned: { release: string }[]; wanted: object[] };
    expect((await notesOf(`${id}?holdings=true`)).owned).toEqual(expect.arrayContaining(owned));
    expect((await notesOf('/api/releases?holding=owned&holdings=true')).owned).toEqual(expect.arrayContaining(owned));
    const entry = demoRecords('ProductionEntry').find((one) => JSON.stringify(one).includes(id));
    expect((await notesOf(`${entry?.id.replace(/\/[^/]+$/, '')}?holdings=true`)).owned).toEqual(expect.arrayContaining(owned));
    const response = await server.request(`${id}?holdings=true`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const search = `/api/search?q=${encodeURIComponent(demoRecords('Release').find((one) => one.id === id)?.attributes.title as string)}`;
    expect((await notesOf(`${search}&holdings=true`)).owned).toEqual(expect.arrayContaining(owned));
    expect(await notesOf(search)).not.toHaveProperty('owned');
    expect((await server.read(`${id}?holdings=false`)).meta).toBeUndefined();
    expect((await server.read('/api/artists?holdings=true')).meta?.ignoredParameters).toEqual(['holdings']);
  });
});
