import {
  type Static,
  type TBoolean,
  type TInteger,
  type TNull,
  type TSchema,
  type TString,
  type TUnion,
  Type as t,
} from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import { message } from '../messages/message';
import type { Value } from '../store/database/connection';
import { fold } from '../store/values/folding';
import { isrcPattern, iswcPattern, slugPattern } from '../store/values/identifiers';
import { localeOf } from '../store/values/slug';
import {
  type Attribute,
  type DeserializedColumn,
  longText,
  maybe,
  nameInput,
  nullable,
  oneOf,
  optionalText,
  positionInput,
  quote,
  type Stored,
  type StoredField,
  shortText,
  textInput,
  type Words,
  wordInput,
} from './attribute';

// Text attributes; constructors are named after their content, options cover exceptions.

type OptionalText = TUnion<[TString, TNull]>;

/** Deviations from a constructor's defaults. */
export interface Options<S extends TSchema, C extends string | undefined = undefined> {
  /** API schema. */
  readonly shown?: S;
  /** Column, if not the attribute's name. */
  readonly column?: C;
}

interface TextOptions<S extends TSchema, C extends string | undefined> extends Options<S, C> {
  readonly description?: string;
  /** Maximum length in imports. */
  readonly maximum?: number;
  /** Whether a folded copy exists in `…_folded`. */
  readonly isFolded?: boolean;
  /** Further derived columns; NULL if there is no text. */
  readonly also?: Readonly<Record<string, (text: string) => Value>>;
  /** Default in the column; not exported. */
  readonly fallback?: string;
  /** Attribute that serves as default. */
  readonly fallbackTo?: string;
}

/** Empty text means none. */
export const orNull = (value: string | number | null | undefined): Value => (value === undefined || value === '' ? null : value);

/** Folded name; empty if a partial record lacks it. */
const folded = (name: string | undefined): string => (name === undefined ? '' : fold(name).trim());

const isGiven = (text: unknown): text is string => typeof text === 'string' && text !== '';

const asGiven = (value: Value): Value => value;

/** Shows a substitute for NULL; imports and exports are unchanged. */
export const otherwise = <S extends TSchema>(attribute: Attribute, value: string | number, shown: S): Attribute<S, null> => ({
  ...attribute,
  schema: shown,
  // The column is unchanged, but no longer what is shown.
  column: attribute.column as null,
  value: (row, { column }) => sql<never>`coalesce(${sql.ref(`${row}.${column}`)}, ${sql.lit(value)})`,
});

