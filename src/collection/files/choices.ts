import type { ImportSource } from './journal';
import type { Quota } from './quota';
import type { RowChoices } from './row-choices';
import type { AlsoOwned } from './there';

export const unmatchedChoices = ['keep', 'provisional', 'skip'] as const;

export type Unmatched = (typeof unmatchedChoices)[number];

/** What whoever puts a file in has decided. */
export interface Choices {
  /** Only to say what would become of each row. */
  readonly isDry: boolean;
  readonly alsoOwned: AlsoOwned;
  /** What becomes of rows out of their rules: they refuse the file, or are left out. */
  readonly unreadable: 'refuse' | 'skip';
  /** What becomes of rows whose release the catalog does not have: they wait, a release is made of them, or they are left out. */
  readonly unmatched: Unmatched;
  /** What becomes of single rows, whatever is chosen for all. */
  readonly perRow: RowChoices;
  /** Whether what comes into the collection leaves the wishlist. */
  readonly takeOffWishlist: boolean;
  /** How many rows of each outcome are told. */
  readonly rowsShown: number;
  /** What its rows may add; `undefined` for as much as they like. */
  readonly quota?: Quota | undefined;
  /** Who puts it in: the server, unless it is said. */
  readonly source?: ImportSource;
}
