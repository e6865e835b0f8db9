import type { Kind, Kinds } from '../kinds';

// Records that only stand in for others to come, and what is nothing without them: what stands below one, and what has to
// lead to one. They are few, and found by an index of their own.

/** The condition that keeps all others, of the row of an alias. */
export function withoutStandIns(kind: Kind, kinds: Kinds, alias: string): string {
  const own = kind.standIn === undefined ? [] : [`${alias}."${kind.standIn}" = 0`];
  const above = kind.above.at(-1);
  const led = [
    ...(above ? [above] : []),
    ...kind.pointers.filter(({ table, column, required }) => required && table === kind.table && column !== above?.column),
  ];
  const others = led.flatMap(({ column, ...to }) => {
    const target = 'type' in to ? kinds.find(to.type as string) : kinds.ofTable(to.table);
    const keys = target && standInKeys(target, kinds);
    return keys === undefined ? [] : [`${alias}.${column} NOT IN (${keys})`];
  });
  return [...own, ...others].join(' AND ') || 'TRUE';
}

/** SQL for the keys of the stand-ins among the records of a kind; none where it can have none. */
function standInKeys(kind: Kind, kinds: Kinds): string | undefined {
  if (kind.standIn !== undefined) return `SELECT key FROM "${kind.table}" WHERE "${kind.standIn}" = 1`;
  const above = kind.above.at(-1);
  const keys = above && standInKeys(kinds.ofTable(above.table), kinds);
  return keys === undefined ? undefined : `SELECT key FROM "${kind.table}" WHERE ${above?.column} IN (${keys})`;
}
