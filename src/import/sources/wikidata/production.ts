import type { GivenRecord } from '../../../records/write/given-record';
import { isDate } from '../../../store/values/partial-date';
import { productionOfFilm } from '../musicbrainz/records';
import { DocumentError } from '../shared/json';
import { ownWikidataId } from '../shared/values';
import { isAnimated, productionTypeOf } from './classes';
import { firstCountryOf } from './countries';
import { bestOf, type Entity, everyOf, itemOf, itemsOf, qualifiersOf } from './entity';
import { filmsOf, linkRecords } from './links';
import { akasOf, descriptionOf, titleOf } from './names';
import { type Context, derivedRecords, give, merged } from './records';
import type { Part, Relations } from './references';
import { creditsOf } from './roles';
import { dateOf, wholeMinutesOf } from './values';

/** The record of a film, a series or a game: by its title at IMDb, as other sources name it, else by its item. */
export function productionIdOf(entity: Entity): string {
  const [film] = filmsOf(entity);
  return film === undefined ? ownWikidataId(entity.id) : productionOfFilm(film);
}

/** A film, a series or a game: all about it, who made it, and who portrays whom in it. */
export function mapProduction(entity: Entity, context: Context): GivenRecord[] {
  const id = productionIdOf(entity);
  const relations = relationsOf(entity, id);
  context.references.keep(entity.id, relations, usesOf(relations));
  const { attributes, before, after } = derivedRecords(relations, context);
  const own = ownWikidataId(entity.id);
  return [
    ...before,
    productionRecord(entity, id, attributes),
    ...linkRecords(entity, 'Production', id),
    ...(own === id ? [] : [merged('Production', own, id)]),
    ...after,
  ];
}

function productionRecord(entity: Entity, id: string, ofOthers: Readonly<Record<string, unknown>>): GivenRecord {
  const title = titleOf(entity);
  if (title === undefined) throw new DocumentError('It has neither a title nor a label.');
  const { type, isGuessed } = productionTypeOf(entity);
  const attributes = {
    title,
    _type: type,
    ...datesOf(entity),
    country: firstCountryOf(itemsOf(entity, 'P495')),
    duration: bestOf(entity, 'P2047')
      .map(({ value }) => wholeMinutesOf(value))
      .find((minutes) => minutes !== undefined),
    akas: akasOf(entity, title),
    description: descriptionOf(entity),
    provisional: false,
    ...ofOthers,
  };
  return give('Production', 'Production', [id], attributes, { guessed: isGuessed ? ['_type'] : [] });
}

/** Films are as old as this in the catalog. */
const firstYear = 1800;

/** When it came out first; a series, when it began. A day only where one is known. */
function datesOf(entity: Entity): { readonly year?: number | undefined; readonly release_date?: string | undefined } {
  const known = (property: string): string[] =>
    bestOf(entity, property)
      .flatMap(({ value }) => dateOf(value) ?? [])
      .filter((date) => Number(date.slice(0, 4)) >= firstYear)
      .toSorted();
  const published = known('P577');
  const dates = published.length > 0 ? published : known('P580');
  return { year: dates[0] === undefined ? undefined : Number(dates[0].slice(0, 4)), release_date: dates.find(isDate) };
}

/** The leading parts: a cast list may have every passer-by. */
const mostParts = 50;

/** A production has one soundtrack, sometimes two. */
const mostAlbums = 10;

const relationsOf = (entity: Entity, id: string): Extract<Relations, { kind: 'production' }> => ({
  kind: 'production',
  id,
  credits: creditsOf(entity),
  cast: castOf(entity),
  albums: itemsOf(entity, 'P406').slice(0, mostAlbums),
});

/** Who portrays which character, where the character is an item of its own. */
function castOf(entity: Entity): readonly Part[] {
  const seen = isAnimated(entity) ? 'voice' : 'performance';
  const parts = [...partsBy(entity, 'P725', 'voice'), ...partsBy(entity, 'P161', seen)];
  const once = new Map(parts.toReversed().map((part) => [`${part.performer} ${part.character}`, part]));
  return [...once.values()].toReversed().slice(0, mostParts);
}

const partsBy = (entity: Entity, property: string, aspect: Part['aspect']): Part[] =>
  everyOf(entity, property).flatMap((statement) => {
    const performer = itemOf(statement.value);
    if (performer === undefined) return [];
    return qualifiersOf(statement, 'P453').flatMap((value) => {
      const character = itemOf(value);
      return character === undefined || character === performer ? [] : { performer, character, aspect };
    });
  });

const usesOf = ({ credits, cast, albums }: Extract<Relations, { kind: 'production' }>) => [
  ...credits.map(({ artist }) => ({ item: artist, asCharacter: false })),
  ...cast.flatMap(({ performer, character }) => [
    { item: performer, asCharacter: false },
    { item: character, asCharacter: true },
  ]),
  ...albums.map((item) => ({ item, asCharacter: false })),
];
