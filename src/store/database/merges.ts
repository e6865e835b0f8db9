import type { Statements } from './sql';

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

/** Follows merged records. */
export class MergeRedirects {
  constructor(private readonly statements: Statements) {}

  /** Finds a record by UUID, following any number of merges. `undefined` if none exists. */
  follow<F>(type: string, id: string, look: (id: string) => F | undefined): CurrentRecord<F> | undefined {
    const found = look(id);
    return found === undefined ? this.target(type, id, look) : { found, id, isMoved: false };
  }

  /** Finds the record that a missing one was merged into. */
  target<F>(type: string, id: string, look: (id: string) => F | undefined): CurrentRecord<F> | undefined {
    const [, ...further] = this.statements.text<{ id: string }>(chain).all({ id, type });
    for (const { id } of further) {
      const found = look(id);
      if (found !== undefined) return { found, id, isMoved: true };
    }
    return undefined;
  }
}
