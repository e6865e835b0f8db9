import { type Static, type TBoolean, type TInteger, type TNull, type TSchema, type TUnion, Type as t } from '@sinclair/typebox';
import type { RawBuilder } from 'kysely';
import { type Attribute, type Field, givenPosition, maybe, nullable, type Stored } from './attribute';
import { always, ifTrue, type Options, orNull, unlessIs, unlessNull } from './texts';

// Attributes that are numbers, flags and times, and those that are only shown.

interface IntegerOptions<S extends TSchema, C extends string | undefined> extends Options<S, C> {
  readonly minimum: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** A whole number, or none. */
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

/** How many there are of something, or its place in a list: 1 where a record does not say. */
export const countFromOne = (description?: string): Attribute<TInteger, undefined> => ({
  schema: t.Integer({ minimum: 1, ...(description !== undefined && { description }) }),
  column: undefined,
  enters: { schema: givenPosition, columns: ({ column }) => [[column, (given: number | null | undefined) => given ?? 1]] },
  leaves: (row, { name, column }) => unlessIs('1', name, `${row}.${column}`),
});

/** A place in a list that every record of the kind gives. */
export const requiredPosition = (): Attribute<TInteger, undefined> => ({
  schema: t.Integer({ minimum: 1 }),
  column: undefined,
  enters: { schema: () => t.Integer({ minimum: 1 }), columns: ({ column }) => [[column, (given: number) => given]] },
  leaves: (row, { name, column }) => always(name, `${row}.${column}`),
});

/** False where a record does not say. */
export const flag = (schema: TBoolean = t.Boolean()): Attribute<TBoolean, undefined> => ({
  schema,
  column: undefined,
  enters: { schema: () => t.Optional(t.Boolean()), columns: ({ column }) => [[column, (given: boolean | undefined) => (given ? 1 : 0)]] },
  leaves: (row, { name, column }) => ifTrue(name, `${row}.${column}`),
});

/** A column that the database fills: it is shown, and neither given nor written. */
export const shown = <S extends TSchema, const C extends string | undefined = undefined>(schema: S, column?: C): Attribute<S, C> => ({
  schema,
  column: column as C,
});

export const derived = <S extends TSchema>(
  schema: S,
  value: (row: string, field: Field) => RawBuilder<Stored<Static<S>>>,
): Attribute<S, null> => ({ schema, column: null, value });

/** When a record was made, and changed: of every record that enters and leaves, whether it is shown or not. */
export const times = {
  created_at: shown(t.String({ format: 'date-time' })),
  updated_at: shown(nullable(t.String({ format: 'date-time' }))),
};
