import { shortText } from '../../kinds/attribute';
import { oneLine } from '../../store/values/folding';
import { longestArtistLine, mostLabels } from '../provisional/limits';
import { formatsOfCell, formatTypeOf, gradeOf } from './cell-words';
import { type Cells, type DescribedRow, dateOfCell, type RowValues } from './cells';
import { fieldOfHeading } from './columns';
import { maximumCatalogNumbers, type ReleaseListName } from './vocabulary';

// Discogs' CSV of a collection or wantlist, based on ten such files. Columns of custom fields start with "Collection".

const prefix = 'Collection ';
const media = 'Collection Media Condition';
const sleeve = 'Collection Sleeve Condition';
const ownNotes = 'Collection Notes';

/** In all Discogs files and none of ours; rows of other files have it under our name. */
export const mark = 'Catalog#';

/** People name a column of their own `Catalog#` too, but none `release_id` and `Released` beside it. */
export const isDiscogsHeader = (names: readonly string[]): boolean =>
  [mark, 'release_id', 'Released'].every((name) => names.includes(name));

const releaseFields = new Map(
  Object.entries({
    ...{ [mark]: 'catalog_number', Artist: 'artist_credit', Title: 'release_title', Label: 'label', Format: 'format', Released: 'year' },
    ...{ release_id: 'release_id', Notes: 'notes' },
  }),
);

/** Discogs' columns of items, by our name. */
export const discogsColumns: Readonly<Record<string, string>> = {
  rating: 'Rating',
  added_at: 'Date Added',
  folder: 'CollectionFolder',
  notes: ownNotes,
};

const itemFields = new Map([
  ...Object.entries(discogsColumns).map(([field, name]) => [name, field] as const),
  ...([
    [media, 'condition'],
    [sleeve, 'sleeve_condition'],
  ] as const),
]);

/** The field of a column that Discogs writes; undefined for others, and for those without use in the list. */
export const discogsField = (list: ReleaseListName, name: string): string | undefined =>
  releaseFields.get(name) ?? (list === 'wishlist' ? undefined : (itemFields.get(name) ?? (isCustom(name) ? 'notes' : undefined)));

/** Fields that owners add, of which some have a place in our lists. */
const isCustom = (name: string): boolean => name.startsWith(prefix) && !ownFields.has(fieldOfHeading(name.slice(prefix.length)));

const ownFields: ReadonlySet<string | undefined> = new Set(['purchase_price', 'currency', 'purchased_at', 'shop', 'storage_location']);

/** The column of Discogs whose values become lines of the notes. */
export const noteColumn = (heading: string): string => `${prefix}${heading}`;

export const isDiscogsRow = (cells: Cells): boolean => Object.hasOwn(cells, mark);

/** Numbers are separated by commas, which a number can also contain. */
function catalogNumbersOf(cells: Cells): string[] {
  const cell = textOf(cells, mark);
  // Stored rows may predate the limit.
  const parts = [cell, ...cell.split(',', maximumCatalogNumbers)];
  return [...new Set(parts.map((number) => number.trim()))].filter(isNumber);
}

/** Discogs writes "none" for a missing number. */
const isNumber = (text: string): boolean => text !== '' && text.toLowerCase() !== 'none';

export const hasTooManyNumbers = (cells: Cells): boolean =>
  textOf(cells, mark).split(',', maximumCatalogNumbers + 1).length > maximumCatalogNumbers;

const textOf = (cells: Cells, name: string): string => (typeof cells[name] === 'string' ? (cells[name] as string).trim() : '');

export function readDiscogs(list: ReleaseListName, cells: Cells): RowValues {
  const cell = (name: string): string => textOf(cells, name);
  return {
    clues: {
      discogsId: discogsNumberOf(cell('release_id')),
      catalogNumbers: catalogNumbersOf(cells),
      title: cell('Title') || undefined,
    },
    disc: () => discOf(cell),
    attributes: list === 'wishlist' ? { notes: cell('Notes') || null } : itemOf(cells, cell),
  };
}

/** @returns undefined for 0 and invalid numbers */
const discogsNumberOf = (text: string): string | undefined => /^0*([1-9]\d{0,14})$/.exec(text)?.[1];

const discOf = (cell: (name: string) => string): DescribedRow => ({
  title: cell('Title') || undefined,
  artist: artistLineOf(cell('Artist')),
  labels: labelsOf(cell('Label'), cell(mark)),
  formats: formatsOfCell(cell('Format')),
  date: dateOfCell(cell('Released')),
  discogsId: discogsNumberOf(cell('release_id')),
});

/** Without the numbers and asterisks that Discogs adds to names. */
const artistLineOf = (text: string): string | undefined =>
  oneLine(text.replace(/ \(\d+\)(?=$|[*,/&]| )/g, '').replace(/(?<=\S)\*(?=$|[\s,])/g, ''), longestArtistLine);

/** Labels and numbers are in two cells with commas, which both can also contain: "Vol. 1, No. 1". */
function labelsOf(label: string, number: string): DescribedRow['labels'] {
  const [names, numbers] = [label, number].map((text) => text.split(', ', mostLabels)) as [string[], string[]];
  const pairs = names.length === numbers.length ? names.map((name, index) => [name, numbers[index] ?? '']) : [[label, number]];
  const labels = pairs.map(([name = '', number = '']) => ({
    name: isLabel(name) ? oneLine(name.replace(/ \(\d+\)$/, ''), shortText) : undefined,
    number: isNumber(number) ? oneLine(number, shortText) : undefined,
  }));
  const texts = labels.map((label) => JSON.stringify(label));
  return labels.filter(({ name, number }, index) => (name ?? number) !== undefined && texts.indexOf(texts[index] as string) === index);
}

const isLabel = (name: string): boolean => !/^not on label\b/i.test(name);

const itemOf = (cells: Cells, cell: (name: string) => string) => ({
  condition: gradeOf(cell(media)) ?? null,
  sleeve_condition: gradeOf(cell(sleeve)) ?? null,
  rating: ratingOf(cell('Rating')),
  added_at: momentOf(cell('Date Added')),
  format_type: cell('Format') === '' ? null : formatTypeOf(cell('Format')),
  folder: cell('CollectionFolder').replace(/^Uncategorized$/, '') || null,
  notes: notesOf(cells, cell),
});

/** 1 to 5, null without rating; other values are left for validation. */
const ratingOf = (text: string): number | string | null =>
  text === '' || text === '0' ? null : /^\d{1,3}$/.test(text) ? Number(text) : text;

/** "2019-02-28 10:01:53" without time zone, taken as UTC. */
const momentOf = (text: string): string | null => (text === '' ? null : text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z'));

/** Values without an attribute become lines of the notes: unknown grades such as "Generic", and custom fields. */
function notesOf(cells: Cells, cell: (name: string) => string): string | null {
  const named = Object.keys(cells).filter((name) => name.startsWith(prefix) && name !== media && name !== ownNotes && name !== sleeve);
  const lines = [
    cell(ownNotes) || cell('Notes'),
    gradeLine('Condition', cell(media)),
    gradeLine('Sleeve', cell(sleeve)),
    ...named.map((name) => line(name.slice(prefix.length), cell(name))),
  ].filter((text) => text !== '');
  return lines.length > 0 ? lines.join('\n') : null;
}

const gradeLine = (name: string, text: string): string => (gradeOf(text) === undefined && text !== 'Not Graded' ? line(name, text) : '');

const line = (name: string, text: string): string => (text === '' ? '' : `${name}: ${text}`);
