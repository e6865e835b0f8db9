import type { TSchema } from '@sinclair/typebox';
import { DomainError } from '../../errors';
import { allFaults, type Fault, fits, hasNul, isUnknownMember } from './checks';

/** An attribute that breaks its rule. */
export interface Violation {
  readonly attribute: string;
  readonly message: string;
  /** Where in the body it stands, or would stand. */
  readonly pointer: string;
}

/** A document that is well-formed and asks for what is not allowed. Nothing of it is written. */
export class Invalid extends DomainError {
  constructor(readonly violations: readonly Violation[]) {
    super('unprocessable', violations.map(({ attribute, message }) => `${attribute}: ${message}`).join('\n'));
  }
}

/** What an attribute may be. */
export interface Rule {
  /** Of the value as it is sent; also what OpenAPI says of it. */
  readonly schema: TSchema;
  /** Completes the sentence "This must be …"; without it, the schema says it, part by part. */
  readonly expected?: string;
  /** What the schema says but its checker counts otherwise. */
  readonly isAllowed?: (value: unknown) => boolean;
}

export const violation = (attribute: string, message: string, pointer = `/data/attributes/${attribute}`): Violation => ({
  attribute,
  message,
  pointer,
});

/** All that breaks the rule of an attribute in a value, each where it stands; none, where the value is allowed. */
export function violationsOf(attribute: string, value: unknown, { schema, expected, isAllowed }: Rule): Violation[] {
  if (hasNul(value)) return [violation(attribute, 'This has a character U+0000, which no text has.')];
  if (isAllowed ? isAllowed(value) : fits(schema, value)) return [];
  if (expected !== undefined) return [violation(attribute, `This must be ${expected}.`)];
  const found = new Map<string, Violation>();
  for (const fault of innermost(allFaults(schema, value))) {
    const pointer = `/data/attributes/${attribute}${fault.path}`;
    // A member that is missing is told of twice: that it is, and that nothing is no text.
    if (!found.has(pointer)) found.set(pointer, violation(attribute, sentenceOf(fault, schema), pointer));
  }
  return [...found.values()];
}

/** What breaks a choice of several shapes breaks the first of them: the others are null, or say less. */
const innermost = (faults: readonly Fault[]): Fault[] =>
  faults.flatMap((fault) => {
    const inner = wordsOf(fault.schema) || fault.value === undefined ? [] : [...(fault.errors[0] ?? [])];
    return inner.length > 0 && inner.some(({ path }) => path !== fault.path) ? innermost(inner) : [fault];
  });

function sentenceOf(fault: Fault, whole: TSchema): string {
  const { schema, value, path } = fault;
  if (isUnknownMember(fault)) return 'There is no member of this name.';
  const expected = expectationOf(path === '' ? whole : schema);
  return value === undefined ? `This is required, and must be ${expected}.` : `This must be ${expected}.`;
}

/** The words that a value must be one of, where its schema is such a list. */
export function wordsOf(schema: TSchema): string[] | undefined {
  const words = (schema.anyOf as { const?: string }[] | undefined)?.map((one) => one.const);
  return words?.every((word): word is string => word !== undefined) ? words : undefined;
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a date of the calendar, written YYYY-MM-DD',
  'partial-date': 'a date of the calendar, written YYYY, YYYY-MM or YYYY-MM-DD',
  'date-time': 'a date and time of the calendar with its offset',
};

/** Completes the sentence "This must be …" with what a schema asks for; its own words for that stand in `expected`. */
function expectationOf(schema: TSchema): string {
  const words = wordsOf(schema);
  if (words) return `one of ${words.join(', ')}`;
  if (schema.anyOf) return (schema.anyOf as TSchema[]).map(expectationOf).join(', or ');
  if (schema.expected !== undefined) return schema.expected as string;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (schema.type) {
    case 'string':
      return formats[schema.format as string] ?? (schema.pattern ? `text that matches ${schema.pattern}` : `text${charactersOf(schema)}`);
    case 'integer':
      return `a whole number${boundsOf(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.uniqueItems ? 'a list that has each item once' : 'a list';
    case 'object':
      return 'an object';
    default:
      return String(schema.type);
  }
}

function charactersOf({ minLength, maxLength }: TSchema): string {
  if (maxLength === undefined) return '';
  return minLength ? ` of ${minLength} to ${maxLength} characters` : ` of at most ${maxLength} characters`;
}

function boundsOf({ minimum, maximum }: TSchema): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`;
}
