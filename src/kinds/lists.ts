import { type Static, type TArray, type TSchema, type TString, Type as t } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import { closed } from '../api/schema/schemas';
import type { Value } from '../store/database/connection';
import { fold } from '../store/values/folding';
import {
  type Attribute,
  arrayOf,
  type ForRow,
  maybe,
  nameInput,
  namesIgnored,
  oneOf,
  optionalText,
  positionInput,
  roleWithNames,
  type StoredField,
  shortText,
  slugMember,
  slugWithNames,
  type Table,
  textInput,
  type Words,
  wordInput,
} from './attribute';
import { listOf, orNull, text } from './texts';

/** An artist in a credit line or list. */
const credit = closed(
  {
    iri: t.String({ format: 'iri-reference' }),
    id: t.String({ format: 'uuid' }),
    name: t.String(),
    name_variation: optionalText(),
    position: t.Integer({ minimum: 1 }),
    join_phrase: optionalText(),
    credit_role: t.String({ description: 'Slug of the artist role; empty if unknown' }),
    detail: t.Optional(optionalText('Qualifier of the role, such as Additional')),
    tracks: t.Optional(optionalText('Tracks of the credit as printed, if they could not be identified')),
    ...slugWithNames,
    ...roleWithNames,
  },
  'An artist as credited',
);

type Credit = Static<typeof credit>;

// List attributes: rows of another table, in order.

const creditList = t.Array(credit);

const givenCredit = () =>
  t.Object({
    iri: t.String(),
    id: t.Optional(t.String()),
    name: t.Optional(t.String()),
    name_variation: textInput(shortText),
    position: positionInput(),
    join_phrase: textInput(shortText),
    credit_role: maybe(t.String()),
    detail: textInput(shortText),
    tracks: textInput(shortText),
    ...namesIgnored,
  });

const creditColumns = ['list', 'position', 'artist_key', 'name_variation', 'join_phrase', 'role_key', 'detail', 'tracks'];

/**
 * A credit list, stored under the attribute's name. A position defaults to the one after the highest before it, and is exported
 * only if it deviates from the list order, which happens where credits in between were removed.
 */
export const credits = (
  /** The list that the API shows, renumbered; by default the stored list. */
  shown?: (row: string, field: StoredField) => RawBuilder<Credit[]>,
): Attribute<TArray<typeof credit>, null> => ({
  schema: creditList,
  column: null,
  value: (row, field) => shown?.(row, field) ?? creditsAmong(field, creditRows(field, row)),
  ...(shown && { decode: numberedCredits }),
  deserialize: {
    schema: () => maybe(t.Array(givenCredit())),
    rows: ({ table, name }) => ({
      table: creditsTableOf(table),
      owner: `${table}_key`,
      list: name,
      columns: creditColumns,
      rowOf: (item: Static<ReturnType<typeof givenCredit>>, ...[position, findKey]: ForRow): Value[] => [
        name,
        position,
        findKey('artist', item.iri),
        item.name_variation ?? null,
        item.join_phrase ?? null,
        item.credit_role ? findKey('artist_role', item.credit_role) : null,
        orNull(item.detail),
        orNull(item.tracks),
      ],
    }),
  },
  pointer: ({ table }) => ({ type: 'Artist', table: creditsTableOf(table), column: 'artist_key', owner: `${table}_key` }),
  serialize: (row, { table, name }) => {
    const ofList = `FROM ${creditsTableOf(table)} AS l WHERE l.${table}_key = ${row}.key AND l.list = '${name}'`;
    const list = listOf(
      name,
      `SELECT '{"iri":"/api/artists/' || a.id || '"'
        || iif(c.name_variation IS NULL, '', ',"name_variation":' || json_quote(c.name_variation))
        || iif(c.position = c.place, '', ',"position":' || c.position)
        || iif(c.join_phrase IS NULL, '', ',"join_phrase":' || json_quote(c.join_phrase))
        || iif(r.slug IS NULL, '', ',"credit_role":' || json_quote(r.slug))
        || iif(c.detail IS NULL, '', ',"detail":' || json_quote(c.detail))
        || iif(c.tracks IS NULL, '', ',"tracks":' || json_quote(c.tracks)) || '}' AS item
      FROM (SELECT l.*, row_number() OVER (ORDER BY l.position) AS place ${ofList}) AS c
        CROSS JOIN artist AS a ON a.key = c.artist_key LEFT JOIN artist_role AS r ON r.key = c.role_key
      ORDER BY c.position`,
    );
    // Most tracks have no credits; a window function without rows costs 2 µs.
    return `iif(EXISTS (SELECT 1 ${ofList}), ${list}, '')`;
  },
});

