import { compareKept } from '../contestants';
import { BenchError, type Measurement, type Result } from '../measurement';

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
    const asked = { 'one artist, asked again': artists, '30 artists': ['/api/artists'], '30 releases': ['/api/releases'] };
    const parts: (Result & { title: string })[] = [];
    for (const [title, paths] of Object.entries(asked)) parts.push({ title, ...(await compareKept(bench, paths)) });
    const worst = parts.toSorted((one, other) => one.ratio - other.ratio)[0] as Result;
    return { value: worst.value, floor: worst.floor, ratio: worst.ratio, spread: worst.spread, parts };
  },
};
