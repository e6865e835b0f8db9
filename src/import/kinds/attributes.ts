import { type Static, type TSchema, Type as t } from '@sinclair/typebox';
import { fold } from '../../database/folding';
import type { Value } from '../../database/prepare';

// Pieces that the attributes of several kinds share, and how they become values of columns.

export const maybe = <S extends TSchema>(schema: S) => t.Optional(t.Union([schema, t.Null()]));
export const name = () => t.String({ minLength: 1, maxLength: 255 });
export const short = () => maybe(t.String({ maxLength: 255 }));
export const long = () => maybe(t.String({ maxLength: 10_000 }));
export const partialDate = () => maybe(t.String({ format: 'partial-date' }));
export const position = () => maybe(t.Integer({ minimum: 1 }));
export const word = (...words: string[]) => t.Union(words.map((one) => t.Literal(one)));
/** An ISO 3166-1 code. */
export const country = () => maybe(t.String({ pattern: '^[A-Z]{2}$' }));
export const slug = () => maybe(t.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 255 }));
const time = () => maybe(t.String({ format: 'date-time' }));
export const timestamps = { created_at: time(), updated_at: time() };

const credit = t.Object({
  iri: t.String(),
  id: t.Optional(t.String()),
  name: t.Optional(t.String()),
  name_variation: short(),
  position: position(),
  join_phrase: short(),
  credit_role: t.String(),
});
export type CreditItem = Static<typeof credit>;
export const creditList = () => maybe(t.Array(credit));

export const isrc = () => maybe(t.String({ pattern: '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$' }));

/** An empty text is none. */
export const orNull = (value: string | number | null | undefined): Value => (value === undefined || value === '' ? null : value);

export const bit = (value: boolean | undefined): Value => (value ? 1 : 0);

/** A name as it is compared; empty where a record that says a part only does not say it. */
export const folded = (name: string | undefined): string => (name === undefined ? '' : fold(name).trim());
