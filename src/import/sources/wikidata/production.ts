import { shortText } from '../../../kinds/attribute';
import type { ImportedRecord } from '../../../records/write/record';
import { isDate } from '../../../store/values/dates';
import { productionOfFilm } from '../musicbrainz/records';
import { DocumentError } from '../shared/json';
import { ownWikidataId } from '../shared/records';
import { awardsOfProduction } from './awards';
import { isAnimated, productionTypeOf } from './classes';
import { firstCountryOf } from './countries';
import { bestOf, type Entity, everyOf, itemOf, itemsOf, qualifiersOf } from './entity';
import { filmIdsOf, linkRecords } from './links';
import { akasOf, entityDescriptionOf, languagesOf, titleOf } from './names';
import { derivedRecords, endedOf, give, identityOf, recordsOfRelations, statedBy, type WikidataContext } from './records';
import type { OfProduction, Part, Relations, WikidataReferences } from './references';
import { claimCreditsOf } from './roles';
import type { InSeries } from './series-numbers';
import { claimDateOf, countOf, wholeMinutesOf } from './values';

/** Id of a film, series or game: from IMDb, as in other sources, otherwise from its item. */
export function productionIdOf(entity: Entity): string {
  const [film] = filmIdsOf(entity);
  return film === undefined ? ownWikidataId(entity.id) : productionOfFilm(film);
}

/** A film, series or game: attributes, credits and portrayals. */
export function mapProduction(entity: Entity, context: WikidataContext): ImportedRecord[] {
  const id = productionIdOf(entity);
  const own = ownWikidataId(entity.id);
  const last = context.references.relations(entity.id);
  const { attributes, guessed } = attributesOf(entity);
  const links = linkRecords(entity, 'Production', id);
  const stated = statedBy(attributes, links);
  const ended = endedOf(last, stated);
  const relations = { ...relationsOf(entity, id), stated };
  const renumbered = joinSeries(entity.id, relations, context.references);
  context.references.keep(entity.id, relations, usesOf(relations));
  const derived = derivedRecords(relations, context, last);
  const { relationships } = derived;
  return [
    ...derived.before,
    give('Production', 'Production', [id], { ...attributes, ...ended.attributes, ...derived.attributes }, { guessed, relationships }),
    ...links,
    ...ended.records,
    ...(own === id ? [] : [identityOf('Production', own, id)]),
    ...derived.after,
    ...renumbered.flatMap((other) => recordsOfRelations(other, context)),
  ];
}

/** Notes the series of a production; returns other productions of them whose numbers change. */
function joinSeries(item: string, { id, series = [] }: OfProduction, references: WikidataReferences): Relations[] {
  const before = references.relations(item);
  const left = (before?.kind === 'production' && before.series) || [];
  const changed = [...new Set([...left, ...series].map((one) => one.item))].flatMap((of) => {
    const members = references.members(of);
    if (!members) return [];
    const [own, was] = [series.find((one) => one.item === of), references.seriesNumbers(of)];
    const others = members.filter((member) => member.item !== item);
    references.setMembers(of, own ? [...others, { ...own, item, id }] : others);
    const is = references.seriesNumbers(of);
    return others.filter((other) => was.get(other.id) !== is.get(other.id)).map((other) => other.item);
  });
  return [...new Set(changed)].flatMap((other) => references.relations(other) ?? []);
}

function attributesOf(entity: Entity) {
  const title = titleOf(entity);
  if (title === undefined) throw new DocumentError('It has neither a title nor a label.');
  const { type, isGuessed } = productionTypeOf(entity);
  const attributes = {
    title,
    _type: type,
    language: languagesOf(itemsOf(entity, 'P364'))[0],
    ...datesOf(entity),
    country: firstCountryOf(itemsOf(entity, 'P495')),
    duration: bestOf(entity, 'P2047')
      .map(({ value }) => wholeMinutesOf(value))
      .find((minutes) => minutes !== undefined),
    episode_count: bestOf(entity, 'P1113')
      .map(({ value }) => countOf(value))
      .find((count) => count !== undefined),
    akas: akasOf(entity, title),
    description: entityDescriptionOf(entity),
    provisional: false,
  };
  return { attributes, guessed: isGuessed ? ['_type'] : [] };
}

/** No film in the catalog is older. */
const firstYear = 1800;

/** First release date, or start of a series; a day only if known. */
function datesOf(entity: Entity): { readonly year?: number | undefined; readonly release_date?: string | undefined } {
  const known = (property: string): string[] =>
    bestOf(entity, property)
      .flatMap(({ value }) => claimDateOf(value) ?? [])
      .filter((date) => Number(date.slice(0, 4)) >= firstYear)
      .toSorted();
  const published = known('P577');
  const dates = published.length > 0 ? published : known('P580');
  return { year: dates[0] === undefined ? undefined : Number(dates[0].slice(0, 4)), release_date: dates.find(isDate) };
}

/** Leading parts only; cast lists can be endless. */
const mostParts = 50;

/** A production has one soundtrack, sometimes two. */
const mostAlbums = 10;

const relationsOf = (entity: Entity, id: string): OfProduction => ({
  kind: 'production',
  id,
  credits: claimCreditsOf(entity),
  cast: castOf(entity),
  albums: itemsOf(entity, 'P406').slice(0, mostAlbums),
  series: seriesOf(entity),
  awards: awardsOfProduction(entity),
});

/** Films of Marvel are part of four. */
const mostSeries = 10;

/** A production of several series has a neighbor in each. */
const mostNeighbors = 5;

/** Series that it is part of, the season of an episode first; P361 has all kinds of wholes, so P179 goes before it. */
function seriesOf(entity: Entity): readonly InSeries[] {
  const found = new Map<string, InSeries>();
  for (const statement of ['P4908', 'P179', 'P361'].flatMap((property) => everyOf(entity, property))) {
    const item = itemOf(statement.value);
    const number = qualifiersOf(statement, 'P1545').find(
      (value): value is string => typeof value === 'string' && value.length <= shortText,
    );
    if (item === undefined || item === entity.id || found.get(item)?.number !== undefined) continue;
    const neighbors = (property: string) => {
      const ofSeries = qualifiersOf(statement, property).flatMap((value) => itemOf(value) ?? []);
      return (ofSeries.length > 0 ? ofSeries : itemsOf(entity, property)).slice(0, mostNeighbors);
    };
    found.set(item, { item, number, after: neighbors('P155'), before: neighbors('P156') });
  }
  return [...found.values()].slice(0, mostSeries);
}

/** Portrayals whose character is an item. */
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

const usesOf = ({ credits, cast, albums, series = [], awards = [] }: OfProduction) => [
  ...credits.map(({ artist }) => ({ item: artist, asCharacter: false })),
  ...cast.flatMap(({ performer, character }) => [
    { item: performer, asCharacter: false },
    { item: character, asCharacter: true },
  ]),
  ...[...albums, ...series.map(({ item }) => item), ...awards.map(({ award }) => award)].map((item) => ({
    item,
    asCharacter: false,
  })),
];
