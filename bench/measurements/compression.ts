import { compareCompressed } from '../contestants';
import { type Measurement, worstOf } from '../measurement';

export const compression: Measurement = {
  name: 'compression',
  title: 'a first page of 30 artists, compressed',
  unit: 'requests/s',
  // Relative to uncompressed responses: building the page takes 350 µs, compressing it 40 µs with zstd and 120 µs with br.
  target: { bound: 'at least', ratio: 0.6 },
  isSizeIndependent: true,
  async measure(bench) {
    const parts = await compareCompressed(bench, '/api/artists', ['zstd', 'br', 'gzip']);
    return { ...worstOf(parts, 'at least'), parts, notes: parts.flatMap(({ notes }) => notes ?? []) };
  },
};
