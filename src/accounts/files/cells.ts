import type { Violation } from '../../jsonapi/write';

/** A row of a file: what stands in it, by its columns. */
export type Cells = Readonly<Record<string, unknown>>;

/** What a row says of its release, each in a way that the next makes up for. */
export interface Clues {
  readonly id?: string | undefined;
  readonly discogsId?: string | undefined;
  readonly barcode?: string | undefined;
  readonly catalogNumbers: readonly string[];
  readonly title?: string | undefined;
}

/** What any kind of file says of an item, before its attributes are held to their rules. */
export interface Said {
  readonly clues: Clues;
  readonly attributes: Cells;
  readonly createdAt?: unknown;
  readonly violations?: readonly Violation[];
}
