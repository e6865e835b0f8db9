import { sql } from 'kysely';
import { countedBy } from './filters';
import { choice } from './parameters';
import type { Binding, ColumnOf, Filter, Table } from './resource';

/** A digit, a letter, or neither. */
export const initials = ['0-9', ...'abcdefghijklmnopqrstuvwxyz', 'other'] as const;

/** Rows whose folded column starts with a letter from A to Z, with any digit, or with neither. */
export function startsWith<T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, string> {
  const name = sql.ref(`${table}.${column}`);
  // Up to the characters that follow 9 and z.
  const [isDigit, isLetter] = [sql<boolean>`(${name} >= '0' AND ${name} < ':')`, sql<boolean>`(${name} >= 'a' AND ${name} < '{')`];
  return {
    kind: choice(...initials),
    description: `${description} starts with this. Case and accents are ignored.`,
    many: false,
    column,
    bind: ([value]): Binding => {
      const [from = '', last = from] = String(value).split('-');
      const beyond = String.fromCharCode(last.charCodeAt(0) + 1);
      return value === 'other' ? { shape: 'other', values: {} } : { shape: 'range', values: { from, beyond } };
    },
    where: (rows, bound, shape) =>
      shape === 'other'
        ? rows.where(sql<boolean>`NOT ${isDigit} AND NOT ${isLetter}`)
        : rows.where(sql<boolean>`${name} >= ${bound('from')} AND ${name} < ${bound('beyond')}`),
    facet: {
      counts: (rows) => countedBy(rows, sql`CASE WHEN ${isDigit} THEN '0-9' WHEN ${isLetter} THEN substr(${name}, 1, 1) ELSE 'other' END`),
    },
  };
}
