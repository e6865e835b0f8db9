import { tooLarge } from '../../errors';
import { parseJson } from '../../http/body';
import type { Cells } from './cells';
import type { Slices } from './slices';
import { maximumRows } from './vocabulary';

/** The longest row, with every character escaped in six. */
const maximumItemLength = 200_000;

/** A few words around the items. */
const maximumFrameLength = 10_000;

/** Yields to others after this much. */
const stepLength = 65_536;

/** Members that contain the items: ours, those of MusicBrainz, and those of Discogs. */
const lists: ReadonlySet<string> = new Set(['"items"', '"releases"', '"wants"', '"albums"']);

const longestName = 20;

/**
 * Splits a list, or the list in a member of an object, into the texts of its items and the document around them, without parsing
 * the file, so that it is never in memory as objects.
 * @throws {DomainError} invalid, for malformed JSON around the items; too large, for too many or too long items
 */
export async function readJsonFile(text: string, slices: Slices): Promise<{ readonly frame: unknown; readonly items: readonly string[] }> {
  const items: string[] = [];
  let [depth, level, isInText, pause] = [0, 0, false, 0];
  // The last string with its quotes, the list inside its brackets, and its current item.
  let [textStart, textEnd, start, end, itemStart] = [0, 0, -1, -1, 0];
  const endItem = (at: number) => {
    const row = items.length + 1;
    if (row > maximumRows) throw tooLarge('too_many_rows', { max: maximumRows });
    if (at - itemStart > maximumItemLength) throw tooLarge('row_too_long', { row, max: maximumItemLength });
    items.push(text.slice(itemStart, at));
    itemStart = at + 1;
  };
  const isNamed = () => lists.has(text.slice(textStart, Math.min(textEnd, textStart + longestName)));
  for (let at = 0; at < text.length; at++) {
    if (at >= pause) {
      await slices.rest();
      pause = at + stepLength;
    }
    const mark = text[at];
    if (isInText) {
      if (mark === '\\') at++;
      else if (mark === '"') [isInText, textEnd] = [false, at + 1];
    } else if (mark === '"') [isInText, textStart] = [true, at];
    else if (mark === '[' || mark === '{') {
      depth++;
      if (mark === '[' && start < 0 && (depth === 1 || (depth === 2 && isNamed()))) [level, start, itemStart] = [depth, at + 1, at + 1];
    } else if (mark === ']' || mark === '}' || mark === ',') {
      const isOfList = depth === level && start >= 0 && end < 0;
      // The last item, unless the list is empty.
      const endsItem = mark === ',' || (mark === ']' && (items.length > 0 || text.slice(itemStart, at).trim() !== ''));
      if (isOfList && endsItem) endItem(at);
      if (isOfList && mark === ']') end = at;
      if (mark !== ',') depth--;
    }
  }
  const frame = start < 0 ? text : text.slice(0, start) + (end < 0 ? '' : text.slice(end));
  if (frame.length > maximumFrameLength) throw tooLarge('file_frame_too_long', { max: maximumFrameLength });
  return { frame: parseJson(frame, 'file'), items };
}

/** Cells of an item by the names of our columns, or of Discogs' CSV. */
export function cellsOfRelease(release: Cells): Cells {
  return memberOf(release.basic_information).title === undefined ? cellsOfMusicBrainz(release) : cellsOfDiscogs(release);
}

/** For a page of a longer list, what is missing. */
export function incompleteIn(frame: Cells, contained: number) {
  const { items, page } = memberOf(frame.pagination);
  if (typeof items === 'number' && typeof page === 'number')
    return items > contained ? { contained, total: items, next: `page=${page + 1}` } : null;
  const [total, offset] = [frame['release-count'], frame['release-offset'] ?? 0];
  if (typeof total !== 'number' || total <= contained) return null;
  return { contained, total, next: `offset=${Number(offset) + contained}` };
}

// A collection from MusicBrainz's web service: /ws/2/collection/<id>/releases?fmt=json, or
// /ws/2/release?collection=<id>&inc=artist-credits+labels+media&fmt=json (https://musicbrainz.org/doc/MusicBrainz_API).

/** Data not requested with `inc` is missing. */
function cellsOfMusicBrainz(release: Cells): Cells {
  const [info] = itemsOf(release['label-info']);
  return {
    release_id: release.id,
    release_title: release.title,
    barcode: release.barcode,
    artist_credit: itemsOf(release['artist-credit'])
      .map(({ name, joinphrase = '' }) => `${name}${joinphrase}`)
      .join(''),
    label: memberOf(info?.label).name,
    catalog_number: info?.['catalog-number'],
    year: release.date,
    country: release.country,
    format: itemsOf(release.media)
      .flatMap(({ format }) => format ?? [])
      .join(' + '),
  };
}

// A collection or wantlist from Discogs' API: /users/<name>/collection/folders/0/releases, /users/<name>/wants.

/** Fields of every collection; further ones are the owner's. */
const discogsNotes: Readonly<Record<string, string>> = { 1: 'Media Condition', 2: 'Sleeve Condition', 3: 'Notes' };

function cellsOfDiscogs({ basic_information, id, rating, date_added, notes }: Cells): Cells {
  const disc = memberOf(basic_information);
  const own = itemsOf(notes).map(({ field_id, value }) => [`Collection ${discogsNotes[String(field_id)] ?? `Field ${field_id}`}`, value]);
  const labels = itemsOf(disc.labels);
  return {
    'Catalog#': labels.map(({ catno }) => catno).join(', '),
    Artist: itemsOf(disc.artists)
      .map(
        ({ name, anv, join }, index, { length }) => `${anv || name}${index === length - 1 ? '' : ` ${join || '&'} `.replace(' , ', ', ')}`,
      )
      .join(''),
    Title: disc.title,
    Label: labels.map(({ name }) => name).join(', '),
    Format: itemsOf(disc.formats).map(formatOfDiscogs).join(' + '),
    Rating: rating === undefined ? undefined : String(rating),
    Released: disc.year === undefined ? undefined : String(disc.year),
    release_id: String(disc.id ?? id ?? ''),
    'Date Added': date_added,
    ...(typeof notes === 'string' && { Notes: notes }),
    ...Object.fromEntries(own),
  };
}

const formatOfDiscogs = ({ name, qty, descriptions }: Cells): string =>
  [Number(qty) > 1 ? `${qty}x${name}` : name, ...(Array.isArray(descriptions) ? descriptions : [])].join(', ');

const memberOf = (value: unknown): Cells => (typeof value === 'object' && value !== null ? (value as Cells) : {});

const itemsOf = (value: unknown): Cells[] => (Array.isArray(value) ? value.map(memberOf) : []);
