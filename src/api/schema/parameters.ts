import { type TSchema, Type } from '@sinclair/typebox';
import { badParameter, DomainError } from '../../errors';
import { type Message, message } from '../../messages/message';
import { slugPattern } from '../../store/values/identifiers';
import { isDate, partialDatePattern } from '../../store/values/partial-date';
import { fits } from './checks';

/** The most values that one parameter takes: a look-up of more is two requests. */
export const maximumValues = 100;

/** What one value of a query parameter may be, and how it is read from the URL. */
export interface ParameterType<V> {
  /** Of the value once it is read; also what OpenAPI says of the parameter. */
  readonly schema: TSchema;
  readonly expected: Message;
  /** From the text of the URL; what cannot be read is given back as it is, and the schema refuses it. */
  readonly read: (text: string) => unknown;
  readonly isAllowed?: (value: unknown) => boolean;
  readonly example?: V;
}

const asWritten = (text: string): unknown => text;

/** Any text up to a length in characters. */
export const text = (maxLength: number, example?: string): ParameterType<string> => ({
  schema: Type.String({ maxLength }),
  expected: message('too_long', { max: maxLength }),
  read: asWritten,
  // JSON Schema counts characters (RFC 8259), the checker units of UTF-16.
  isAllowed: (value) => [...(value as string)].length <= maxLength,
  example,
});

/** Text without the empty one, which is no name, code or address of anything. */
export const nonEmpty = <V>(kind: ParameterType<V>): ParameterType<V> => ({
  ...kind,
  schema: { ...kind.schema, minLength: 1 },
  expected:
    kind.expected.code === 'too_long' ? message('wrong_length', { min: 1, max: kind.expected.params.max as number }) : kind.expected,
  isAllowed: (value) => value !== '' && isAllowed(kind, value),
});

/** One of a few words. */
export const choice = <const W extends string>(...words: readonly W[]): ParameterType<W> => ({
  schema: Type.Union(words.map((word) => Type.Literal(word))),
  expected: message('invalid_word', { values: words }),
  read: asWritten,
  example: words[0],
});

/** A direction of order, in lower or upper case. */
export const direction = choice('asc', 'desc', 'ASC', 'DESC');

/** `true`, `false`, `1` or `0`. */
export const flag: ParameterType<boolean> = {
  schema: Type.Boolean(),
  expected: message('invalid_flag'),
  read: (text) => (text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text),
  example: true,
};

/** A whole number between two bounds, both allowed. */
export const integer = (minimum: number, maximum: number, defaultValue?: number): ParameterType<number> => ({
  schema: Type.Integer({ minimum, maximum, ...(defaultValue !== undefined && { default: defaultValue }) }),
  expected:
    maximum === Number.MAX_SAFE_INTEGER ? message('too_low', { min: minimum }) : message('invalid_range', { min: minimum, max: maximum }),
  // Where any size is allowed, what no number holds exactly is as good as the largest that one does.
  read: (text) => (/^[+-]?\d{1,400}$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text),
});

/** The first year of ten. */
export const decade: ParameterType<number> = {
  ...integer(0, 9990),
  schema: Type.Integer({ minimum: 0, maximum: 9990, multipleOf: 10 }),
  expected: message('invalid_decade'),
  example: 1970,
};

export const dayOfYear: ParameterType<string> = {
  schema: Type.String({ pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' }),
  expected: message('invalid_day_of_year'),
  read: asWritten,
  // 2000 was a leap year.
  isAllowed: (value) => isDate(`2000-${value}`),
  example: '11-10',
};

/** A partial date of the calendar. */
export const partialDate: ParameterType<string> = {
  schema: Type.String({ pattern: partialDatePattern, format: 'partial-date' }),
  expected: message('invalid_partial_date'),
  read: asWritten,
  example: '1950-06',
};

/** A record of a kind, by its UUID or its IRI; read as the UUID in lower case. */
export const reference = (path: () => string): ParameterType<string> => ({
  schema: Type.String({ format: 'uuid' }),
  get expected() {
    return message('invalid_iri', { example: iriBelow(path()) });
  },
  read: readReference(path),
});

const readReference =
  (path: () => string) =>
  (text: string): string =>
    (text.startsWith('/') ? text.replace(new RegExp(`^${path().replace(/:\w+/g, '[^/]+')}/`), '') : text).toLowerCase();

const iriBelow = (path: string): string => `${path.replace(/:\w+/g, '<uuid>')}/<uuid>`;

/** A record of a kind that has slugs: by its UUID, its IRI or its slug. */
export const referenceOrSlug = (path: () => string): ParameterType<string> => ({
  schema: Type.String({ minLength: 1, maxLength: 255 }),
  get expected() {
    return message('invalid_iri_or_slug', { example: iriBelow(path()) });
  },
  read: readReference(path),
  isAllowed: (value) => /^[a-z0-9][a-z0-9-]{0,254}$/.test(value as string),
});

/** A word that names something in addresses. */
export const slugWord = (called: string): ParameterType<string> => ({
  schema: Type.String({ pattern: slugPattern, maxLength: 255 }),
  expected: message('invalid_slug_word', { name: called }),
  read: asWritten,
  example: 'composer',
});

/** Whether a value that was read is one of a kind. */
const isAllowed = (kind: ParameterType<unknown>, value: unknown): boolean => kind.isAllowed?.(value) ?? fits(kind.schema, value);

/** Reads one value; throws a 400 that names the parameter and says what is allowed. */
export function readValue<V>(kind: ParameterType<V>, text: string, name: string): V {
  const value = kind.read(text);
  if (!isAllowed(kind, value)) throw new DomainError('invalid', kind.expected, { source: { parameter: name } });
  return value as V;
}

/** A parameter as it came: every value of it in order, and whether it was written as a list (`name[]`). */
export interface Given {
  readonly name: string;
  readonly values: readonly string[];
  readonly asList: boolean;
}

/** The only value of a parameter; throws where it was given more than once, or as a list. */
export function onlyValue(given: Given): string {
  if (given.asList) throw notOne(given);
  return filterValue(given);
}

/** The only value of a filter, which some clients write as a list of one; throws where there are more. */
export function filterValue(given: Given): string {
  if (given.values.length > 1) throw notOne(given);
  return given.values[0] as string;
}

const notOne = ({ name }: Given) => badParameter(name, 'one_value');

/** The values of a parameter that may be given as a list; throws where it was given more than once and not as one. */
export function allValues(given: Given): readonly string[] {
  if (!given.asList) onlyValue(given);
  if (given.values.length > maximumValues) throw badParameter(given.name, 'many_values', { max: maximumValues });
  return given.values;
}

/** The names and values of a URL's query, in order. */
export function queryEntries(url: string): [name: string, value: string][] {
  const at = url.indexOf('?');
  if (at < 0) return [];
  const end = url.indexOf('#', at);
  return [...new URLSearchParams(end < 0 ? url.slice(at + 1) : url.slice(at + 1, end))];
}
