import { longText } from '../../../kinds/attribute';
import { uuidOf } from '../../../records/write/uuid-v5';
import { longestCreditList, mostCredited } from '../shared/records';
import { type Length, lengthOf, line, mostTracks, type NotTaken, prose } from '../shared/values';
import { listed, type Value } from './xml';

/** A name without the number that tells it from others of the same name: "Bobby George (2)". */
export function nameOf(text: string): string {
  const name = line(text);
  return (name.endsWith(')') && name.replace(/ \(\d+\)$/, '')) || name;
}

export const isNumbered = (text: string): boolean => / \(\d+\)$/.test(line(text));

/** The number of a record; `undefined` where it is 0, absent or no number: then Discogs has no record of it. */
export function idOf(text: string): string | undefined {
  const digits = /^\s*0*([1-9]\d{0,14})\s*$/.exec(text);
  return digits?.[1];
}

/** "3:45", "75:30" and "1:02:03" as minutes and seconds; `undefined` where it is not known. */
export function durationOf(text: string): Length | undefined {
  const parts = /^\s*\(?(?:(\d{1,2}):)?(\d{1,4})[:.'’](\d{1,2})\)?\s*$/.exec(text);
  if (parts === null) return undefined;
  const total = Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
  const length = lengthOf(total);
  return total === 0 || length.minutes > 6_000 ? undefined : length;
}

/** Lists of a release, and as many of their items as are taken: no true record has more, and they bound what one can become. */
export const bounds = {
  artists: { item: 'artist', most: longestCreditList },
  extraartists: { item: 'artist', most: mostCredited },
  labels: { item: 'label', most: 50 },
  companies: { item: 'company', most: 200 },
  series: { item: 'series', most: 50 },
  identifiers: { item: 'identifier', most: 1_000 },
  tracklist: { item: 'track', most: mostTracks },
} as const;

export function countBeyond(release: Value, notTaken: NotTaken): void {
  for (const [list, { item, most }] of Object.entries(bounds))
    notTaken.add(`${list} beyond the first ${most}`, listed(release, list, item).length - most);
}

export { ownReleaseId } from '../../../records/write/uuid-v5';

// The UUIDs of what Discogs has a number for, the same in every catalog. They say nothing of whether another source knows
// the thing as well: who does, says so with a record of its own.

export const ownArtistId = (id: string): string => uuidOf(`discogs:artist:${id}`);
export const ownAlbumId = (id: string): string => uuidOf(`discogs:master:${id}`);
export const ownLabelId = (id: string): string => uuidOf(`discogs:label:${id}`);
/** Companies are among the labels of Discogs, and what is both has two records here. */
export const ownOrganizationId = (id: string): string => uuidOf(`discogs:organization:${id}`);

export const productionOfMaster = (id: string): string => uuidOf(`discogs:master:${id}:production`);
/** The production that a release stands for which no master has. */
export const productionOfRelease = (id: string): string => uuidOf(`discogs:release:${id}:production`);

/** Markup is longer than what comes of it; what is longer still cannot fit, and is not searched. */
const longestSource = 2 * longText;

/** The markup of Discogs as Markdown. */
export const markdownOf = (text: string): string => prose(convert(text, true));

/** The markup of Discogs as plain text. */
export const plainOf = (text: string): string => prose(convert(text, false));

const pages: Readonly<Record<string, string>> = {
  a: 'artist',
  l: 'label',
  r: 'release',
  m: 'master',
  g: 'help/guidelines',
  t: 'group/thread',
};

/**
 * `[a=Name]` is a name, `[a123]` and `[r=123]` lead to a page, `[b]`, `[i]`, `[u]` and `[url=…]` are what they are
 * elsewhere. What is none of these stays as it is written.
 */
function convert(text: string, isMarkdown: boolean): string {
  return text
    .slice(0, longestSource)
    .replace(/\[url=([^\]\s]*)\](.*?)\[\/url\]/gis, (_, url: string, label: string) => linkTo(url, label, isMarkdown))
    .replace(/\[url\](.*?)\[\/url\]/gis, '$1')
    .replace(/\[([almrgt])=?(\d+(?:\.\d+)*)\]/gi, (_, kind: string, id: string) => {
      const url = `https://www.discogs.com/${pages[kind.toLowerCase()]}/${id}`;
      return isMarkdown ? `<${url}>` : url;
    })
    .replace(/\[[almrgt]=([^\]]+)\]/gi, (_, name: string) => nameOf(name))
    .replace(/\[(\/?)([biu])\]/gi, (_, _slash: string, letter: string) => (isMarkdown ? (marks[letter.toLowerCase()] ?? '') : ''));
}

const marks: Readonly<Record<string, string>> = { b: '**', i: '*' };

function linkTo(url: string, label: string, isMarkdown: boolean): string {
  const address = url.startsWith('www.') ? `https://${url}` : url;
  if (!/^https?:\/\//i.test(address)) return label;
  if (label.trim() === '') return address;
  return isMarkdown ? `[${label}](${address.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))})` : `${label} (${address})`;
}