/** A window function would double the cost of the list. */
function numberedCredits(stored: unknown): Credit[] {
  const credits: Credit[] = JSON.parse(String(stored ?? '[]'));
  for (const [index, credit] of credits.entries()) credit.position = index + 1;
  return credits;
}

/** About thirty names of 60 characters. */
export const longestCreditLine = 2_000;

/** Printed line of a credit list: as given, else composed from names and join phrases, else from `orElse`. */
export const creditLine = (
  list: string,
  { description, orElse, isFolded = false }: { readonly description: string; readonly orElse?: string; readonly isFolded?: boolean },
): Attribute<ReturnType<typeof optionalText>, null> => ({
  ...text({ description, maximum: longestCreditLine, isFolded }),
  column: null,
  value: (row, { table, name }) => {
    const stated = sql.ref(`${row}.${name}`);
    const composed = creditLineOf(table, list, row);
    return orElse === undefined
      ? sql<string | null>`coalesce(${stated}, ${composed})`
      : sql<string | null>`coalesce(${stated}, ${composed}, ${sql.ref(`${row}.${orElse}`)})`;
  },
});

interface ListTable {
  readonly table: Table;
  /** Value column. */
  readonly column: string;
  /** Foreign key to the owner; by default named after its table. */
  readonly owner?: string;
}

/** Values of one column of another table; `columns` and `valuesFor` build its rows. */
const valueList = <S extends TSchema>(
  schema: TArray<S>,
  given: () => TSchema,
  { table, column, owner }: ListTable,
  columns: readonly string[],
  valuesFor: (item: string) => readonly Value[],
): Attribute<TArray<S>, null> => {
  const ownerIn = (field: StoredField) => owner ?? `${field.table}_key`;
  return {
    schema,
    column: null,
    value: (row, field) => columnValuesOf<Static<S>>(table, column, ownerIn(field), row) as never,
    deserialize: {
      schema: () => maybe(given()),
      rows: (field) => ({
        table,
        owner: ownerIn(field),
        columns: ['position', ...columns],
        rowOf: (item: string, position: number) => [position, ...valuesFor(item)],
      }),
    },
    serialize: (row, field) =>
      listOf(
        field.name,
        `SELECT json_quote(v.${column}) AS item FROM ${table} AS v WHERE v.${ownerIn(field)} = ${row}.key ORDER BY v.position`,
      ),
  };
};

/** Distinct vocabulary words. */
export const words = <W extends string>(vocabulary: Words<W>, stored: ListTable) =>
  valueList(
    t.Array(oneOf(vocabulary)),
    () => t.Array(wordInput(vocabulary), { uniqueItems: true }),
    stored,
    [stored.column],
    (word) => [word],
  );

/** Other names, folded for comparison. */
export const names = (description: string, stored: ListTable): Attribute<TArray<TString>, null> =>
  valueList(
    t.Array(t.String(), { description }),
    () => t.Array(nameInput()),
    stored,
    [stored.column, `${stored.column}_folded`],
    (name) => [name, fold(name).trim()],
  );

/** Distinct open-vocabulary words, such as genres, as written. */
export const terms = (description: string, stored: ListTable): Attribute<TArray<TString>, null> =>
  valueList(
    t.Array(t.String(), { description }),
    () => t.Array(nameInput(), { uniqueItems: true, maxItems: mostTerms }),
    stored,
    [stored.column],
    (term) => [term],
  );

/** No source has half as many genres for a record. */
const mostTerms = 100;

