import { compareReads } from '../contestants';
import type { Measurement } from '../measurement';

const path = '/api/artists';

export const firstPage: Measurement = {
  name: 'first-page',
  title: 'a first page of 30 artists',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 0.5 },
  measure: (bench) => compareReads(bench, [path], [path]),
};
