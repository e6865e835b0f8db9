import { uuidOf } from '../../../store/values/identifiers';
import { claimIdsOf, type Entity } from './entity';
import { type GivenRecord, give } from './records';

interface Site {
  readonly property: string;
  readonly provider: string;
  readonly pattern: RegExp;
  readonly url: (id: string) => string;
  /** Converts the id, if the catalog stores it differently. */
  readonly id?: (id: string) => string;
}

const number = /^[1-9]\d{0,9}$/;

const productionSites: readonly Site[] = [
  { property: 'P345', provider: 'imdb', pattern: /^tt\d{5,10}$/, url: (id) => `https://www.imdb.com/title/${id}/` },
  { property: 'P4947', provider: 'tmdb', pattern: number, url: (id) => `https://www.themoviedb.org/movie/${id}` },
  { property: 'P4983', provider: 'tmdb', pattern: number, url: (id) => `https://www.themoviedb.org/tv/${id}` },
  { property: 'P4835', provider: 'tvdb', pattern: number, url: (id) => `https://thetvdb.com/dereferrer/series/${id}` },
  { property: 'P12196', provider: 'tvdb', pattern: number, url: (id) => `https://thetvdb.com/dereferrer/movie/${id}` },
  { property: 'P5794', provider: 'igdb', pattern: /^[a-z0-9][a-z0-9-]{0,200}$/, url: (id) => `https://www.igdb.com/games/${id}` },
  { property: 'P11688', provider: 'mobygames', pattern: number, url: (id) => `https://www.mobygames.com/game/${id}` },
];

export const mbidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const artistSites: readonly Site[] = [
  { property: 'P345', provider: 'imdb', pattern: /^nm\d{5,10}$/, url: (id) => `https://www.imdb.com/name/${id}/` },
  { property: 'P434', provider: 'musicbrainz', pattern: mbidPattern, url: (id) => `https://musicbrainz.org/artist/${id}` },
  { property: 'P1953', provider: 'discogs', pattern: number, url: (id) => `https://www.discogs.com/artist/${id}` },
  { property: 'P4985', provider: 'tmdb', pattern: number, url: (id) => `https://www.themoviedb.org/person/${id}` },
  { property: 'P214', provider: 'viaf', pattern: /^[1-9]\d{1,21}$/, url: (id) => `https://viaf.org/viaf/${id}` },
  {
    property: 'P213',
    provider: 'isni',
    pattern: /^\d{4} ?\d{4} ?\d{4} ?\d{3}[\dX]$/,
    id: (id) => id.replaceAll(' ', ''),
    url: (id) => `https://isni.org/isni/${id}`,
  },
  { property: 'P227', provider: 'gnd', pattern: /^[\dX-]{4,15}$/, url: (id) => `https://d-nb.info/gnd/${id}` },
  {
    property: 'P268',
    provider: 'bnf',
    pattern: /^\d{8}[0-9a-z]$/,
    id: (id) => `cb${id}`,
    url: (id) => `https://catalogue.bnf.fr/ark:/12148/${id}`,
  },
  { property: 'P244', provider: 'loc', pattern: /^n\w{4,14}$/, url: (id) => `https://id.loc.gov/authorities/names/${id}` },
  { property: 'P1728', provider: 'allmusic', pattern: /^mn\d{10}$/, url: (id) => `https://www.allmusic.com/artist/${id}` },
  { property: 'P1902', provider: 'spotify', pattern: /^[0-9A-Za-z]{22}$/, url: (id) => `https://open.spotify.com/artist/${id}` },
];

/** IMDb title ids; editors mark one as preferred if several are right. */
export const filmIdsOf = (entity: Entity): readonly string[] => claimIdsOf(entity, 'P345', /^tt\d{5,10}$/).toSorted();
export const peopleOf = (entity: Entity): readonly string[] => claimIdsOf(entity, 'P345', /^nm\d{5,10}$/).toSorted();
export const musicbrainzArtistsOf = (entity: Entity): readonly string[] => claimIdsOf(entity, 'P434', mbidPattern).toSorted();
export const discogsArtistsOf = (entity: Entity): readonly string[] => claimIdsOf(entity, 'P1953', number).toSorted();

/** Links of a record, its Wikidata page first. */
export function linkRecords(entity: Entity, owner: 'Production' | 'Artist', ownerId: string): GivenRecord[] {
  const own = linkRecord(owner, ownerId, 'wikidata', entity.id, `https://www.wikidata.org/wiki/${entity.id}`);
  const found = (owner === 'Production' ? productionSites : artistSites).flatMap(({ property, provider, pattern, url, id = same }) =>
    claimIdsOf(entity, property, pattern).map((claimed) => linkRecord(owner, ownerId, provider, id(claimed), url(id(claimed)))),
  );
  return [own, ...found];
}

const same = (id: string): string => id;

function linkRecord(owner: 'Production' | 'Artist', ownerId: string, provider: string, externalId: string, url: string): GivenRecord {
  const id = uuidOf(`wikidata:link:${ownerId}:${provider}:${externalId}`);
  return give(owner, `${owner}ExternalLink`, [ownerId, id], { provider, external_id: externalId, url });
}
