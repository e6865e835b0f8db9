import { startExecutable } from '../contestants';
import { load } from '../load';
import { compared, type Measurement } from '../measurement';

/** Maximum per request. */
const barcodesAtOnce = 100;
const differentRequests = 50;

/** Time per request for many barcodes compared with one, both from the executable. */
export const barcodes: Measurement = {
  name: 'barcodes',
  title: 'a lookup of 100 barcodes, compared with one',
  unit: 'ms',
  target: { bound: 'at most', ratio: 5 },
  async measure(bench) {
    const known = bench.catalog.barcodes;
    const pathOf = (values: readonly string[]) => `/api/releases?${values.map((value) => `barcode[]=${value}`).join('&')}`;
    const pathsWith = (count: number) =>
      Array.from({ length: differentRequests }, (_, request) =>
        pathOf(Array.from({ length: count }, (_, index) => known[(request * 7_919 + index * 104_729) % known.length] as string)),
      );
    const server = await startExecutable(bench);
    try {
      const times = { many: [] as number[], one: [] as number[] };
      await load(bench, server, pathsWith(1), bench.pace.warmUpSeconds);
      for (let round = 0; round < bench.pace.rounds; round++) {
        times.many.push(1_000 / (await load(bench, server, pathsWith(barcodesAtOnce), bench.pace.roundSeconds)).requestsPerSecond);
        times.one.push(1_000 / (await load(bench, server, pathsWith(1), bench.pace.roundSeconds)).requestsPerSecond);
      }
      return { ...compared(times.many, times.one), rounds: times };
    } finally {
      await server.stop();
    }
  },
};
