import { FormatRegistry, type Static, type TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler';
import { DomainError, invalid } from '../../errors';
import { type Message, message, sentenceOf } from '../../messages/message';
import { isDate, isDateTime, isPartialDate } from '../../store/values/dates';
import { uuidText } from '../../store/values/identifiers';

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

export interface Violation {
  readonly attribute: string;
  readonly problem: Message;
  /** English sentence. */
  readonly message: string;
  /** JSON pointer to the value, or to its expected position. */
  readonly pointer: string;
}

/** Errors of one document: nobody reads more, and finding them takes time. */
export const maximumViolations = 100;

/** A well-formed document with violations. Nothing is written. */
export class Invalid extends DomainError {
  readonly violations: readonly Violation[];

  constructor(found: readonly Violation[]) {
    const violations = found.slice(0, maximumViolations);
    super('unprocessable', violations.map(({ attribute, message }) => `${attribute}: ${message}`).join('\n'));
    this.violations = violations;
  }
}

export interface Rule {
  /** Schema of the value as sent, also used in OpenAPI. */
  readonly schema: TSchema;
  /** Overrides the schema's own expectation. */
  readonly expected?: Message;
  readonly isAllowed?: (value: unknown) => boolean;
}

export const violation = (attribute: string, problem: Message, pointer = `/data/attributes/${attribute}`): Violation => ({
  attribute,
  problem,
  message: sentenceOf(problem),
  pointer,
});

/** Violations in an attribute's value, with pointers. */
export function violationsOf(attribute: string, value: unknown, { schema, expected, isAllowed }: Rule): Violation[] {
  if (hasNul(value)) return [violation(attribute, message('nul_character'))];
  if (isAllowed ? isAllowed(value) : fits(schema, value)) return [];
  const isOtherType = schema.type === 'string' && typeof value !== 'string' && expected?.code === 'too_long';
  if (isOtherType) return [violation(attribute, { ...message('invalid_text'), isNullable: expected.isNullable })];
  if (expected !== undefined) return [violation(attribute, expected)];
  const found = new Map<string, Violation>();
  for (const outer of checkOf(schema).Errors(value)) {
    for (const fault of innermost([outer])) {
      const pointer = `/data/attributes/${attribute}${fault.path}`;
      // The validator reports a missing member twice: as missing and as of the wrong type.
      if (!found.has(pointer)) found.set(pointer, violation(attribute, problemOf(fault, schema), pointer));
    }
    if (found.size >= maximumViolations) break;
  }
  return [...found.values()].slice(0, maximumViolations);
}

/** For a union, report violations of the first shape: the others are null or less specific. */
const innermost = (faults: readonly SchemaFault[]): SchemaFault[] =>
  faults.flatMap((fault) => {
    const inner = enumWordsOf(fault.schema) || fault.value === undefined ? [] : [...(fault.errors[0] ?? [])];
    return inner.length > 0 && inner.some(({ path }) => path !== fault.path) ? innermost(inner) : [fault];
  });

function problemOf(fault: SchemaFault, whole: TSchema): Message {
  const { schema, value, path } = fault;
  if (isUnknownMember(fault)) return message('unknown_member');
  return value === undefined ? message('required') : expectationOf(path === '' ? whole : schema, value);
}

/** @throws {DomainError} invalid, for the first member of an object that breaks its schema */
export function requireSchema<S extends TSchema>(schema: S, value: unknown): asserts value is Static<S> {
  const fault = firstFault(schema, value);
  if (fault) throw memberFault(fault.path, problemOf(fault, schema));
}

/** @param pointer to a member of the body */
export const memberFault = (pointer: string, problem: Message): DomainError =>
  new DomainError('invalid', problem, { source: { pointer }, field: pointer.slice(1) });

export function enumWordsOf(schema: TSchema): string[] | undefined {
  const words = (schema.anyOf as { const?: string }[] | undefined)?.map((word) => word.const);
  return words?.every((word): word is string => word !== undefined) ? words : undefined;
}

const formats: Readonly<Record<string, Message>> = {
  uuid: message('invalid_uuid'),
  date: message('invalid_date'),
  'partial-date': message('invalid_partial_date'),
  'date-time': message('invalid_date_time'),
};

/** Message that states what a schema requires. */
export function expectationOf(schema: TSchema, value?: unknown): Message {
  const words = enumWordsOf(schema);
  if (words) return message('invalid_word', { values: words });
  if (schema.anyOf) {
    const shapes: TSchema[] = schema.anyOf;
    const isNullable = shapes.some(({ type }) => type === 'null');
    const shape = shapes.find(({ type }) => type !== 'null');
    if (shape) return { ...expectationOf(shape, value), ...(isNullable && { isNullable }) };
  }
  if (schema.expected !== undefined) return schema.expected;
  if (schema.const !== undefined) return message('invalid_word', { values: [String(schema.const)] });
  switch (schema.type) {
    case 'string':
      return (
        formats[schema.format as string] ?? (schema.pattern ? message('wrong_pattern', { pattern: schema.pattern }) : textOf(schema, value))
      );
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return message('invalid_boolean');
    case 'array':
      return listOf(schema, value);
    default:
      return message('invalid_object');
  }
}

function textOf({ minLength, maxLength }: TSchema, value: unknown): Message {
  if (maxLength === undefined || typeof value !== 'string') return message('invalid_text');
  return minLength ? message('wrong_length', { min: minLength, max: maxLength }) : message('too_long', { max: maxLength });
}

function listOf({ maxItems, uniqueItems }: TSchema, value: unknown): Message {
  if (!Array.isArray(value)) return message('invalid_list');
  if (maxItems !== undefined && value.length > maxItems) return message('long_list', { max: maxItems });
  return message(uniqueItems ? 'duplicate_items' : 'invalid_list');
}

function numberOf({ minimum, maximum }: TSchema): Message {
  if (minimum === undefined) return message('invalid_number');
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
    ? message('too_low', { min: minimum })
    : message('invalid_range', { min: minimum, max: maximum });
}

export type MemberValues = Readonly<Record<string, unknown>>;

/** @throws {DomainError} invalid, for anything but an object */
export function readMembers(value: unknown, pointer: string): MemberValues {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as MemberValues;
  throw wrongMember(pointer, 'an object');
}

export const wrongMember = (pointer: string, expected: string): DomainError =>
  invalid('wrong_member', { pointer: pointer || 'The body', expected }, { pointer });

/**
 * Names of read-only attributes whose sent values differ from the stored ones: they are ignored, which the client should know.
 * @param isReadOnly whether clients may not write an attribute
 */
export const differingFrom = (stored: MemberValues, sent: MemberValues, isReadOnly: (name: string) => boolean): string[] =>
  Object.keys(sent).filter((name) => Object.hasOwn(stored, name) && isReadOnly(name) && !Bun.deepEquals(sent[name], stored[name]));
