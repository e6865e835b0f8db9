import { expect, test } from 'bun:test';
import { copyInMemory } from '../../src/store/database/open';
import type { Store } from '../../src/store/database/store';
import { merged, to } from '../records/numbered-records';
import { addRecords, exportText } from '../support/exports';
import { follow } from '../support/following';
import { artist, artistIri, mergedArtist } from '../support/numbered-artists';
import { emptyStore, serverOf, startServer, type TestServer } from '../support/server';
import { id } from './mirror-fakes';

const alias = (number: number) => ({
  type: 'ArtistAlias',
  id: `${artistIri(number)}/aliases/${id(100 + number)}`,
  attributes: { variation: `A. ${number}` },
});

const deleted = (number: number) => ({
  type: 'DeletedRecord',
  id: id(number),
  attributes: { resource_type: 'Artist', iri: artistIri(number), deleted_at: '2026-02-03T04:05:06.789+00:00' },
});

const portrayal = {
  type: 'Portrayal',
  id: `/api/portrayals/${id(200)}`,
  attributes: {},
  relationships: { performer: to('Artist', artistIri(1)) },
};

const initialRecords = [artist(1, { slug: 'a1' }), artist(2, { slug: 'a2' }), artist(3, { slug: 'a3' }), alias(1), alias(2), portrayal];

const initialOrigin = await startServer(initialRecords);
const initialMirror = emptyStore();
await follow(initialMirror, initialOrigin);

/** Copies of a server and of its up-to-date mirror. */
const mirrored = async () => ({
  origin: await serverOf(copyInMemory(initialOrigin.store), {}, undefined, 'reader'),
  store: copyInMemory(initialMirror),
});

for (const [changes, ...imports] of [
  ['a slug is changed and restored', [artist(1, { slug: 'x' })], [artist(1, { slug: 'a1' })]],
  ['a slug is changed several times', [artist(1, { slug: 'x' })], [artist(1, { slug: 'y' })], [artist(1, { slug: 'z' })]],
  ['a new record takes a former slug', [artist(1, { slug: 'x' })], [artist(4, { slug: 'a1' })]],
  ['another record takes and releases a former slug', [artist(1, { slug: 'x' })], [artist(2, { slug: 'a1' })], [artist(2, { slug: 'b' })]],
  [
    'a record is deleted, recreated and edited',
    [deleted(1)],
    [artist(1, { slug: 'a1' }), alias(1), portrayal],
    [artist(1, { slug: 'a1', biography: 'Came back.' })],
  ],
  ['two slugs are swapped through a third', [artist(1, { slug: 't' })], [artist(2, { slug: 'a1' }), artist(1, { slug: 'a2' })]],
  [
    'three slugs are rotated',
    [artist(1, { slug: 't' })],
    [artist(3, { slug: 'a1' }), artist(2, { slug: 'a3' }), artist(1, { slug: 'a2' })],
  ],
  ['a new record takes a former slug and is deleted', [artist(1, { slug: 'x' })], [artist(4, { slug: 'a1' })], [deleted(4)]],
  ['a record is deleted and recreated with other values', [deleted(1)], [artist(1, { slug: 'other', biography: 'Came back.' }), portrayal]],
  ['a record is deleted, recreated and deleted', [deleted(1)], [artist(1, { slug: 'a1' })], [deleted(1)]],
  ['a merge target is merged', [mergedArtist(1, 2)], [mergedArtist(2, 3)]],
  ['a new merge target is merged', [artist(4, { slug: 'a4' }), mergedArtist(1, 4)], [mergedArtist(4, 3)]],
  ['a merge target is deleted', [mergedArtist(1, 2)], [deleted(2)]],
  ['a merge target is merged and deleted', [mergedArtist(1, 2)], [mergedArtist(2, 3)], [deleted(3)]],
  ['a new record is renamed and merged', [artist(4, { slug: 'a4' })], [artist(4, { slug: 'x' })], [mergedArtist(4, 1)]],
  ['a new record takes the slug of a merged one', [mergedArtist(1, 2)], [artist(4, { slug: 'a1' })]],
] as const satisfies readonly (readonly [string, ...object[][]])[]) {
  test(`a mirror is identical to its origin after ${changes}`, async () => {
    const { origin, store } = await mirrored();
    for (const records of imports) await addRecords(origin.store, records);

    const { outcome, message, documents, documentsKept } = await follow(store, origin);

    expect([outcome, message]).toEqual(['done', undefined]);
    expect(documents).toBeGreaterThanOrEqual(documentsKept);
    expect(exportText(store)).toBe(exportText(origin.store));
    expect(changesOf(store)).toEqual(changesOf(origin.store).slice(-changesOf(store).length));
    store.close();
  });
}

