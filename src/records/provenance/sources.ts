import { Database, type Statement } from 'bun:sqlite';
import type { Connection } from '../../store/database/connection';
import { packedId, writtenId } from '../../store/values/identifiers';

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

/** For mirrored servers and exports of changes, which are reproduced exactly. */
export const rightsOfMirror: SourceRights = { bringsBack: true, takesSlugs: true };

/** Stores notes of a source (table `source_note`); `null` deletes. */
export function writeSourceNotes(
  connection: Connection,
  source: string,
  notes: readonly (readonly [name: string, value: string | null])[],
): void {
  for (const [name, value] of notes) {
    if (value === null) connection.change('DELETE FROM source_note WHERE source = :source AND name = :name', { source, name });
    else
      connection.change(
        `INSERT INTO source_note (source, name, value) VALUES (:source, :name, :value)
           ON CONFLICT (source, name) DO UPDATE SET value = excluded.value`,
        { source, name, value },
      );
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
export function writeLicensedValues(connection: Connection, values: readonly LicensedInput[], source: string): void {
  for (const { type, id, name, value, licence } of values)
    connection.change(
      `INSERT INTO licensed_value (resource_type, id, name, value, licence, source) VALUES (:type, :id, :name, :value, :licence, :source)
         ON CONFLICT (resource_type, id, name) DO UPDATE SET value = excluded.value, licence = excluded.licence, source = excluded.source`,
      { type, id, name, value, licence, source },
    );
}

/** Records that a source has, in a temporary file: there may be tens of millions. Rollbacks of the catalog do not affect them. */
export class SeenRecords {
  readonly #database = new Database(':memory:');
  readonly #inserts = new Map<string, Statement>();

  constructor() {
    this.#database.run('PRAGMA temp_store = FILE');
    this.#database.run('PRAGMA temp.journal_mode = OFF');
    this.#database.run('BEGIN');
  }

  add(type: string, id: string): void {
    const insert = this.#inserts.getOrInsertComputed(type, () => {
      this.#database.run(`CREATE TEMP TABLE "${type}" (id BLOB)`);
      return this.#database.prepare(`INSERT INTO temp."${type}" (id) VALUES (${packedId('?1')})`);
    });
    insert.run(id);
  }

  /** Test for the UUIDs of a type, which must be asked for in ascending order. */
  inOrder(type: string): (id: string) => boolean {
    if (!this.#inserts.has(type)) return () => false;
    const query = this.#database.query<{ id: string }, []>(
      `SELECT ${writtenId('id')} AS id FROM temp."${type}" ORDER BY temp."${type}".id`,
    );
    const rows = query.iterate();
    let at = rows.next();
    return (id) => {
      while (!at.done && at.value.id < id) at = rows.next();
      return !at.done && at.value.id === id;
    };
  }

  close(): void {
    for (const insert of this.#inserts.values()) insert.finalize();
    this.#database.close();
  }
}
