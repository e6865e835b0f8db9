import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { rightsOfRecords } from '../../src/records/provenance/sources';
import { RecordWriter } from '../../src/records/sources/writer';
import { refusalOf } from '../../src/records/write/record';
import { openStore, type Store } from '../../src/store/database/open';
import { Savepoint } from '../../src/store/database/transactions';
import { emptyFolder } from '../support/executable';
import { artist, artistIri, credit, mergedArtist } from '../support/numbered-artists';
import { limitOf, runs } from '../support/runs';
import { seededStore, startServer } from '../support/server';
import { openFileCopy } from '../support/store-on-disk';
import { uuid } from '../support/uuids';
import { editing } from './editing';
import { production, release, to } from './numbered-records';
import { writeRecords } from './source-documents';

const releaseIri = (number: number): string => `/api/releases/${uuid(number)}`;

const byHand = (store: Store, sql: string): void => void store.writer.run(sql);
const rowsOf = (store: Store, sql: string): unknown[] => store.writer.query(sql).all();
const newestChange = (store: Store): number =>
  (rowsOf(store, 'SELECT coalesce(max(sequence), 0) AS newest FROM change')[0] as { newest: number }).newest;

describe('a manual change in the database', () => {
  test('is kept, whether the source value changes or not', async () => {
    const { store, read } = await startServer();
    await writeRecords(store, [artist(1, { country: 'US', disambiguation: 'old' })]);
    byHand(store, `UPDATE artist SET disambiguation = 'by hand' WHERE id = '${uuid(1)}'`);

    const outcomes = await writeRecords(store, [artist(1, { country: 'GB', disambiguation: 'old' })]);

    expect(outcomes).toEqual(['changed']);
    expect((await read(artistIri(1))).data.attributes).toMatchObject({ country: 'GB', disambiguation: 'by hand' });
    expect(await writeRecords(store, [artist(1, { country: 'GB', disambiguation: 'new' })])).toEqual(['kept']);
    expect((await read(artistIri(1))).data.attributes.disambiguation).toBe('by hand');
  });

  test('is kept in lists', async () => {
    const { store, read } = await startServer();
    await writeRecords(store, [artist(1), artist(2), artist(3), production(9, 'Heat', { composers: [credit(1)] })]);
    byHand(store, `UPDATE production_credit SET artist_key = (SELECT key FROM artist WHERE id = '${uuid(2)}')`);

    expect(await writeRecords(store, [production(9, 'Heat', { composers: [credit(3)] })])).toEqual(['kept']);
    const { composers } = (await read(`/api/productions/${uuid(9)}`)).data.attributes;
    expect(composers.map(({ id }: { id: string }) => id)).toEqual([uuid(2)]);
  });

  test('that deletes a record is kept by other sources and undone by a file of records', async () => {
    const { store, request } = await startServer();
    await writeRecords(store, [artist(1)], { source: 'musicbrainz/artist' });
    byHand(store, `DELETE FROM artist WHERE id = '${uuid(1)}'`);

    expect(await writeRecords(store, [artist(1)], { source: 'musicbrainz/artist' })).toEqual(['kept']);
    expect((await request(artistIri(1))).status).toBe(404);
    expect(await writeRecords(store, [artist(1)])).toEqual(['added']);
    expect((await request(artistIri(1))).status).toBe(200);
  });

  test('that merges a record is kept', async () => {
    const { store, request } = await startServer();
    await writeRecords(store, [artist(1), artist(2), mergedArtist(1, 2)]);

    expect(await writeRecords(store, [artist(1, { name: 'Again' })])).toEqual(['kept']);
    expect((await request(artistIri(1))).status).toBe(301);
  });
});

