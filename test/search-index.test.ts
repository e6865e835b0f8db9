import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { words } from '../src/database/full-text';
import type { Store } from '../src/database/open';
import { importRecords } from '../src/import/run/import-records';
import { startServer } from './support/server';

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const iri = (kind: string, number: number): string => `/api/${kind}/${uuid(number)}`;
const to = (type: string, id: string) => ({ data: { type, id } });
const credit = (number: number) => ({ iri: iri('artists', number), credit_role: 'composer' });

/** Each index with the view or the table that says what should be in it. */
const indexes = {
  artist_search: 'SELECT key, name, other_names FROM artist_search_entry',
  production_search: 'SELECT key, name, other_names FROM production_search_entry',
  release_search: 'SELECT key, name, other_names FROM release_search_entry',
  label_search: 'SELECT key, name_folded AS name FROM label',
};

/** The keys of the rows that have a word, of every word, by what the tables say. */
function wordsOf(store: Store, query: string): Map<string, number[]> {
  const found = new Map<string, Set<number>>();
  for (const { key, name, other_names } of store.writer.query(query).all() as { key: number; name: string; other_names?: string }[]) {
    for (const word of `${name} ${other_names ?? ''}`.match(words) ?? []) found.set(word, (found.get(word) ?? new Set()).add(key));
  }
  return new Map([...found].map(([word, keys]) => [word, [...keys].sort((a, b) => a - b)]));
}

/** The same by the index. */
function indexedWordsOf(store: Store, index: string): Map<string, number[]> {
  const terms = store.writer.query(`SELECT term FROM ${index}_word`).values().flat() as string[];
  const rows = store.writer.query(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid`);
  return new Map(terms.map((term) => [term, rows.values(`"${term}"`).flat() as number[]]));
}

const byWord = (map: Map<string, number[]>) => [...map].filter(([, keys]) => keys.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));

const number = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('Ada', 'Bernard Herrmann', 'Zygmunt', 'Ørsted', 'Ada Quartet');

/** One thing that may happen to a catalog of a few records. */
const step = fc.oneof(
  fc.record({ number, name }).map(({ number, name }) => ({
    type: 'Artist',
    id: iri('artists', number),
    attributes: { name, _type: 'person', real_name: name === 'Ada' ? 'Augusta' : null },
  })),
  fc.record({ number, of: number, name }).map(({ number, of, name }) => ({
    type: 'ArtistAlias',
    id: `${iri('artists', of)}/aliases/${uuid(10 + number)}`,
    attributes: { variation: `${name} alias` },
  })),
  fc.record({ number, of: fc.array(number, { maxLength: 3 }), name }).map(({ number, of, name }) => ({
    type: 'Production',
    id: iri('productions', number),
    attributes: { title: `${name} film`, _type: 'movie', akas: `${name} autrement`, composers: of.map(credit) },
  })),
  fc.record({ number, of: fc.array(number, { maxLength: 3 }), name }).map(({ number, of, name }) => ({
    type: 'Release',
    id: iri('releases', number),
    attributes: { title: `${name} album`, artists: of.map(credit), credits: of.map(credit) },
  })),
  fc.record({ number, name }).map(({ number, name }) => ({ type: 'Label', id: iri('labels', number), attributes: { name } })),
  fc
    .constantFrom(['Artist', 'artists'], ['Production', 'productions'], ['Release', 'releases'], ['Label', 'labels'])
    .chain(([type, kind]) =>
      fc.record({ number, into: number, isMerge: fc.boolean() }).map(({ number, into, isMerge }) =>
        isMerge
          ? {
              type: 'MergedRecord',
              id: uuid(number),
              attributes: { resource_type: type },
              relationships: { resource: to(type as string, iri(kind as string, into)) },
            }
          : { type: 'DeletedRecord', id: uuid(number), attributes: { resource_type: type, iri: iri(kind as string, number) } },
      ),
    ),
);

async function* one(value: object) {
  yield { file: 'step', line: 1, value };
}

/** A release without artists gets those of one that is merged into it. */
const mergedWithCredits: object[] = [
  { type: 'Artist', id: iri('artists', 4), attributes: { name: 'Ada', _type: 'person' } },
  { type: 'Release', id: iri('releases', 1), attributes: { title: 'Ada album', artists: [credit(4)] } },
  { type: 'Release', id: iri('releases', 4), attributes: { title: 'Bernard Herrmann album' } },
  {
    type: 'MergedRecord',
    id: uuid(1),
    attributes: { resource_type: 'Release' },
    relationships: { resource: to('Release', iri('releases', 4)) },
  },
];

test('whatever is written, merged and deleted, the indexes have what the records have, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step as fc.Arbitrary<object>, { minLength: 5, maxLength: 30 }), async (steps: object[]) => {
      const { store } = await startServer();
      // What cannot be (a merge into what is not there, say) is refused, and changes nothing.
      for (const value of steps) await importRecords(store, one(value)).catch(() => undefined);
      for (const [index, query] of Object.entries(indexes))
        expect(byWord(indexedWordsOf(store, index))).toEqual(byWord(wordsOf(store, query)));
    }),
    { numRuns: 60, examples: [[mergedWithCredits]] },
  );
}, 60_000);

test('a composer who was merged and whose film is deleted leaves nothing that a search would stumble over', async () => {
  const server = await startServer([
    { type: 'Artist', id: iri('artists', 1), attributes: { name: 'Zygmunt Qwerty', _type: 'person' } },
    { type: 'Artist', id: iri('artists', 2), attributes: { name: 'Somebody', _type: 'person' } },
    { type: 'Production', id: iri('productions', 3), attributes: { title: 'Some Film', _type: 'movie', composers: [credit(1)] } },
    {
      type: 'MergedRecord',
      id: uuid(1),
      attributes: { resource_type: 'Artist' },
      relationships: { resource: to('Artist', iri('artists', 2)) },
    },
  ]);
  expect((await server.read('/api/search?q=zygmunt')).meta?.totalItems).toBe(0);
  expect((await server.read('/api/search?q=somebody')).meta?.totalItems).toBe(2);

  await importRecords(
    server.store,
    one({ type: 'DeletedRecord', id: uuid(3), attributes: { resource_type: 'Production', iri: iri('productions', 3) } }),
  );

  for (const typed of ['zygmunt', 'zyg', 'z', 'q', 's']) expect((await server.request(`/api/search?q=${typed}`)).status).toBe(200);
});
