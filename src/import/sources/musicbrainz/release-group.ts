import { ownAlbumId, productionOfMaster } from '../discogs/values';
import { type Json, requireId } from '../shared/json';
import { gatherAlbum, isSoundtrack, standsForProduction } from './album';
import { Gathering, type Mapping } from './context';
import { discogsIdsOf, filmsOf, isKnownPage, linkRecord, linksOf, ownPage } from './links';
import { countNotTaken, countRelations } from './members';
import { entriesOfReleases, noteProductions, productionOf } from './production';
import { isSame, own, productionOfFilm, productionOfGroup } from './records';
import { licensedValues } from './values';
import { claimsOfWorks } from './work';

/**
 * A soundtrack: the album that its releases are editions of, and its productions, one for each page of IMDb that it has a
 * link to. Without a link, an album stands for a production of its own.
 *
 * Releases come under the production that their group stands for, whether it has been read or not. Where the group has
 * one link, that production is the film; what it is to several, it says of each release.
 */
export const mapReleaseGroup: Mapping = (document, context) => {
  if (!isSoundtrack(document)) return undefined;
  const id = requireId(document);
  const gathering = new Gathering(context);
  gatherAlbum(document, id, own, gathering);
  for (const link of [ownPage('release-group', id), ...linksOf(document).filter(({ provider }) => provider !== 'imdb')])
    gathering.add(linkRecord('Album', id, link));
  const films = filmsOf(document);
  gatherFilms(document, films, gathering);
  const standIn = standsForProduction(document) ? productionOfGroup(id) : undefined;
  if (films.length === 0 && standIn !== undefined) {
    gathering.add(productionOf(document, standIn, true));
    gathering.add(linkRecord('Production', standIn, ownPage('release-group', id)));
  }
  const [only] = films.length === 1 ? films.map(productionOfFilm) : [];
  // What its releases say of the production that they know is said of the film.
  const others = only !== undefined && standIn !== undefined ? [] : films.map(productionOfFilm);
  for (const entry of entriesOfReleases(id, others, context)) gathering.add(entry);
  if (only !== undefined && standIn !== undefined) gathering.add(isSame('Production', standIn, only));
  const production = films.length === 0 ? standIn : only;
  for (const master of discogsIdsOf(document, 'master')) {
    gathering.add(isSame('Album', ownAlbumId(master), id));
    if (production !== undefined) gathering.add(isSame('Production', productionOfMaster(master), production));
  }
  countNotTaken('release-group', document, context.notTaken);
  countRelations(document, isKnownPage, context.notTaken);
  return { records: gathering.records, notes: [noteProductions(id, others)], licensed: licensedValues('Album', document) };
};

/** The productions of a group's links, with their pages, and what works said of them before they were there. */
function gatherFilms(group: Json, films: readonly string[], gathering: Gathering): void {
  for (const film of films) {
    const production = productionOfFilm(film);
    gathering.add(productionOf(group, production, false));
    gathering.add(linkRecord('Production', production, filmPage(film)));
    gathering.records.push(...claimsOfWorks(production, gathering.context));
  }
}

/** One address a page, however the link was written. */
const filmPage = (film: string) => ({ provider: 'imdb', externalId: film, url: `https://www.imdb.com/title/${film}/` });
