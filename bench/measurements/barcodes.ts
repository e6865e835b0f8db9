import { startExecutable } from '../contestants';
import { load } from '../load';
import { compared, type Measurement } from '../measurement';

/** As many as one request may ask for. */
const barcodesAtOnce = 100;
const differentRequests = 50;

/** Both are answered by the executable: what many cost together, beside what one costs. */
export const barcodes: Measurement = {
  name: 'barcodes',
  title: 'a look-up of 100 barcodes, beside one',
  unit: 'ms',
  target: { bound: 'at most', ratio: 5 },
  async measure(bench) {
    const known = bench.catalog.barcodes;
    const pathOf = (values: readonly string[]) => `/api/releases?${values.map((value) => `barcode[]=${value}`).join('&')}`;
    const some = (count: number) =>
      Array.from({ length: differentRequests }, (_, request) =>
        pathOf(Array.from({ length: count }, (_, index) => known[(request * 7_919 + index * 104_729) % known.length] as string)),
      );
    const server = await startExecutable(bench);
    try {
      const times = { many: [] as number[], one: [] as number[] };
      await load(bench, server, some(1), bench.pace.warmUpSeconds);
      for (let round = 0; round < bench.pace.rounds; round++) {
        times.many.push(1_000 / (await load(bench, server, some(barcodesAtOnce), bench.pace.roundSeconds)).requestsPerSecond);
        times.one.push(1_000 / (await load(bench, server, some(1), bench.pace.roundSeconds)).requestsPerSecond);
      }
      return { ...compared(times.many, times.one), rounds: times };
    } finally {
      await server.stop();
    }
  },
};
