import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { refersTo } from '../api/schema/linked-filters';
import type { Filter, Pair, Relationship } from '../api/schema/resource';
import type { Message } from '../messages/message';
import type { Schema } from '../store/database/schema.gen';
import { type Address, addressOf, fromRecord, iriOf } from './address';
import type { Table } from './attribute';

export interface Requirement {
  readonly column: string;
  readonly is: 0 | 1;
  readonly problem: Message;
}

interface BelongsToOptions<F extends string | undefined, V extends boolean, N extends string | undefined> {
  /** Whether it is mandatory. */
  readonly required?: boolean;
  /** Description of its filter, if lists have one. */
  readonly filter?: F;
  /** Whether the API shows it; imports and exports always include it. */
  readonly isShown?: V;
  /** Its name in responses, if an attribute has its own name. */
  readonly shownAs?: N;
  readonly requirement?: Requirement;
}

/** To-one relationship by foreign key. */
export interface BelongsTo<
  T extends string = string,
  F extends string | undefined = string | undefined,
  V extends boolean = boolean,
  N extends string | undefined = string | undefined,
> {
  readonly target: T;
  readonly many: false;
  readonly description: string;
  readonly alsoAttribute: false;
  readonly column: string;
  readonly required: boolean;
  readonly filter: F;
  readonly isShown: V;
  readonly shownAs: N;
  readonly requirement: Requirement | undefined;
}

/** To-one relationship by the column of its foreign key. */
export const belongsTo = <
  const T extends string,
  F extends string | undefined = undefined,
  V extends boolean = true,
  const N extends string | undefined = undefined,
>(
  target: T,
  column: string,
  description: string,
  options: BelongsToOptions<F, V, N> = {},
): BelongsTo<T, F, V, N> => ({
  target,
  many: false,
  description,
  alsoAttribute: false,
  column,
  required: options.required ?? false,
  filter: options.filter as F,
  isShown: (options.isShown ?? true) as V,
  shownAs: options.shownAs as N,
  requirement: options.requirement,
});

/**
 * To-many relationship by a foreign key of the other kind, in the order of its columns.
 * @param without column that parts of records have, which are left out
 */
export const hasMany = <const T extends string>(
  target: T,
  column: string,
  description: string,
  order: readonly string[],
  without?: string,
) => ({
  target,
  many: true as const,
  description,
  alsoAttribute: false as const,
  pairs: (db: Kysely<Schema>, from: RawBuilder<number>) => {
    const all = withIds(target, untyped(db).selectFrom(`${addressOf(target).table} as target`))
      .where(`target.${column}`, 'in', from)
      .select(`target.${column} as from`);
    const pointing = without === undefined ? all : all.where(`target.${without}`, 'is', null);
    return [...order, 'id'].reduce((query, by) => query.orderBy(`target.${by}`), pointing) as unknown as Pairs;
  },
});

/** The records as a table that is read first: most have no pairs, and a set of them for IN takes longer than finding that. */
export const rowsFirst = (from: RawBuilder<number>) => sql<{ value: number }>`${from}`.as('record');

/** Any relationship: by foreign key or by a custom query. */
export type KindRelationship = BelongsTo | Relationship;

export const isBelongsTo = (relationship: KindRelationship): relationship is BelongsTo => 'column' in relationship;

// biome-ignore lint/suspicious/noExplicitAny: as the engine has them: each joins tables of its own.
type Pairs = SelectQueryBuilder<Schema, any, Pair>;

/** Tables and columns known only at run time. */
type Untyped = Record<string, Record<string, number>>;

export const untyped = (db: Kysely<Schema>) => db as unknown as Kysely<Untyped>;

/** Selects the target's key, id and parent ids. */
function withIds<Q extends SelectQueryBuilder<Untyped, string, object>>(type: string, query: Q) {
  const { above, path } = addressOf(type);
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const joined = above.reduceRight<SelectQueryBuilder<Untyped, string, object>>((rows, { table, column }, index) => {
    const below = index === above.length - 1 ? 'target' : `above${index + 1}`;
    return rows.innerJoin(`${table} as above${index}`, `above${index}.key`, `${below}.${column}`) as never;
  }, query);
  return parameters
    .reduce<typeof joined>((rows, name, index) => rows.select(`above${index}.id as ${name}`) as never, joined)
    .select(['target.key as to', 'target.id as id']);
}

/** Pairs of a foreign-key relationship. */
export const pairsOf =
  (table: Table, { target, column }: BelongsTo): Relationship['pairs'] =>
  (db, from) =>
    withIds(
      target,
      untyped(db)
        .selectFrom(`${table} as own`)
        .innerJoin(`${addressOf(target).table} as target`, 'target.key', `own.${column}`) as never,
    )
      .where(sql.ref('own.key'), 'in', from)
      .select('own.key as from' as never) as unknown as Pairs;

export const filterOf = (table: Table, { target, column, filter }: BelongsTo): Filter<Table, string> | undefined =>
  filter === undefined ? undefined : refersTo(table, column as never, () => addressOf(target), filter);

/** SQL of a relationship in exported text; omitted if empty. */
export function relationshipText(name: string, { target, column }: BelongsTo, row: string): string {
  const address: Address = addressOf(target);
  return `coalesce(',"${name}":{"data":{"type":"${target}","id":"' || (
    SELECT ${iriOf(address, 'y')} FROM ${fromRecord(address, 'y')} WHERE y.key = ${row}.${column}
  ) || '"}}', '')`;
}
