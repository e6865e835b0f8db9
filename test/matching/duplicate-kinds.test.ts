import { expect, test } from 'bun:test';
import { type ChangedEntry, type PairedType, recordsToRescan } from '../../src/matching/duplicate-kinds';
import { CatalogRows } from '../../src/records/write/catalog-rows';
import { startServer } from '../support/server';
import { uuid } from '../support/uuids';

const to = (type: string, id: string) => ({ data: { type, id } });
const credits = [1, 2].map((number) => ({ iri: `/api/artists/${uuid(number)}`, credit_role: 'composer' }));
const link = (number: number) => ({ provider: 'imdb', external_id: `${number}`, url: `https://www.imdb.com/${number}` });
const [releaseIri, filmIri, artistIri] = [`/api/releases/${uuid(10)}`, `/api/productions/${uuid(20)}`, `/api/artists/${uuid(1)}`];

const records = [
  ...[1, 2, 3].map((number) => ({
    type: 'Artist',
    id: `/api/artists/${uuid(number)}`,
    attributes: { name: `Artist ${number}`, _type: 'person' },
  })),
  { type: 'Release', id: releaseIri, attributes: { title: 'Jaws', artists: credits } },
  { type: 'Production', id: filmIri, attributes: { title: 'Jaws', _type: 'movie', composers: credits.slice(0, 1) } },
  { type: 'ReleaseFormat', id: `${releaseIri}/formats/${uuid(30)}`, attributes: { format_type: 'cd', position: 1 } },
  { type: 'ReleaseTrack', id: `${releaseIri}/formats/${uuid(30)}/tracks/${uuid(31)}`, attributes: { title: 'Chrissie', position: 1 } },
  { type: 'ReleaseExternalLink', id: `${releaseIri}/external-links/${uuid(32)}`, attributes: link(32) },
  { type: 'ProductionExternalLink', id: `${filmIri}/external-links/${uuid(33)}`, attributes: link(33) },
  { type: 'ProductionEntry', id: `${filmIri}/entries/${uuid(34)}`, attributes: {}, relationships: { release: to('Release', releaseIri) } },
  { type: 'ArtistExternalLink', id: `${artistIri}/external-links/${uuid(35)}`, attributes: link(35) },
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
