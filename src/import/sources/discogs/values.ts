import { longText } from '../../../kinds/attribute';
import { uuidOf } from '../../../store/values/identifiers';
import { longestCreditList, mostCredited } from '../shared/records';
import { type Length, lengthFromSeconds, line, mostTracks, type NotTaken, prose } from '../shared/values';
import { listed, type XmlValue } from './xml';

/** Name without its disambiguation number: "Bobby George (2)". */
export function undisambiguatedName(text: string): string {
  const name = line(text);
  return (name.endsWith(')') && name.replace(/ \(\d+\)$/, '')) || name;
}

export const isNumbered = (text: string): boolean => / \(\d+\)$/.test(line(text));

/** Discogs id; `undefined` for 0, absent or invalid ones, which mean no record. */
export function discogsIdOf(text: string): string | undefined {
  const digits = /^\s*0*([1-9]\d{0,14})\s*$/.exec(text);
  return digits?.[1];
}

/** "3:45", "75:30" and "1:02:03" in minutes and seconds, without fractions of a second; `undefined` if unknown. */
export function durationOf(text: string): Length | undefined {
  const parts = /^(?:(\d{1,2}):(?=\d{1,2}[:'’]))?(\d{1,4})[:.'’](\d{1,2})(?:(?<=[:'’]\d{1,2})[.,]\d{1,6})?$/.exec(
    text
      .normalize('NFKC')
      .replace(/[\s()~"”″]/g, '')
      .replace(/[′´`]/g, "'"),
  );
  if (parts === null) return undefined;
  const total = Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
  const length = lengthFromSeconds(total);
  return total === 0 || length.minutes > 6_000 ? undefined : length;
}

/** Limits on the lists of a release; no real release exceeds them. */
export const bounds = {
  artists: { item: 'artist', most: longestCreditList },
  extraartists: { item: 'artist', most: mostCredited },
  labels: { item: 'label', most: 50 },
  companies: { item: 'company', most: 200 },
  series: { item: 'series', most: 50 },
  identifiers: { item: 'identifier', most: 1_000 },
  tracklist: { item: 'track', most: mostTracks },
} as const;

export function countBeyond(release: XmlValue, notTaken: NotTaken): void {
  for (const [list, { item, most }] of Object.entries(bounds))
    notTaken.add(`${list} beyond the first ${most}`, listed(release, list, item).length - most);
}

export { ownReleaseId } from '../../../store/values/identifiers';

// UUIDs derived from Discogs ids, the same in every catalog. Identity with records of other sources is stated separately.

export const ownArtistId = (id: string): string => uuidOf(`discogs:artist:${id}`);
export const ownAlbumId = (id: string): string => uuidOf(`discogs:master:${id}`);
export const ownLabelId = (id: string): string => uuidOf(`discogs:label:${id}`);
/** A Discogs label that is also a company has two records here. */
export const ownOrganizationId = (id: string): string => uuidOf(`discogs:organization:${id}`);

export const productionOfMaster = (id: string): string => uuidOf(`discogs:master:${id}:production`);
/** Production of a release without a master. */
export const productionOfRelease = (id: string): string => uuidOf(`discogs:release:${id}:production`);

/** Markup is longer than its output; longer source text is cut. */
const longestSource = 2 * longText;

/** Discogs markup as Markdown. */
export const markdownOf = (text: string): string => prose(convert(text, true));

/** Discogs markup as plain text. */
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
 * `[a=Name]` is a name, `[a123]` and `[r=123]` are page links, `[b]`, `[i]`, `[u]` and `[url=…]` as usual. Anything else is kept
 * verbatim.
 */
function convert(text: string, isMarkdown: boolean): string {
  return text
    .slice(0, longestSource)
    .replace(/\[url=([^\][\s]*)\]((?:(?!\[url).)*?)\[\/url\]/gis, (_, url: string, label: string) => linkTo(url, label, isMarkdown))
    .replace(/\[url\]((?:(?!\[url).)*?)\[\/url\]/gis, '$1')
    .replace(/\[([almrgt])=?(\d+(?:\.\d+)*)\]/gi, (_, kind: string, id: string) => {
      const url = `https://www.discogs.com/${pages[kind.toLowerCase()]}/${id}`;
      return isMarkdown ? `<${url}>` : url;
    })
    .replace(/\[[almrgt]=([^\]]{1,300})\]/gi, (_, name: string) => undisambiguatedName(name))
    .replace(/\[(\/?)([biu])\]/gi, (_, _slash: string, letter: string) => (isMarkdown ? (marks[letter.toLowerCase()] ?? '') : ''));
}

const marks: Readonly<Record<string, string>> = { b: '**', i: '*' };

function linkTo(url: string, label: string, isMarkdown: boolean): string {
  const address = url.startsWith('www.') ? `https://${url}` : url;
  if (!/^https?:\/\//i.test(address)) return label;
  if (label.trim() === '') return address;
  return isMarkdown ? `[${label}](${address.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))})` : `${label} (${address})`;
}
