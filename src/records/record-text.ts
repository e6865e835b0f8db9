import { type Kysely, sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Kind } from '../kinds';
import { fromRecord, iriOf } from '../kinds/address';
import type { Attributes } from '../kinds/attribute';

/** What a record says, by the names of its attributes and relationships, in the words of an export. */
export interface Fields {
  readonly attributes: Attributes;
  readonly relationships: Attributes;
}

/** A record as it is there. */
export interface RecordText extends Fields {
  readonly iri: string;
}

/** Reads a record by its key, in the form in which it would leave in an export. */
export function readText(statements: Statements, kind: Kind, key: number): RecordText {
  const found = statements.get<{ iri: string; members: string }>(`text ${kind.table}`, (db) => textQuery(db, kind)).get({ key });
  const { iri, members } = found as { iri: string; members: string };
  const { attributes, relationships = {} } = JSON.parse(`{${members.slice(1)}}`) as Fields;
  return { iri, attributes, relationships };
}

/** The text of this query is long, so it is built only to be prepared. */
const textQuery = (db: Kysely<unknown>, kind: Kind) => {
  const query = sql<{ iri: string; members: string }>`
    SELECT ${sql.raw(iriOf(kind, 'x'))} AS iri, ${sql.raw(kind.textOf('x'))} AS members
    FROM ${sql.raw(fromRecord(kind, 'x'))} WHERE x.key = ${parameter('key')}`;
  return { compile: () => query.compile(db) };
};

/** A record that stands below another one, as it is there. */
export interface TextBelow extends RecordText {
  readonly key: number;
  readonly id: string;
}

/** Reads the records of a kind right below the record of a key, in their order; parts stand in their own record. */
export function readTextsBelow(statements: Statements, kind: Kind, key: number): TextBelow[] {
  return statements
    .get<{ key: number; id: string; iri: string; members: string }>(`texts below ${kind.table}`, (db) => textsBelowQuery(db, kind))
    .all({ key })
    .map(({ key, id, iri, members }) => {
      const { attributes, relationships = {} } = JSON.parse(`{${members.slice(1)}}`) as Fields;
      return { key, id, iri, attributes, relationships };
    });
}

const textsBelowQuery = (db: Kysely<unknown>, kind: Kind) => {
  const { above, parts, defaultOrder } = kind;
  const query = sql<{ iri: string; members: string }>`
    SELECT x.key, x.id, ${sql.raw(iriOf(kind, 'x'))} AS iri, ${sql.raw(kind.textOf('x'))} AS members
    FROM ${sql.raw(fromRecord(kind, 'x'))} WHERE ${sql.ref(`x.${above.at(-1)?.column}`)} = ${parameter('key')}
      ${parts ? sql`AND ${sql.ref(`x.${parts.column}`)} IS NULL` : sql``}
    ORDER BY ${sql.join([...defaultOrder, 'id'].map((column) => sql.ref(`x.${column}`)))}`;
  return { compile: () => query.compile(db) };
};

/** Times say when, and not what. */
const times = new Set(['created_at', 'updated_at']);

/** What a record says, without its times. */
export const fieldsOf = ({ attributes, relationships }: Fields): Fields => ({
  attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !times.has(name))),
  relationships,
});

/** What differs between two states of a record, on each side; `null` stands for no value. */
export function differenceOf(before: Fields, after: Fields): { readonly before: Fields; readonly after: Fields } {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const attributes = differing(was.attributes, is.attributes);
  const relationships = differing(was.relationships, is.relationships);
  const side = (of: Fields): Fields => ({
    attributes: Object.fromEntries(attributes.map((name) => [name, of.attributes[name] ?? null])),
    relationships: Object.fromEntries(relationships.map((name) => [name, of.relationships[name] ?? null])),
  });
  return { before: side(was), after: side(is) };
}

const differing = (before: Attributes, after: Attributes): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
