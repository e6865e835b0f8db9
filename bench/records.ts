import type { SourceLine } from '../src/import/seed';
import { Random } from './random';
import { artistRecords } from './records/artists';
import { companyRecords } from './records/companies';
import { productionRecords } from './records/productions';
import { type Made, noneMade } from './records/record';
import { releaseRecords } from './records/releases';

/** How many records of the main kinds a catalog has. The others follow from them. */
export interface Sizes {
  readonly artists: number;
  readonly productions: number;
  readonly releases: number;
  /** Without parts of compound tracks. */
  readonly tracks: number;
}

/** A catalog as large as the targets are set for, or a share of it. */
export const sizesAt = (scale: number): Sizes => ({
  artists: Math.round(100_000 * scale),
  productions: Math.round(30_000 * scale),
  releases: Math.round(60_000 * scale),
  tracks: Math.round(1_000_000 * scale),
});

/** The records of a catalog of these sizes, what they refer to before them; the same ones each time. */
export async function* generatedRecords(sizes: Sizes): AsyncGenerator<SourceLine> {
  const random = new Random(1);
  const made: Made = noneMade();
  let line = 0;
  for (const records of [
    artistRecords(random, made, sizes.artists),
    companyRecords(random, made, sizes.releases),
    productionRecords(random, made, sizes.productions),
    releaseRecords(random, made, sizes.releases, sizes.tracks),
  ])
    for (const value of records) yield { file: 'the generated catalog', line: ++line, value };
}