export function text<S extends TSchema = OptionalText, const C extends string | undefined = undefined>(
  options: TextOptions<S, C> = {},
): Attribute<NoInfer<S>, C> {
  const { shown, column, description, maximum = shortText, isFolded, also = {}, fallback, fallbackTo } = options;
  const further = Object.entries({ ...also });
  const stored = fallbackTo
    ? (value: string, all: Readonly<Record<string, Value>>) => (isGiven(value) ? value : (all[fallbackTo] as Value))
    : fallback === undefined
      ? orNull
      : (value: string | null | undefined) => value ?? fallback;
  return {
    schema: (shown ?? optionalText(description)) as S,
    column: column as C,
    deserialize: {
      schema: () => textInput(maximum),
      columns: ({ column }): DeserializedColumn[] => [
        [column, stored],
        ...(isFolded ? [[`${column}_folded`, (value: string) => (isGiven(value) ? folded(value) : null)] as const] : []),
        ...further.map(([name, make]) => [name, (value: string) => (isGiven(value) ? make(value) : null)] as const),
      ],
    },
    serialize: (row, { name, column }) => {
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

type RequiredOptions<C extends string | undefined> = Pick<TextOptions<TSchema, C>, 'column' | 'description' | 'isFolded' | 'also'>;

/** Mandatory text without a default. */
export const requiredText = <const C extends string | undefined = undefined>({
  column,
  description,
  isFolded,
  also = {},
}: RequiredOptions<C> = {}): Attribute<TString, C> => ({
  schema: t.String(description === undefined ? {} : { description }),
  column: column as C,
  deserialize: {
    schema: nameInput,
    columns: ({ column }) => [
      [column, asGiven],
      ...(isFolded ? [[`${column}_folded`, folded] as const] : []),
      ...Object.entries(also).map(([name, make]) => [name, (value: string | undefined) => make(value ?? '')] as const),
    ],
  },
  serialize: (row, { name, column }) => always(name, `${row}.${column}`),
});

/** Name of a record, with a folded copy for comparison. */
export const name = (also: RequiredOptions<undefined>['also'] = {}): Attribute<TString, undefined> =>
  requiredText({ isFolded: true, also });

/** Title in lists; without one, they sort by the title without its article. */
export const sortTitle = () => text({ isFolded: true, description: 'Sort title; null if derived from the title' });

/** URL segment of a record. Generated if missing; old slugs keep redirecting. */
export const slug = <S extends TSchema = TString>(shown?: S): Attribute<NoInfer<S>, undefined> => ({
  schema: (shown ?? t.String()) as S,
  column: undefined,
  deserialize: {
    schema: () =>
      maybe(
        t.String({
          pattern: slugPattern,
          maxLength: 255,
          expected: message('invalid_slug', { max: 255 }),
        }),
      ),
  },
  serialize: (row) => always('slug', `${row}.slug`),
});

/** Optional text with a pattern or format. */
const formed = <S extends TSchema, const C extends string | undefined>(
  shown: S,
  given: () => TSchema,
  { column }: { readonly column?: C } = {},
): Attribute<NoInfer<S>, C> => ({
  schema: shown,
  column: column as C,
  deserialize: { schema: () => maybe(given()), columns: ({ column }) => [[column, orNull]] },
  serialize: (row, { name, column }) => unlessNull(name, `${row}.${column}`),
});

/** ISO 3166-1 code. */
export const country = () => formed(optionalText(), () => t.String({ pattern: '^[A-Z]{2}$', expected: message('invalid_country') }));

/** ISO 639 code, stored with two letters where there are such. */
export const language = (description: string): Attribute<OptionalText, undefined> => ({
  schema: optionalText(description),
  column: undefined,
  deserialize: {
    schema: () => maybe(t.String({ pattern: '^[a-z]{2,3}$', expected: message('invalid_language') })),
    columns: ({ column }) => [[column, (code: string | null | undefined) => (code ? (localeOf(code)?.language ?? null) : null)]],
  },
  serialize: (row, { name, column }) => unlessNull(name, `${row}.${column}`),
});

/** YYYY, YYYY-MM or YYYY-MM-DD. */
export const partialDate = () =>
  formed(nullable(t.String({ format: 'partial-date', description: 'YYYY, YYYY-MM or YYYY-MM-DD' })), () =>
    t.String({ format: 'partial-date' }),
  );

/** Full date. */
export const date = () => formed(nullable(t.String({ format: 'date' })), () => t.String({ format: 'date' }));

/** ISO 3901, upper case, without hyphens. */
export const isrc = () => formed(optionalText(), () => t.String({ pattern: isrcPattern, expected: message('invalid_isrc') }));

export const iswc = () => formed(optionalText(), () => t.String({ pattern: iswcPattern, expected: message('invalid_iswc') }));

/** URL of an external page. */
export const url = (): Attribute<TString, undefined> => ({
  schema: t.String({ format: 'uri' }),
  column: undefined,
  deserialize: {
    schema: () =>
      t.String({
        pattern: '^https?://',
        maxLength: 2_000,
        expected: message('invalid_web_address', { max: 2000 }),
      }),
    columns: ({ column }) => [[column, asGiven]],
  },
  serialize: (row, { name, column }) => always(name, `${row}.${column}`),
});

/** A mandatory vocabulary word. */
export const word = <W extends string, const C extends string | undefined = undefined>(
  words: Words<W>,
  { column }: { readonly column?: C } = {},
) => ({
  schema: oneOf(words),
  column: column as C,
  deserialize: { schema: () => wordInput(words), columns: ({ column }: StoredField): DeserializedColumn[] => [[column, asGiven]] },
  serialize: (row: string, { name, column }: StoredField) => always(name, `${row}.${column}`),
});

/** A vocabulary word with a default. */
export const wordOr = <W extends string, const C extends string | undefined = undefined>(
  words: Words<W>,
  fallback: NoInfer<W>,
  { column, given = () => maybe(wordInput(words)) }: { readonly column?: C; readonly given?: () => TSchema } = {},
) => ({
  schema: oneOf(words),
  column: column as C,
  deserialize: {
    schema: given,
    columns: ({ column }: StoredField): DeserializedColumn[] => [[column, (word: string | null | undefined) => word ?? fallback]],
  },
  serialize: (row: string, { name, column }: StoredField) => unlessIs(quote(fallback), name, `${row}.${column}`),
});

export const wordOrNone = <W extends string, const C extends string | undefined = undefined>(
  words: Words<W>,
  { column }: { readonly column?: C } = {},
) => formed(nullable(oneOf(words)), () => wordInput(words), { column });

// SQL for members of exported text: text with a leading comma, or empty. Defaults are omitted.

const written = (name: string, value: string): string => `',"${name}":' || json_quote(${value})`;

export const always = (name: string, value: string): string => written(name, value);

export const unlessNull = (name: string, value: string): string => `iif(${value} IS NULL, '', ${written(name, value)})`;

/** A value omitted if it equals a SQL default. */
export const unlessIs = (fallback: string, name: string, value: string): string =>
  `iif(${value} = ${fallback}, '', ${written(name, value)})`;

/** A derived number omitted if 0 or NULL. */
export const unlessZero = (name: string, value: string): string => `iif(coalesce(${value}, 0) = 0, '', ',"${name}":' || (${value}))`;

/** True, or omitted. */
export const ifTrue = (name: string, value: string): string => `iif(${value}, ',"${name}":true', '')`;

/** An array from column `item` of a query; omitted if empty. */
export const listOf = (name: string, query: string): string =>
  `coalesce(',"${name}":[' || (SELECT group_concat(item, ',') FROM (${query})) || ']', '')`;

/** Members in braces, without the leading comma. */
export const objectOf = (members: readonly string[]): string => `'{' || substr(${members.join('\n || ')}, 2) || '}'`;

// Numbers, flags, times and read-only attributes.

interface IntegerOptions<S extends TSchema, C extends string | undefined> extends Options<S, C> {
  readonly minimum: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** Nullable integer. */
export function integer<S extends TSchema = TUnion<[TInteger, TNull]>, const C extends string | undefined = undefined>(
  options: IntegerOptions<S, C>,
): Attribute<NoInfer<S>, C> {
  const { shown, column, minimum, maximum, description } = options;
  const bounds = { minimum, ...(maximum !== undefined && { maximum }) };
  return {
    schema: (shown ?? nullable(t.Integer({ ...bounds, ...(description !== undefined && { description }) }))) as S,
    column: column as C,
    deserialize: { schema: () => maybe(t.Integer(bounds)), columns: ({ column }) => [[column, orNull]] },
    serialize: (row, { name, column }) => unlessNull(name, `${row}.${column}`),
  };
}

/** A count or list position, 1 by default. */
export const countFromOne = (description?: string): Attribute<TInteger, undefined> => ({
  schema: t.Integer({ minimum: 1, ...(description !== undefined && { description }) }),
  column: undefined,
  deserialize: { schema: positionInput, columns: ({ column }) => [[column, (value: number | null | undefined) => value ?? 1]] },
  serialize: (row, { name, column }) => unlessIs('1', name, `${row}.${column}`),
});

/** A mandatory list position. */
export const requiredPosition = (): Attribute<TInteger, undefined> => ({
  schema: t.Integer({ minimum: 1 }),
  column: undefined,
  deserialize: { schema: () => t.Integer({ minimum: 1 }), columns: ({ column }) => [[column, (value: number) => value]] },
  serialize: (row, { name, column }) => always(name, `${row}.${column}`),
});

/** False by default. */
export const flag = (schema: TBoolean = t.Boolean()): Attribute<TBoolean, undefined> => ({
  schema,
  column: undefined,
  deserialize: {
    schema: () => t.Optional(t.Boolean()),
    columns: ({ column }) => [[column, (value: boolean | undefined) => (value ? 1 : 0)]],
  },
  serialize: (row, { name, column }) => ifTrue(name, `${row}.${column}`),
});

/** A column maintained by the database: read-only. */
export const shown = <S extends TSchema>(schema: S): Attribute<S, undefined> => ({ schema, column: undefined });

export const derived = <S extends TSchema>(
  schema: S,
  value: (row: string, field: StoredField) => RawBuilder<Stored<Static<S>>>,
): Attribute<S, null> => ({ schema, column: null, value });

/** Attributes that one subquery computes: their values in order, as a JSON array. */
export function derivedTogether<S extends Readonly<Record<string, TSchema>>>(
  schemas: S,
  value: RawBuilder<never>,
): { readonly [K in keyof S]: Attribute<S[K], null> } {
  const [first = ''] = Object.keys(schemas);
  // Attributes of a row are decoded one after the other.
  let last: { readonly text: unknown; readonly values: readonly unknown[] } = { text: undefined, values: [] };
  const valuesIn = (text: unknown) => {
    if (last.text !== text) last = { text, values: JSON.parse(String(text)) };
    return last.values;
  };
  const attributeOf = (schema: TSchema, index: number): Attribute<TSchema, null> => ({
    schema,
    column: null,
    value: () => (index === 0 ? value : sql<never>`NULL`),
    decode: (_, row) => valuesIn(row[first])[index],
  });
  const attributes = Object.entries(schemas).map(([name, schema], index) => [name, attributeOf(schema, index)]);
  return Object.fromEntries(attributes) as { readonly [K in keyof S]: Attribute<S[K], null> };
}

/** Creation and modification times: part of every imported and exported record, shown or not. */
export const times = {
  created_at: shown(t.String({ format: 'date-time' })),
  updated_at: shown(nullable(t.String({ format: 'date-time' }))),
};
