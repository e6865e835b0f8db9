import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';

/** A value that the catalog keeps apart from its own fields, which are CC0. */
export interface LicensedValue {
  readonly type: string;
  /** The UUID of the record. */
  readonly id: string;
  readonly name: 'annotation' | 'rating';
  readonly value: string;
  /** "CC-BY-NC-SA-3.0" */
  readonly licence: string;
}

const columns = ['resource_type', 'id', 'name', 'value', 'licence', 'source'] as const;

/** Writes values under a licence of their own, apart from the records they are of. */
export function writeLicensedValues(statements: Statements, values: readonly LicensedValue[], source: string): void {
  for (const { type, id, name, value, licence } of values)
    statements
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
