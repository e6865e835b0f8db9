import type { SourceLine } from '../src/import/seed';
import { Random } from './random';
import { artistRecords } from './records/artists';
import { companyRecords } from './records/companies';
import { productionRecords } from './records/productions';
import { type GeneratedIris, noIris } from './records/record';
import { releaseRecords } from './records/releases';

/** Number of records of the main kinds. Those of other kinds are derived from them. */
export interface Sizes {
  readonly artists: number;
  readonly productions: number;
  readonly releases: number;
  /** Excluding the parts of compound tracks. */
  readonly tracks: number;
}

/** Sizes relative to the catalog that the targets are defined for. */
export const sizesAt = (scale: number): Sizes => ({
  artists: Math.round(100_000 * scale),
  productions: Math.round(30_000 * scale),
  releases: Math.round(60_000 * scale),
  tracks: Math.round(1_000_000 * scale),
});

/** Generates a deterministic catalog of these sizes. Records follow those that they refer to. */
export async function* generatedRecords(sizes: Sizes): AsyncGenerator<SourceLine> {
  const random = new Random(1);
  const iris: GeneratedIris = noIris();
  let line = 0;
  for (const records of [
    artistRecords(random, iris, sizes.artists),
    companyRecords(random, iris, sizes.releases),
    productionRecords(random, iris, sizes.productions),
    releaseRecords(random, iris, sizes.releases, sizes.tracks),
  ])
    for (const value of records) yield { file: 'the generated catalog', line: ++line, value };
}
