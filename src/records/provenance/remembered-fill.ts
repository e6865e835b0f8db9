import { fieldOf, type WritePlan } from '../write/plan';
import { type FieldHashes, nameHash } from './hashes';
import type { Ranks } from './ranks';

interface Said {
  readonly fields: ReadonlyMap<number, number>;
  readonly ranks: ReadonlyMap<number, number>;
}

/**
 * Source values to store when several documents fill one record: the best of each field.
 * @param taken fields whose new values won
 */
export function rememberFill(plan: WritePlan, said: Said, before: Said, taken: ReadonlySet<number>): { fields: FieldHashes; ranks: Ranks } {
  const fields: FieldHashes = new Map(before.fields);
  const ranks: Ranks = new Map(before.ranks);
  const origins = originsOf(plan);
  const takenOrigins = new Set([...taken].map((name) => origins.get(name)));
  for (const [name, value] of said.fields) {
    const rank = said.ranks.get(name);
    const weightBefore = before.ranks.get(name);
    if (rank === undefined) continue;
    const isSame = before.fields.get(name) === value;
    const isBetter = weightBefore === undefined || rank > weightBefore;
    if (!isBetter && (isSame || !takenOrigins.has(origins.get(name)))) continue;
    fields.set(name, value);
    ranks.set(name, rank);
  }
  return { fields, ranks };
}

/** Attribute or relationship per field, by name hash. */
const originsOf = ({ entrance, columns, owned }: WritePlan): Map<number, string | undefined> =>
  new Map([
    ...Object.keys(columns).map((column) => [nameHash(column), entrance.originOf(column)] as const),
    ...owned.map((list) => [nameHash(fieldOf(list)), list.attribute] as const),
    ...(entrance.parts ? [[nameHash(entrance.parts.attribute), entrance.parts.attribute] as const] : []),
  ]);
