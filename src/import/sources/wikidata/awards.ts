import type { ImportedRecord } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import { recordIri } from '../shared/records';
import { type Entity, type EntityStatement, entityLabelsOf, everyOf, inLanguage, itemOf, qualifiersOf } from './entity';
import { artistIdOf, give, type WikidataContext, withdrawn } from './records';
import type { AwardClaim, Relations } from './references';
import { claimDateOf } from './values';

/** Awards for music by the English label of their item, past names included; the rest of it is the category. */
const musicAwards = [
  ['academy_award', /^Academy Award for (Best .*\b(?:Score|Scoring|Musical)\b.*)$/],
  ['golden_globe', /^Golden Globe Award for (Best Original Score\b.*)$/],
  ['bafta', /^(?:BAFTA|British Academy Film) Award for (Best .*\bMusic)$/],
  ['grammy', /^Grammy Award for (Best .*\bScore\b.*)$/],
] as const;

/** The award that an item is, if it is one for music. */
export function musicAwardOf(entity: Entity): { readonly award: string; readonly category: string } | undefined {
  const label = inLanguage(entityLabelsOf(entity, 'labels'), 'en', 'mul') ?? '';
  const [found] = musicAwards.flatMap(([award, pattern]) => {
    const category = pattern.exec(label)?.[1];
    return category === undefined ? [] : { award, category };
  });
  return found;
}

const properties = [
  ['P166', true],
  ['P1411', false],
] as const;

/** More than any composer has. */
const mostAwards = 200;

/** What a film states of its awards, with the winners or nominees. */
export const awardsOfProduction = (entity: Entity): readonly AwardClaim[] =>
  claimsOf(entity, (statement) => [
    { work: entity.id, artists: [...itemsIn(statement, 'P1346'), ...itemsIn(statement, 'P2453'), ...itemsIn(statement, 'P1706')] },
  ]);

/** What an artist states of awards for a work. */
export const awardsOfArtist = (entity: Entity): readonly AwardClaim[] =>
  claimsOf(entity, (statement) => itemsIn(statement, 'P1686').map((work) => ({ work, artists: [entity.id] })));

function claimsOf(entity: Entity, worksOf: (statement: EntityStatement) => readonly Pick<AwardClaim, 'work' | 'artists'>[]) {
  const claims = properties.flatMap(([property, won]) =>
    everyOf(entity, property).flatMap((statement): AwardClaim[] => {
      const award = itemOf(statement.value);
      return award === undefined ? [] : worksOf(statement).map((of) => ({ award, won, year: yearOf(statement), ...of }));
    }),
  );
  return claims.slice(0, mostAwards);
}

const itemsIn = (statement: EntityStatement, property: string): readonly string[] =>
  qualifiersOf(statement, property).flatMap((value) => itemOf(value) ?? []);

const firstYear = 1900;

function yearOf(statement: EntityStatement): number | undefined {
  const [date] = qualifiersOf(statement, 'P585').flatMap((value) => claimDateOf(value) ?? []);
  const year = Number(date?.slice(0, 4));
  return year >= firstYear ? year : undefined;
}

/**
 * Awards of the works that an item states awards of, for the works in the catalog.
 * @param before awards that it stated last, to withdraw those that no item states any more
 */
export function awardRecords(
  item: string,
  relations: Relations,
  context: WikidataContext,
  before: readonly AwardClaim[] = [],
): ImportedRecord[] {
  const { references } = context;
  const { awards = [] } = relations;
  const isOfMusic = ({ award }: AwardClaim) => references.seen(award)?.kind === 'award';
  const ofMusic = awards.filter(isOfMusic);
  // Actors and others who won something else are not wanted.
  const artists = ofMusic.flatMap((claim) => claim.artists.map((artist) => ({ item: artist, asCharacter: false })));
  references.keep(item, relations, artists);
  for (const { work } of ofMusic) references.addAward(work, item);
  const works = [...(relations.kind === 'production' ? [item] : []), ...[...ofMusic, ...before].map(({ work }) => work)];
  return [...new Set(works)].flatMap((work) => {
    const production = references.seen(work);
    if (production?.kind !== 'production') return [];
    const stated = references.awards(work);
    const ended = new Set(before.filter((claim) => claim.work === work && isOfMusic(claim)).map(({ award }) => award));
    for (const { award } of stated) ended.delete(award);
    return [
      ...stated.flatMap((claim) => record(production.id, claim, context)),
      ...[...ended].map((award) => withdrawn('ProductionAward', [production.id, awardIdOf(work, award)])),
    ];
  });
}

const awardIdOf = (work: string, award: string): string => uuidOf(`wikidata:award:${work}:${award}`);

function record(production: string, { award, work, won, year, artists }: AwardClaim, context: WikidataContext): ImportedRecord[] {
  const seen = context.references.seen(award);
  if (seen?.kind !== 'award') return [];
  const known = artists.flatMap((artist) => artistIdOf(artist, context) ?? []);
  const attributes = {
    award: seen.award,
    category: seen.category,
    year: year ?? null,
    won,
    artists: known.map((id) => ({ iri: recordIri('Artist', id) })),
  };
  return [give('Production', 'ProductionAward', [production, awardIdOf(work, award)], attributes)];
}
