import { type TNull, type TSchema, type TString, type TUnion, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { message } from '../messages/message';
import type { Value } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { isrcPattern, slugPattern } from '../store/values/identifiers';
import {
  type Attribute,
  type EnteringColumn,
  type Field,
  givenName,
  givenText,
  givenWord,
  longText,
  maybe,
  nullable,
  oneOf,
  optionalText,
  shortText,
  type Words,
} from './attribute';

// Attributes that are text. Each constructor is named after what the text is; its options say where a kind has it otherwise.

type OptionalText = TUnion<[TString, TNull]>;

/** How an attribute is shown and kept, where that is not as its constructor would have it. */
export interface Options<S extends TSchema, C extends string | undefined = undefined> {
  /** The schema that the API shows. */
  readonly shown?: S;
  /** The column, where it is not named after the attribute. */
  readonly column?: C;
}

interface TextOptions<S extends TSchema, C extends string | undefined> extends Options<S, C> {
  readonly description?: string;
  /** The most characters that a record which enters may give. */
  readonly maximum?: number;
  /** Whether a second column, `…_folded`, has it as it is compared. */
  readonly isFolded?: boolean;
  /** Further columns that are made of it; NULL where there is none. */
  readonly also?: Readonly<Record<string, (text: string) => Value>>;
  /** What stands in the column where a record gives none, and is not written then. */
  readonly fallback?: string;
  /** The attribute that it is the same as where a record gives none. */
  readonly fallbackTo?: string;
}

/** An empty text is none. */
export const orNull = (value: string | number | null | undefined): Value => (value === undefined || value === '' ? null : value);

/** A name as it is compared; empty where a record that says a part only does not say it. */
const folded = (name: string | undefined): string => (name === undefined ? '' : fold(name).trim());

const isGiven = (text: unknown): text is string => typeof text === 'string' && text !== '';

const asGiven = (value: Value): Value => value;

/** Shows something in the place of NULL; what enters and leaves is the same. */
export const otherwise = <S extends TSchema>(attribute: Attribute, value: string | number, shown: S): Attribute<S, null> => ({
  ...attribute,
  schema: shown,
  // The column stays what it is; what is shown is not the column any more.
  column: attribute.column as null,
  value: (row, { column }) => sql<never>`coalesce(${sql.ref(`${row}.${column}`)}, ${sql.lit(value)})`,
});

export function text<S extends TSchema = OptionalText, const C extends string | undefined = undefined>(
  options: TextOptions<S, C> = {},
): Attribute<NoInfer<S>, C> {
  const { shown, column, description, maximum = shortText, isFolded, also = {}, fallback, fallbackTo } = options;
  const further = Object.entries({ ...also });
  const stored = fallbackTo
    ? (given: string, all: Readonly<Record<string, Value>>) => (isGiven(given) ? given : (all[fallbackTo] as Value))
    : fallback === undefined
      ? orNull
      : (given: string | null | undefined) => given ?? fallback;
  return {
    schema: (shown ?? optionalText(description)) as S,
    column: column as C,
    enters: {
      schema: () => givenText(maximum),
      columns: ({ column }): EnteringColumn[] => [
        [column, stored],
        ...(isFolded ? [[`${column}_folded`, (given: string) => (isGiven(given) ? folded(given) : null)] as const] : []),
        ...further.map(([name, make]) => [name, (given: string) => (isGiven(given) ? make(given) : null)] as const),
      ],
    },
    leaves: (row, { name, column }) => {
      const value = `${row}.${column}`;
      if (fallbackTo) return unlessIs(`${row}.${fallbackTo}`, name, value);
      return fallback === undefined ? unlessNull(name, value) : unlessIs(quote(fallback), name, value);
    },
  };
}

/** Notes, descriptions and biographies. */
export const prose = <S extends TSchema = OptionalText, const C extends string | undefined = undefined>(
  options: TextOptions<S, C> = {},
): Attribute<NoInfer<S>, C> => text({ maximum: longText, ...options });

interface RequiredOptions<C extends string | undefined> {
  readonly column?: C;
  readonly description?: string;
  readonly isFolded?: boolean;
  readonly also?: Readonly<Record<string, (text: string) => Value>>;
}

/** What every record of the kind has, and no default. */
export const requiredText = <const C extends string | undefined = undefined>({
  column,
  description,
  isFolded,
  also = {},
}: RequiredOptions<C> = {}): Attribute<TString, C> => ({
  schema: t.String(description === undefined ? {} : { description }),
  column: column as C,
  enters: {
    schema: givenName,
    columns: ({ column }) => [
      [column, asGiven],
      ...(isFolded ? [[`${column}_folded`, folded] as const] : []),
      ...Object.entries(also).map(([name, make]) => [name, (given: string | undefined) => make(given ?? '')] as const),
    ],
  },
  leaves: (row, { name, column }) => always(name, `${row}.${column}`),
});

/** What a record is called. It is compared folded, in a column of its own beside. */
export const name = (also: RequiredOptions<undefined>['also'] = {}): Attribute<TString, undefined> =>
  requiredText({ isFolded: true, also });

/** What names a record in a page's address. The writer makes it where a record gives none, and keeps those it had. */
export const slug = <S extends TSchema = TString>(shown?: S): Attribute<NoInfer<S>, undefined> => ({
  schema: (shown ?? t.String()) as S,
  column: undefined,
  enters: {
    schema: () =>
      maybe(
        t.String({
          pattern: slugPattern,
          maxLength: 255,
          expected: message('invalid_slug', { max: 255 }),
        }),
      ),
  },
  leaves: (row) => always('slug', `${row}.slug`),
});

/** Text of a form that a pattern or format says, or none. */
const formed = <S extends TSchema, const C extends string | undefined>(
  shown: S,
  given: () => TSchema,
  { column }: { readonly column?: C } = {},
): Attribute<NoInfer<S>, C> => ({
  schema: shown,
  column: column as C,
  enters: { schema: () => maybe(given()), columns: ({ column }) => [[column, orNull]] },
  leaves: (row, { name, column }) => unlessNull(name, `${row}.${column}`),
});

/** An ISO 3166-1 code. */
export const country = () => formed(optionalText(), () => t.String({ pattern: '^[A-Z]{2}$', expected: message('invalid_country') }));

/** YYYY, YYYY-MM or YYYY-MM-DD. */
export const partialDate = () =>
  formed(nullable(t.String({ format: 'partial-date', description: 'YYYY, YYYY-MM or YYYY-MM-DD' })), () =>
    t.String({ format: 'partial-date' }),
  );

/** A whole date. */
export const date = () => formed(nullable(t.String({ format: 'date' })), () => t.String({ format: 'date' }));

/** ISO 3901, in upper case and without hyphens. */
export const isrc = () => formed(optionalText(), () => t.String({ pattern: isrcPattern, expected: message('invalid_isrc') }));

/** The address of a page elsewhere. */
export const url = (): Attribute<TString, undefined> => ({
  schema: t.String({ format: 'uri' }),
  column: undefined,
  enters: {
    schema: () =>
      t.String({
        pattern: '^https?://',
        maxLength: 2_000,
        expected: message('invalid_web_address', { max: 2000 }),
      }),
    columns: ({ column }) => [[column, asGiven]],
  },
  leaves: (row, { name, column }) => always(name, `${row}.${column}`),
});

/** A word that every record of the kind gives. */
export const word = <W extends string, const C extends string | undefined = undefined>(
  words: Words<W>,
  { column }: { readonly column?: C } = {},
) => ({
  schema: oneOf(words),
  column: column as C,
  enters: { schema: () => givenWord(words), columns: ({ column }: Field): EnteringColumn[] => [[column, asGiven]] },
  leaves: (row: string, { name, column }: Field) => always(name, `${row}.${column}`),
});

/** A word that is this one where a record gives none. */
export const wordOr = <W extends string, const C extends string | undefined = undefined>(
  words: Words<W>,
  fallback: NoInfer<W>,
  { column, given = () => maybe(givenWord(words)) }: { readonly column?: C; readonly given?: () => TSchema } = {},
) => ({
  schema: oneOf(words),
  column: column as C,
  enters: {
    schema: given,
    columns: ({ column }: Field): EnteringColumn[] => [[column, (word: string | null | undefined) => word ?? fallback]],
  },
  leaves: (row: string, { name, column }: Field) => unlessIs(quote(fallback), name, `${row}.${column}`),
});

export const wordOrNone = <W extends string, const C extends string | undefined = undefined>(
  words: Words<W>,
  { column }: { readonly column?: C } = {},
) => formed(nullable(oneOf(words)), () => givenWord(words), { column });

// Members of the text of a record, as SQL: each is text that begins with a comma, or is empty. What has its default is left
// out, so that a record says what is to be known of it and no more.

const written = (name: string, value: string): string => `',"${name}":' || json_quote(${value})`;

export const always = (name: string, value: string): string => written(name, value);

export const unlessNull = (name: string, value: string): string => `iif(${value} IS NULL, '', ${written(name, value)})`;

/** A value that is left out where it is the default, which is SQL. */
export const unlessIs = (fallback: string, name: string, value: string): string =>
  `iif(${value} = ${fallback}, '', ${written(name, value)})`;

/** A number worked out from others, that is left out where it is 0 or NULL. */
export const unlessZero = (name: string, value: string): string => `iif(coalesce(${value}, 0) = 0, '', ',"${name}":' || (${value}))`;

/** True, or left out. */
export const ifTrue = (name: string, value: string): string => `iif(${value}, ',"${name}":true', '')`;

/** An array of what a query gives, item by item in its column `item`; left out where it is empty. */
export const listOf = (name: string, query: string): string =>
  `coalesce(',"${name}":[' || (SELECT group_concat(item, ',') FROM (${query})) || ']', '')`;

/** Members in braces, without the comma before the first. */
export const objectOf = (members: readonly string[]): string => `'{' || substr(${members.join('\n || ')}, 2) || '}'`;

/** A value as text within SQL. */
export const quote = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`);
