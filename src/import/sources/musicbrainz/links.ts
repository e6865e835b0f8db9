import type { ImportedRecord } from '../../../records/write/record';
import { child, children, type Json, mbidOf, text } from '../shared/json';
import { between, iri, own, partialRecord, type RelationType, reference } from './records';

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
export function relationLinksOf(document: Json): MusicBrainzLink[] {
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
  relationLinksOf(document)
    .filter(({ provider, externalId }) => provider === 'imdb' && externalId.startsWith('tt'))
    .map(({ externalId }) => externalId);

export const ownPage = (entity: string, id: string): MusicBrainzLink => ({
  provider: 'musicbrainz',
  externalId: id,
  url: `https://musicbrainz.org/${entity}/${id}`,
});

/** Discogs ids of a document, by kind. */
export const discogsIdsOf = (document: Json, kind: 'artist' | 'label' | 'master' | 'release'): string[] =>
  relationLinksOf(document)
    .filter(({ provider, url }) => provider === 'discogs' && url.includes(`/${kind}/`))
    .map(({ externalId }) => externalId)
    .sort((a, b) => Number(a) - Number(b));

/** Kinds of relations by MusicBrainz' relationship type; the others are no relations between editions. */
const relationKinds = {
  ReleaseRelation: { target: 'release', kinds: { remaster: 'remaster_of' } },
  AlbumRelation: {
    target: 'release_group',
    kinds: {
      'single from': 'single_from',
      'included in': 'included_in',
      cover: 'version_of',
      'live performance': 'version_of',
      remix: 'remix_of',
    },
  },
} as const satisfies Record<RelationType, { target: string; kinds: Readonly<Record<string, string>> }>;

interface RelatedEdition {
  readonly id: string;
  readonly kind: string;
}

/** The other edition of a relationship; undefined if it is of another kind. */
function relatedEdition(type: RelationType, relation: Json): RelatedEdition | undefined {
  const { target, kinds } = relationKinds[type];
  const id = mbidOf(child(relation, target));
  const kind = Object.entries(kinds).find(([name]) => name === text(relation, 'type'))?.[1];
  return id === undefined || kind === undefined ? undefined : { id, kind };
}

export const isRelation = (type: RelationType, relation: Json): boolean => relatedEdition(type, relation) !== undefined;

/** Both documents of a relation state it; it is stored below the one that remasters, includes or is taken from the other. */
export const relationRecords = (type: RelationType, document: Json, id: string): ImportedRecord[] =>
  children(document, 'relations').flatMap((relation) => {
    const other = relatedEdition(type, relation);
    if (other === undefined) return [];
    const [owner, related] = text(relation, 'direction') === 'backward' ? [other.id, id] : [id, other.id];
    const target = type === 'AlbumRelation' ? reference('Album', iri.album(related)) : reference('Release', iri.release(related));
    return [partialRecord(between, type, iri.relation(type, owner, other.kind, related), { kind: other.kind }, { related: target })];
  });

export function linkRecord(
  owner: 'Album' | 'Artist' | 'Production' | 'Release',
  ownerId: string,
  { provider, externalId, url }: MusicBrainzLink,
): ImportedRecord {
  const type = `${owner}ExternalLink`;
  return partialRecord(own, type, iri.link(type, ownerId, provider, externalId), { provider, external_id: externalId, url });
}
