import type { Static, TSchema } from '@sinclair/typebox';
import type { Message } from '../../messages/message';
import type { Value } from '../../store/database/connection';
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
