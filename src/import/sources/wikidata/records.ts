import { authorities } from '../../../records/provenance/ranks';
import type { ImportedRecord } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import type { KnownRecords } from '../../source';
import { iriFrom, linkTo, ownWikidataId, present, recordIri } from '../shared/records';
import { countryOf } from './countries';
import type { OfProduction, Part, Relations, WikidataReferences } from './references';
import { roleOf, type WikidataCredit } from './roles';

export interface WikidataContext {
  readonly known: KnownRecords;
  readonly references: WikidataReferences;
}

type RelatedRecords = Readonly<Record<string, ReturnType<typeof linkTo> | { readonly data: null }>>;

export interface GivenRecord extends ImportedRecord {
  readonly record: { readonly type: string; readonly id: string };
}

/** Attributes derived from referenced items; only seen items contribute. */
export interface DerivedRecords {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: RelatedRecords | undefined;
  readonly before: readonly ImportedRecord[];
  readonly after: readonly ImportedRecord[];
}

/** @param last what the item referred to last, if it was read before: attributes derived from it that are empty now are emptied */
export function derivedRecords(relations: Relations, context: WikidataContext, last?: Relations): DerivedRecords {
  if (relations.kind === 'artist')
    return { attributes: placesOf(relations, context, last?.kind === 'artist' ? last : undefined), before: [], after: [] };
  const lastOfProduction = last?.kind === 'production' ? last : undefined;
  const { attributes, roles } = creditsOf(relations, context, lastOfProduction);
  const { series, ...memberships } = membershipsOf(relations, context, lastOfProduction);
  const relationships = series === undefined ? undefined : { series: series === null ? { data: null } : linkTo('Production', series) };
  return {
    attributes: { ...attributes, ...memberships },
    relationships,
    before: roles,
    after: [...portrayalsOf(relations, context, lastOfProduction), ...standInsOf(relations, context)],
  };
}

/** Records that result from items seen after the item referring to them. */
export function recordsOfRelations(relations: Relations, context: WikidataContext): ImportedRecord[] {
  const { attributes, relationships, before, after } = derivedRecords(relations, context);
  const about = relations.kind === 'artist' ? 'Artist' : 'Production';
  const changed = Object.values(attributes).some((value) => value !== undefined);
  return [...before, ...(changed ? [give(about, about, [relations.id], attributes, { relationships })] : []), ...after];
}

type OfArtist = Extract<Relations, { readonly kind: 'artist' }>;

/** Record of an artist that was seen or is linked in the catalog. */
export function artistIdOf(item: string, { known, references }: WikidataContext): string | undefined {
  const seen = references.seen(item);
  return seen?.kind === 'artist' ? ownWikidataId(item) : known.findByLink('Artist', 'wikidata', item);
}

/**
 * Credits. The composers become a separate list only once all have been seen; until then, the known ones are added to the other
 * credits without replacing any.
 */
function creditsOf({ credits }: OfProduction, context: WikidataContext, last: OfProduction | undefined) {
  const roles = new Map<string, ImportedRecord>();
  const listOf = (some: readonly WikidataCredit[]) => {
    const items = some.flatMap(({ artist, role }) => {
      const id = artistIdOf(artist, context);
      if (id === undefined) return [];
      const { slug, record } = roleOf(role, context.known);
      if (record) roles.set(slug, record);
      return { iri: recordIri('Artist', id), credit_role: slug };
    });
    return items.length > 0 ? items.map((item, index) => ({ ...item, position: index + 1 })) : undefined;
  };
  const composers = credits.filter(({ role }) => role === 'composer');
  const isWhole = composers.every(({ artist }) => artistIdOf(artist, context) ?? context.references.seen(artist));
  const attributes = isWhole
    ? // An empty list takes back the composers that were among the others as long as some had not been seen.
      {
        composers: listOf(composers) ?? (last?.credits.some(({ role }) => role === 'composer') ? [] : undefined),
        credits: listOf(credits.filter(({ role }) => role !== 'composer')) ?? (credits.length > 0 || last?.credits.length ? [] : undefined),
      }
    : { credits: listOf(credits) };
  return { attributes, roles: [...roles.values()] };
}

/** Franchises with the number in each, and the television series of an episode or season. */
function membershipsOf({ id, series = [] }: OfProduction, { references }: WikidataContext, last: OfProduction | undefined) {
  const isEmptied = !!last?.series?.length && series.every(({ item }) => references.seen(item));
  const franchises = series
    .filter(({ item }) => references.seen(item)?.kind === 'franchise')
    .map(({ item, number = references.seriesNumbers(item).get(id) }) => ({ iri: recordIri('Franchise', ownWikidataId(item)), number }));
  const [whole] = series.flatMap(({ item, number }) => {
    const seen = references.seen(item);
    return seen?.kind === 'production' && seen.isTelevision && seen.id !== id ? { series: seen.id, number } : [];
  });
  const none = isEmptied ? null : undefined;
  return {
    franchises: franchises.length > 0 || isEmptied ? franchises : undefined,
    series: whole?.series ?? none,
    series_number: whole?.number ?? none,
  };
}

