import { expect, test } from 'bun:test';
import { rightsOfRecords } from '../../src/records/provenance/sources';
import { RecordWriter } from '../../src/records/sources/writer';
import type { WriteOutcome } from '../../src/records/write/record';
import type { Store } from '../../src/store/database/open';
import { writtenId } from '../../src/store/values/identifiers';
import { artist, mergedArtist } from '../support/numbered-artists';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const origin = { source: 'ndjson', file: 'f', line: 1, offset: 0 };

/** Writes records with one shared writer or with a new writer for each. */
function write(store: Store, records: readonly object[], isOneWriter = true, flagsGone = false): Promise<WriteOutcome[]> {
  return store.write(() => {
    const shared = new RecordWriter(store);
    shared.sourceValues.seeOnly(() => flagsGone);
    const outcomes = records.map((record) => {
      const writer = isOneWriter ? shared : new RecordWriter(store);
      writer.begin();
      writer.declareRights(origin.source, rightsOfRecords);
      const outcome = writer.write({ record, mode: 'whole' }, origin);
      if (!isOneWriter) writer.close();
      return outcome;
    });
    if (flagsGone) shared.sourceValues.flagWithdrawn(origin.source);
    shared.close();
    return outcomes;
  });
}

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Imports records again after one each was deleted, merged, omitted and changed. */
async function again(store: Store, isOneWriter: boolean) {
  const records = numbers.map((number) => artist(number));
  await write(store, records);
  await write(store, [...records.filter((_, index) => index !== 5), mergedArtist(4, 1)], true, true);
  store.writer.run(`DELETE FROM artist WHERE id = '${uuid(2)}'`);
  const outcomes = await write(
    store,
    numbers.map((number) => artist(number, number === 8 ? { name: 'Another name' } : {})),
    isOneWriter,
  );
  const remembered = store.writer
    .query(`SELECT ${writtenId('id')} AS id, content_hash, withdrawn_at FROM imported_record ORDER BY id`)
    .all();
  return { outcomes, remembered, artists: store.writer.query('SELECT id, name FROM artist ORDER BY id').all() };
}

test('records written again among unchanged ones have the same outcome as written alone', async () => {
  const { store: one } = await startServer();
  const { store: each } = await startServer();
  const together = await again(one, true);
  expect(together).toEqual(await again(each, false));
  expect(together.outcomes[1]).toBe('added');
  expect(together.outcomes[7]).toBe('changed');
  expect(together.outcomes.filter((outcome) => outcome === 'unchanged').length).toBeGreaterThanOrEqual(5);
  expect(together.remembered.filter((row) => (row as { withdrawn_at: string | null }).withdrawn_at !== null)).toEqual([]);
  expect(together.artists).toHaveLength(8);
});
