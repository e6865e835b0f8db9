import type { Violation } from '../../api/write/write';
import type { Clues } from '../../matching/described-releases';
import { isPartialDate } from '../../store/values/partial-date';
import type { Disc } from '../provisional/disc';

/** A row of a file: what stands in it, by its columns. */
export type Cells = Readonly<Record<string, unknown>>;

/** A disc as a row describes it: it may lack a title, or have too long a one. */
export type Described = Omit<Disc, 'title'> & { readonly title: string | undefined };

/** What any kind of file says of an item, before its attributes are held to their rules. */
export interface Said {
  readonly clues: Clues;
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

/** The date that files write: "1975", "1975-05-00", "1975-05-01"; of "May 1, 1975" the year. `undefined` for 0, and for what is none. */
export function dateOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})(-\d\d)?(-\d\d)?(?:$|[T\s])/.exec(text) ?? [];
  const [yearWithin = ''] = /(?<!\d)(?:18[789]|19\d|20\d)\d(?!\d)/.exec(text) ?? [];
  return [year + month + day, year + month, year, yearWithin].find(isPartialDate);
}

// Several texts in one cell of a CSV file: with commas between them, as people write them; where one of them could not be
// told apart so, as a list in JSON.

export function writeTexts(texts: readonly string[]): string {
  const joined = texts.join(', ');
  return joined.startsWith('[') || texts.some((text) => text.includes(',')) ? JSON.stringify(texts) : joined;
}

/** The texts of a cell; one that begins as a list in JSON and is none is the text itself. */
export function readTexts(cell: string): unknown {
  if (cell.startsWith('[')) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  return cell
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