test('artist roles are mirrored with their slug redirects and merges', async () => {
  const role = (number: number, slug: string) => ({
    type: 'ArtistRole',
    id: `/api/artists/roles/${id(300 + number)}`,
    attributes: { role: `Role ${number}`, slug, scope: 'release' },
  });
  const mergedRole = merged('ArtistRole', 'artists/roles', 302, 301);
  const origin = await startServer([...initialRecords, role(1, 'r1'), role(2, 'r2'), role(3, 'r3')]);
  const early = emptyStore();
  await follow(early, origin);
  await addRecords(origin.store, [role(1, 'x'), role(1, 'y'), mergedRole]);
  const late = emptyStore();

  for (const store of [early, late]) {
    expect((await follow(store, origin)).outcome).toBe('done');
    expect(exportText(store)).toBe(exportText(origin.store));
    store.close();
  }
  expect(exportText(origin.store)).toMatch(/"type":"SlugRedirect","id":"r1"(.|\n)*"type":"MergedRecord"/);
});

test('a record merged into one that the mirror never had is deleted with it', async () => {
  const { origin, store } = await mirrored();
  await addRecords(origin.store, [artist(4, { slug: 'a4' }), mergedArtist(1, 4)]);
  await addRecords(origin.store, [deleted(4)]);

  expect((await follow(store, origin)).outcome).toBe('done');

  const artists = ({ reader }: Store) => reader.query('SELECT id FROM artist ORDER BY id').values();
  expect(artists(store)).toEqual(artists(origin.store));
  store.close();
});

const changesOf = ({ reader }: Store): unknown[][] =>
  reader.query("SELECT * FROM change WHERE action <> 'restored' ORDER BY sequence").values();

/** Checks that a mirror refuses to follow a server, and stays as it is. */
async function expectRefused(store: Store, origin: TestServer): Promise<void> {
  const before = exportText(store);
  const run = await follow(store, origin);
  expect([run.outcome, run.message]).toEqual(['failed', expect.stringMatching(refusal)]);
  expect(exportText(store)).toBe(before);
  store.close();
}

const refusal =
  /^http:\/\/origin\.example is not the catalog mirrored up to change \d+\. It was restored to an earlier state or replaced\. Mirror it into an empty data directory\.$/;

test('an origin restored from a backup is refused even if its feed has grown past the cursor', async () => {
  const { origin, store } = await mirrored();
  const backup = await startServer([]);
  backup.store.writer.run('DELETE FROM change');
  copyOf(origin, backup);
  await addRecords(origin.store, [artist(4, { slug: 'a4' })]);
  expect((await follow(store, origin)).outcome).toBe('done');
  await addRecords(backup.store, [artist(5, { slug: 'a5' }), artist(6, { slug: 'a6' })]);
  await expectRefused(store, backup);
});

/** Copies the change feed of a server, as restoring its backup would. */
function copyOf(from: TestServer, to: TestServer): void {
  const insert = to.store.writer.query('INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?)');
  for (const row of from.store.reader.query('SELECT * FROM change ORDER BY sequence').values()) insert.run(...(row as string[]));
}

test('a different catalog at the same address is refused directly after the export', async () => {
  const another = await startServer([...initialRecords, artist(4, { slug: 'a4' })]);
  const { store } = await mirrored();
  await expectRefused(store, another);
});
