import type { Cells, Said } from './cells';
import { gradeOf } from './grades';
import { maximumCatalogNumbers } from './limits';
import type { List } from './lists';

// The CSV that Discogs makes of a collection or a wantlist. Its
// columns are those of ten such files; users may have fields of their own, whose columns begin with "Collection".

const prefix = 'Collection ';
const media = 'Collection Media Condition';
const sleeve = 'Collection Sleeve Condition';
const ownNotes = 'Collection Notes';

/** The column that all files of Discogs have, and none of ours. */
export const mark = 'Catalog#';

export const isDiscogs = (cells: Cells): boolean => Object.hasOwn(cells, mark);

/** Several numbers stand in one cell, parted as a number itself may be. */
function catalogNumbersOf(cells: Cells): string[] {
  const cell = textOf(cells, mark);
  // Rows may have been kept before the numbers had a limit.
  const parts = [cell, ...cell.split(',', maximumCatalogNumbers)];
  return [...new Set(parts.map((number) => number.trim()))].filter((number) => number !== '');
}

export const hasTooManyNumbers = (cells: Cells): boolean =>
  textOf(cells, mark).split(',', maximumCatalogNumbers + 1).length > maximumCatalogNumbers;

const textOf = (cells: Cells, name: string): string => (typeof cells[name] === 'string' ? (cells[name] as string).trim() : '');

/** Discogs' words for formats; the first that a description has decides. */
const formats: readonly (readonly [RegExp, string])[] = [
  [/\bSACD\b/i, 'sacd'],
  [/\b(?:CD|CDr|HDCD|CDV)\b/i, 'cd'],
  [/\bBlu-ray(?:-R)?\b/i, 'blu_ray'],
  [/\bDVD(?:r|-R)?\b/i, 'dvd'],
  [/\b(?:Cass|Cassette)\b/i, 'cassette'],
  [/\b(?:Minidisc|MD)\b/i, 'minidisc'],
  [/\b(?:File|FLAC|MP3|WAV|AAC|ALAC)\b/i, 'digital'],
  [/\b(?:LP|Vinyl|EP)\b|\d"/i, 'vinyl'],
];

/** What a row says. */
export function readDiscogs(list: List, cells: Cells): Said {
  const cell = (name: string): string => textOf(cells, name);
  return {
    clues: {
      discogsId: cell('release_id') || undefined,
      catalogNumbers: catalogNumbersOf(cells),
      title: cell('Title') || undefined,
    },
    attributes: list.name === 'wishlist' ? { notes: cell('Notes') || null } : itemOf(cells, cell),
  };
}

const itemOf = (cells: Cells, cell: (name: string) => string) => ({
  condition: gradeOf(cell(media)) ?? null,
  sleeve_condition: gradeOf(cell(sleeve)) ?? null,
  rating: ratingOf(cell('Rating')),
  added_at: momentOf(cell('Date Added')),
  format_type: formatOf(cell('Format')),
  folder: folderOf(cell('CollectionFolder')),
  notes: notesOf(cells, cell),
});

/** One to five stars; none where nothing was given. What is neither is left to the rule of the attribute. */
const ratingOf = (text: string): number | string | null =>
  text === '' || text === '0' ? null : /^\d{1,3}$/.test(text) ? Number(text) : text;

/** "2019-02-28 10:01:53", without a zone: it is taken for UTC, which is right to the day for nearly all. */
const momentOf = (text: string): string | null => (text === '' ? null : text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z'));

/** Of "2xCD, Comp" the format is that of "CD, Comp". */
function formatOf(text: string): string | null {
  if (text === '') return null;
  const described = text.replace(/\b\d+x/g, '');
  return formats.find(([words]) => words.test(described))?.[1] ?? 'other';
}

/** What is in no folder is in the one that everyone has. */
const folderOf = (folder: string): string | null => (folder === '' || folder === 'Uncategorized' ? null : folder);

/**
 * What has no attribute of its own is kept as a line of the notes: grades that are none of ours, such as that of a sleeve
 * that is "Generic", and the user's own fields.
 */
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
