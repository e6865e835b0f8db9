import type { Authority } from '../provenance/weights';

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
  /**
   * How good its word is beside what others say of the same field ({@link Authority}): the better word stands, whichever
   * came first. Without one, as for what a person wrote or another catalog has, it goes over all that sources say.
   */
  readonly authority?: Authority;
  /** Attributes that it only guesses: whatever else is said goes over them. */
  readonly guessed?: readonly string[];
  /** Where it points to a record that is not there, it waits without being told of: the catalog may never have that one. */
  readonly waitsQuietly?: true;
}
