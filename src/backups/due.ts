import { typeOfTable } from '../api/schema/resource';
import type { Connection } from '../store/database/connection';
import type { Backup } from './backup-list';

const hourMilliseconds = 3_600_000;

/** A catalog that outgrew its last backup is due earlier, so one being filled is backed up each time it doubles. */
const hoursIfOutgrown = 1;

/** When the next backup is due and from when it is late, in milliseconds since the epoch. */
export interface Due {
  readonly at: number;
  readonly lateFrom: number;
}

/**
 * A backup is due a number of hours after the last one, and late after twice that.
 * @param every hours
 * @param startedAt of the server: the first backup is due at once
 * @param outgrownAt when the catalog was first seen to have outgrown its last backup
 */
export function dueAfter(last: Pick<Backup, 'made_at'> | undefined, every: number, startedAt: number, outgrownAt?: number): Due {
  const usual = every * hourMilliseconds;
  if (!last) return { at: startedAt, lateFrom: startedAt + 2 * usual };
  const madeAt = Date.parse(last.made_at);
  if (outgrownAt === undefined) return { at: madeAt + usual, lateFrom: madeAt + 2 * usual };
  const soon = Math.min(every, hoursIfOutgrown) * hourMilliseconds;
  const at = Math.min(madeAt + usual, Math.max(madeAt + soon, outgrownAt));
  return { at, lateFrom: Math.min(madeAt + 2 * usual, at + soon) };
}

/** Whether a catalog has more than twice the records and users of its backup. */
export function hasOutgrown(reader: Connection, { rows }: Pick<Backup, 'rows'>): boolean {
  const counted = reader.all<{ type: string; records: number }>(
    `SELECT resource_type AS type, records FROM record_count UNION ALL SELECT 'User', count(*) FROM user`,
  );
  const before = new Map(Object.entries(rows).map(([table, count]) => [typeOfTable(table), count]));
  const [now, then] = counted.reduce(([now, then], { type, records }) => [now + records, then + (before.get(type) ?? 0)], [0, 0]);
  return now > 2 * then;
}
