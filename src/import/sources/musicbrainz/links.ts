import type { GivenRecord } from '../../../records/write/record';
import { child, children, type Json, text } from '../shared/json';
import { iri, own, partialRecord } from './records';

export interface MusicBrainzLink {
  readonly provider: string;
  readonly externalId: string;
  readonly url: string;
}

/** URL patterns of sites whose pages identify a subject. */
const sites: readonly (readonly [provider: string, address: RegExp])[] = [
  ['imdb', /^https?:\/\/(?:[a-z]+\.)?imdb\.com\/(?:title|name|company)\/((?:tt|nm|co)\d+)/],
  ['discogs', /^https?:\/\/(?:www\.)?discogs\.com\/(?:[a-z-]+\/)*(?:artist|release|master|label)\/(\d+)/],
  ['wikidata', /^https?:\/\/(?:www\.)?wikidata\.org\/(?:wiki|entity)\/(Q\d+)/],
  ['vgmdb', /^https?:\/\/(?:www\.)?vgmdb\.net\/(?:artist|album|org)\/(\d+)/],
  ['viaf', /^https?:\/\/(?:www\.)?viaf\.org\/viaf\/(\d+)/],
  ['allmusic', /^https?:\/\/(?:www\.)?allmusic\.com\/(?:artist|album(?:\/release)?)\/(?:[^/]*-)?(m[nwr]\d+)/],
  ['isni', /^https?:\/\/(?:www\.)?isni\.org\/(?:isni\/)?(\d{15}[\dX])/],
  ['gnd', /^https?:\/\/d-nb\.info\/gnd\/([\dX-]+)/],
  ['bnf', /^https?:\/\/catalogue\.bnf\.fr\/ark:\/12148\/(cb\w+)/],
  ['loc', /^https?:\/\/id\.loc\.gov\/authorities\/names\/(n\w+)/],
  ['spotify', /^https?:\/\/open\.spotify\.com\/(?:artist|album)\/(\w+)/],
  ['bandcamp', /^https?:\/\/([a-z0-9-]+\.bandcamp\.com(?:\/album\/[^/?#]+)?)/],
  ['soundtrackcollector', /^https?:\/\/(?:www\.)?soundtrackcollector\.com\/(?:catalog|composer|title)\/(?:[a-z]+\.php\?[a-z]+=)?(\d+)/],
  ['tmdb', /^https?:\/\/(?:www\.)?themoviedb\.org\/(?:movie|tv|person)\/(\d+)/],
  ['mobygames', /^https?:\/\/(?:www\.)?mobygames\.com\/(?:game|person)\/(\d+)/],
  ['asin', /^https?:\/\/(?:www\.)?amazon\.[a-z.]+\/(?:gp\/product|dp)\/([A-Z0-9]{10})/],
];

/** Links of a document, one per page, in a stable order. */
export function linksOf(document: Json): MusicBrainzLink[] {
  const found = new Map<string, MusicBrainzLink>();
  const addresses = children(document, 'relations').flatMap((relation) => text(child(relation, 'url'), 'resource') ?? []);
  for (const url of addresses.sort()) {
    const link = readLink(url);
    if (link && !found.has(`${link.provider} ${link.externalId}`)) found.set(`${link.provider} ${link.externalId}`, link);
  }
  return [...found.values()];
}

/** Whether a relationship yields a link. */
export function isKnownPage(relation: Json): boolean {
  const url = text(child(relation, 'url'), 'resource');
  return url !== undefined && readLink(url) !== undefined;
}

function readLink(url: string): MusicBrainzLink | undefined {
  if (url.length > 2_000) return undefined;
  for (const [provider, address] of sites) {
    const externalId = address.exec(url)?.[1];
    if (externalId !== undefined && externalId.length <= 255) return { provider, externalId, url };
  }
  return undefined;
}

/** Film, series and game ids linked by a document, in order. */
export const filmsOf = (document: Json): string[] =>
  linksOf(document)
    .filter(({ provider, externalId }) => provider === 'imdb' && externalId.startsWith('tt'))
    .map(({ externalId }) => externalId);

export const ownPage = (entity: string, id: string): MusicBrainzLink => ({
  provider: 'musicbrainz',
  externalId: id,
  url: `https://musicbrainz.org/${entity}/${id}`,
});

/** Discogs ids of a document, by kind. */
export const discogsIdsOf = (document: Json, kind: 'artist' | 'label' | 'master' | 'release'): string[] =>
  linksOf(document)
    .filter(({ provider, url }) => provider === 'discogs' && url.includes(`/${kind}/`))
    .map(({ externalId }) => externalId)
    .sort((a, b) => Number(a) - Number(b));

export function linkRecord(
  owner: 'Album' | 'Artist' | 'Production' | 'Release',
  ownerId: string,
  { provider, externalId, url }: MusicBrainzLink,
): GivenRecord {
  const type = `${owner}ExternalLink`;
  return partialRecord(own, type, iri.link(type, ownerId, provider, externalId), { provider, external_id: externalId, url });
}
