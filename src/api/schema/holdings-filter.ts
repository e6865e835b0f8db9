import { type RawBuilder, sql } from 'kysely';
import { choice } from './parameters';
import type { Bound, ColumnOf, Filter, Table } from './resource';

/** A personal list: its table and the scopes needed to read it. */
interface PersonalList<L extends Table> {
  readonly table: L;
  /** Foreign key to the release. */
  readonly column: ColumnOf<L>;
  readonly scope: string;
  /** Foreign key from releases to the filtered records; without it, these are releases. */
  readonly through?: ColumnOf<'release'>;
}

/** Value of {@link holdingFilter} for records on none of the lists. */
export const inNeither = 'none';

/** Rows on one of the viewer's own lists, or on none. */
export function holdingFilter<T extends Table, L extends Table>(
  table: T,
  lists: Readonly<Record<string, PersonalList<L>>>,
  description: string,
): Filter<T, string> {
  const words = [...Object.keys(lists), inNeither];
  const scopes = (values: readonly unknown[] = words) =>
    Object.entries(lists).flatMap(([word, { scope }]) => (values.includes(word) || values.includes(inNeither) ? [scope] : []));
  const key = sql.ref(`${table}.key`);
  const owned = ({ table, column, through }: PersonalList<L>, bound: Bound) => {
    const releases = sql`SELECT ${sql.ref(column)} FROM ${sql.table(table)} WHERE user_key = ${bound('user')}`;
    if (through === undefined) return sql`(${releases})`;
    const key = sql.ref(through);
    // Excludes releases without a target: NULL in the subquery would match nothing.
    return sql`(SELECT ${key} FROM "release" WHERE "release".key IN (${releases}) AND ${key} IS NOT NULL)`;
  };
  const none = (of: RawBuilder<unknown>, bound: Bound) => all(Object.values(lists).map((list) => sql`${of} NOT IN ${owned(list, bound)}`));
  const isOnList = (word: string, of: RawBuilder<unknown>, bound: Bound) => {
    const list = lists[word];
    return list ? sql`${of} IN ${owned(list, bound)}` : none(of, bound);
  };
  return {
    kind: choice(...words),
    description: `${description} The token needs ${scopes()
      .map((scope) => scope)
      .join(' and ')}, depending on the values.`,
    many: true,
    scopes,
    bind: (values, _asList, _other, asker) =>
      asker ? { shape: words.filter((word) => values.includes(word)).join('+'), values: { user: asker.userKey } } : null,
    where: (rows, bound, shape) =>
      rows.where(
        sql<boolean>`(${sql.join(
          shape.split('+').map((word) => isOnList(word, key, bound)),
          sql` OR `,
        )})`,
      ),
    facet: {
      counts: (rows, _isWhole, bound) => {
        const found = sql`found AS MATERIALIZED ${rows.select(sql<number>`${key}`.as('key'))}`;
        const counts = words.map(
          (word) =>
            sql`SELECT ${sql.lit(word)} AS value, count(*) AS count FROM found WHERE ${isOnList(word, sql.ref('found.key'), bound)}`,
        );
        return sql`WITH ${found} SELECT value, count FROM (${sql.join(counts, sql` UNION ALL `)}) WHERE count > 0`;
      },
    },
  };
}

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(conditions, sql` AND `)})`;
