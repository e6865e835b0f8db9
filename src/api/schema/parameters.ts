import { type TSchema, Type } from '@sinclair/typebox';
import { badParameter, DomainError } from '../../errors';
import { type Message, message } from '../../messages/message';
import { isDate, partialDatePattern } from '../../store/values/dates';
import { slugPattern, uuidText } from '../../store/values/identifiers';
import { fits } from './checks';

/** Most values of one parameter; longer look-ups take several requests. */
export const maximumValues = 100;

/** Type of a query parameter value and how it is parsed. */
export interface ParameterType<V> {
  /** Schema of the parsed value, also used in OpenAPI. */
  readonly schema: TSchema;
  readonly expected: Message;
  /** Parses the URL text; unparseable text is returned as it is and fails the schema. */
  readonly read: (text: string) => unknown;
  readonly isAllowed?: (value: unknown) => boolean;
  readonly example?: V;
  /** Schema of the URL text for OpenAPI, if other texts lead to the same value. */
  readonly written?: TSchema;
}

const asWritten = (text: string): unknown => text;

/** Text up to a length in characters. */
export const text = (maxLength: number, example?: string): ParameterType<string> => ({
  schema: Type.String({ maxLength }),
  expected: message('too_long', { max: maxLength }),
  read: asWritten,
  // JSON Schema counts characters (RFC 8259); the validator counts UTF-16 units.
  isAllowed: (value) => [...(value as string)].length <= maxLength,
  example,
});

/** Rejects empty text. */
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

/** Sort direction in lower or upper case. */
export const direction = choice('asc', 'desc', 'ASC', 'DESC');

/** `true`, `false`, `1` or `0`, in any case, as Python and Excel write it. */
export const flag: ParameterType<boolean> = {
  schema: Type.Boolean(),
  expected: message('invalid_flag'),
  read: (text) => (/^(?:true|1)$/i.test(text) ? true : /^(?:false|0)$/i.test(text) ? false : text),
  example: true,
};

export const namesParameter = {
  ...flag,
  description: 'Adds the slugs of the records that attributes link to, and the names of credited roles (`role_name`)',
};

/** Integer within inclusive bounds. */
export const integer = (minimum: number, maximum: number, defaultValue?: number): ParameterType<number> => ({
  schema: Type.Integer({ minimum, maximum, ...(defaultValue !== undefined && { default: defaultValue }) }),
  expected:
    maximum === Number.MAX_SAFE_INTEGER ? message('too_low', { min: minimum }) : message('invalid_range', { min: minimum, max: maximum }),
  // Where any size is allowed, values beyond the safe range are clamped.
  read: (text) => (/^[+-]?\d{1,400}$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text),
});

/** First year of a decade. */
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
  // 2000 is a leap year.
  isAllowed: (value) => isDate(`2000-${value}`),
  example: '11-10',
};

/** Partial calendar date. */
export const partialDate: ParameterType<string> = {
  schema: Type.String({ pattern: partialDatePattern, format: 'partial-date' }),
  expected: message('invalid_partial_date'),
  read: asWritten,
  example: '1950-06',
};

/** A record by UUID or IRI, parsed to a lower-case UUID. */
export const reference = (path: () => string): ParameterType<string> => ({
  schema: Type.String({ format: 'uuid' }),
  written: Type.String({ pattern: `^(?:.*/)?${uuidText.replaceAll('a-f', 'a-fA-F')}$`, description: 'UUID or IRI' }),
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

/** A record of a kind with slugs, by UUID, IRI or slug. */
export const referenceOrSlug = (path: () => string): ParameterType<string> => ({
  schema: Type.String({ minLength: 1, maxLength: 255 }),
  get expected() {
    return message('invalid_iri_or_slug', { example: iriBelow(path()) });
  },
  read: readReference(path),
  isAllowed: (value) => /^[a-z0-9][a-z0-9-]{0,254}$/.test(value as string),
});

/** Parameters `name[word]`, read as an object. Their names may be any text, such as a heading of a file. */
export const keyed = <V>(word: ParameterType<string>, kind: ParameterType<V>): ParameterType<Readonly<Record<string, V>>> & KeyedBy => ({
  schema: kind.schema,
  expected: kind.expected,
  read: kind.read,
  ...(kind.isAllowed && { isAllowed: kind.isAllowed }),
  keyedBy: word,
});

interface KeyedBy {
  readonly keyedBy: ParameterType<string>;
}

/** A word used in addresses. */
export const slugWord = (called: string): ParameterType<string> => ({
  schema: Type.String({ pattern: slugPattern, maxLength: 255 }),
  expected: message('invalid_slug_word', { name: called }),
  read: asWritten,
  example: 'composer',
});

/** Whether a parsed value is valid. */
const isAllowed = (kind: ParameterType<unknown>, value: unknown): boolean => kind.isAllowed?.(value) ?? fits(kind.schema, value);

/**
 * Parses one value.
 * @throws {DomainError} invalid, naming the parameter and what is allowed
 */
export function readValue<V>(kind: ParameterType<V>, text: string, name: string): V {
  const value = kind.read(text);
  if (!isAllowed(kind, value)) throw new DomainError('invalid', kind.expected, { source: { parameter: name } });
  return value as V;
}

/** Elements of a list in one value, as in `include=a, b`. */
export const elementsOf = (list: string): string[] =>
  list
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '');

/** A parameter as sent: its values in order, and whether in list form (`name[]`). */
export interface SentParameter {
  readonly name: string;
  readonly values: readonly string[];
  readonly asList: boolean;
}

/**
 * The single value of a parameter.
 * @throws if repeated or in list form
 */
export function onlyValue(sent: SentParameter): string {
  if (sent.asList) throw notOne(sent);
  return filterValue(sent);
}

/**
 * The single value of a filter; a list of one is accepted.
 * @throws if there are more
 */
export function filterValue(sent: SentParameter): string {
  if (sent.values.length > 1) throw notOne(sent);
  return sent.values[0] as string;
}

const notOne = ({ name }: SentParameter) => badParameter(name, 'one_value');

/**
 * All values of a parameter in list form.
 * @throws if repeated without list form
 */
export function allValues(sent: SentParameter): readonly string[] {
  if (!sent.asList) onlyValue(sent);
  if (sent.values.length > maximumValues) throw badParameter(sent.name, 'many_values', { max: maximumValues });
  return sent.values;
}

/** Names and values of a query string, in order. */
export function queryEntries(url: string): [name: string, value: string][] {
  const at = url.indexOf('?');
  if (at < 0) return [];
  const end = url.indexOf('#', at);
  return [...new URLSearchParams(end < 0 ? url.slice(at + 1) : url.slice(at + 1, end))];
}
