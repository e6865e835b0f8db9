import { oneLine } from '../../catalog/tracks/one-line';
import { longestArtistLine, mostLabels } from '../provisional/limits';
import { beyondHeader, type Cells, type DescribedRow, dateOfCell, type RowValues } from './cells';
import { formatsOfCell, formatTypeOf, gradeOf } from './columns';
import { maximumCatalogNumbers } from './limits';
import type { ReleaseList } from './lists';

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

/** Discogs' columns, by our name, for faults. */
export const discogsColumns: Readonly<Record<string, string>> = {
  rating: 'Rating',
  added_at: 'Date Added',
  folder: 'CollectionFolder',
  notes: ownNotes,
};

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

export function readDiscogs(list: ReleaseList, cells: Cells): RowValues {
  const cell = (name: string): string => textOf(cells, name);
  return {
    clues: {
      discogsId: discogsNumberOf(cell('release_id')),
      catalogNumbers: catalogNumbersOf(cells),
      title: cell('Title') || undefined,
    },
    disc: discOf(cell),
    attributes: list.name === 'wishlist' ? { notes: cell('Notes') || null } : itemOf(cells, cell),
    ignored: Object.keys(cells).filter((name) => !isRead(list, name) && !(name === 'Rating' && cell(name) === '0')),
  };
}

const readOfAll: ReadonlySet<string> = new Set([
  mark,
  'Artist',
  'Title',
  'Label',
  'Format',
  'Released',
  'release_id',
  'Notes',
  beyondHeader,
]);
const readOfItems: ReadonlySet<string> = new Set(['Rating', 'CollectionFolder', 'Date Added']);

const isRead = (list: ReleaseList, name: string): boolean =>
  readOfAll.has(name) || (list.name !== 'wishlist' && (readOfItems.has(name) || name.startsWith(prefix)));

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
    name: isLabel(name) ? oneLine(name.replace(/ \(\d+\)$/, '')) : undefined,
    number: isNumber(number) ? oneLine(number) : undefined,
  }));
  const texts = labels.map((one) => JSON.stringify(one));
  return labels.filter(({ name, number }, index) => (name ?? number) !== undefined && texts.indexOf(texts[index] as string) === index);
}

const isLabel = (name: string): boolean => !/^not on label\b/i.test(name);

const itemOf = (cells: Cells, cell: (name: string) => string) => ({
  condition: gradeOf(cell(media)) ?? null,
  sleeve_condition: gradeOf(cell(sleeve)) ?? null,
  rating: ratingOf(cell('Rating')),
  added_at: momentOf(cell('Date Added')),
  format_type: cell('Format') === '' ? null : formatTypeOf(cell('Format')),
  folder: folderOf(cell('CollectionFolder')),
  notes: notesOf(cells, cell),
});

/** 1 to 5, null without rating; other values are left for validation. */
const ratingOf = (text: string): number | string | null =>
  text === '' || text === '0' ? null : /^\d{1,3}$/.test(text) ? Number(text) : text;

/** "2019-02-28 10:01:53" without time zone, taken as UTC. */
const momentOf = (text: string): string | null => (text === '' ? null : text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z'));

const folderOf = (folder: string): string | null => (folder === '' || folder === 'Uncategorized' ? null : folder);

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
