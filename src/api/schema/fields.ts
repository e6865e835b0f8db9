import { type ArrayOptions, type Static, type TSchema, Type as t } from '@sinclair/typebox';
import { type Message, message } from '../../messages/message';
import type { Value } from '../../store/database/connection';
import { timestamp } from '../../store/values/dates';
import { fits, type Rule } from './checks';
import type { ParameterType } from './parameters';

/** Rule for setting an attribute of type `V`. */
export interface WritableField<V = unknown> extends Rule {
  readonly expected: Message;
  readonly isAllowed: (value: unknown) => boolean;
  readonly toStored: (value: unknown) => Value;
  /** Stored value before it is first set. If null, null clears the attribute; otherwise it is never null. */
  readonly initial: Value;
  /** Compile-time only. */
  readonly '~value'?: V;
}

/** A record that clients may reference, as a relationship of either name or by the `id` of the attribute. */
export interface Reference {
  readonly type: string;
  readonly path: string;
  /** The relationship's own name; that of the attribute is accepted too. */
  readonly relationship: string;
}

/** Writable members of a kind and the scopes they require. */
export interface Writes {
  readonly fields: Readonly<Record<string, WritableField>>;
  readonly references: Readonly<Record<string, Reference>>;
  /** Required in a new record. */
  readonly required?: readonly string[];
  /** Most records per request, sent as a list in `data`; without it, one. */
  readonly most?: number;
  readonly scopes: { readonly read: string; readonly write: string };
}

interface FieldKind<S extends TSchema> extends Pick<ParameterType<unknown>, 'expected' | 'isAllowed'> {
  readonly schema: S;
}

/** A field stored as sent. */
export function writableField<S extends TSchema>(kind: FieldKind<S>, initial?: null): WritableField<Static<S> | null>;
export function writableField<S extends TSchema>(kind: FieldKind<S>, initial: Exclude<Value, null>): WritableField<Static<S>>;
export function writableField<S extends TSchema>(kind: FieldKind<S>, initial: Value): WritableField;
export function writableField(kind: FieldKind<TSchema>, initial: Value = null): WritableField {
  const isAllowed = kind.isAllowed ?? ((value: unknown) => fits(kind.schema, value));
  return { schema: kind.schema, expected: kind.expected, isAllowed, initial, toStored: (value) => value as Value };
}

/** Some of the words, each once, stored as JSON. */
export function wordsField<W extends string>(words: readonly W[], initial: '[]' | null, options: ArrayOptions = {}) {
  const schema = t.Array(t.Unsafe<W>(t.Union(words.map((word) => t.Literal(word)))), { ...options, uniqueItems: true });
  const field = writableField({ schema, expected: message('invalid_words', { values: words }) }, initial as '[]');
  return { ...field, toStored: (value: unknown) => JSON.stringify(value) };
}

const dateTime = t.String({ format: 'date-time' });

export const futureTime = (): WritableField<string | null> => ({
  ...writableField({
    schema: dateTime,
    expected: message('invalid_future_time'),
    isAllowed: (value) => fits(dateTime, value) && Date.parse(value) > Date.now(),
  }),
  toStored: (value) => timestamp(new Date(value as string)),
});
