import { FormatRegistry, type Static, type TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import { isDate, isPartialDate } from '../database/partial-date';

// Values are held to schemas here and nowhere else: a schema whose format is not registered fits nothing.

/** A UUID as clients may write it. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** RFC 3339, section 5.6: a moment always has its offset. */
const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

FormatRegistry.Set('uuid', (text) => uuidPattern.test(text));
FormatRegistry.Set('partial-date', isPartialDate);
FormatRegistry.Set('date', isDate);
FormatRegistry.Set('date-time', (text) => dateTimePattern.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)));

/** A thing by which a value does not fit a schema, and where it stands. */
export type Fault = ValueError;

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** Whether a value fits a schema. */
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
