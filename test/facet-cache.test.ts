import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { seedVocabularies } from '../src/import/seed';
import { openStore } from '../src/store/database/open';
import type { Store } from '../src/store/database/store';
import { timestamp } from '../src/store/values/dates';
import { emptyFolder } from './support/executable';
import { addRecords } from './support/exports';
import { limitOf, runs } from './support/runs';
import { seededStore, serverOf, type TestServer } from './support/server';
import { uuid } from './support/uuids';

// Facets of lists that are too long to be counted while others wait.

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

/** More than are counted at once, also where one of the filters is set. */
const many = [
  ...Array.from({ length: labels }, (_, number) => label(number)),
  ...Array.from({ length: 2_500 }, (_, number) => release(number)),
];

const folder = emptyFolder();
let ofFile: { store: Store; server: TestServer };
let inMemory: { store: Store; server: TestServer };

beforeAll(async () => {
  const store = openStore(folder.path, { mayCreate: true });
  await seedVocabularies(store);
  ofFile = { store, server: await serverOf(store) };
  const memory = await seededStore();
  inMemory = { store: memory, server: await serverOf(memory) };
  for (const one of [ofFile, inMemory]) await addRecords(one.store, many);
});

afterAll(() => {
  ofFile.store.close();
  folder[Symbol.dispose]();
});

interface Meta {
  readonly facets: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>;
  readonly countedAt?: string;
}

const metaOf = async (server: TestServer, query: string): Promise<Meta> =>
  (await server.read(`/api/releases?itemsPerPage=1&${query}`)).meta as unknown as Meta;

async function settled(query: string): Promise<Meta> {
  let meta = await metaOf(ofFile.server, query);
  while (meta.countedAt !== undefined) {
    await Bun.sleep(20);
    meta = await metaOf(ofFile.server, query);
  }
  return meta;
}

const facets = 'facets=decade,country,label,composer,genre&facetValues=15';

test('counted on another thread they are those that are counted at once, whatever is chosen, and after every write', async () => {
  const filter = fc.constantFrom(
    '',
    'country=US',
    'decade=1970',
    'decade[]=1950&decade[]=1960',
    `label=${uuid(3)}`,
    'q=release',
    'country=US&decade=1990',
  );
  let next = many.length;
  await fc.assert(
    fc.asyncProperty(fc.array(filter, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 3 }), async (filters, written) => {
      const records = Array.from({ length: written }, () => release(next++));
      for (const { store } of [ofFile, inMemory]) await addRecords(store, records);
      const asked = filters.map((one) => `${facets}&${one}`);
      const apart = await Promise.all(asked.map((query) => settled(query)));
      for (const [index, query] of asked.entries()) expect(apart[index]).toEqual(await metaOf(inMemory.server, query));
    }),
    { numRuns: runs(10), examples: [[['q=release'], 0]] },
  );
});

test('after a write those from before are shown for a moment at most, and said to be', async () => {
  const before = await settled(facets);
  const from = timestamp(new Date(Date.now() - 60_000));
  await addRecords(ofFile.store, [release(1_000_000)]);

  const shown = await metaOf(ofFile.server, facets);
  // Some of them may be there already.
  expect([...(shown.countedAt ? [sum(before)] : []), sum(before) + 1]).toContain(sum(shown));
  if (shown.countedAt) expect(shown.countedAt > from && shown.countedAt < timestamp(new Date(Date.now() + 1_000))).toBe(true);
  expect(sum(await settled(facets))).toBe(sum(before) + 1);
}, 30_000);

const sum = ({ facets }: Meta): number => (facets.decade ?? []).reduce((total, { count }) => total + count, 0);

function ask(most: number, names: string, signal?: AbortSignal): Promise<Response> {
  const { app, token } = ofFile.server;
  const url = `http://localhost/api/releases?itemsPerPage=1&facetValues=${most}&facets=${names}`;
  return app.handle(new Request(url, { headers: { authorization: `Bearer ${token}` }, ...(signal && { signal }) }));
}

test('what only somebody waited for who has gone is not counted', async () => {
  const gone = new AbortController();
  // Less than the most that may wait.
  const left = Array.from({ length: 20 }, (_, index) => ask(100 + index, 'decade,country,label', gone.signal));
  const stayed = ask(119, 'label');
  gone.abort();

  const statuses = (await Promise.all(left)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(15);
  expect((await stayed).status).toBe(200);
}, 30_000);

test('where too many wait, who comes last is told to come again, and what waits is counted', async () => {
  const asked = Array.from({ length: 40 }, (_, index) => ask(200 + index, 'decade,country,label'));
  const answers = await Promise.all(asked);

  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => headers.get('retry-after') === '5')).toBe(true);
  expect(answers[0]?.status).toBe(200);
  expect((await ask(239, 'label')).status).toBe(200);
}, 30_000);
