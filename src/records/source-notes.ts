import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';

/** Writes what a source wants to remember for itself (table `source_note`); `null` forgets. */
export function writeSourceNotes(
  statements: Statements,
  source: string,
  notes: readonly (readonly [name: string, value: string | null])[],
): void {
  for (const [name, value] of notes) {
    if (value === null)
      statements
        .get('forget note', (db) =>
          db.deleteFrom('source_note').where('source', '=', parameter('source')).where('name', '=', parameter('name')),
        )
        .run({ source, name });
    else
      statements
        .get('note', (db) =>
          db
            .insertInto('source_note')
            .values({ source: parameter('source'), name: parameter('name'), value: parameter('value') })
            .onConflict((conflict) => conflict.columns(['source', 'name']).doUpdateSet({ value: parameter('value') })),
        )
        .run({ source, name, value });
  }
}
