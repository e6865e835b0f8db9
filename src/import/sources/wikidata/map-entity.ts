import { SetupError } from '../../../errors';
import type { ImportedRecord } from '../../../records/write/record';
import type { KnownRecords, Replayer, SourceItem } from '../../source';
import { productionOfMaster } from '../discogs/values';
import { productionOfFilm, productionOfGroup } from '../musicbrainz/records';
import { parseFaultOf } from '../shared/json';
import { ownWikidataId } from '../shared/records';
import { mapArtistEntity } from './artist';
import { awardRecords, musicAwardOf } from './awards';
import { type Nature, natureOf, productionTypeOf } from './classes';
import { firstCountryOf } from './countries';
import { claimIdsOf, type Entity, isItemId, itemsOf, readEntity } from './entity';
import { ignoredFieldsOf, rejection } from './lines';
import { discogsArtistsOf, filmIdsOf, mbidPattern, musicbrainzArtistsOf, peopleOf } from './links';
import { entityNameOf } from './names';
import { mapProduction, productionIdOf } from './production';
import { give, recordsOfRelations, type WikidataContext } from './records';
import { type Seen, WikidataReferences } from './references';

/**
 * Records of an item known to the catalog or referred to by one; `undefined` if unwanted.
 * @param isAsked whether it was requested by id
 */
function mapEntity(entity: Entity, context: WikidataContext, isAsked = false): readonly ImportedRecord[] | undefined {
  const nature = natureOf(entity);
  if (nature === 'production') {
    const isTelevision = productionTypeOf(entity).type === 'television';
    const isUsed = context.references.uses(entity.id).length > 0;
    // The series of an episode is wanted, known or not.
    if (isAsked || isKnownProduction(entity, context) || (isUsed && isTelevision)) {
      const seen = { kind: 'production', id: productionIdOf(entity), isTelevision } as const;
      return withAwards(entity, () => [...mapProduction(entity, context), ...seenAs(entity, seen, context)], context);
    }
    return isUsed ? seenAs(entity, { kind: 'other' }, context) : undefined;
  }
  const album = albumOf(entity);
  if (album.standIns.length > 0) return isKnownAlbum(entity, album.standIns, context) ? seenAs(entity, album, context) : undefined;
  if (nature === 'artist') return artist(entity, context, isAsked);
  return context.references.isNamed(entity.id) ? named(entity, nature, context) : undefined;
}

/** Records of an item with their notes; `undefined` if unwanted. */
export function mapItem(entity: Entity, context: WikidataContext, isAsked = false) {
  const records = mapEntity(entity, context, isAsked);
  const notes = context.references.takeNotes();
  return records && { records, notes, document: entity.id, notTaken: ignoredFieldsOf(entity) };
}

/** A real person who appears only as a character is not imported. */
function artist(entity: Entity, context: WikidataContext, isAsked: boolean): readonly ImportedRecord[] | undefined {
  const uses = context.references.uses(entity.id);
  if (!isAsked && uses.every(({ asCharacter }) => asCharacter) && !isKnownArtist(entity, context))
    return uses.length > 0 ? seenAs(entity, { kind: 'person' }, context) : undefined;
  const map = () => [...mapArtistEntity(entity, false, context), ...seenAs(entity, { kind: 'artist' }, context)];
  return withAwards(entity, map, context);
}

function named(entity: Entity, nature: Nature, context: WikidataContext): readonly ImportedRecord[] {
  if (nature === 'character') return [...mapArtistEntity(entity, true, context), ...seenAs(entity, { kind: 'character' }, context)];
  const award = musicAwardOf(entity);
  if (award) return seenAs(entity, { kind: 'award', ...award }, context);
  const name = entityNameOf(entity);
  if (nature === 'franchise' && name !== undefined) {
    const franchise = give('Production', 'Franchise', [ownWikidataId(entity.id)], { name });
    return [franchise, ...seenAs(entity, { kind: 'franchise' }, context)];
  }
  if (nature !== 'place') return seenAs(entity, { kind: 'other' }, context);
  const [ownCode] = claimIdsOf(entity, 'P297', /^[A-Z]{2}$/);
  const place: Seen = ownCode
    ? { kind: 'place', country: ownCode }
    : { kind: 'place', city: name, country: firstCountryOf(itemsOf(entity, 'P17')) };
  return seenAs(entity, place, context);
}

