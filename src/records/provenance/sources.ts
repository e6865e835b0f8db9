import { parameter, type Statements } from '../../store/database/sql';

export interface SourceRights {
  /** Whether deleted records come back with it. */
  readonly bringsBack: boolean;
  /** Whether its slugs take precedence over those of other records, and merges are taken over from it. */
  readonly takesSlugs: boolean;
}

/** For sources unaware of this catalog. */
export const noRights: SourceRights = { bringsBack: false, takesSlugs: false };

/** For record files, which state what should exist. */
export const rightsOfRecords: SourceRights = { bringsBack: true, takesSlugs: false };

/** For mirrored servers, which are reproduced exactly. */
export const rightsOfMirror: SourceRights = { bringsBack: true, takesSlugs: true };

/** Stores notes of a source (table `source_note`); `null` deletes. */
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

/** A value under a license other than CC0, stored separately. */
export interface LicensedInput {
  readonly type: string;
  /** UUID of the record. */
  readonly id: string;
  readonly name: 'annotation' | 'rating';
  readonly value: string;
  /** "CC-BY-NC-SA-3.0" */
  readonly licence: string;
}

const columns = ['resource_type', 'id', 'name', 'value', 'licence', 'source'] as const;

/** Stores separately licensed values. */
export function writeLicensedValues(statements: Statements, values: readonly LicensedInput[], source: string): void {
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