/** Texts that are never queried individually: a JSON column. */
export const texts = (maximum: number): Attribute<TArray<TString>, null> => ({
  schema: t.Array(t.String()),
  column: null,
  value: (row, { name }) => sql<string[]>`${sql.ref(`${row}.${name}`)}` as never,
  deserialize: {
    schema: () => t.Optional(t.Array(t.String({ maxLength: maximum }))),
    columns: ({ name }) => [[name, (values: string[] | undefined) => JSON.stringify(values ?? [])]],
  },
  serialize: (row, { name }) => `iif(${row}.${name} = '[]', '', ',"${name}":' || json(${row}.${name}))`,
});

// Nested lists as JSON text built by SQLite, typed as their parsed content. `row` is the alias of the owner.

export const creditsTableOf = (table: Table): Table => `${table}_credit` as Table;

export const creditRows = ({ table, name }: StoredField, row: string) => sql`
  SELECT * FROM ${sql.table(creditsTableOf(table))} AS c
  WHERE c.${sql.ref(`${table}_key`)} = ${sql.ref(`${row}.key`)} AND c.list = ${sql.lit(name)}`;

/** Credits among rows of a credits table, by list and position. */
export function creditsAmong(field: StoredField, rows: RawBuilder<unknown>): RawBuilder<Credit[]> {
  const names = field.names ? sql`${slugMember(field, 'a')}, 'role_name', r.role` : sql``;
  const members = sql`
    'iri', '/api/artists/' || a.id, 'id', a.id, 'name', a.name, 'name_variation', c.name_variation,
    'position', c.position, 'join_phrase', c.join_phrase, 'credit_role', coalesce(r.slug, '')`;
  return arrayOf<Credit[]>(sql`
    SELECT iif(
      coalesce(c.detail, c.tracks) IS NULL, json_object(${members}${names}), json_object(${members}, 'detail', c.detail, 'tracks', c.tracks${names})
    ) AS item
    FROM (${rows}) AS c JOIN artist AS a ON a.key = c.artist_key LEFT JOIN artist_role AS r ON r.key = c.role_key
    ORDER BY c.list, c.position`);
}

/** Names of a credit list joined to one line; NULL if empty. */
function creditLineOf(table: Table, list: string, row: string): RawBuilder<string | null> {
  const credits = sql.table(creditsTableOf(table));
  const isOfList = (alias: 'c' | 'next') =>
    sql`${sql.ref(`${alias}.${table}_key`)} = ${sql.ref(`${row}.key`)} AND ${sql.ref(`${alias}.list`)} = ${sql.lit(list)}`;
  const isLast = sql`NOT EXISTS (SELECT 1 FROM ${credits} AS next WHERE ${isOfList('next')} AND next.position > c.position)`;
  return sql<string | null>`(
    SELECT group_concat(credit.item, '') FROM (
      SELECT coalesce(c.name_variation, a.name) || coalesce(c.join_phrase, iif(${isLast}, '', ', ')) AS item
      FROM ${credits} AS c JOIN artist AS a ON a.key = c.artist_key WHERE ${isOfList('c')} ORDER BY c.position
    ) AS credit
  )`;
}

/** The printed artists of a release, else those credited. */
export const artistLineOf = (release: string): RawBuilder<string | null> =>
  sql`coalesce(${sql.ref(`${release}.artist_credit`)}, ${creditLineOf('release', 'artists', release)})`;

/** One column of other rows as an array. */
export function columnValuesOf<V>(table: Table, column: string, owner: string, row: string): RawBuilder<V[]> {
  return arrayOf<V[]>(sql`
    SELECT json_quote(v.${sql.ref(column)}) AS item FROM ${sql.table(table)} AS v
    WHERE v.${sql.ref(owner)} = ${sql.ref(`${row}.key`)} ORDER BY v.position`);
}

/** The record that an IRI in stored JSON names, also if it was merged since; NULL if it was deleted. */
export const keyOfIri = (type: 'Artist' | 'Label' | 'Production', iri: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  SELECT key FROM ${sql.table(type.toLowerCase())} WHERE id = coalesce(
    (SELECT merged_into_id FROM merged_record WHERE resource_type = ${sql.lit(type)} AND id = substr(${iri}, -36)), substr(${iri}, -36)
  ))`;
