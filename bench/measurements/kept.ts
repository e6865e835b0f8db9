import { compareKept } from '../contestants';
import { BenchError, type Measurement, worstOf } from '../measurement';

/** Few enough that all of them are kept, and each is asked again and again. */
const hotArtists = 1_000;

/** What is answered from memory, once it has been answered, beside the floor, which makes each answer anew. */
export const kept: Measurement = {
  name: 'kept',
  title: 'answers kept in memory',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 1 },
  isOfAnySize: true,
  async measure(bench) {
    if (bench.cacheOption === undefined) throw new BenchError('This build keeps no answers in memory.');
    const artists = bench.catalog.artistIds.slice(0, hotArtists).map((id) => `/api/artists/${id}`);
    const parts = await compareKept(bench, [
      { title: 'one artist, asked again', paths: artists },
      { title: '30 artists', paths: ['/api/artists'] },
      { title: '30 releases', paths: ['/api/releases'] },
    ]);
    return { ...worstOf(parts, 'at least'), parts };
  },
};
