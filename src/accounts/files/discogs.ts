import type { Cells, Said } from './cells';
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

/** By the short names of Discogs' grades, which are those of the Goldmine standard. Any other word is no condition. */
const conditions: Readonly<Record<string, string>> = {
  M: 'mint',
  NM: 'near_mint',
  'VG+': 'very_good_plus',
  VG: 'very_good',
  'G+': 'good_plus',
  G: 'good',
  F: 'fair',
  P: 'poor',
};

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

/** What a row says. `Date Added` has no zone, so no moment is made of it. */
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
  condition: conditionOf(cell(media)),
  format_type: formatOf(cell('Format')),
  storage_location: folderOf(cell('CollectionFolder')),
  notes: notesOf(cells, cell),
});

/** "Near Mint (NM or M-)" is known by its short name. */
function conditionOf(text: string): string | null {
  const short = /\(([^)\s]+)/.exec(text)?.[1];
  return conditions[short ?? ''] ?? null;
}

/** Of "2xCD, Comp" the format is that of "CD, Comp". */
function formatOf(text: string): string | null {
  if (text === '') return null;
  const described = text.replace(/\b\d+x/g, '');
  return formats.find(([words]) => words.test(described))?.[1] ?? 'other';
}

/** What is in no folder is in the one that everyone has. */
const folderOf = (folder: string): string | null => (folder === '' || folder === 'Uncategorized' ? null : folder);

/** What has no attribute of its own is kept as a line of the notes: the sleeve, the rating and the user's own fields. */
function notesOf(cells: Cells, cell: (name: string) => string): string | null {
  const named = Object.keys(cells).filter((name) => name.startsWith(prefix) && name !== media && name !== ownNotes && name !== sleeve);
  const lines = [
    cell(ownNotes) || cell('Notes'),
    line('Sleeve', cell(sleeve)),
    line('Rating', cell('Rating')),
    ...named.map((name) => line(name.slice(prefix.length), cell(name))),
  ].filter((text) => text !== '');
  return lines.length > 0 ? lines.join('\n') : null;
}

const line = (name: string, text: string): string => (text === '' ? '' : `${name}: ${text}`);
