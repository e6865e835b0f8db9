import { expect, test } from 'bun:test';
import { catalog } from '../../src/catalog';
import { SourceValues } from '../../src/records/provenance/source-values';
import { artist } from '../support/numbered-artists';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const [source, type] = ['musicbrainz/artist', 'Artist'];
const fields = (value: number) => new Map([[11, value]]);

/** The source values of a first load, with a table for what is gathered. */
async function gathering() {
  const { store } = await startServer([artist(1), artist(2)]);
  // The columns as first loads create them, with a key for their order.
  store.writer.run(`CREATE TABLE provenance_batch (key INTEGER PRIMARY KEY, record_key, source_key, type_key, id, content_hash, fields_key,
    value_hashes, ranks)`);
  const begin = () => {
    const values = new SourceValues(store.writer, catalog);
    values.startBatch();
    return values;
  };
  const count = (table: string) =>
    (store.writer.query(`SELECT count(*) AS count FROM ${table} WHERE content_hash BETWEEN 5 AND 9`).get() as { count: number }).count;
  return { values: begin(), begin, counts: () => [count('provenance_batch'), count('imported_record')] };
}

test('values are gathered during a first load until a record, or any, is asked for', async () => {
  const { values, counts } = await gathering();
  for (const number of [1, 2]) values.store(source, type, uuid(number), 5 + number, fields(number));
  expect(counts()).toEqual([2, 0]);
  expect(values.find(source, type, uuid(1))).toMatchObject({ contentHash: 6, isWithdrawn: false });
  expect([...(values.find(source, type, uuid(1))?.fields ?? [])]).toEqual([[11, 1]]);
  expect(counts()).toEqual([1, 1]);
  expect([values.isKnown(type, uuid(2)), counts()]).toEqual([true, [0, 2]]);
  values.store(source, type, uuid(1), 8, fields(8));
  expect(counts()).toEqual([1, 2]);
  values.flush();
  expect([counts(), values.find(source, type, uuid(1))?.contentHash]).toEqual([[0, 2], 8]);
});

test('values of an interrupted first load are found by the next run', async () => {
  const { values, begin, counts } = await gathering();
  for (const number of [1, 2]) values.store(source, type, uuid(number), 5 + number, fields(number));
  expect([begin().find(source, type, uuid(1))?.contentHash, counts()]).toEqual([6, [1, 1]]);
  begin().flush();
  expect(counts()).toEqual([0, 2]);
});

test('values of a record that does not exist are stored at once, and a rollback forgets what was gathered', async () => {
  const { values, counts } = await gathering();
  values.store(source, type, uuid(3), 5, fields(1));
  expect(counts()).toEqual([0, 1]);
  values.flush();
  values.forget();
  values.store(source, type, uuid(1), 6, fields(1));
  values.delete(source, type, uuid(1));
  expect([counts(), values.find(source, type, uuid(1)), values.isKnown(type, uuid(1))]).toEqual([[0, 1], undefined, true]);
});

test('a source that is read again keeps its rights, and other rights replace them', async () => {
  const { values } = await gathering();
  values.endBatch();
  expect(values.rightsOf('mirror')).toEqual({ bringsBack: false, takesSlugs: false });
  values.declareRights('mirror', { bringsBack: true, takesSlugs: false });
  expect(values.rightsOf('mirror')).toEqual({ bringsBack: true, takesSlugs: false });
  values.declareRights('mirror', { bringsBack: true, takesSlugs: true });
  values.forget();
  expect(values.rightsOf('mirror')).toEqual({ bringsBack: true, takesSlugs: true });
  expect(values.source('mirror')).toBe(values.source('mirror'));
});

test('records that a source no longer has are flagged once', async () => {
  const { values } = await gathering();
  values.endBatch();
  for (const number of [1, 2, 3]) values.store(source, type, uuid(number), 6, fields(number));
  values.seeOnly((name) => name === source);
  values.see(source, type, uuid(1));
  values.see('other', type, uuid(2));
  expect([values.flagWithdrawn(source), values.flagWithdrawn(source)]).toEqual([2, 0]);
  expect([1, 2, 3].map((number) => values.find(source, type, uuid(number))?.isWithdrawn)).toEqual([false, true, true]);
  const artists = { table: 'artist', type } as const;
  expect([1, 2].map((number) => values.isUnchanged(source, artists, uuid(number), 6))).toEqual([true, false]);
  expect([values.isUnchanged(source, artists, uuid(1), 7), values.isUnchanged('other', artists, uuid(1), 6)]).toEqual([false, false]);
  values.store(source, type, uuid(2), 6, fields(2));
  expect(values.find(source, type, uuid(2))?.isWithdrawn).toBeFalse();
  values.close();
});
