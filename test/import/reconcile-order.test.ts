import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { comparableExport } from '../support/comparable';
import { limitOf, runs } from '../support/runs';
import { seededStore } from '../support/server';
import { type Document, type Edition, importDocuments, release } from './reconciliation';

setDefaultTimeout(limitOf(120_000));

const { constantFrom, integer, option, record, shuffledSubarray, array, boolean } = fc;

/** Values of two sources for one film, its album and its editions. */
const clusters = array(
  record({
    date: constantFrom('1994', '1994-05', '1994-05-02', undefined),
    otherDate: constantFrom('1994', '1994-05-02', '1995', undefined),
    country: constantFrom('US', 'XW', undefined),
    otherCountry: constantFrom('US', 'XE', 'DE', undefined),
    format: constantFrom('cd', 'vinyl', 'other'),
    hasBarcode: boolean(),
    hasPressing: boolean(),
    hasReissue: boolean(),
    composers: constantFrom([], [1], [1, 2]),
    otherComposers: constantFrom([], [1], [3]),
    isFilm: boolean(),
    year: constantFrom(1994, undefined),
    isOnAlbum: boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);

type Cluster = typeof clusters extends fc.Arbitrary<(infer C)[]> ? C : never;

function documentsOf(cluster: Cluster, number: number): Document[] {
  const { composers, otherComposers, isOnAlbum, year } = cluster;
  const title = `Film ${'ABC'[number - 1]}`;
  const shared = {
    number: number * 10,
    title: `${title} (Soundtrack)`,
    catalogNumber: [`Label ${number}`, `N-${number}`] as const,
    ...(cluster.hasBarcode && { barcode: `400638133393${number}` }),
    ...(isOnAlbum && { album: number }),
  };
  const edition = (of: object): Edition => JSON.parse(JSON.stringify({ ...shared, ...of })) as Edition;
  const provisional = { title, year: year ?? 1994, composers };
  // Contradictory composers mean two films.
  const isRemake =
    composers.length > 0 && otherComposers.length > 0 && !new Set<number>(composers).isSubsetOf(new Set([...otherComposers, 2]));
  const own = { title, year, composers: otherComposers, ...(cluster.isFilm && { film: `tt${number}` }) };
  return [
    release(
      'discogs',
      edition({ date: isRemake ? '1994' : cluster.date, country: cluster.country, formats: [cluster.format], production: provisional }),
    ),
    release(
      'musicbrainz',
      edition({ date: isRemake ? '2010' : cluster.otherDate, country: cluster.otherCountry, formats: ['cd'], production: own }),
    ),
    ...(cluster.hasPressing
      ? [release('discogs', edition({ number: number * 10 + 1, formats: ['cassette'], date: '1994', production: provisional }))]
      : []),
    ...(cluster.hasReissue && isOnAlbum
      ? [release('musicbrainz', edition({ number: number * 10 + 2, date: '2014', formats: ['cd', 'cd'] }))]
      : []),
  ];
}

async function reconciledExport(runs: readonly (readonly Document[])[]): Promise<string[]> {
  const store = await seededStore();
  for (const documents of runs) expect(await importDocuments(store, documents)).toMatchObject({ outcome: 'done', rejected: 0 });
  return comparableExport(store);
}

test('documents reconcile to the same catalog in any order and number of imports', async () => {
  const orders = clusters.chain((found) => {
    const documents = found.flatMap((cluster, index) => documentsOf(cluster, index + 1));
    const order = shuffledSubarray([...documents.keys()], { minLength: documents.length });
    return record({
      documents: fc.constant(documents),
      order,
      cuts: array(integer({ min: 0, max: documents.length }), { maxLength: 2 }),
      again: option(integer({ min: 0, max: documents.length - 1 })),
    });
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ documents, order, cuts, again }) => {
      const shuffled = order.map((index) => documents[index] as Document);
      const ends = [...new Set([0, ...cuts, shuffled.length])].toSorted((a, b) => a - b);
      const runs = ends.slice(1).map((end, index) => shuffled.slice(ends[index], end));
      if (again !== null) runs.push([documents[again] as Document]);
      expect(await reconciledExport(runs)).toEqual(await reconciledExport([documents]));
    }),
    { numRuns: runs(10) },
  );
});
