import type { Api } from '../../api/client';
import { collectionPath, type FormatType } from '../items/items';

/** What a release is to the reader. */
type State = 'owned' | 'wanted' | 'other_edition' | 'new';

export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly artist_credit: string | null;
  readonly year: number | null;
  readonly formats: readonly { readonly format_type: FormatType; readonly quantity: number }[];
  readonly label: string | null;
  readonly catalog_number: string | null;
  readonly barcode: string | null;
  readonly state: State;
  readonly owned: readonly string[];
  readonly other_editions: readonly { readonly item: string; readonly release: string }[];
  readonly wanted: string | null;
}

export interface LineFound {
  readonly number: number;
  readonly line: string;
  readonly state: State | 'several' | 'unknown';
  readonly releases: readonly Candidate[];
}

/** As many as the API takes at once. */
export const maximumLines = 200;
export const maximumLineLength = 255;

/** The lines of a text that have anything on them. */
export const linesIn = (typed: string): string[] =>
  typed
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The numbers of lines that clearly mean a release that a line above them means too. */
export function repeatedLines(lines: readonly LineFound[]): ReadonlySet<number> {
  const meant = new Set<string>();
  const repeated = lines.filter(({ state, releases: [only] }) => {
    if (state === 'several' || only === undefined) return false;
    const isRepeated = meant.has(only.id);
    meant.add(only.id);
    return isRepeated;
  });
  return new Set(repeated.map(({ number }) => number));
}

/** Asks what lines are. */
export async function lookUpLines(api: Api, lines: readonly string[]) {
  const data = { type: 'CollectionLookUp', attributes: { lines } };
  return api.send('POST', `${collectionPath}/look-ups`, { data });
}