/** Notes that an item was seen, and emits what was waiting for it. */
function seenAs(entity: Entity, seen: Seen, context: WikidataContext): readonly ImportedRecord[] {
  const { references } = context;
  return references.see(entity.id, seen).flatMap((by) => {
    const relations = references.relations(by);
    return relations ? [...recordsOfRelations(relations, context), ...awardRecords(by, relations, context)] : [];
  });
}

function withAwards({ id }: Entity, map: () => readonly ImportedRecord[], context: WikidataContext): readonly ImportedRecord[] {
  const { references } = context;
  const before = references.relations(id)?.awards;
  const records = map();
  const relations = references.relations(id);
  return relations ? [...records, ...awardRecords(id, relations, context, before)] : records;
}

function isKnownProduction(entity: Entity, { known, references }: WikidataContext): boolean {
  const films = filmIdsOf(entity);
  return (
    known.findByLink('Production', 'wikidata', entity.id) !== undefined ||
    films.some((film) => known.knows('Production', productionOfFilm(film)) || known.findByLink('Production', 'imdb', film) !== undefined) ||
    itemsOf(entity, 'P406').some((album) => references.seen(album)?.kind === 'album')
  );
}

const isKnownArtist = (entity: Entity, { known }: WikidataContext): boolean =>
  known.findByLink('Artist', 'wikidata', entity.id) !== undefined ||
  musicbrainzArtistsOf(entity).some((id) => known.knows('Artist', id)) ||
  peopleOf(entity).some((id) => known.findByLink('Artist', 'imdb', id) !== undefined) ||
  discogsArtistsOf(entity).some((id) => known.findByLink('Artist', 'discogs', id) !== undefined);

/** Provisional productions of a soundtrack, by its MusicBrainz and Discogs pages. */
export const albumOf = (entity: Entity): Extract<Seen, { kind: 'album' }> => ({
  kind: 'album',
  standIns: [
    ...claimIdsOf(entity, 'P436', mbidPattern).map(productionOfGroup),
    ...claimIdsOf(entity, 'P1954', /^[1-9]\d{0,9}$/).map(productionOfMaster),
  ].toSorted(),
});

const isKnownAlbum = (entity: Entity, standIns: readonly string[], { known, references }: WikidataContext): boolean =>
  references.uses(entity.id).length > 0 || standIns.some((id) => known.knows('Production', id));

/** A deferred form of an unreferenced item; `undefined` if it can never be referenced or nothing more fits. */
export function deferredOf(entity: Entity): SourceItem['deferred'] | undefined {
  if (natureOf(entity) === 'other' && albumOf(entity).standIns.length === 0 && !musicAwardOf(entity)) return undefined;
  return { otherNames: otherNamesOf(entity), bytes: Buffer.from(JSON.stringify(entity.document)) };
}

/** Other identifiers that may lead to the item, with their kind. */
const otherNamesOf = (entity: Entity): string[] => [
  ...filmIdsOf(entity),
  ...peopleOf(entity),
  ...musicbrainzArtistsOf(entity).map((id) => `artist ${id}`),
  ...discogsArtistsOf(entity).map((id) => `discogs ${id}`),
  ...albumOf(entity).standIns.map((id) => `production ${id}`),
  ...itemsOf(entity, 'P406').map((id) => `album ${id}`),
];

export function wikidataReplayer(known: KnownRecords): Replayer {
  const context: WikidataContext = { known, references: new WikidataReferences(known) };
  return {
    isNamed: (_, name) => isNamed(name, context),
    read(_, { bytes }) {
      try {
        const entity = readEntity(JSON.parse(Buffer.from(bytes).toString('utf8')));
        return mapItem(entity, context);
      } catch (error) {
        if (error instanceof SetupError) throw error;
        context.references.drop();
        return { records: [], rejected: rejection(bytes, parseFaultOf(error)) };
      }
    },
  };
}

function isNamed(name: string, { known, references }: WikidataContext): boolean {
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

const isLinked = (type: 'Production' | 'Artist', item: string, known: KnownRecords): boolean =>
  known.findByLink(type, 'wikidata', item) !== undefined;
