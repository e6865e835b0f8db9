import type { ImportedRecord } from '../../../records/write/record';
import { ownAlbumId, productionOfMaster } from '../discogs/values';
import { type Json, requireId, text } from '../shared/json';
import { productionsNamed } from '../shared/records';
import { filmsNamedBy, gatherAlbum, isSoundtrack } from './album';
import { Gathering, type Mapping } from './context';
import { discogsIdsOf, filmsOf, isKnownPage, isRelation, linkRecord, ownPage, relationLinksOf, relationRecords } from './links';
import { countIgnoredMembers, countRelations } from './members';
import { noteAliases, otherTitlesOfAlbum } from './other-titles';
import { entriesOfReleases, gatherOnlyComposer, noteProductions, productionOf } from './production';
import { own, productionOfFilm, productionOfGroup, sameAs } from './records';
import { licensedValues } from './values';
import { claimsOfWorks } from './work';

/**
 * A soundtrack: its album and one production per IMDb link, or a provisional one per film in its title. Releases attach to the group's production, in
 * either reading order. With one link, that production is the film; with several, entries are made per release.
 */
export const mapReleaseGroup: Mapping = (document, context) => {
  if (!(context.isChosen || isSoundtrack(document))) return undefined;
  const id = requireId(document);
  const gathering = new Gathering(context);
  const titleNotes = noteAliases('Album', document, context);
  const other_titles = otherTitlesOfAlbum(id, text(document, 'title'), context);
  gatherAlbum(document, id, own, gathering, { other_titles });
  for (const link of [ownPage('release-group', id), ...relationLinksOf(document).filter(({ provider }) => provider !== 'imdb')])
    gathering.add(linkRecord('Album', id, link));
  for (const relation of relationRecords('AlbumRelation', document, id)) gathering.add(relation);
  const films = filmsOf(document);
  gatherFilms(document, films, other_titles, gathering);
  const named = filmsNamedBy(document);
  const provisional = productionsNamed(productionOfGroup(id), named);
  const isAlone = films.length <= 1 && provisional.length === 1;
  if (films.length === 0)
    for (const [index, production] of provisional.entries()) {
      gathering.add(productionOf(document, production, other_titles, named[index]));
      if (named.length > 1) gatherOnlyComposer(document, production, gathering);
    }
  if (films.length === 0 && isAlone) gathering.add(linkRecord('Production', productionOfGroup(id), ownPage('release-group', id)));
  // Values its releases gave the provisional production move to the film.
  const others = isAlone ? [] : films.length > 0 ? films.map(productionOfFilm) : provisional;
  for (const entry of entriesOfReleases(id, others, context)) gathering.add(entry);
  const [film] = films.map(productionOfFilm);
  if (film !== undefined && isAlone) gathering.add(sameAs('Production', productionOfGroup(id), film));
  const productions = film === undefined ? provisional : films.length === 1 ? [film] : [];
  for (const master of discogsIdsOf(document, 'master')) {
    gathering.add(sameAs('Album', ownAlbumId(master), id));
    const mastered = productionsNamed(productionOfMaster(master), productions);
    for (const [index, production] of productions.entries()) gathering.add(sameAs('Production', mastered[index] ?? production, production));
  }
  countIgnoredMembers('release-group', document, context.notTaken);
  countRelations(document, (relation) => isKnownPage(relation) || isRelation('AlbumRelation', relation), context.notTaken);
  return { records: gathering.records, notes: [noteProductions(id, others), ...titleNotes], licensed: licensedValues('Album', document) };
};

/** Productions of a group's links, with values that works left in notes. */
function gatherFilms(group: Json, films: readonly string[], otherTitles: ImportedRecord['otherTitles'], gathering: Gathering): void {
  for (const film of films) {
    const production = productionOfFilm(film);
    gathering.add(productionOf(group, production, otherTitles));
    gathering.add(linkRecord('Production', production, filmPage(film)));
    gathering.records.push(...claimsOfWorks(production, gathering.context));
  }
}

/** Canonical page address. */
const filmPage = (film: string) => ({ provider: 'imdb', externalId: film, url: `https://www.imdb.com/title/${film}/` });
