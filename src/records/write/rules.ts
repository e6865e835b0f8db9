import { sql } from 'kysely';
import type { Kind } from '../../kinds';
import type { Deserializer } from '../../kinds/deserialization';
import { type Message, message } from '../../messages/message';
import { parameter, type Statements, type Value } from '../../store/database/sql';
import type { Columns } from './plan';
import { RecordError } from './record';
import type { References } from './references';

export class Rules {
  #innerKey: number | undefined;
  #outerId: string | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly references: References,
  ) {}

  /** Clears the cache: records may be gone. */
  forget(): void {
    this.#innerKey = undefined;
  }

  requireTargets({ entrance }: Kind, columns: Columns): void {
    for (const name in entrance.relationships) {
      const relationship = entrance.relationships[name] as Deserializer['relationships'][string];
      const broken = this.brokenRequirement(relationship, columns[relationship.column]);
      if (broken !== undefined) throw new RecordError(broken, `relationships.${name}`);
    }
  }

  brokenRequirement({ requirement, table }: Deserializer['relationships'][string], key: Value | undefined): Message | undefined {
    if (!requirement || key === null || key === undefined) return undefined;
    const found = this.statements
      .get<{ value: Value }>(`${table}.${requirement.column}`, (db) =>
        db.selectFrom(table).select(`${requirement.column} as value`).where('key', '=', parameter('key')),
      )
      .get({ key });
    return found?.value === requirement.is ? undefined : requirement.problem;
  }

  /** Whether a record is a part. */
  isPart(kind: Kind, key: number): boolean {
    return kind.parts !== undefined && typeof this.#outerKey(kind, kind.parts.column, 'key', key) === 'number';
  }

  /** Whether a UUID may be used for a part: free, or already a part of this record. */
  mayBePart(kind: Kind, id: string, key: number | undefined): boolean {
    const outer = kind.parts && this.#outerKey(kind, kind.parts.column, 'id', id);
    return outer === undefined || (outer !== null && outer === key);
  }

  /** Key of a part's record; `null` for other records, `undefined` if missing. */
  #outerKey({ table }: Kind, column: string, by: 'key' | 'id', value: Value): number | null | undefined {
    return this.statements
      .get<{ outer: number | null }>(`outer of ${table} by ${by}`, (db) =>
        db.selectFrom(table).select(`${column} as outer`).where(by, '=', parameter('value')),
      )
      .get({ value })?.outer;
  }

  /** Whether a reference chain between two columns leads from one key to another. */
  leadsBack(table: string, fromColumn: string, toColumn: string, to: number, from: number): boolean {
    const way = sql<{ found: 0 | 1 }>`
      WITH RECURSIVE way (key) AS (
        SELECT ${parameter('from')}
        UNION SELECT ${sql.ref(`next.${toColumn}`)} FROM way CROSS JOIN ${sql.table(table)} AS next ON ${sql.ref(`next.${fromColumn}`)} = way.key
      ) SELECT ${parameter('to')} IN (SELECT key FROM way) AS found`;
    const found = this.statements.get<{ found: 0 | 1 }>(`way back in ${table}`, (db) => ({ compile: () => way.compile(db) }));
    return found.get({ from, to })?.found === 1;
  }

  /** Whether a reference chain leads from a key back to itself. */
  leadsToItself(table: string, fromColumn: string, toColumn: string, key: number): boolean {
    const next = this.statements.get<{ next: number }>(`ways in ${table}`, (db) =>
      db
        .selectFrom(table)
        .select(`${toColumn} as next`)
        .where(fromColumn, '=', parameter('key'))
        .where(sql<boolean>`${sql.ref(toColumn)} IS NOT NULL`),
    );
    return next.all({ key }).some((one) => this.leadsBack(table, fromColumn, toColumn, key, one.next));
  }

  /** Checks the parents named in an IRI against each other. */
  requireAbove({ above }: Kind, key: number, ids: readonly string[]): void {
    const [outer, inner] = above.slice(-2);
    if (!outer || !inner) return;
    const outerId = ids.at(-3) as string;
    // Siblings are imported consecutively.
    if (key === this.#innerKey && outerId === this.#outerId) return;
    const found = this.statements
      .get<{ above: number }>(`above ${inner.table}`, (db) =>
        db.selectFrom(inner.table).select(`${outer.column} as above`).where('key', '=', parameter('key')),
      )
      .get({ key });
    if (found?.above !== this.references.key(outer.table, outerId)) {
      throw new RecordError(message('foreign_part', { part: nounOf(inner.table), kind: nounOf(outer.table) }));
    }
    this.#innerKey = key;
    this.#outerId = outerId;
  }
}

/** "release_format" within releases is "format". */
const nounOf = (table: string): string => table.slice(table.lastIndexOf('_') + 1);
