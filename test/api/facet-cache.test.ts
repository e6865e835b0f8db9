import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { Store } from '../../src/store/database/store';
import { timestamp } from '../../src/store/values/dates';
import { folderOfTests } from '../support/executable';
import { addRecords } from '../support/exports';
import { limitOf, runs } from '../support/runs';
import { seededStore, serverOf, type TestServer } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';
import { uuid } from '../support/uuids';

setDefaultTimeout(limitOf(60_000));

const labels = 20;
const countries = ['US', 'IT', 'DE', 'GB'];

const label = (number: number) => ({
  type: 'Label',
  id: `/api/labels/${uuid(number)}`,
  attributes: { name: `Label ${String.fromCharCode(65 + number)}` },
});
const release = (number: number) => ({
  type: 'Release',
  id: `/api/releases/${uuid(1_000 + number)}`,
  attributes: {
    title: `Release ${number}`,
    release_date: String(1950 + ((number * 7) % 60)),
    ...(number % 3 > 0 && { country: countries[number % 7] ?? 'FR' }),
    labels: [{ iri: `/api/labels/${uuid(number % labels)}` }],
  },
});

/** Enough that a worker counts the facets, with and without filters. */
const records = [
  ...Array.from({ length: labels }, (_, number) => label(number)),
  ...Array.from({ length: 2_500 }, (_, number) => release(number)),
];

const folder = folderOfTests();
let ofFile: { store: Store; server: TestServer };
let inMemory: { store: Store; server: TestServer };

beforeAll(async () => {
  const memory = await seededStore();
  await addRecords(memory, records);
  const store = openFileCopy(folder, memory);
  ofFile = { store, server: await serverOf(store) };
  inMemory = { store: memory, server: await serverOf(memory) };
});

afterAll(() => ofFile.store.close());

interface Meta {
  readonly facets: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>;
  readonly countedAt?: string;
}

const metaOf = async (server: TestServer, query: string): Promise<Meta> =>
  (await server.read(`/api/releases?itemsPerPage=1&${query}`)).meta as unknown as Meta;

/** Reads facets until they are fresh. */
async function freshMetaOf(query: string): Promise<Meta> {
  let meta = await metaOf(ofFile.server, query);
  while (meta.countedAt !== undefined) {
    await Bun.sleep(20);
    meta = await metaOf(ofFile.server, query);
  }
  return meta;
}

const facets = 'facets=decade,country,label,composer,genre&facetValues=15';

const sum = ({ facets }: Meta): number => (facets.decade ?? []).reduce((total, { count }) => total + count, 0);

function ask(most: number, names: string, signal?: AbortSignal): Promise<Response> {
  const { app, token } = ofFile.server;
  const url = `http://localhost/api/releases?itemsPerPage=1&facetValues=${most}&facets=${names}`;
  return app.handle(new Request(url, { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) }));
}

describe('facets of a long list', () => {
  test('are the same from a worker as from the main thread, for any filter and after every write', async () => {
    const filter = fc.constantFrom(
      '',
      'country=US',
      'decade=1970',
      'decade[]=1950&decade[]=1960',
      `label=${uuid(3)}`,
      'q=release',
      'country=US&decade=1990',
    );
    let next = records.length;
    await fc.assert(
      fc.asyncProperty(fc.array(filter, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 3 }), async (filters, written) => {
        const added = Array.from({ length: written }, () => release(next++));
        for (const { store } of [ofFile, inMemory]) await addRecords(store, added);
        const queries = filters.map((one) => `${facets}&${one}`);
        const ofWorker = await Promise.all(queries.map((query) => freshMetaOf(query)));
        for (const [index, query] of queries.entries()) expect(ofWorker[index]).toEqual(await metaOf(inMemory.server, query));
      }),
      { numRuns: runs(10), examples: [[['q=release'], 0]] },
    );
  });

  test('are stale after a write only until the recount, and then carry their time', async () => {
    const before = await freshMetaOf(facets);
    const from = timestamp(new Date(Date.now() - 60_000));
    await addRecords(ofFile.store, [release(1_000_000)]);

    const shown = await metaOf(ofFile.server, facets);
    // The recount may already be complete.
    expect([...(shown.countedAt ? [sum(before)] : []), sum(before) + 1]).toContain(sum(shown));
    if (shown.countedAt) expect(shown.countedAt > from && shown.countedAt < timestamp(new Date(Date.now() + 1_000))).toBe(true);
    expect(sum(await freshMetaOf(facets))).toBe(sum(before) + 1);
  });

  test('are not counted for clients that have disconnected', async () => {
    const disconnecting = new AbortController();
    // Fewer than the limit of waiting requests.
    const left = Array.from({ length: 20 }, (_, index) => ask(100 + index, 'decade,country,label', disconnecting.signal));
    const stayed = ask(119, 'label');
    disconnecting.abort();

    const statuses = (await Promise.all(left)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(15);
    expect((await stayed).status).toBe(200);
  });

  test('are refused with 503 and Retry-After when too many requests wait, and counted for those that wait', async () => {
    const requests = Array.from({ length: 40 }, (_, index) => ask(200 + index, 'decade,country,label'));
    const answers = await Promise.all(requests);

    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => headers.get('retry-after') === '5')).toBe(true);
    expect(answers[0]?.status).toBe(200);
    expect((await ask(239, 'label')).status).toBe(200);
  });
});
