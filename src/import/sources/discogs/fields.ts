import { authorities } from '../../../records/provenance/weights';
import type { GivenRecord } from '../../../records/write/given-record';
import { iriFrom, type linkTo } from '../shared/addresses';
import { prose } from '../shared/text';
import type { NotTaken } from '../shared/values';
import { attributeOf, children, firstOf, ownText, type Value } from './xml';

/** What becomes of the elements and attributes of a dump, by their paths below the element: "artists/artist/@id". */
interface Fields {
  /** In the records. */
  readonly taken: string;
  /** What others of them say as well. */
  readonly repeated: string;
  /** What the catalog has no place for. It is counted; of what stands in a list, each. */
  readonly notTaken: string;
}

const artist = (list: string): string =>
  `${list} ${['id', 'name', 'anv', 'join', 'role', 'tracks'].map((name) => `${list}/${name}`).join(' ')}`;

const track = (list: string): string =>
  `${list} ${list}/position ${list}/title ${list}/duration ${list}/artists ${artist(`${list}/artists/artist`)} ${list}/extraartists ${artist(`${list}/extraartists/artist`)}`;

const image = 'images/image/@type images/image/@uri images/image/@uri150 images/image/@width images/image/@height';
const video = 'videos/video/@src videos/video/@duration videos/video/@embed videos/video/title videos/video/description';

export const fields = {
  releases: {
    taken: [
      '@id title country released notes master_id master_id/@is_main_release',
      `artists ${artist('artists/artist')} extraartists ${artist('extraartists/artist')}`,
      'labels labels/label labels/label/@name labels/label/@catno labels/label/@id',
      'series series/series series/series/@name series/series/@catno',
      'formats formats/format formats/format/@name formats/format/@qty formats/format/@text',
      'formats/format/descriptions formats/format/descriptions/description',
      'genres genres/genre styles styles/style',
      `tracklist ${track('tracklist/track')} tracklist/track/sub_tracks ${track('tracklist/track/sub_tracks/track')}`,
      'identifiers identifiers/identifier identifiers/identifier/@type identifiers/identifier/@value identifiers/identifier/@description',
      'companies companies/company companies/company/id companies/company/name companies/company/catno companies/company/entity_type_name',
    ].join(' '),
    repeated: `series/series/@id companies/company/entity_type companies/company/resource_url images videos ${image} ${video}`,
    notTaken: '@status data_quality images/image videos/video',
  },
  masters: {
    taken: `@id main_release title year artists ${artist('artists/artist')} styles styles/style`,
    repeated: `images videos genres ${image} ${video}`,
    notTaken: 'genres/genre notes data_quality images/image videos/video',
  },
  artists: {
    taken: [
      'id name realname profile urls urls/url namevariations namevariations/name',
      'groups groups/name groups/name/@id members members/name members/name/@id',
    ].join(' '),
    repeated: `members/id images aliases aliases/name/@id ${image}`,
    notTaken: 'aliases/name data_quality images/image',
  },
  labels: {
    taken: 'id name contactinfo',
    repeated: `images urls sublabels sublabels/label/@id parentLabel/@id ${image}`,
    notTaken: 'profile urls/url parentLabel sublabels/label data_quality images/image',
  },
} as const satisfies Readonly<Record<string, Fields>>;

type DumpName = keyof typeof fields;

/** What is to be known of the fields of a dump, made once. */
interface Known {
  /** The children of its elements. */
  readonly children: ReadonlySet<string>;
  readonly notTaken: readonly { readonly name: string; readonly path: readonly string[] }[];
}

const known = new Map<string, Known>(
  Object.entries(fields).map(([name, { taken, repeated, notTaken }]) => {
    const paths = `${taken} ${repeated} ${notTaken}`.split(' ').map((path) => path.split('/'));
    return [
      name,
      {
        children: new Set(paths.map(([first]) => first as string)),
        // Pictures and videos are counted where they are cut away, before anything is parsed.
        notTaken: notTaken
          .split(' ')
          .map((path) => path.split('/'))
          .filter(([list]) => list !== 'images' && list !== 'videos')
          .map((path) => ({ name: (path[0] as string).replace('@', ''), path })),
      },
    ];
  }),
);

/** Whether the elements of a dump are known to have such a child. */
export const isKnownChild = (dump: DumpName, name: string): boolean => known.get(dump)?.children.has(name) ?? false;

/** Counts what an element has that the catalog has no place for. */
export function countNotTaken(element: Value, dump: DumpName, notTaken: NotTaken): void {
  for (const { name, path } of known.get(dump)?.notTaken ?? []) notTaken.add(name, countOf(element, path));
}

function countOf(element: Value, [first = '', second]: readonly string[]): number {
  if (first.startsWith('@')) return attributeOf(element, first.slice(1)) === '' ? 0 : 1;
  if (second !== undefined) return children(firstOf(element, first), second).length;
  return children(element, first).filter((one) => ownText(one).trim() !== '').length;
}

