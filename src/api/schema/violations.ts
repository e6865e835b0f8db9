import type { TSchema } from '@sinclair/typebox';
import { DomainError } from '../../errors';
import { type Message, message, sentenceOf } from '../../messages/message';
import { allFaults, type Fault, fits, hasNul, isUnknownMember } from './checks';

/** An attribute that breaks its rule. */
export interface Violation {
  readonly attribute: string;
  readonly problem: Message;
  /** The English sentence. */
  readonly message: string;
  /** JSON pointer into the body: where the value is, or would be. */
  readonly pointer: string;
}

/** A well-formed document that breaks rules. Nothing of it is written. */
export class Invalid extends DomainError {
  constructor(readonly violations: readonly Violation[]) {
    super('unprocessable', violations.map(({ attribute, message }) => `${attribute}: ${message}`).join('\n'));
  }
}

export interface Rule {
  /** Of the value as it is sent; also documented in OpenAPI. */
  readonly schema: TSchema;
  /** Overrides what the schema says. */
  readonly expected?: Message;
  readonly isAllowed?: (value: unknown) => boolean;
}

export const violation = (attribute: string, problem: Message, pointer = `/data/attributes/${attribute}`): Violation => ({
  attribute,
  problem,
  message: sentenceOf(problem),
  pointer,
});

/** All violations in the value of an attribute, each with its pointer. */
export function violationsOf(attribute: string, value: unknown, { schema, expected, isAllowed }: Rule): Violation[] {
  if (hasNul(value)) return [violation(attribute, message('nul_character'))];
  if (isAllowed ? isAllowed(value) : fits(schema, value)) return [];
  if (expected !== undefined) return [violation(attribute, expected)];
  const found = new Map<string, Violation>();
  for (const fault of innermost(allFaults(schema, value))) {
    const pointer = `/data/attributes/${attribute}${fault.path}`;
    // A missing member is reported twice: as missing, and as not of its type.
    if (!found.has(pointer)) found.set(pointer, violation(attribute, problemOf(fault, schema), pointer));
  }
  return [...found.values()];
}

/** What breaks a choice of several shapes breaks the first of them: the others are null, or say less. */
const innermost = (faults: readonly Fault[]): Fault[] =>
  faults.flatMap((fault) => {
    const inner = wordsOf(fault.schema) || fault.value === undefined ? [] : [...(fault.errors[0] ?? [])];
    return inner.length > 0 && inner.some(({ path }) => path !== fault.path) ? innermost(inner) : [fault];
  });

function problemOf(fault: Fault, whole: TSchema): Message {
  const { schema, value, path } = fault;
  if (isUnknownMember(fault)) return message('unknown_member');
  return value === undefined ? message('required') : expectationOf(path === '' ? whole : schema, value);
}

/** The words that a value must be one of, where its schema is such a list. */
export function wordsOf(schema: TSchema): string[] | undefined {
  const words = (schema.anyOf as { const?: string }[] | undefined)?.map((one) => one.const);
  return words?.every((word): word is string => word !== undefined) ? words : undefined;
}

const formats: Readonly<Record<string, Message>> = {
  uuid: message('invalid_uuid'),
  date: message('invalid_date'),
  'partial-date': message('invalid_partial_date'),
  'date-time': message('invalid_date_time'),
};

/** The message that says what a schema requires of a value. */
export function expectationOf(schema: TSchema, value?: unknown): Message {
  const words = wordsOf(schema);
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
      return message(schema.uniqueItems && Array.isArray(value) ? 'duplicate_items' : 'invalid_list');
    default:
      return message('invalid_object');
  }
}

function textOf({ minLength, maxLength }: TSchema, value: unknown): Message {
  if (maxLength === undefined || typeof value !== 'string') return message('invalid_text');
  return minLength ? message('wrong_length', { min: minLength, max: maxLength }) : message('too_long', { max: maxLength });
}

function numberOf({ minimum, maximum }: TSchema): Message {
  if (minimum === undefined) return message('invalid_number');
  return maximum === undefined ? message('too_low', { min: minimum }) : message('invalid_range', { min: minimum, max: maximum });
}
