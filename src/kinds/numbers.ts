import { type Static, type TBoolean, type TInteger, type TNull, type TSchema, type TUnion, Type as t } from '@sinclair/typebox';
import type { RawBuilder } from 'kysely';
import { type Attribute, maybe, nullable, positionInput, type Stored, type StoredField } from './attribute';
import { always, ifTrue, type Options, orNull, unlessIs, unlessNull } from './texts';

// Numbers, flags, times and read-only attributes.

interface IntegerOptions<S extends TSchema, C extends string | undefined> extends Options<S, C> {
  readonly minimum: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** Nullable integer. */
export function integer<S extends TSchema = TUnion<[TInteger, TNull]>, const C extends string | undefined = undefined>(
  options: IntegerOptions<S, C>,
): Attribute<NoInfer<S>, C> {
  const { shown, column, minimum, maximum, description } = options;
  const bounds = { minimum, ...(maximum !== undefined && { maximum }) };
  return {
    schema: (shown ?? nullable(t.Integer({ ...bounds, ...(description !== undefined && { description }) }))) as S,
    column: column as C,
    enters: { schema: () => maybe(t.Integer(bounds)), columns: ({ column }) => [[column, orNull]] },
    leaves: (row, { name, column }) => unlessNull(name, `${row}.${column}`),
  };
}

/** A count or list position, 1 by default. */
export const countFromOne = (description?: string): Attribute<TInteger, undefined> => ({
  schema: t.Integer({ minimum: 1, ...(description !== undefined && { description }) }),
  column: undefined,
  enters: { schema: positionInput, columns: ({ column }) => [[column, (given: number | null | undefined) => given ?? 1]] },
  leaves: (row, { name, column }) => unlessIs('1', name, `${row}.${column}`),
});

/** A mandatory list position. */
export const requiredPosition = (): Attribute<TInteger, undefined> => ({
  schema: t.Integer({ minimum: 1 }),
  column: undefined,
  enters: { schema: () => t.Integer({ minimum: 1 }), columns: ({ column }) => [[column, (given: number) => given]] },
  leaves: (row, { name, column }) => always(name, `${row}.${column}`),
});

/** False by default. */
export const flag = (schema: TBoolean = t.Boolean()): Attribute<TBoolean, undefined> => ({
  schema,
  column: undefined,
  enters: { schema: () => t.Optional(t.Boolean()), columns: ({ column }) => [[column, (given: boolean | undefined) => (given ? 1 : 0)]] },
  leaves: (row, { name, column }) => ifTrue(name, `${row}.${column}`),
});

/** A column maintained by the database: read-only. */
export const shown = <S extends TSchema, const C extends string | undefined = undefined>(schema: S, column?: C): Attribute<S, C> => ({
  schema,
  column: column as C,
});

export const derived = <S extends TSchema>(
  schema: S,
  value: (row: string, field: StoredField) => RawBuilder<Stored<Static<S>>>,
): Attribute<S, null> => ({ schema, column: null, value });

/** Creation and modification times: part of every imported and exported record, shown or not. */
export const times = {
  created_at: shown(t.String({ format: 'date-time' })),
  updated_at: shown(nullable(t.String({ format: 'date-time' }))),
};