function portrayalsOf({ id, cast }: OfProduction, context: WikidataContext, last: OfProduction | undefined): ImportedRecord[] {
  const stated = cast.flatMap((part) => {
    const performer = artistIdOf(part.performer, context);
    const isCharacter = context.references.seen(part.character)?.kind === 'character';
    return performer === undefined || !isCharacter ? [] : portrayal(id, performer, part);
  });
  const ids = new Set(cast.map((part) => portrayalIdOf(id, part)));
  const ended = (last?.cast ?? []).map((part) => portrayalIdOf(last?.id ?? id, part)).filter((one) => !ids.has(one));
  return [...stated, ...ended.map((one) => withdrawn('Portrayal', [one]))];
}

const portrayalIdOf = (production: string, { performer, character }: Part): string =>
  uuidOf(`wikidata:portrayal:${performer}:${character}:${production}`);

const portrayal = (production: string, performer: string, part: Part): ImportedRecord =>
  give(
    'Production',
    'Portrayal',
    [portrayalIdOf(production, part)],
    { aspects: [part.aspect] },
    {
      relationships: {
        performer: linkTo('Artist', performer),
        fictionalArtist: linkTo('Artist', ownWikidataId(part.character)),
        production: linkTo('Production', production),
      },
    },
  );

/** Provisional productions known only by their soundtrack. */
const standInsOf = ({ id, albums }: OfProduction, { references }: WikidataContext): ImportedRecord[] =>
  albums.flatMap((album) => {
    const seen = references.seen(album);
    return seen?.kind === 'album' ? seen.standIns.map((standIn) => identityOf('Production', standIn, id)) : [];
  });

function placesOf({ begin, end }: OfArtist, context: WikidataContext, last: OfArtist | undefined): DerivedRecords['attributes'] {
  const [from, to] = [placeOf(begin, last?.begin, context), placeOf(end, last?.end, context)];
  return { begin_city: from.city, begin_country: from.country, end_city: to.city, end_country: to.country };
}

function placeOf(item: string | undefined, last: string | undefined, { references }: WikidataContext) {
  const country = countryOf(item);
  const none = item === last ? undefined : null;
  if (item === undefined) return { city: none, country: none };
  if (country !== undefined) return { city: none, country };
  const seen = references.seen(item);
  return seen?.kind === 'place' ? seen : { city: undefined, country: undefined };
}

type Attributes = Readonly<Record<string, unknown>>;

/** A record of a production or artist, or about one; `undefined` values stay unchanged. */
export function give(
  about: 'Production' | 'Artist',
  type: string,
  ids: readonly string[],
  attributes: Attributes,
  more: { readonly guessed?: readonly string[]; readonly relationships?: RelatedRecords | undefined } = {},
): GivenRecord {
  const { guessed = [], relationships } = more;
  const record = { type, id: iriFrom(type, ids), attributes: present(attributes), ...(relationships && { relationships }) };
  return { mode: 'partial', record, authority: authorityOn[about], ...(guessed.length > 0 && { guessed }) };
}

/** The statements of an item: attribute names, and type and UUID of nested records. */
export const statedBy = (attributes: Attributes, below: readonly GivenRecord[]): readonly string[] => [
  ...Object.keys(present(attributes)),
  ...below.map(({ record: { type, id } }) => `${type} ${id.slice(id.lastIndexOf('/') + 1)}`),
];

/** Statements that the item's last import had and this one lacks: attributes to clear, and nested records to withdraw. */
export function endedOf(last: Relations | undefined, stated: readonly string[]) {
  const ended = (last?.stated ?? []).filter((one) => !stated.includes(one)).map((one) => one.split(' '));
  return {
    // The only attribute of these that isn't nullable.
    attributes: Object.fromEntries(ended.flatMap(([name, id]) => (id === undefined ? [[name, name === 'fictional' ? false : null]] : []))),
    records: ended.flatMap(([type = '', id]) => (id === undefined || !last ? [] : withdrawn(type, [last.id, id]))),
  };
}

/** States that an earlier record is no longer stated. */
export const withdrawn = (type: string, ids: readonly string[]): ImportedRecord => ({
  mode: 'withdrawn',
  record: { type, id: iriFrom(type, ids) },
});

const authorityOn = { Production: authorities.wikidata, Artist: authorities.wikidataArtist } as const;

/** States that an external id belongs to a record. */
export const identityOf = (about: 'Production' | 'Artist', id: string, into: string): ImportedRecord => ({
  mode: 'partial',
  record: { type: 'MergedRecord', id, attributes: { resource_type: about }, relationships: { resource: linkTo(about, into) } },
  authority: authorityOn[about],
});
