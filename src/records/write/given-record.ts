import type { Authority } from '../provenance/ranks';

/**
 * Write mode. `whole`: the record is complete, and missing values get their default. `partial`: only stated members are written.
 * `fill`: like `partial`, but only into empty fields.
 */
export type Mode = 'whole' | 'partial' | 'fill';

/** Source and position of a record. */
export interface Origin {
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly offset: number;
}

/** A source's record before validation, with its write mode. */
export interface GivenRecord {
  readonly record: unknown;
  readonly mode: Mode;
  /** Its JSON text, if available: identical text means unchanged. */
  readonly text?: string;
  /**
   * Rank of its values ({@link Authority}): the higher rank wins, in any import order. Without one, as for manual edits and
   * mirrors, it outranks all sources.
   */
  readonly authority?: Authority;
  /** Guessed attributes, which any other source overrides. */
  readonly guessed?: readonly string[];
  /** Defers silently on a missing reference, which may never exist. */
  readonly waitsQuietly?: true;
}
