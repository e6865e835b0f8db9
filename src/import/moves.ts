import { sql } from 'kysely';
import { parameter } from '../database/prepare';
import { now } from '../database/time';
import { uuidPattern } from '../jsonapi/parameters';
import type { Table } from './kinds/kind';
import { type Outcome, RecordError, type SourceRecord } from './record';
import type { References, Target } from './references';
import type { Slugs } from './slugs';
import type { Statements } from './statements';

/** A column that points to a table. */
interface Pointer {
  readonly table: string;
  readonly column: string;
}

/** Writes where records have been: slugs that were renamed, and records that were merged into others. */
export class Moves {
  constructor(
    private readonly statements: Statements,
    private readonly references: References,
    private readonly slugs: Slugs,
  ) {}

  redirectSlug({ attributes, relationships }: SourceRecord): Outcome {
    const { type, id } = this.#target(attributes, relationships);
    if (typeof attributes.slug !== 'string' || attributes.slug === '') throw new RecordError('slug: required.');
    return this.slugs.redirect(type, attributes.slug, id) ? 'added' : 'unchanged';
  }

  /** A record that is there still goes, and all that pointed to it points to the other. */
  merge({ id: written, attributes, relationships }: SourceRecord): Outcome {
    const target = this.#target(attributes, relationships);
    const id = written.toLowerCase();
    if (!uuidPattern.test(id)) throw new RecordError('id: the UUID that the record had.');
    if (id === target.id) throw new RecordError('A record cannot be merged into itself.');
    const changes = this.statements
      .get('merge', (db) =>
        db
          .insertInto('merged_record')
          .values({
            resource_type: parameter('type'),
            id: parameter('id'),
            merged_into_id: parameter('target'),
            created_at: parameter('now'),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['resource_type', 'id'])
              .doUpdateSet({ merged_into_id: parameter('target') })
              .where('merged_record.merged_into_id', '<>', parameter('target')),
          ),
      )
      .run({ type: target.type, id, target: target.id, now: now() });
    const key = this.references.find(target.kind.table, 'id', id);
    if (key !== undefined) this.#dissolve(key, target);
    return changes > 0 || key !== undefined ? 'added' : 'unchanged';
  }

  #target(attributes: SourceRecord['attributes'], relationships: SourceRecord['relationships']): Target {
    return this.references.target(attributes.resource_type, (relationships.resource as { data?: unknown } | undefined)?.data);
  }

  /** What would stand twice at the target (a link that both have, say) goes with the record. */
  #dissolve(key: number, { kind, type, id, key: target }: Target): void {
    for (const { table, column } of this.#pointersTo(kind.table)) {
      this.statements
        .get(`repoint ${table}.${column}`, (db) => ({ compile: () => repoint(table, column).compile(db) }))
        .run({ key, target });
      this.statements.get(`release ${table}.${column}`, (db) => db.deleteFrom(table).where(column, '=', parameter('key'))).run({ key });
    }
    if (kind.slugFrom) this.slugs.redirect(type, this.#slugOf(kind.table, key), id);
    this.statements.get(`delete ${kind.table}`, (db) => db.deleteFrom(kind.table).where('key', '=', parameter('key'))).run({ key });
  }

  #slugOf(table: Table, key: number): string {
    const found = this.statements
      .get<{ slug: string }>(`slug ${table}`, (db) => db.selectFrom(table).select('slug').where('key', '=', parameter('key')))
      .get({ key });
    return found?.slug as string;
  }

  /** Every column that points to a table, as the schema declares them. */
  #pointersTo(table: Table): readonly Pointer[] {
    return this.statements.get<Pointer>('pointers', (db) => ({ compile: () => pointers.compile(db) })).all({ target: table });
  }
}

const pointers = sql<Pointer>`
  SELECT t.name AS "table", f."from" AS "column"
  FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f
  WHERE t.type = 'table' AND f."table" = ${parameter('target')}`;

const repoint = (table: string, column: string) =>
  sql`UPDATE OR IGNORE ${sql.table(table)} SET ${sql.ref(column)} = ${parameter('target')} WHERE ${sql.ref(column)} = ${parameter('key')}`;
