import { Type } from '@sinclair/typebox';
import type { ParameterType } from '../../api/schema/parameters';
import { badParameter } from '../../errors';
import { message } from '../../messages/message';
import type { OwnedItems } from '../items/owned-items';
import type { ImportSource } from './journal';
import type { Quota } from './quota';
import type { AlsoOwned } from './there';

/** What was chosen for one row: the release that it is of, by UUID; a provisional one that is made of it; or nothing. */
export type RowChoice = { readonly release: string } | 'provisional' | 'skip';

/** What was chosen, by the lines of rows. */
export type RowChoices = ReadonlyMap<number, RowChoice>;

/** They stand in the address, of which servers and proxies take some 8 kB. */
export const maximumRowChoices = 150;

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const one = `[1-9][0-9]{0,6}:(?:provisional|skip|${uuid})`;
const pattern = `^${one}(?:,${one}){0,${maximumRowChoices - 1}}$`;

/** What was chosen for rows, as the parameter has it: `31:skip,58:<uuid>`. */
export const rowChoices: ParameterType<string> = {
  schema: Type.String({ pattern }),
  expected: message('invalid_row_choices', { max: maximumRowChoices }),
  read: (text) => text,
  isAllowed: (value) => new RegExp(pattern).test(value as string) && isEachOnce(value as string),
  example: '31:skip,58:provisional',
};

const partsOf = (text: string): string[] => text.split(',');

const isEachOnce = (text: string): boolean => new Set(partsOf(text).map((part) => Number.parseInt(part, 10))).size === partsOf(text).length;

/** Reads the parameter, which was checked. */
export function readRowChoices(text: string | undefined): RowChoices {
  if (text === undefined) return new Map();
  return new Map(
    partsOf(text).map((part) => {
      const [line = '', chosen = ''] = part.split(':');
      return [Number(line), chosen === 'skip' || chosen === 'provisional' ? chosen : { release: chosen.toLowerCase() }];
    }),
  );
}

/** @throws {DomainError} invalid, where a line is not in the file, or a release not in the catalog */
export function requireFitting(choices: RowChoices, lines: ReadonlySet<number>, items: OwnedItems, user: number): void {
  for (const [line, choice] of choices) {
    if (!lines.has(line)) throw badParameter('choices', 'choice_without_row', { line });
    if (typeof choice === 'object' && items.findRelease(choice.release, user) === undefined)
      throw badParameter('choices', 'choice_without_release', { id: choice.release, line });
  }
}

export const unmatchedChoices = ['keep', 'provisional', 'skip'] as const;

export type Unmatched = (typeof unmatchedChoices)[number];

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
  readonly rowsShown: number;
  /** What its rows may add; `undefined` for as much as they like. */
  readonly quota?: Quota | undefined;
  /** Who puts it in: the server, unless it is said. */
  readonly source?: ImportSource;
}
