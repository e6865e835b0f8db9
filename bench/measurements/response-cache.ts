import { compareCached } from '../contestants';
import { BenchError, type Measurement, worstOf } from '../measurement';

/** Few enough to fit into the response cache and to be requested repeatedly. */
const hotArtists = 1_000;

/** Cached responses, compared with the floor, which has no cache. */
export const responseCache: Measurement = {
  name: 'response-cache',
  title: 'cached responses',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 1 },
  isSizeIndependent: true,
  async measure(bench) {
    if (bench.cacheOption === undefined) throw new BenchError('This build has no response cache.');
    const artists = bench.catalog.artistIds.slice(0, hotArtists).map((id) => `/api/artists/${id}`);
    const parts = await compareCached(bench, [
      { title: 'one of 1,000 artists', paths: artists },
      { title: 'a page of 30 artists', paths: ['/api/artists'] },
      { title: 'a page of 30 releases', paths: ['/api/releases'] },
    ]);
    return { ...worstOf(parts, 'at least'), parts };
  },
};
