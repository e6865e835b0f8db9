import type { Static, TSchema } from '@sinclair/typebox';
import type { Message } from '../../messages/message';
import type { Value } from '../../store/database/sql';
import { fits } from './checks';
import type { ParameterType } from './parameters';
import type { Rule } from './violations';

/** What an attribute may be set to: a `V`, as it is sent. */
export interface Field<V = unknown> extends Rule {
  readonly expected: Message;
  readonly isAllowed: (value: unknown) => boolean;
  readonly toStored: (value: unknown) => Value;
  /** What it is, as stored, until it is set. Where this is null, null clears it; else it is never null. */
  readonly initial: Value;
  /** What it is to the compiler; no value has it. */
  readonly '~value'?: V;
}

/** A record that another leads to, and that a client may name: as a relationship, or in the `id` of the attribute of that name. */
export interface Reference {
  readonly type: string;
  readonly path: string;
}

/** What clients may write of a kind of record, and the scopes that their tokens need. */
export interface Writes {
  readonly fields: Readonly<Record<string, Field>>;
  readonly references: Readonly<Record<string, Reference>>;
  /** Fields that a new record has to name. */
  readonly required?: readonly string[];
  /** How many a client may make by one request, with a list in `data`; without it, one. */
  readonly most?: number;
  readonly scopes: { readonly read: string; readonly write: string };
}

interface FieldKind<S extends TSchema> extends Pick<ParameterType<unknown>, 'expected' | 'isAllowed'> {
  readonly schema: S;
}

/** A field whose value is stored as it is sent; the kind says what it may be. */
export function field<S extends TSchema>(kind: FieldKind<S>, initial?: null): Field<Static<S> | null>;
export function field<S extends TSchema>(kind: FieldKind<S>, initial: Exclude<Value, null>): Field<Static<S>>;
export function field<S extends TSchema>(kind: FieldKind<S>, initial: Value): Field;
export function field(kind: FieldKind<TSchema>, initial: Value = null): Field {
  const isAllowed = kind.isAllowed ?? ((value: unknown) => fits(kind.schema, value));
  return { schema: kind.schema, expected: kind.expected, isAllowed, initial, toStored: (value) => value as Value };
}
