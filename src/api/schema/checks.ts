import { FormatRegistry, type Static, type TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import { uuidText } from '../../store/values/identifiers';
import { isDate, isDateTime, isPartialDate } from '../../store/values/partial-date';

// All schema validation happens here: a schema with an unregistered format accepts nothing.

/** UUID in any case. */
export const uuidPattern = new RegExp(`^${uuidText}$`, 'i');

FormatRegistry.Set('uuid', (text) => uuidPattern.test(text));
FormatRegistry.Set('partial-date', isPartialDate);
FormatRegistry.Set('date', isDate);
FormatRegistry.Set('date-time', isDateTime);

/** Whether a value contains U+0000, at which SQLite and many programs end a string. */
export const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');

/** A schema violation with its position. */
export type SchemaFault = ValueError;

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>();

export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return checkOf(schema).Check(value);
}

export function firstFault(schema: TSchema, value: unknown): ValueError | undefined {
  return checkOf(schema).Errors(value).First();
}

export const allFaults = (schema: TSchema, value: unknown): SchemaFault[] => [...checkOf(schema).Errors(value)];

/** Whether the violation is an unknown member. */
export const isUnknownMember = ({ type }: SchemaFault): boolean => type === ValueErrorType.ObjectAdditionalProperties;

/** Compiles a schema when first used. */
function checkOf(schema: TSchema): TypeCheck<TSchema> {
  let check = checks.get(schema);
  if (!check) {
    check = TypeCompiler.Compile(schema);
    checks.set(schema, check);
  }
  return check;
}