/** What an element gives: records, and what is to be remembered for later ones. */
export interface Given {
  readonly records: GivenRecord[];
  readonly notes: [name: string, value: string | null][];
}

type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo> | undefined>>;

/** How a record is taken, and how good its word is. */
export type Manner = Omit<GivenRecord, 'record' | 'text'>;

/** Of a record that is Discogs' alone: all that there is to say of it. */
export const whole: Manner = { mode: 'whole', authority: authorities.discogs };
/** By the element of the thing itself, of which other records may say more. */
export const byItself: Manner = { mode: 'partial', authority: authorities.discogs };
/** By an element that names the thing in passing, as many others do. */
export const inPassing: Manner = { mode: 'fill', authority: authorities.discogsNamed };
/** A production that is made of what its music is called. */
export const standingIn: Manner = { mode: 'fill', authority: authorities.discogsStandIn };

/** The same, of which some attributes are a guess. */
export const guessing = (manner: Manner, ...guessed: readonly string[]): Manner => ({ ...manner, guessed });

/** Gives a record of a type under the UUIDs of its IRI, the outermost first. */
export function give(
  to: Given,
  manner: Manner,
  type: string,
  ids: readonly string[],
  attributes: object,
  relationships?: RelatedRecords,
): void {
  const id = iriFrom(type, ids);
  const record = relationships === undefined ? { type, id, attributes } : { type, id, attributes, relationships };
  to.records.push({ ...manner, record });
}

/** The attributes of an external link. */
export interface Link {
  readonly provider: string;
  readonly external_id: string;
  readonly url: string;
}

/** The link that an address is; `undefined` where it is no address of the web, or one of Discogs. */
export function linkOf(text: string): Link | undefined {
  const given = prose(text, 2_001);
  const address = /^https?:\/\//i.test(given) ? given : /^[\w-]+(\.[\w-]+)+(\/|$)/.test(given) ? `http://${given}` : undefined;
  if (address === undefined || address.length > 2_000 || /\s/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return undefined;
  const host = url.hostname.replace(/^(www|m)\./, '');
  if (/(^|\.)discogs\.com$/.test(host)) return undefined;
  const named = providers.find(([pattern]) => pattern.test(host));
  const external_id = named?.[2](url) || `${host}${url.pathname}${url.search}`.replace(/\/$/, '');
  if (external_id.length > 255) return undefined;
  return { provider: named?.[1] ?? 'website', external_id, url: address.replace(/^http/i, 'http') };
}

const lastPart = (url: URL): string => url.pathname.split('/').filter(Boolean).at(-1) ?? '';
const path = (url: URL): string => url.pathname.replace(/^\/+|\/+$/g, '');
const matching =
  (pattern: RegExp) =>
  (url: URL): string =>
    pattern.exec(url.pathname)?.[0] ?? '';

/** By host: the provider, and its own id of the artist as it stands in the address. */
const providers: readonly (readonly [RegExp, string, (url: URL) => string])[] = [
  [/(^|\.)imdb\.com$/, 'imdb', matching(/(?:nm|co|tt)\d+/)],
  [/(^|\.)wikidata\.org$/, 'wikidata', matching(/Q\d+/)],
  [/(^|\.)musicbrainz\.org$/, 'musicbrainz', matching(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/)],
  [/(^|\.)wikipedia\.org$/, 'wikipedia', (url) => `${url.hostname.replace(/^www\./, '').split('.')[0]}:${lastPart(url)}`],
  [/^vgmdb\.net$/, 'vgmdb', matching(/\d+/)],
  [/^viaf\.org$/, 'viaf', matching(/\d+/)],
  [/(^|\.)facebook\.com$/, 'facebook', path],
  [/^(twitter|x)\.com$/, 'twitter', path],
  [/(^|\.)instagram\.com$/, 'instagram', path],
  [/(^|\.)youtube\.com$/, 'youtube', path],
  [/(^|\.)soundcloud\.com$/, 'soundcloud', path],
  [/(^|\.)myspace\.com$/, 'myspace', path],
  [/(^|\.)mixcloud\.com$/, 'mixcloud', path],
  [/(^|\.)vimeo\.com$/, 'vimeo', path],
  [/(^|\.)linkedin\.com$/, 'linkedin', path],
  [/(^|\.)allmusic\.com$/, 'allmusic', matching(/mn\d+/)],
  [/^(last\.fm|lastfm\.\w+)$/, 'last_fm', lastPart],
  [/^open\.spotify\.com$/, 'spotify', lastPart],
  [/^(music|itunes)\.apple\.com$/, 'apple_music', lastPart],
  [/(^|\.)bandcamp\.com$/, 'bandcamp', (url) => url.hostname.split('.')[0] ?? ''],
];
