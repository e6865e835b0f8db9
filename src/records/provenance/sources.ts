import type { Statements } from '../../store/database/sql';

export interface SourceRights {
  /** Whether it restores deleted records. */
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
    if (value === null) statements.text('DELETE FROM source_note WHERE source = :source AND name = :name').run({ source, name });
    else
      statements
        .text(`INSERT INTO source_note (source, name, value) VALUES (:source, :name, :value)
           ON CONFLICT (source, name) DO UPDATE SET value = excluded.value`)
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

/** Stores separately licensed values. */
export function writeLicensedValues(statements: Statements, values: readonly LicensedInput[], source: string): void {
  for (const { type, id, name, value, licence } of values)
    statements
      .text(`INSERT INTO licensed_value (resource_type, id, name, value, licence, source) VALUES (:type, :id, :name, :value, :licence, :source)
         ON CONFLICT (resource_type, id, name) DO UPDATE SET value = excluded.value, licence = excluded.licence, source = excluded.source`)
      .run({ type, id, name, value, licence, source });
}