describe('a partial record', () => {
  test('leaves omitted attributes unchanged', async () => {
    const { store, read } = await startServer();
    await writeRecords(store, [artist(1, { country: 'US', begin_date: '1943' })], { source: 'one' });

    const outcomes = await writeRecords(store, [{ type: 'Artist', id: artistIri(1), attributes: { country: 'GB' } }], {
      source: 'two',
      mode: 'partial',
    });

    expect(outcomes).toEqual(['changed']);
    expect((await read(artistIri(1))).data.attributes).toMatchObject({ name: 'Artist 1', country: 'GB', begin_date: '1943' });
  });

  test('needs all required attributes if the record is new', async () => {
    const { store } = await startServer();
    expect(() => writeRecords(store, [{ type: 'Artist', id: artistIri(1), attributes: { country: 'GB' } }], { mode: 'partial' })).toThrow(
      'name',
    );
  });

  test('in fill mode sets only empty attributes', async () => {
    const { store, read } = await startServer();
    await writeRecords(store, [artist(1, { country: 'US' })], { source: 'one' });

    await writeRecords(store, [artist(1, { country: 'GB', real_name: 'Somebody' })], { source: 'two', mode: 'fill' });

    expect((await read(artistIri(1))).data.attributes).toMatchObject({ country: 'US', real_name: 'Somebody' });
  });

  test('of each of two sources changes nothing when imported again', async () => {
    const { store } = await startServer();
    const both = async () => [
      ...(await writeRecords(store, [release(1, 'Heat', { barcode: null, notes: null })], { source: 'one' })),
      ...(await writeRecords(store, [release(1, 'Heat', { barcode: '4012345678901', notes: 'Booklet' })], { source: 'two', mode: 'fill' })),
    ];
    expect(await both()).toEqual(['added', 'changed']);
    const before = newestChange(store);
    expect(await both()).toEqual(['unchanged', 'unchanged']);
    expect(newestChange(store)).toBe(before);
  });
});

describe('works', () => {
  const work = (n: number, parent?: number) => ({
    type: 'Work',
    id: `/api/works/${uuid(n)}`,
    attributes: { title: `Work ${n}` },
    ...(parent !== undefined && { relationships: { parent: to('Work', `/api/works/${uuid(parent)}`) } }),
  });

  test('in a loop of parents are refused, and a chain with its parents last is written completely', async () => {
    const { store } = await startServer();
    const writer = new RecordWriter(store);
    const savepoint = new Savepoint(store.writer, 'record');
    const importRecords = (records: readonly object[]) =>
      store.write(() =>
        records.map((record, index) => {
          try {
            return savepoint.run(() =>
              writer.write({ record, mode: 'whole' }, { source: 'ndjson', file: 'f', line: index + 1, offset: 0 }),
            );
          } catch (error) {
            writer.forget();
            return refusalOf(error);
          }
        }),
      );
    const length = 300;
    const chain = Array.from({ length }, (_, index) => work(length - index, length - index - 1 || undefined));
    expect(await importRecords(chain)).toEqual([...Array(length - 1).fill('waiting'), 'added']);
    expect(writer.takeDeferredOutcomes()).toHaveLength(length - 1);
    const loop = 'relationships.parent: This would create a loop.';
    expect(await importRecords([work(1, 300), work(2, 2), work(900, 900), work(901, 902), work(902, 901), work(903, 902)])).toEqual([
      loop,
      loop,
      'This would create a loop.',
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect([...writer.unresolved('ndjson')].map(({ place: { line }, reason }) => [line, reason])).toEqual([
      [4, `It points to work ${uuid(902)} in line 5, which leads back to it. This would create a loop.`],
      [5, `It points to work ${uuid(901)} in line 4, which leads back to it. This would create a loop.`],
      [6, `It points to work ${uuid(902)}, which never arrived.`],
    ]);
    savepoint.close();
    writer.close();
  });
});

describe('merges', () => {
  test('in a loop are refused', async () => {
    const { store } = await startServer();
    await writeRecords(store, [artist(1), artist(2), mergedArtist(1, 2)]);
    expect(() => writeRecords(store, [mergedArtist(2, 1)])).toThrow(
      'cannot be merged into itself or into a record that was merged into it',
    );
  });

  test(
    'in any number and order lead to an existing record',
    async () => {
      const people = Array.from({ length: 6 }, (_, index) => artist(index + 1));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })), { maxLength: 8 }),
          async (pairs) => {
            const { store } = await startServer();
            await writeRecords(store, people);
            for (const [from, into] of pairs) {
              try {
                await writeRecords(store, [mergedArtist(from, into)]);
              } catch (error) {
                expect((error as Error).message).toMatch('merged into itself');
              }
            }
            const astray = rowsOf(
              store,
              'SELECT id FROM merged_record WHERE merged_into_id NOT IN (SELECT id FROM artist) OR id IN (SELECT id FROM artist)',
            );
            expect(astray).toEqual([]);
          },
        ),
        { numRuns: runs(12) },
      );
    },
    limitOf(30_000),
  );

  test('list the merged and updated records in the change feed', async () => {
    const { store } = await startServer();
    await writeRecords(store, [artist(1), artist(2), release(6, 'Heat', { artists: [credit(1)] })]);
    const before = newestChange(store);

    await writeRecords(store, [mergedArtist(1, 2)]);

    const entries = rowsOf(store, `SELECT action, resource_type, resource_id FROM change WHERE sequence > ${before} ORDER BY sequence`);
    expect(entries).toEqual([
      { action: 'merged', resource_type: 'Artist', resource_id: uuid(1) },
      { action: 'updated', resource_type: 'Release', resource_id: uuid(6) },
      { action: 'renamed', resource_type: 'Artist', resource_id: uuid(2) },
    ]);
  });
});

