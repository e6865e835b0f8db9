import type { ImportedRecord } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import { ownArtistId } from '../discogs/values';
import { DocumentError } from '../shared/json';
import { ownWikidataId, sortNameOf } from '../shared/records';
import { awardsOfArtist } from './awards';
import { artistTypeOf } from './classes';
import { countryOf, firstCountryOf } from './countries';
import { bestOf, type Entity, everyOf, itemsOf, termsOf } from './entity';
import { discogsArtistsOf, linkRecords, musicbrainzArtistsOf } from './links';
import { entityDescriptionOf, entityNameOf } from './names';
import { derivedRecords, endedOf, type GivenRecord, give, identityOf, statedBy, type WikidataContext } from './records';
import type { Relations } from './references';
import { claimDateOf } from './values';

/** A person, group or character: attributes, aliases and identities. */
export function mapArtistEntity(entity: Entity, isCharacter: boolean, context: WikidataContext): ImportedRecord[] {
  const id = ownWikidataId(entity.id);
  const { type, isGuessed } = isCharacter ? { type: 'person' as const, isGuessed: true } : artistTypeOf(entity);
  const life = lifeOf(type === 'person');
  const own = {
    ...attributesOf(entity, isCharacter, life),
    ...(type === 'person' && !isGuessed && { sort_name: sortNameOf(entityNameOf(entity) ?? '') }),
    _type: type,
  };
  const below = [...(isCharacter ? [] : aliasRecords(entity, id)), ...linkRecords(entity, 'Artist', id)];
  const stated = statedBy(own, below);
  const last = context.references.relations(entity.id);
  const ended = endedOf(last, stated);
  const relations: Relations = {
    kind: 'artist',
    id,
    ...(isCharacter ? {} : { ...placesOf(entity, life), awards: awardsOfArtist(entity) }),
    stated,
  };
  context.references.keep(entity.id, relations, usesOf(relations));
  const attributes = { ...own, ...ended.attributes, ...derivedRecords(relations, context, last).attributes };
  return [
    give('Artist', 'Artist', [id], attributes, { guessed: ['disambiguation', 'sort_name', ...(isGuessed ? ['_type'] : [])] }),
    ...below,
    ...ended.records,
    ...identities(entity, id),
  ];
}

/** Begin and end properties of a life or a group. */
const lifeOf = (isPerson: boolean) =>
  isPerson
    ? { begin: 'P569', end: 'P570', from: 'P19', to: 'P20', countries: ['P27'] }
    : { begin: 'P571', end: 'P576', from: 'P740', to: undefined, countries: ['P495', 'P17'] };

type Life = ReturnType<typeof lifeOf>;

function attributesOf(entity: Entity, isCharacter: boolean, { begin, end, countries }: Life) {
  const name = entityNameOf(entity);
  if (name === undefined) throw new DocumentError('It has no name in any language.');
  const disambiguation = entityDescriptionOf(entity);
  if (isCharacter) return { name, disambiguation, fictional: true };
  const first = (property: string) =>
    bestOf(entity, property)
      .flatMap(({ value }) => claimDateOf(value) ?? [])
      .toSorted()[0];
  return {
    name,
    disambiguation,
    country: firstCountryOf(countries.flatMap((property) => itemsOf(entity, property))),
    begin_date: first(begin),
    end_date: first(end),
  };
}

const placesOf = (entity: Entity, { from, to }: Life) => ({
  begin: itemsOf(entity, from)[0],
  end: to === undefined ? undefined : itemsOf(entity, to)[0],
});

const usesOf = ({ begin, end, awards = [] }: Extract<Relations, { kind: 'artist' }>) =>
  [begin, end, ...awards.map(({ award }) => award)].flatMap((item) =>
    item === undefined || countryOf(item) !== undefined ? [] : { item, asCharacter: false },
  );

/** Limit of aliases. */
const mostNames = 10;

const ownNames = [
  ['P1559', 'native_name'],
  ['P1477', 'birth_name'],
] as const;

/** Native name and birth name, if they differ from the common name. */
function aliasRecords(entity: Entity, artist: string): GivenRecord[] {
  const found = new Map<string, string>();
  for (const [property, type] of ownNames)
    for (const { value } of termsOf(everyOf(entity, property)).slice(0, mostNames))
      if (value !== entityNameOf(entity) && !found.has(value)) found.set(value, type);
  return [...found].map(([variation, _type]) =>
    give('Artist', 'ArtistAlias', [artist, uuidOf(`wikidata:alias:${entity.id}:${variation}`)], { variation, _type }),
  );
}

/** Precedence of identities: MusicBrainz, Wikidata, Discogs. */
function identities(entity: Entity, own: string): ImportedRecord[] {
  const [musicbrainz] = musicbrainzArtistsOf(entity);
  const discogs = discogsArtistsOf(entity).slice(0, 1).map(ownArtistId);
  return [
    ...(musicbrainz === undefined ? [] : [identityOf('Artist', own, musicbrainz)]),
    // The MusicBrainz artist may never be imported.
    ...discogs.map((id) => identityOf('Artist', id, own)),
  ];
}
