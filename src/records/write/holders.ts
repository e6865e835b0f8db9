import { sql } from 'kysely';
import type { Kind, Kinds } from '../../kinds';
import type { RecordPointer } from '../../kinds/kind';
import { parameter, type Statements } from '../../store/database/sql';

/** Kinds whose records depend on another and are deleted with it. */
export function dependents(kinds: Kinds, target: Kind): (readonly [kind: Kind, pointer: RecordPointer])[] {
  return kinds.all.flatMap((kind) =>
    kind.heldBy.length > 0 || isPointedTo(kinds, kind)
      ? []
      : kind.pointers.filter(({ type, required }) => required && type === target.type).map((pointer) => [kind, pointer] as const),
  );
}

const isPointedTo = (kinds: Kinds, { type }: Kind): boolean => kinds.all.some(({ pointers }) => pointers.some((one) => one.type === type));

/** Counts what prevents deletion of a record: users' items, and references from other records. */
export class Holders {
  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {}

  count(kind: Kind, key: number): number {
    const counts = this.statements.get<{ count: number }>(`holders of ${kind.table}`, (db) => ({
      compile: () =>
        sql<{
          count: number;
        }>`SELECT ${sql.raw(this.#counts(kind).join(' + ') || '0')} AS count FROM (SELECT ${parameter('key')} AS key) AS held`.compile(db),
    }));
    return counts.get({ key })?.count ?? 0;
  }

  /** Subqueries counting rows per table for the keys in `held`. */
  #counts(kind: Kind): string[] {
    return this.kinds.all.flatMap((target) => {
      const targets = keysWithin(target, kind);
      if (targets === undefined) return [];
      const going = new Set(dependents(this.kinds, target).map(([, pointer]) => pointer));
      const items = target.heldBy.map((table) => `(SELECT count(*) FROM "${table}" WHERE ${target.table}_key IN ${targets})`);
      const links = this.kinds.all.flatMap((from) => {
        // Records deleted together do not count.
        const inside = keysWithin(from, kind);
        return from.pointers
          .filter((pointer) => pointer.type === target.type && !going.has(pointer))
          .map(({ table, column, owner = 'key' }) => {
            const isOutside = inside === undefined ? '' : ` AND ${owner} NOT IN ${inside}`;
            return `(SELECT count(*) FROM "${table}" WHERE ${column} IN ${targets}${isOutside})`;
          });
      });
      return [...items, ...links];
    });
  }
}

/** SQL for the keys of a kind's records that are the record or nested in it; none if impossible. */
export function keysWithin({ table, above }: Kind, kind: Kind): string | undefined {
  const own = '(SELECT held.key)';
  if (table === kind.table) return own;
  const from = above.findIndex((one) => one.table === kind.table);
  if (from < 0) return undefined;
  const tables = [...above.slice(from + 1).map((one) => one.table), table];
  return tables.reduce((keys, below, index) => `(SELECT key FROM "${below}" WHERE ${above[from + index]?.column} IN ${keys})`, own);
}
