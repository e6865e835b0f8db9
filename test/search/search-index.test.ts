import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { importRecords } from '../../src/import/seed';
import { artist, iri, label, merged, production, release } from '../records/numbered-records';
import { editorOf } from '../support/edited-server';
import { limitOf, runs } from '../support/runs';
import { expectTrueSearch } from '../support/search-truth';
import { numbered, startServer } from '../support/server';
import { uuid } from '../support/uuids';

const credit = (number: number) => ({ iri: iri('artists', number), credit_role: 'composer' });

const number = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('Ada', 'Bernard Herrmann', 'Zygmunt', 'Ørsted', 'Ada Quartet');

/** A random import into a catalog with few records. */
const step = fc.oneof(
  fc.record({ number, name }).map(({ number, name }) => artist(number, name, { real_name: name === 'Ada' ? 'Augusta' : null })),
  fc.record({ number, of: number, name }).map(({ number, of, name }) => ({
    type: 'ArtistAlias',
    id: `${iri('artists', of)}/aliases/${uuid(10 + number)}`,
    attributes: { variation: `${name} alias` },
  })),
  fc
    .record({ number, of: fc.array(number, { maxLength: 3 }), name })
    .map(({ number, of, name }) => production(number, `${name} film`, { akas: `${name} autrement`, composers: of.map(credit) })),
  fc.record({ number, of: fc.array(number, { maxLength: 3 }), name }).map(({ number, of, name }) =>
    release(number, `${name} album`, {
      artist_credit: of.length === 1 ? null : `Éric Serra & ${name}`,
      artists: of.map(credit),
      credits: of.map(credit),
      labels: of.map((label) => ({ iri: iri('labels', label), catalog_number: `VSD-${number}` })),
      series: of.map((position) => ({ name: `${name} classics`, number: String(position) })),
    }),
  ),
  fc.record({ number, name }).map(({ number, name }) => label(number, name)),
  fc
    .constantFrom(['Artist', 'artists'], ['Production', 'productions'], ['Release', 'releases'], ['Label', 'labels'])
    .chain(([type, kind]) =>
      fc
        .record({ number, into: number, isMerge: fc.boolean() })
        .map(({ number, into, isMerge }) =>
          isMerge
            ? merged(type as string, kind as string, number, into)
            : { type: 'DeletedRecord', id: uuid(number), attributes: { resource_type: type, iri: iri(kind as string, number) } },
        ),
    ),
);

/** A release without artists takes over those of a release merged into it. */
const mergedWithCredits: object[] = [
  artist(4, 'Ada'),
  release(1, 'Ada album', { artists: [credit(4)] }),
  release(4, 'Bernard Herrmann album'),
  merged('Release', 'releases', 1, 4),
];

test(
  'search indexes match the records after any sequence of imports, merges and deletions',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step as fc.Arbitrary<object>, { minLength: 5, maxLength: 30 }), async (steps: object[]) => {
        const { store } = await startServer();
        // Impossible imports, such as a merge into a missing record, are refused and change nothing.
        for (const value of steps) await importRecords(store, numbered([value])).catch(() => undefined);
        expectTrueSearch(store);
      }),
      { numRuns: runs(20), examples: [[mergedWithCredits]] },
    );
  },
  limitOf(60_000),
);

test('searches succeed after the deletion of a production whose composer was merged', async () => {
  const server = await startServer([
    artist(1, 'Zygmunt Qwerty'),
    artist(2, 'Somebody'),
    production(3, 'Some Film', { composers: [credit(1)] }),
    merged('Artist', 'artists', 1, 2),
  ]);
  expect((await server.read('/api/search?q=zygmunt')).meta?.totalItems).toBe(0);
  expect((await server.read('/api/search?q=somebody')).meta?.totalItems).toBe(2);

  await importRecords(
    server.store,
    numbered([{ type: 'DeletedRecord', id: uuid(3), attributes: { resource_type: 'Production', iri: iri('productions', 3) } }]),
  );

  for (const typed of ['zygmunt', 'zyg', 'z', 'q', 's']) expect((await server.request(`/api/search?q=${typed}`)).status).toBe(200);
});

test('a long list is written with its search entry once, and the entry matches the list', async () => {
  const server = await startServer(Array.from({ length: 100 }, (_, index) => artist(index + 1, `Artist ${index + 1}`)));
  const { store } = server;
  const changes = () => store.writer.query<{ changes: number }, []>('SELECT total_changes() AS changes').get()?.changes ?? 0;
  const written = async (album: number, artists: number) => {
    const before = changes();
    const credits = Array.from({ length: artists }, (_, index) => credit(index + 1));
    await importRecords(store, numbered([release(album, 'Sampler', { artists: credits })]));
    expectTrueSearch(store);
    return changes() - before;
  };
  const [few, many] = [await written(101, 20), await written(102, 100)];
  expect(many - few).toBeLessThan(100);
  expect((await written(102, 20)) - few).toBeLessThan(100);
  await written(102, 100);
  const editor = await editorOf(server);
  const before = changes();
  expect((await editor.merge(iri('releases', 102), { type: 'Release', id: iri('releases', 101) })).status).toBe(200);
  expectTrueSearch(store);
  expect(changes() - before).toBeLessThan(500);
});
