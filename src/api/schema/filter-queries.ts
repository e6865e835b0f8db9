import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../store/database/connection';
import type { Binding, Rows, Table } from './resource';

// Building blocks of filter and facet queries.

/** A list travels as one JSON text, so its length does not change the statement. */
export function oneOrMany(values: readonly Value[]): Binding {
  return values.length === 1
    ? { shape: 'one', values: { value: values[0] as Value } }
    : { shape: 'many', values: { value: JSON.stringify(values) } };
}

export const countAll = sql<number>`count(*)`.as('count');

export const countedBy = <T extends Table>(rows: Rows<T>, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT value, count FROM ${rows.groupBy(value as never).select([value.as('value'), countAll])}`;
