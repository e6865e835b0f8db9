/**
 * How a record is taken. `whole`: it says all there is to say, and what it leaves out has its default. `partial`: it
 * says only the attributes and relationships that are there, and leaves the others as they are. `fill`: as `partial`,
 * and only where the catalog has nothing yet.
 */
export type Mode = 'whole' | 'partial' | 'fill';

/** Where a record was read: what gives it, and where it stands there. */
export interface Origin {
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly offset: number;
}

/** A record as a source gives it: what {@link readRecord} will check, and how it is to be taken. */
export interface GivenRecord {
  readonly record: unknown;
  readonly mode: Mode;
  /** The JSON that it was read from, where the source has it: what is written the same says the same. */
  readonly text?: string;
}