describe('a deletion', () => {
  const gone = (number: number, type = 'Artist', iri = artistIri(number)) => ({
    type: 'DeletedRecord',
    id: uuid(number),
    attributes: { resource_type: type, iri, deleted_at: '2026-01-02T03:04:05.678+00:00' },
  });

  test('of an unknown record is listed once in the change feed', async () => {
    const { store } = await startServer();
    const before = newestChange(store);

    expect([await writeRecords(store, [gone(7)]), await writeRecords(store, [gone(7)])]).toEqual([['added'], ['unchanged']]);

    const entries = rowsOf(store, `SELECT action, resource_id FROM change WHERE sequence > ${before}`);
    expect(entries).toEqual([{ action: 'deleted', resource_id: uuid(7) }]);
  });

  test('of a release in a collection is not applied', async () => {
    const { store, request } = await startServer();
    await writeRecords(store, [release(6, 'Heat')]);
    byHand(
      store,
      `INSERT INTO collection_item (id, user_key, release_key, created_at, updated_at) SELECT '${uuid(20)}', user.key, "release".key, '2026', '2026' FROM user, "release"`,
    );

    expect(await writeRecords(store, [gone(6, 'Release', releaseIri(6))])).toEqual(['kept']);
    expect((await request(releaseIri(6))).status).toBe(200);
  });
});

describe('a writer of several transactions', () => {
  const film = (number: number, composer: number) => production(number, `Film ${number}`, { composers: [credit(composer)] });

  /** Writes records in one transaction, which fails afterwards on request. */
  const write = (store: Store, writer: RecordWriter, records: readonly object[], { fails = false } = {}) =>
    store.write(() => {
      writer.begin();
      writer.declareRights('ndjson', rightsOfRecords);
      const outcomes = records.map((record, index) =>
        writer.write({ record, mode: 'whole' }, { source: 'ndjson', file: 'f', line: index + 1, offset: 0 }),
      );
      if (fails) throw new Error('The transaction fails.');
      return outcomes;
    });

  test('does not refer to the records of one that was rolled back, whose keys are used again', async () => {
    const { store, read } = await startServer();
    const writer = new RecordWriter(store);
    await expect(write(store, writer, [artist(1), film(8, 1)], { fails: true })).rejects.toThrow('fails');
    expect(await write(store, writer, [artist(2), film(9, 1)])).toEqual(['added', 'waiting']);
    expect(await write(store, writer, [artist(1)])).toEqual(['added']);
    writer.close();
    expect((await read(`/api/productions/${uuid(9)}`)).data.attributes.composers).toMatchObject([{ name: 'Artist 1' }]);
  });

  test('does not refer to records that another process has deleted meanwhile', async () => {
    using folder = emptyFolder();
    const store = openFileCopy(folder.path, await seededStore());
    const writer = new RecordWriter(store);
    expect(await write(store, writer, [artist(1), film(8, 1)])).toEqual(['added', 'added']);
    const other = openStore(folder.path);
    other.writer.run('DELETE FROM production');
    other.writer.run('DELETE FROM artist');
    other.close();
    expect(await write(store, writer, [film(9, 1)])).toEqual(['waiting']);
    writer.close();
    store.close();
  });

  test('respects fields that another process has locked meanwhile', async () => {
    using folder = emptyFolder();
    const store = openFileCopy(folder.path, await seededStore());
    const writer = new RecordWriter(store);
    for (const country of ['US', 'CA']) await write(store, writer, [artist(1, { country })]);
    const other = openStore(folder.path);
    // Back to the value of the source, so that only the lock tells.
    for (const country of ['GB', 'CA']) await editing(other).change({ type: 'Artist', id: artistIri(1), attributes: { country } });
    other.close();
    await write(store, writer, [artist(1, { country: 'FR' })]);
    writer.close();
    expect(rowsOf(store, 'SELECT country FROM artist')).toEqual([{ country: 'CA' }]);
    store.close();
  });
});
