import { Type } from '@sinclair/typebox';
import type { QueryParameter, readParameters } from '../../api/route';
import { choice, flag, integer, keyed, nonEmpty, type ParameterType, text } from '../../api/schema/parameters';
import { badParameter } from '../../errors';
import { message } from '../../messages/message';
import { fieldOfHeading } from '../formats/columns';
import {
  alsoOwnedByDefault,
  alsoOwnedChoices,
  encodings,
  maximumRows,
  type Separator,
  separators,
  statusMeanings,
  unmatchedChoices,
} from '../formats/vocabulary';
import type { OwnedItems } from '../items/owned-items';
import { importFields, type ReleaseList } from './lists';
import type { Quota } from './quota';

/** A choice for one row: a release by UUID, a provisional one, or none. */
export type RowChoice = { readonly release: string } | 'provisional' | 'skip';

/** By line. */
type RowChoices = ReadonlyMap<number, RowChoice>;

/** Choices are in the URL, which servers and proxies limit to about 8 kB. */
const maximumRowChoices = 150;

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const rowChoice = `[1-9][0-9]{0,6}:(?:provisional|skip|${uuid})`;
const pattern = `^${rowChoice}(?:,${rowChoice}){0,${maximumRowChoices - 1}}$`;

/** `31:skip,58:<uuid>` */
const rowChoices: ParameterType<string> = {
  schema: Type.String({ pattern }),
  expected: message('invalid_row_choices', { max: maximumRowChoices }),
  read: (text) => text,
  isAllowed: (value) =>
    new RegExp(pattern).test(value as string) && readRowChoices(value as string).size === String(value).split(',').length,
  example: '31:skip,58:provisional',
};

/** @param text already validated */
export const readRowChoices = (text = ''): RowChoices =>
  new Map(
    text.split(',').flatMap((part): [number, RowChoice][] => {
      const [line = '', chosen = ''] = part.split(':');
      if (part === '') return [];
      return [[Number(line), chosen === 'skip' || chosen === 'provisional' ? chosen : { release: chosen.toLowerCase() }]];
    }),
  );

/** @throws {DomainError} invalid, for a line missing in the file or a release missing in the catalog */
export function requireFitting(choices: RowChoices, lines: ReadonlySet<number>, items: OwnedItems, user: number): void {
  for (const [line, choice] of choices) {
    if (!lines.has(line)) throw badParameter('choices', 'choice_without_row', { line });
    if (typeof choice === 'object' && items.findRelease(choice.release, user) === undefined)
      throw badParameter('choices', 'choice_without_release', { id: choice.release, line });
  }
}

/** Longest heading or status word of a parameter: a URL has about 8 kB. */
const heading = nonEmpty(text(255, 'Bought from'));

/** Parameters of an import. Those of reading correct what is detected. */
export const importParameters = (list: ReleaseList) =>
  ({
    dryRun: { ...flag, description: 'Only report the expected outcome of each row', default: false },
    alsoOwned: {
      ...choice(...alsoOwnedChoices),
      description:
        'How to handle a release already in the collection. skip: ignore one row per existing copy; differing: add a copy unless an identical one exists; add: add a copy. A wishlist always has a release once.',
      default: alsoOwnedByDefault,
    },
    unreadable: {
      ...choice('refuse', 'skip'),
      description: 'How to handle invalid rows. refuse: write nothing; skip: ignore them',
      default: 'refuse',
    },
    unmatched: {
      ...choice(...unmatchedChoices),
      description:
        'How to handle unmatched rows. keep: keep them and match again at the next import; provisional: create a placeholder and an item, also for pending rows; skip: ignore them',
      default: 'keep',
    },
    choices: {
      ...rowChoices,
      description:
        'Actions for single rows, by their line in a dry run: the UUID of a release; provisional: create a placeholder; skip: ignore it. Takes precedence over the other parameters. An unknown line or release is a 400.',
    },
    takeOffWishlist: {
      ...flag,
      description: 'Whether to remove added releases from the wishlist; needs the scope wishlist:write',
      default: false,
    },
    fileName: { ...text(255, 'collection.csv'), description: 'Name of the file for the list of imports' },
    rowsShown: {
      ...integer(0, maximumRows, maximumRows),
      description: 'Maximum rows listed per outcome, separately with and without candidates; counts cover all rows',
      default: maximumRows,
    },
    encoding: { ...choice(...encodings), description: 'Character encoding of a CSV file; detected by default' },
    separator: {
      ...choice(...(Object.keys(separators) as Separator[])),
      description: 'Column separator of a CSV file; detected by default',
    },
    sheet: { ...nonEmpty(text(255, 'Discs')), description: 'Sheet of a workbook; the first one by default' },
    dayFirst: {
      ...flag,
      description:
        'Whether 3/8/2019 is the third of August; by default, other days of the column decide, and without any, such a day is kept in the notes',
    },
    columns: {
      ...keyed(heading, text(64, 'shop')),
      description: `Meaning of the column with this heading: ${importFields(list).join(', ')}, ignore, or notes, which keeps "HEADING: value" in the notes. Two columns for one field are a 400.`,
    },
    statuses: {
      ...keyed(heading, choice(...statusMeanings)),
      description:
        'Meaning of a word in the status column. wanted: put it on the wishlist, which needs the scope wishlist:write; ignore: leave the row out',
    },
  }) satisfies Record<string, QueryParameter>;

type Parameters = ReturnType<typeof readParameters<ReturnType<typeof importParameters>>>;

/** Corrections of how a file is read; what is missing is detected. */
export type ReadChoices = Partial<Pick<Parameters, 'encoding' | 'separator' | 'sheet' | 'dayFirst' | 'columns' | 'statuses'>> & {
  /** What to do with columns that are not known; to ignore by default. */
  readonly unknownColumns?: 'notes';
  /** Of the newest copies of the user. */
  readonly lastCurrency?: string | undefined;
};

export interface Choices
  extends Pick<Parameters, 'alsoOwned' | 'unreadable' | 'unmatched' | 'takeOffWishlist' | 'rowsShown'>,
    Partial<Pick<Parameters, 'fileName' | 'columns' | 'statuses'>> {
  readonly isDry: boolean;
  readonly perRow: RowChoices;
  /** Whether wishes of a collection file may go to the wishlist. */
  readonly mayWish: boolean;
  /** Undefined without a limit. */
  readonly quota?: Quota | undefined;
}

/** @throws {DomainError} invalid, for an unknown field, or two columns for one field */
export function readColumnChoices(list: ReleaseList, columns: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> {
  const headings = new Map<string, string>();
  const fields = importFields(list);
  return new Map(
    Object.entries(columns).map(([heading, named]) => {
      const field = [named.toLowerCase(), fieldOfHeading(named)].find(
        (known) => known !== undefined && ['ignore', ...fields].includes(known),
      );
      const name = `columns[${heading}]`;
      if (field === undefined) throw badParameter(name, 'unknown_column_field', { name: named, values: fields });
      const other = headings.get(field);
      if (other !== undefined && field !== 'notes' && field !== 'ignore')
        throw badParameter(name, 'field_twice', { name: field, first: other, second: heading });
      headings.set(field, heading);
      return [heading, field];
    }),
  );
}
