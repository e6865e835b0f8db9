import { Type } from '@sinclair/typebox';
import type { ParameterType } from '../../api/schema/parameters';
import { badParameter } from '../../errors';
import { message } from '../../messages/message';
import type { OwnedItems } from '../items/owned-items';
import type { AlsoOwned } from './existing-items';
import type { ImportSource } from './journal';
import type { Quota } from './quota';

/** A choice for one row: a release by UUID, a provisional one, or none. */
export type RowChoice = { readonly release: string } | 'provisional' | 'skip';

/** By line. */
export type RowChoices = ReadonlyMap<number, RowChoice>;

/** Choices are in the URL, which servers and proxies limit to about 8 kB. */
export const maximumRowChoices = 150;

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const one = `[1-9][0-9]{0,6}:(?:provisional|skip|${uuid})`;
const pattern = `^${one}(?:,${one}){0,${maximumRowChoices - 1}}$`;

/** `31:skip,58:<uuid>` */
export const rowChoices: ParameterType<string> = {
  schema: Type.String({ pattern }),
  expected: message('invalid_row_choices', { max: maximumRowChoices }),
  read: (text) => text,
  isAllowed: (value) => new RegExp(pattern).test(value as string) && isEachOnce(value as string),
  example: '31:skip,58:provisional',
};

const partsOf = (text: string): string[] => text.split(',');

const isEachOnce = (text: string): boolean => new Set(partsOf(text).map((part) => Number.parseInt(part, 10))).size === partsOf(text).length;

/** @param text already validated */
export function readRowChoices(text: string | undefined): RowChoices {
  if (text === undefined) return new Map();
  return new Map(
    partsOf(text).map((part) => {
      const [line = '', chosen = ''] = part.split(':');
      return [Number(line), chosen === 'skip' || chosen === 'provisional' ? chosen : { release: chosen.toLowerCase() }];
    }),
  );
}

/** @throws {DomainError} invalid, for a line missing in the file or a release missing in the catalog */
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
  /** Dry run. */
  readonly isDry: boolean;
  readonly alsoOwned: AlsoOwned;
  /** Whether invalid rows reject the file or are skipped. */
  readonly unreadable: 'refuse' | 'skip';
  /** Whether unmatched rows are stored, become provisional releases, or are skipped. */
  readonly unmatched: Unmatched;
  /** Choices for single rows override the others. */
  readonly perRow: RowChoices;
  /** Whether added releases are removed from the wishlist. */
  readonly takeOffWishlist: boolean;
  readonly rowsShown: number;
  /** Undefined without a limit. */
  readonly quota?: Quota | undefined;
  /** Defaults to the server. */
  readonly source?: ImportSource;
}
