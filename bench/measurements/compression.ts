import { compareCompressed } from '../contestants';
import { type Measurement, worstOf } from '../measurement';

export const compression: Measurement = {
  name: 'compression',
  title: 'a first page of 30 artists, compressed',
  unit: 'requests/s',
  // Of what is sent to whoever does not ask for it: a page takes 350 µs to make, 40 with zstd to compress, and 120 with br.
  target: { bound: 'at least', ratio: 0.6 },
  isOfAnySize: true,
  async measure(bench) {
    const parts = await compareCompressed(bench, '/api/artists', ['zstd', 'br', 'gzip']);
    return { ...worstOf(parts, 'at least'), parts, notes: parts.flatMap(({ notes }) => notes ?? []) };
  },
};
