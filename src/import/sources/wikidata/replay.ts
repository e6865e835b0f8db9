import { SetupError } from '../../../errors';
import type { Known, Replayer, SourceItem } from '../../source';
import { productionOfFilm } from '../musicbrainz/records';
import { natureOf } from './classes';
import { type Entity, isItemId, itemsOf, readEntity } from './entity';
import { leftOutOf } from './left-out';
import { reasonOf, rejection } from './lines';
import { discogsArtistsOf, filmsOf, musicbrainzArtistsOf, peopleOf } from './links';
import type { Context } from './made';
import { albumOf, mapEntity } from './map-entity';
import { References } from './references';

/** An item that nothing names yet, as it is kept; `undefined` for what will never be named, and where nothing more can be kept. */
export function parkedOf(entity: Entity): SourceItem['parked'] | undefined {
  if (natureOf(entity) === 'other' && albumOf(entity).standIns.length === 0) return undefined;
  return { otherNames: otherNamesOf(entity), bytes: Buffer.from(JSON.stringify(entity.document)) };
}

/** What may lead to an item beside its own id, each with what kind of name it is. */
const otherNamesOf = (entity: Entity): string[] => [
  ...filmsOf(entity),
  ...peopleOf(entity),
  ...musicbrainzArtistsOf(entity).map((id) => `artist ${id}`),
  ...discogsArtistsOf(entity).map((id) => `discogs ${id}`),
  ...albumOf(entity).standIns.map((id) => `production ${id}`),
  ...itemsOf(entity, 'P406').map((id) => `album ${id}`),
];

/** Reads items that were parked. */
export function wikidataReplayer(known: Known): Replayer {
  const context: Context = { known, references: new References(known) };
  return {
    isNamed: (_, name) => isNamed(name, context),
    read(_, { bytes }) {
      try {
        const entity = readEntity(JSON.parse(Buffer.from(bytes).toString('utf8')));
        const records = mapEntity(entity, context);
        const notes = context.references.takeNotes();
        return records === undefined ? undefined : { records, notes, notTaken: leftOutOf(entity) };
      } catch (error) {
        if (error instanceof SetupError) throw error;
        context.references.drop();
        return { records: [], rejected: rejection(bytes, reasonOf(error)) };
      }
    },
  };
}

function isNamed(name: string, { known, references }: Context): boolean {
  const isItem: boolean = isItemId(name);
  if (isItem) return references.uses(name).length > 0 || isLinked('Production', name, known) || isLinked('Artist', name, known);
  if (name.startsWith('tt'))
    return known.knows('Production', productionOfFilm(name)) || known.findByLink('Production', 'imdb', name) !== undefined;
  if (name.startsWith('nm')) return known.findByLink('Artist', 'imdb', name) !== undefined;
  const [kind, id = ''] = name.split(' ');
  if (kind === 'artist') return known.knows('Artist', id);
  if (kind === 'discogs') return known.findByLink('Artist', 'discogs', id) !== undefined;
  return kind === 'production' ? known.knows('Production', id) : references.seen(id)?.kind === 'album';
}

const isLinked = (type: 'Production' | 'Artist', item: string, known: Known): boolean =>
  known.findByLink(type, 'wikidata', item) !== undefined;
