import { parameter, type Statements } from '../../store/database/sql';

export interface SourceRights {
  /** It says what is to be there: what was deleted here comes back with it. */
  readonly bringsBack: boolean;
  /**
   * It has the slugs of a whole catalog: where another record here has one of them, that one makes room. What became of a
   * record by a merge comes from it as well.
   */
  readonly takesSlugs: boolean;
}

/** Of a source that does not know this catalog. */
export const noRights: SourceRights = { bringsBack: false, takesSlugs: false };

/** Of files of records, which say what is to be there. */
export const rightsOfRecords: SourceRights = { bringsBack: true, takesSlugs: false };

/** Of another server, which is to be the same here as it is there. */
export const rightsOfMirror: SourceRights = { bringsBack: true, takesSlugs: true };

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
