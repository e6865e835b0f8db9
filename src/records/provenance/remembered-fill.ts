import { fieldOf, type Plan } from '../write/plan';
import { type FieldHashes, nameHash } from './hashes';
import type { Ranks } from './ranks';

interface Said {
  readonly fields: ReadonlyMap<number, number>;
  readonly weights: ReadonlyMap<number, number>;
}

/**
 * Source values to store when several documents fill one record: the best of each field.
 * @param taken fields whose new values won
 */
export function rememberFill(plan: Plan, said: Said, before: Said, taken: ReadonlySet<number>): { fields: FieldHashes; weights: Ranks } {
  const fields: FieldHashes = new Map(before.fields);
  const weights: Ranks = new Map(before.weights);
  const origins = originsOf(plan);
  const takenOrigins = new Set([...taken].map((name) => origins.get(name)));
  for (const [name, value] of said.fields) {
    const weight = said.weights.get(name);
    const weightBefore = before.weights.get(name);
    if (weight === undefined) continue;
    const isSame = before.fields.get(name) === value;
    const isBetter = weightBefore === undefined || weight > weightBefore;
    if (!isBetter && (isSame || !takenOrigins.has(origins.get(name)))) continue;
    fields.set(name, value);
    weights.set(name, weight);
  }
  return { fields, weights };
}

/** Attribute or relationship per field, by name hash. */
const originsOf = ({ entrance, columns, owned }: Plan): Map<number, string | undefined> =>
  new Map([
    ...Object.keys(columns).map((column) => [nameHash(column), entrance.originOf(column)] as const),
    ...owned.map((list) => [nameHash(fieldOf(list)), list.attribute] as const),
    ...(entrance.parts ? [[nameHash(entrance.parts.attribute), entrance.parts.attribute] as const] : []),
  ]);
