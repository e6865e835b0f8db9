import { type Statements, writtenQuery } from './sql';

export interface Standing<F> {
  readonly found: F;
  /** The UUID that it was found by. */
  readonly id: string;
  readonly isMoved: boolean;
}

/**
 * The table `chain`, to begin a query with: a UUID, and below it what it was merged into, one merge after the other. Where
 * they lead in a circle, which no write makes, it ends.
 * @param type and `id` are expressions of SQL
 */
export const mergeChain = (type: string, id: string): string => `
  WITH RECURSIVE chain (id) AS (
    SELECT ${id} UNION SELECT next.merged_into_id FROM chain CROSS JOIN merged_record AS next ON next.resource_type = ${type} AND next.id = chain.id
  )`;

const chain = `${mergeChain('?2', '?1')} SELECT id FROM chain`;

/** Follows records that were merged into others. */
export class Merges {
  constructor(private readonly statements: Statements) {}

  /**
   * Looks a record up by its UUID, and where it was merged into another, follows to the one that stands, however many
   * merges lie between. `undefined` where none does.
   */
  follow<F>(type: string, id: string, look: (id: string) => F | undefined): Standing<F> | undefined {
    const found = look(id);
    if (found !== undefined) return { found, id, isMoved: false };
    const [, ...further] = this.statements.get<{ id: string }>('merge chain', () => writtenQuery(chain, 'id', 'type')).all({ id, type });
    for (const { id } of further) {
      const found = look(id);
      if (found !== undefined) return { found, id, isMoved: true };
    }
    return undefined;
  }
}
