import type { Violation } from '../../api/write/write';
import type { Clues } from '../../matching/described-releases';
import type { Disc } from '../provisional/disc';

/** A row of a file: what stands in it, by its columns. */
export type Cells = Readonly<Record<string, unknown>>;

/** A disc as a row describes it: it may lack a title, or have too long a one. */
export type Described = Omit<Disc, 'title'> & { readonly title: string | undefined };

/** What any kind of file says of an item, before its attributes are held to their rules. */
export interface Said {
  readonly clues: Clues;
  /** What a release is made of where there is none. */
  readonly disc: Described;
  readonly attributes: Cells;
  readonly createdAt?: unknown;
  readonly violations?: readonly Violation[];
}

/** What a file calls the disc of a row, for a person to know it by. */
export interface Named {
  readonly title?: string;
  readonly artist?: string;
  readonly label?: string;
  readonly catalog_number?: string;
  readonly barcode?: string;
  readonly format?: string;
  readonly released?: string;
}

/** By our name, the columns of the files that are known. */
const columns: Readonly<Record<keyof Named, readonly string[]>> = {
  title: ['release_title', 'Title'],
  artist: ['artist_credit', 'Artist'],
  label: ['label', 'Label'],
  catalog_number: ['catalog_number', 'Catalog#'],
  barcode: ['barcode'],
  format: ['Format', 'format', 'format_type'],
  released: ['year', 'Released'],
};

export function namedIn(cells: Cells): Named {
  const named = Object.entries(columns).flatMap(([name, known]) => {
    const value = known
      .map((column) => cells[column])
      .find((cell) => (typeof cell === 'string' || typeof cell === 'number') && cell !== '' && !isNoYear(name, cell));
    return value === undefined ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(named);
}

/** Discogs says by a year of 0 that it knows none. */
const isNoYear = (name: string, cell: string | number): boolean => name === 'released' && Number(cell) === 0;
