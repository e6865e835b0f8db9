import { type Kysely, sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Kind } from '../kinds';
import { fromRecord, iriOf } from '../kinds/address';
import type { Attributes } from '../kinds/attribute';
import { type FieldHashes, packFields } from './field-hashes';
import { nameHash } from './hashes';

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

/** Times say when, and not what. */
const times = new Set(['created_at', 'updated_at']);

/** What a record says, without its times. */
export const fieldsOf = ({ attributes, relationships }: Fields): Fields => ({
  attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !times.has(name))),
  relationships,
});

/** Under no name: which record it is, so that a version of another one, or none at all, fits nowhere. */
const identity = '';

/**
 * What a person saw of a record, as a text to be given back with a change: a hash of each field. A time would not do: two
 * changes may come within its millisecond, a mirror writes the times of another server, and it says of no field whether
 * it is as it was.
 */
export function versionOf(text: RecordText): string {
  return Buffer.from(packFields(fieldHashes(text))).toString('base64url');
}

/** The hashes in a version. Attributes and relationships share their names (JSON:API 1.1, fields). */
export function fieldHashes(text: RecordText): FieldHashes {
  const { attributes, relationships } = fieldsOf(text);
  const all = Object.entries({ [identity]: text.iri, ...attributes, ...relationships });
  return new Map(all.map(([name, value]) => [nameHash(name), Bun.hash.xxHash32(JSON.stringify(value))]));
}

/** Whether a field is in two versions the same; in those of two records, none is. */
export const isSame = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>, name: string): boolean =>
  [identity, name].every((one) => a.get(nameHash(one)) === b.get(nameHash(one)));

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
