import type { GivenRecord } from '../../../records/write/given-record';
import { productionOfMaster } from '../discogs/values';
import { productionOfFilm, productionOfGroup } from '../musicbrainz/records';
import { mapArtist } from './artist';
import { type Nature, natureOf } from './classes';
import { firstCountryOf } from './countries';
import { type Entity, idsOf, itemsOf } from './entity';
import { discogsArtistsOf, filmsOf, mbidPattern, musicbrainzArtistsOf, peopleOf } from './links';
import { type Context, laterRecords } from './made';
import { nameOf } from './names';
import { mapProduction } from './production';
import type { Seen } from './references';

/**
 * The records of an item that the catalog has a link to, or that one of those names; `undefined` where nobody asked for it.
 * @param isAsked whether somebody asked for it by its id
 */
export function mapEntity(entity: Entity, context: Context, isAsked = false): readonly GivenRecord[] | undefined {
  const nature = natureOf(entity);
  if (nature === 'production') {
    if (isAsked || isKnownProduction(entity, context)) return mapProduction(entity, context);
    return context.references.uses(entity.id).length > 0 ? seenAs(entity, { kind: 'other' }, context) : undefined;
  }
  const album = albumOf(entity);
  if (album.standIns.length > 0) return isKnownAlbum(entity, album.standIns, context) ? seenAs(entity, album, context) : undefined;
  if (nature === 'artist') return artist(entity, context, isAsked);
  return context.references.uses(entity.id).length > 0 ? named(entity, nature, context) : undefined;
}

/** A real person whom others name as a character alone is in no catalog of music for that. */
function artist(entity: Entity, context: Context, isAsked: boolean): readonly GivenRecord[] | undefined {
  const uses = context.references.uses(entity.id);
  if (!isAsked && uses.every(({ asCharacter }) => asCharacter) && !isKnownArtist(entity, context))
    return uses.length > 0 ? seenAs(entity, { kind: 'person' }, context) : undefined;
  return [...mapArtist(entity, false, context), ...seenAs(entity, { kind: 'artist' }, context)];
}

function named(entity: Entity, nature: Nature, context: Context): readonly GivenRecord[] {
  if (nature === 'character') return [...mapArtist(entity, true, context), ...seenAs(entity, { kind: 'character' }, context)];
  if (nature !== 'place') return seenAs(entity, { kind: 'other' }, context);
  const [ownCode] = idsOf(entity, 'P297', /^[A-Z]{2}$/);
  const place: Seen = ownCode
    ? { kind: 'place', country: ownCode }
    : { kind: 'place', city: nameOf(entity), country: firstCountryOf(itemsOf(entity, 'P17')) };
  return seenAs(entity, place, context);
}

/** Notes what has been seen, and gives what those who waited for it make of it now. */
function seenAs(entity: Entity, seen: Seen, context: Context): readonly GivenRecord[] {
  const { references } = context;
  return references.see(entity.id, seen).flatMap((by) => {
    const essence = references.essence(by);
    return essence ? laterRecords(essence, context) : [];
  });
}

function isKnownProduction(entity: Entity, { known, references }: Context): boolean {
  const films = filmsOf(entity);
  return (
    known.findByLink('Production', 'wikidata', entity.id) !== undefined ||
    films.some((film) => known.knows('Production', productionOfFilm(film)) || known.findByLink('Production', 'imdb', film) !== undefined) ||
    itemsOf(entity, 'P406').some((album) => references.seen(album)?.kind === 'album')
  );
}

const isKnownArtist = (entity: Entity, { known }: Context): boolean =>
  known.findByLink('Artist', 'wikidata', entity.id) !== undefined ||
  musicbrainzArtistsOf(entity).some((id) => known.knows('Artist', id)) ||
  peopleOf(entity).some((id) => known.findByLink('Artist', 'imdb', id) !== undefined) ||
  discogsArtistsOf(entity).some((id) => known.findByLink('Artist', 'discogs', id) !== undefined);

/** The productions that stand in for what a soundtrack is the music of, by its pages at MusicBrainz and Discogs. */
export const albumOf = (entity: Entity): Extract<Seen, { kind: 'album' }> => ({
  kind: 'album',
  standIns: [
    ...idsOf(entity, 'P436', mbidPattern).map(productionOfGroup),
    ...idsOf(entity, 'P1954', /^[1-9]\d{0,9}$/).map(productionOfMaster),
  ].toSorted(),
});

const isKnownAlbum = (entity: Entity, standIns: readonly string[], { known, references }: Context): boolean =>
  references.uses(entity.id).length > 0 || standIns.some((id) => known.knows('Production', id));
