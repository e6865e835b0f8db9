import { compareReads } from '../contestants';
import type { Measurement } from '../measurement';

/** Artists whose responses are checked to be equal before the measurement. Enough to include groups and members. */
const samples = 500;

export const oneArtist: Measurement = {
  name: 'one-artist',
  title: 'one artist by id, random ids',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 0.5 },
  measure(bench) {
    const paths = bench.catalog.artistIds.map((id) => `/api/artists/${id}`);
    return compareReads(bench, paths, paths.slice(0, samples));
  },
};
