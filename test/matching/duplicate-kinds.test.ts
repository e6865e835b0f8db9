import { expect, test } from 'bun:test';
import { type ChangedEntry, type PairedType, recordsToRescan } from '../../src/matching/duplicate-kinds';
import { CatalogRows } from '../../src/records/write/catalog-rows';
import { entry, format, link, production, release, track } from '../records/numbered-records';
import { artist, credit } from '../support/numbered-artists';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const records = [
  ...[1, 2, 3].map((number) => artist(number)),
  release(10, 'Jaws', { artists: [credit(1), credit(2)] }),
  production(20, 'Jaws', { composers: [credit(1)] }),
  format(10, 30),
  track(10, 30, 31, { title: 'Chrissie', position: 1 }),
  link('releases', 10, 32, 'imdb', '32'),
  link('productions', 20, 33, 'imdb', '33'),
  entry(34, 20, 10),
  link('artists', 1, 35, 'imdb', '35'),
];

test('a change leads to the records whose duplicates it may change, of the kind that is searched', async () => {
  const { store } = await startServer(records);
  const rows = new CatalogRows(store);
  const rescanned = (type: PairedType, changed: string, number: number, into: string | null = null) => {
    const entry: ChangedEntry = { sequence: 1, type: changed, id: uuid(number), into };
    return [...recordsToRescan(rows, type, [entry])].map((id) => Number(id.slice(-4))).toSorted((a, b) => a - b);
  };
  expect([rescanned('Release', 'Release', 10), rescanned('Release', 'Release', 9, uuid(10))]).toEqual([[10], [9, 10]]);
  for (const [type, number] of [
    ['ReleaseFormat', 30],
    ['ReleaseTrack', 31],
    ['ReleaseExternalLink', 32],
  ] as const)
    expect([type, rescanned('Release', type, number), rescanned('Artist', type, number)]).toEqual([type, [10], []]);
  for (const [type, number] of [
    ['ProductionExternalLink', 33],
    ['ProductionEntry', 34],
  ] as const)
    expect([type, rescanned('Production', type, number), rescanned('Release', type, number)]).toEqual([type, [20], []]);
  expect([
    rescanned('Artist', 'ArtistExternalLink', 35),
    rescanned('Artist', 'Release', 10),
    rescanned('Artist', 'Production', 20),
  ]).toEqual([[1], [1, 2], [1]]);
  expect([rescanned('Production', 'Release', 10), rescanned('Label', 'Release', 10), rescanned('Release', 'ReleaseTrack', 99)]).toEqual([
    [],
    [],
    [],
  ]);

  await store.write(() => store.writer.run(`DELETE FROM release_external_link WHERE id = '${uuid(32)}'`));
  expect(rescanned('Release', 'ReleaseExternalLink', 32)).toEqual([10]);
});
