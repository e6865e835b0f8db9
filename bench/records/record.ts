import type { Random } from '../random';
import { personName } from './words';

/** IRIs of the records generated so far, for references to them. */
export interface GeneratedIris {
  readonly people: string[];
  readonly groups: string[];
  readonly fictional: string[];
  readonly labels: string[];
  readonly series: string[];
  readonly organizations: string[];
  readonly productions: string[];
}

export const noIris = (): GeneratedIris => ({
  people: [],
  groups: [],
  fictional: [],
  labels: [],
  series: [],
  organizations: [],
  productions: [],
});

export const createdAt = '2026-01-15T09:30:00.000+00:00';

/** A to-one relationship of JSON:API. */
export const relationshipTo = (type: string, iri: string) => ({ data: { type, id: iri } });

/** Picks a value, the first ones most often (quadratic): a few composers, productions and labels have many records, most have few. */
export const pickUnevenly = <V>(random: Random, values: readonly V[]): V => values[Math.floor(random.number() ** 2 * values.length)] as V;

export function credits(random: Random, { people, groups }: GeneratedIris, roles: readonly string[]): object[] {
  return roles.map((credit_role, index) => ({
    iri: random.chance(0.1) && groups.length > 0 ? random.pick(groups) : pickUnevenly(random, people),
    name_variation: random.chance(0.05) ? personName(random) : null,
    join_phrase: index + 1 < roles.length && random.chance(0.2) ? ' & ' : null,
    credit_role,
  }));
}

export const externalLink = (random: Random, type: string, owner: string, provider: string): object => {
  const external_id = String(random.between(1, 99_999_999));
  return {
    type,
    id: `${owner}/external-links/${random.uuid()}`,
    attributes: { provider, external_id, url: `https://${provider}.example/${external_id}` },
  };
};

/** A date with year, month or day precision. */
export function partialDate(random: Random, year: number): string {
  return wholeDate(random, year)
    .split('-')
    .slice(0, random.pick([1, 2, 3, 3, 3]))
    .join('-');
}

export function wholeDate(random: Random, year: number): string {
  const twoDigits = (lowest: number, highest: number) => String(random.between(lowest, highest)).padStart(2, '0');
  return [String(year), twoDigits(1, 12), twoDigits(1, 28)].join('-');
}
