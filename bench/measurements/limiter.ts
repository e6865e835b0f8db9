import { compareLimiter } from '../contestants';
import type { Measurement } from '../measurement';

export const limiter: Measurement = {
  name: 'limiter',
  title: 'one artist, with the rate limit on',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 0.85 },
  isSizeIndependent: true,
  measure: (bench) =>
    compareLimiter(
      bench,
      bench.catalog.artistIds.map((id) => `/api/artists/${id}`),
    ),
};
