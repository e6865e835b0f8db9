import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { DeferredBlocks } from '../../src/import/deferred/blocks';
import { runImport } from '../../src/import/run/run';
import type { RunOptions } from '../../src/import/run/run-options';
import type { Source } from '../../src/import/source';
import { discogs } from '../../src/import/sources/discogs';
import { musicbrainz } from '../../src/import/sources/musicbrainz';
import type { Store } from '../../src/store/database/store';
import { comparableExport } from '../support/comparable';
import { runs } from '../support/runs';
import { emptyStore, seededStore } from '../support/server';
import { uuid } from '../support/uuids';
import { fileOf, fixture, removeFiles } from './discogs-fakes';
import * as documents from './musicbrainz-documents';
import { linesOf } from './musicbrainz-documents';

afterAll(removeFiles);

const run = (store: Store, source: Source, options: Partial<RunOptions> = {}) => runImport(store, source, { maxRejects: 0, ...options });

const fromMusicbrainz = (store: Store, file: string, options?: Partial<RunOptions>) =>
  run(store, musicbrainz([file], { includeNoncommercial: false }), options);

const deferredNames = ({ writer }: Store): unknown[] => writer.query('SELECT name FROM deferred_name ORDER BY name').values().flat();

const files = (): string[] => [
  fileOf(linesOf(documents.filmGroup, documents.albumGroup), 'release-group.jsonl'),
  fileOf(linesOf(documents.filmRelease), 'release.jsonl'),
  fileOf(linesOf(documents.cueWork, documents.filmWork, documents.otherWork), 'work.jsonl'),
  fileOf(linesOf(documents.composer, documents.orchestra, documents.actor, documents.stranger), 'artist.jsonl'),
  fileOf(linesOf(documents.label, documents.otherLabel), 'label.jsonl'),
];

test('a deferred document is removed once it is imported and kept while nothing refers to it', async () => {
  const [groups = '', release = '', , artists = ''] = files();
  const store = await seededStore();
  const { deferredDocuments, overQuota, added } = await fromMusicbrainz(store, artists);
  expect({ deferredDocuments, overQuota, added }).toEqual({ deferredDocuments: 4, overQuota: {}, added: 0 });
  await fromMusicbrainz(store, groups);
  await fromMusicbrainz(store, release);
  expect(deferredNames(store)).toEqual([documents.stranger.id]);
});

test('documents beyond the size limit are counted but not deferred', async () => {
  const store = await seededStore();
  const artist = (number: number) => ({
    id: uuid(number),
    name: `Artist ${number} ${Bun.hash(`${number}`)}`,
    type: 'Person',
  });
  const many = fileOf(linesOf(...Array.from({ length: 5_000 }, (_, number) => artist(number))), 'artist.jsonl');
  const { deferredDocuments, overQuota, documents: read } = await fromMusicbrainz(store, many, { deferredBytes: 100_000 });
  const bytes = new DeferredBlocks(store).bytes();
  expect(bytes).toBeLessThanOrEqual(100_000);
  expect(deferredDocuments).toBeGreaterThan(1_000);
  expect(deferredDocuments).toBeLessThan(5_000);
  expect(deferredDocuments + (overQuota['musicbrainz/artist'] ?? 0)).toBe(5_000);
  expect(read).toBe(5_000);
  expect(deferredNames(store)).toHaveLength(deferredDocuments);
});

test('a size limit of 0 defers no documents', async () => {
  const store = await seededStore();
  const { deferredDocuments, overQuota } = await fromMusicbrainz(store, files()[3] as string, { deferredBytes: 0 });
  expect({ deferredDocuments, overQuota }).toEqual({ deferredDocuments: 0, overQuota: { 'musicbrainz/artist': 4 } });
});

test('a changed document replaces its deferred version, and an unchanged one takes no space', async () => {
  const store = await seededStore();
  const blocks = new DeferredBlocks(store);
  const file = fileOf(linesOf(documents.composer, documents.stranger), 'artist.jsonl');
  await fromMusicbrainz(store, file);
  const bytes = blocks.bytes();
  expect((await fromMusicbrainz(store, file)).deferredDocuments).toBe(0);
  expect(blocks.bytes()).toBe(bytes);
  await fromMusicbrainz(store, fileOf(linesOf({ ...documents.composer, name: 'Ana Lund II' }), 'artist.jsonl'));
  const deferred = [...blocks.with('musicbrainz/artist', [documents.composer.id])].flatMap((block) => block.documents);
  expect(deferred.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()).name)).toEqual(['A Stranger', 'Ana Lund II']);
});

test('a deferred document does not overwrite a newer version of it', async () => {
  const [groups = '', release = ''] = files();
  const store = await seededStore();
  await fromMusicbrainz(store, fileOf(linesOf({ ...documents.composer, disambiguation: 'as it was' }), 'artist.jsonl'));
  await run(
    store,
    musicbrainz([groups, release, fileOf(linesOf({ ...documents.composer, disambiguation: 'as it is' }), 'artist.jsonl')], {
      includeNoncommercial: false,
    }),
  );
  expect(comparableExport(store).join()).toContain('as it is');
  expect(comparableExport(store).join()).not.toContain('as it was');
});

test('blocks contain the latest deferred version of each document after any batches', async () => {
  const step = fc.record({ id: fc.integer({ min: 1, max: 12 }), text: fc.string({ maxLength: 40 }), isGiven: fc.boolean() });
  const { DeferredDocuments } = await import('../../src/import/deferred/documents');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 6 }), async (batches) => {
      const store = emptyStore();
      store.writer.run("INSERT INTO import_source (name) VALUES ('test')");
      const expected = new Map<string, string>();
      const deferred = new DeferredDocuments(store);
      for (const batch of batches) {
        await store.write(() => {
          deferred.begin();
          for (const { id, text, isGiven } of batch) {
            if (isGiven) deferred.drop('test', `${id}`);
            else deferred.defer('test', { names: [`${id}`, `other ${id % 3}`], file: 'f', line: id, offset: 0, bytes: Buffer.from(text) });
            if (isGiven) expected.delete(`${id}`);
            else expected.set(`${id}`, text);
          }
          deferred.write();
        });
      }
      const blocks = new DeferredBlocks(store);
      const found = [...blocks.with('test', ['other 0', 'other 1', 'other 2'])].flatMap((block) => block.documents);
      expect(found.map(({ names, bytes }) => [names[0], Buffer.from(bytes).toString()] as const).toSorted()).toEqual(
        [...expected].toSorted(),
      );
      expect(blocks.namesAfter('test', '', 100)).toEqual(
        [...new Set([...expected.keys()].flatMap((id) => [id, `other ${Number(id) % 3}`]))].toSorted(),
      );
    }),
    { numRuns: runs(20) },
  );
});

test('a label that nothing refers to is one deferred document, though it may be a company too', async () => {
  const { documents, deferredDocuments } = await runImport(emptyStore(), discogs([fixture('labels')]), { maxRejects: 0 });
  expect(documents).toBeGreaterThan(0);
  expect(deferredDocuments).toBe(documents);
});
