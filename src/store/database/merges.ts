import type { Connection } from './connection';

export interface CurrentRecord<F> {
  readonly found: F;
  /** UUID under which it was requested. */
  readonly id: string;
  readonly isMoved: boolean;
}

/**
 * CTE `chain`: a UUID followed by its merge targets, in order. Ends if merges form a circle, which no write creates.
 * @param type and `id` are SQL expressions
 */
export const mergeChain = (type: string, id: string): string => `
  WITH RECURSIVE chain (id) AS (
    SELECT ${id} UNION SELECT next.merged_into_id FROM chain CROSS JOIN merged_record AS next ON next.resource_type = ${type} AND next.id = chain.id
  )`;

const chain = `${mergeChain(':type', ':id')} SELECT id FROM chain`;

/** Finds a record by UUID, following any number of merges. `undefined` if none exists. */
export function followMerges<F>(
  connection: Connection,
  type: string,
  id: string,
  look: (id: string) => F | undefined,
): CurrentRecord<F> | undefined {
  const found = look(id);
  return found === undefined ? mergeTarget(connection, type, id, look) : { found, id, isMoved: false };
}

/** Finds the record that a missing one was merged into. */
export function mergeTarget<F>(
  connection: Connection,
  type: string,
  id: string,
  look: (id: string) => F | undefined,
): CurrentRecord<F> | undefined {
  const [, ...targets] = connection.all<{ id: string }>(chain, { id, type });
  for (const { id } of targets) {
    const found = look(id);
    if (found !== undefined) return { found, id, isMoved: true };
  }
  return undefined;
}
