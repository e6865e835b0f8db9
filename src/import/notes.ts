import { parameter } from '../database/prepare';
import type { LicensedValue } from './source';
import type { Statements } from './statements';

/** Writes what sources keep beside the records: notes for themselves, and values that are not for everyone. */
export class SourceNotes {
  constructor(private readonly statements: Statements) {}

  /** Writes what a source wants to remember for itself; `null` forgets. */
  remember(source: string, notes: readonly (readonly [name: string, value: string | null])[]): void {
    for (const [name, value] of notes) {
      if (value === null)
        this.statements
          .get('forget note', (db) =>
            db.deleteFrom('source_note').where('source', '=', parameter('source')).where('name', '=', parameter('name')),
          )
          .run({ source, name });
      else
        this.statements
          .get('note', (db) =>
            db
              .insertInto('source_note')
              .values({ source: parameter('source'), name: parameter('name'), value: parameter('value') })
              .onConflict((conflict) => conflict.columns(['source', 'name']).doUpdateSet({ value: parameter('value') })),
          )
          .run({ source, name, value });
    }
  }

  /** Writes values under a licence of their own, apart from the records they are of. */
  rememberLicensed(values: readonly LicensedValue[], source: string): void {
    const columns = ['resource_type', 'id', 'name', 'value', 'licence', 'source'] as const;
    for (const { type, id, name, value, licence } of values)
      this.statements
        .get('licensed', (db) =>
          db
            .insertInto('licensed_value')
            .values(Object.fromEntries(columns.map((column) => [column, parameter(column)])))
            .onConflict((conflict) =>
              conflict
                .columns(['resource_type', 'id', 'name'])
                .doUpdateSet({ value: parameter('value'), licence: parameter('licence'), source: parameter('source') }),
            ),
        )
        .run({ resource_type: type, id, name, value, licence, source });
  }
}
