import { expect, test } from 'bun:test';
import { DuplicateSearch } from '../../src/matching/duplicates';
import { format, release as numberedRelease, track } from '../records/numbered-records';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const release = (number: number, title: string) => numberedRelease(number, title, { artist_credit: 'Nino Rota' });

/** A catalog of 120 releases, of which the first and the last may be the same. */
const searched = () =>
  searching(Array.from({ length: 120 }, (_, index) => release(index + 1, index === 119 ? 'Title 0' : `Title ${index}`)));

async function searching(records: readonly object[]) {
  const { store } = await startServer(records);
  const search = new DuplicateSearch(store);
  const step = () =>
    store.write(() => {
      search.begin();
      return search.step('Release');
    });
  const finish = async () => {
    let steps = 1;
    while (await step()) steps++;
    return steps;
  };
  const pairs = () => store.reader.query('SELECT one_id, other_id FROM likely_duplicate').values();
  const fingerprinted = () => store.reader.query('SELECT release_id FROM release_fingerprint ORDER BY release_id').values();
  const run = (sql: string) => store.write(() => void store.writer.run(sql));
  return { search, step, finish, pairs, fingerprinted, run };
}

const rename = `UPDATE "release" SET title = 'Other', title_folded = 'other', updated_at = '2030-01-01T00:00:00.000Z' WHERE id = '${uuid(120)}'`;

const found = [[uuid(1), uuid(120)]];

test('a search goes through all records in steps, whose share it knows', async () => {
  const { search, step, pairs, finish } = await searched();
  const shares = [search.shareDone('Release')];
  for (let isLeft = true; isLeft; shares.push(search.shareDone('Release'))) {
    expect(search.isUnfinished('Release')).toBeTrue();
    isLeft = await step();
  }
  expect(shares).toEqual([0, 50 / 120, 100 / 120, 1, 1]);
  expect([search.isUnfinished('Release'), await finish(), pairs()]).toEqual([false, 1, found]);
});

test('a finished search follows changes in few steps', async () => {
  const { search, finish, pairs, run } = await searched();
  await finish();
  await run(rename);
  expect(search.isUnfinished('Release')).toBeTrue();
  expect([await finish(), pairs(), search.isUnfinished('Release')]).toEqual([1, [], false]);
});

test.each([
  ['the catalog was restored', 'UPDATE change_row SET action = 6 WHERE sequence = (SELECT max(sequence) FROM change)'],
  ['entries of the feed are gone', 'DELETE FROM change_row WHERE sequence < (SELECT max(sequence) FROM change)'],
  ['the feed began again', 'DELETE FROM change_row WHERE sequence > 1'],
])('a search begins again if %s, and drops pairs that it no longer finds', async (_, sql) => {
  const { search, finish, pairs, run } = await searched();
  await finish();
  await run(rename);
  await run(`UPDATE "release" SET country = 'US', updated_at = '2030-01-02T00:00:00.000Z'`);
  await run(sql);
  expect(search.isUnfinished('Release')).toBeTrue();
  expect(await finish()).toBeGreaterThan(3);
  expect([pairs(), search.isUnfinished('Release')]).toEqual([[], false]);
});

test('tracks are compared as they are now', async () => {
  const tracks = (of: number, titles: readonly string[]) =>
    titles.map((title, index) => track(of, of, of * 10 + index, { title, position: index + 1 }));
  const titles = ['One', 'Two', 'Three', 'Four'];
  const albums = [1, 2, 3].flatMap((of) => [
    release(of, `Album ${of}`),
    format(of, of),
    ...tracks(of, of === 3 ? titles.toReversed() : titles),
  ]);
  const { finish, pairs, fingerprinted, run } = await searching(albums);
  await finish();
  expect(pairs()).toEqual([[uuid(1), uuid(2)]]);
  await run(`UPDATE release_track SET title_folded = 'other' WHERE id = '${uuid(10)}'`);
  await run(`UPDATE "release" SET updated_at = '2030-01-01T00:00:00.000Z' WHERE id = '${uuid(1)}'`);
  await finish();
  expect(pairs()).toEqual([]);
  await run(`DELETE FROM "release" WHERE id = '${uuid(2)}'`);
  await finish();
  expect(fingerprinted()).toEqual([[uuid(1)], [uuid(3)]]);
});
