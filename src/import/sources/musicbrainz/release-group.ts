import { ownAlbumId, productionOfMaster } from '../discogs/values';
import { type Json, requireId } from '../shared/json';
import { gatherAlbum, isOfProduction, isSoundtrack } from './album';
import { Gathering, type Mapping } from './context';
import { discogsIdsOf, filmsOf, isKnownPage, isRelation, linkRecord, ownPage, relationLinksOf, relationRecords } from './links';
import { countIgnoredMembers, countRelations } from './members';
import { entriesOfReleases, noteProductions, productionOf } from './production';
import { own, productionOfFilm, productionOfGroup, sameAs } from './records';
import { licensedValues } from './values';
import { claimsOfWorks } from './work';

/**
 * A soundtrack: its album and one production per IMDb link, or a provisional one. Releases attach to the group's production, in
 * either reading order. With one link, that production is the film; with several, entries are made per release.
 */
export const mapReleaseGroup: Mapping = (document, context) => {
  if (!(context.isChosen || isSoundtrack(document))) return undefined;
  const id = requireId(document);
  const gathering = new Gathering(context);
  gatherAlbum(document, id, own, gathering);
  for (const link of [ownPage('release-group', id), ...relationLinksOf(document).filter(({ provider }) => provider !== 'imdb')])
    gathering.add(linkRecord('Album', id, link));
  for (const relation of relationRecords('AlbumRelation', document, id)) gathering.add(relation);
  const films = filmsOf(document);
  gatherFilms(document, films, gathering);
  const provisional = isOfProduction(document) ? productionOfGroup(id) : undefined;
  if (films.length === 0 && provisional !== undefined) {
    gathering.add(productionOf(document, provisional, true));
    gathering.add(linkRecord('Production', provisional, ownPage('release-group', id)));
  }
  const [only] = films.length === 1 ? films.map(productionOfFilm) : [];
  // Values its releases gave the provisional production move to the film.
  const others = only !== undefined && provisional !== undefined ? [] : films.map(productionOfFilm);
  for (const entry of entriesOfReleases(id, others, context)) gathering.add(entry);
  if (only !== undefined && provisional !== undefined) gathering.add(sameAs('Production', provisional, only));
  const production = films.length === 0 ? provisional : only;
  for (const master of discogsIdsOf(document, 'master')) {
    gathering.add(sameAs('Album', ownAlbumId(master), id));
    if (production !== undefined) gathering.add(sameAs('Production', productionOfMaster(master), production));
  }
  countIgnoredMembers('release-group', document, context.notTaken);
  countRelations(document, (relation) => isKnownPage(relation) || isRelation('AlbumRelation', relation), context.notTaken);
  return { records: gathering.records, notes: [noteProductions(id, others)], licensed: licensedValues('Album', document) };
};

/** Productions of a group's links, with values that works left in notes. */
function gatherFilms(group: Json, films: readonly string[], gathering: Gathering): void {
  for (const film of films) {
    const production = productionOfFilm(film);
    gathering.add(productionOf(group, production, false));
    gathering.add(linkRecord('Production', production, filmPage(film)));
    gathering.records.push(...claimsOfWorks(production, gathering.context));
  }
}

/** Canonical page address. */
const filmPage = (film: string) => ({ provider: 'imdb', externalId: film, url: `https://www.imdb.com/title/${film}/` });
