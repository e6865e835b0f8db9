import { FormatRegistry, type Static, type TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import { uuidText } from '../../store/values/identifiers';
import { isDate, isDateTime, isPartialDate } from '../../store/values/partial-date';

// Values are held to schemas here and nowhere else: a schema whose format is not registered fits nothing.

/** A UUID as clients may write it. */
export const uuidPattern = new RegExp(`^${uuidText}$`, 'i');

FormatRegistry.Set('uuid', (text) => uuidPattern.test(text));
FormatRegistry.Set('partial-date', isPartialDate);
FormatRegistry.Set('date', isDate);
FormatRegistry.Set('date-time', isDateTime);

/** Whether a value is text with U+0000 in it, at which SQLite and many programs take a text to end. */
export const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');

/** A thing by which a value does not fit a schema, and where it stands. */
export type Fault = ValueError;

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>();

export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return checkOf(schema).Check(value);
}

/** The first thing by which a value does not fit a schema. */
export function firstFault(schema: TSchema, value: unknown): ValueError | undefined {
  return checkOf(schema).Errors(value).First();
}

/** All the things by which a value does not fit a schema. */
export const allFaults = (schema: TSchema, value: unknown): Fault[] => [...checkOf(schema).Errors(value)];

/** Whether what is at fault is a member that the schema does not have. */
export const isUnknownMember = ({ type }: Fault): boolean => type === ValueErrorType.ObjectAdditionalProperties;

/** A check is compiled the first time its schema is asked for. */
function checkOf(schema: TSchema): TypeCheck<TSchema> {
  let check = checks.get(schema);
  if (!check) {
    check = TypeCompiler.Compile(schema);
    checks.set(schema, check);
  }
  return check;
}
