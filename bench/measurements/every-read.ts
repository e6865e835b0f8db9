import { compareEach } from '../contestants';
import type { Measurement } from '../measurement';

/** The first page of every list, and single records of every kind. */
export const everyRead: Measurement = {
  name: 'every-read',
  title: 'every list and single read',
  unit: 'requests/s',
  target: { bound: 'at least', ratio: 0.4 },
  async measure(bench) {
    const reads = bench.catalog.reads.flatMap(({ plan, listPaths, singlePaths }) => [
      { title: `a first page at ${plan.path}`, paths: listPaths },
      ...(plan.single ? [{ title: `one ${plan.type}`, paths: singlePaths }] : []),
    ]);
    const parts = await compareEach(
      bench,
      reads.filter(({ paths }) => paths.length > 0),
    );
    const [worst] = parts;
    const withoutRecords = reads.filter(({ paths }) => paths.length === 0).map(({ title }) => title);
    return {
      value: worst?.value ?? 0,
      floor: worst?.floor ?? 0,
      ratio: worst?.ratio ?? 0,
      spread: worst?.spread,
      parts,
      notes: [
        `slowest of ${parts.length}: ${worst?.title}`,
        ...(withoutRecords.length > 0 ? [`no records to read: ${withoutRecords.join(', ')}`] : []),
      ],
    };
  },
};
