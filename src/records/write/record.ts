import { sql } from 'kysely';
import { enumWordsOf, expectationOf, firstFault, fits, Invalid, type SchemaFault, violation } from '../../api/schema/checks';
import { conflict, DomainError } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import { fromRecord, iriOf } from '../../kinds/address';
import type { Attributes } from '../../kinds/attribute';
import { type Message, message } from '../../messages/message';
import { parameter, type Statements, type Value } from '../../store/database/sql';
import { timestamp } from '../../store/values/dates';
import { isUnseen } from '../../store/values/folding';
import type { Authority } from '../provenance/ranks';

/** A source's record: a JSON:API resource object (docs/records.md). */
export interface RecordObject {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/** Outcome of a write. `kept`: the source differs, but locked fields stay. `waiting`: deferred, since a referenced record is missing. */
export type WriteOutcome = 'added' | 'changed' | 'unchanged' | 'kept' | 'waiting';

/** A refused record, with a reason for people. */
export class RecordError extends DomainError {
  declare readonly problem: Message;

  /** @param problem a plain sentence for records that clients never send, such as those of dumps */
  constructor(problem: Message | string, field?: string) {
    super('invalid', typeof problem === 'string' ? message('unreadable_record', { reason: problem }) : problem, { field });
  }
}

export class MissingReference extends RecordError {
  constructor(
    readonly table: string,
    /** UUID of the missing record, or slug of a role. */
    readonly missing: string,
  ) {
    super(message('not_referenced', { kind: table.replaceAll('_', ' '), id: missing }));
  }
}

/** Validates the shape of a record. */
export function readRecord(value: unknown): RecordObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RecordError(message('not_a_record'));
  const { type, id, attributes = {}, relationships = {} } = value as Record<string, unknown>;
  for (const name in value) {
    if (!memberNames.has(name)) throw new RecordError(message('unknown_record_member', { name: name.slice(0, 60) }));
  }
  if (typeof type !== 'string' || typeof id !== 'string') throw new RecordError(message('not_a_record'));
  if (!isObject(attributes) || !isObject(relationships)) throw new RecordError(message('not_a_record'));
  return { type, id, attributes, relationships };
}

/** Links are presentation only. */
const memberNames = new Set(['type', 'id', 'attributes', 'relationships', 'links']);

/** Validates attributes against schema and rules of a kind; reports the first violation. Partial records may omit anything. */
export function requireAttributes(
  { deserializer, rule }: Pick<Kind, 'deserializer' | 'rule'>,
  attributes: Readonly<Record<string, unknown>>,
  isPart = false,
): void {
  const schema = isPart ? deserializer.partialSchema : deserializer.schema;
  if (!fits(schema, attributes)) {
    const fault = innermost(firstFault(schema, attributes));
    const problem = fault ? expectationOf(fault.schema, fault.value) : message('invalid_object');
    throw new RecordError(problem, fault?.path.slice(1).replaceAll('/', '.') || 'attributes');
  }
  for (const name of requiredOf(deserializer)) {
    const value = attributes[name];
    if (typeof value === 'string' && isUnseen(value)) throw new RecordError(message('invisible_text'), name);
  }
  const broken = rule?.(attributes);
  if (broken !== undefined) throw new RecordError(broken.problem, broken.attribute);
}

const requiredOf = ({ schema }: Kind['deserializer']): readonly string[] => schema.required ?? [];

/** For a nullable union, reports violations of its first alternative, since the value is not null. */
function innermost(fault: SchemaFault | undefined): SchemaFault | undefined {
  const inner = fault && enumWordsOf(fault.schema) === undefined ? fault.errors[0]?.First() : undefined;
  return inner ? innermost(inner) : fault;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reason of a constraint error caused by the record. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof RecordError) return error.message;
  const { code, message } = error as { code?: unknown; message?: string };
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(code)) ? `The catalog rejected it: ${message}.` : undefined;
}

/** Hides schema errors, whose wording is not for clients. */
export function withoutSchemaErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordError) throw new Invalid([violation('data', error.problem, '/data')]);
    const { code } = error as { code?: unknown };
    if (code === 'SQLITE_CONSTRAINT_UNIQUE') throw duplicateRecord();
    // The schema reports references by slug as foreign keys, too.
    if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') throw conflict('delete_blocked_by_others');
    if (/^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(code)))
      throw new Invalid([violation('data', message('combined_value'), '/data')]);
    throw error;
  }
}

export const duplicateRecord = (): DomainError => conflict('duplicate_record', {}, { pointer: '/data' });

/** Attributes and relationships in export form. */
export interface Fields {
  readonly attributes: Attributes;
  readonly relationships: Attributes;
}

export interface RecordText extends Fields {
  readonly iri: string;
}

/** Reads a record by key in export form. */
export function readText(statements: Statements, kind: Kind, key: number): RecordText {
  const found = statements.of(textQuery, kind).get({ key });
  const { iri, members } = found as { iri: string; members: string };
  const { attributes, relationships = {} } = JSON.parse(`{${members.slice(1)}}`) as Fields;
  return { iri, attributes, relationships };
}

/** Lazy, since the SQL text is long. */
const textQuery = (kind: Kind) => sql<{ iri: string; members: string }>`
    SELECT ${sql.raw(iriOf(kind, 'x'))} AS iri, ${sql.raw(kind.textOf('x'))} AS members
    FROM ${sql.raw(fromRecord(kind, 'x'))} WHERE x.key = ${parameter('key')}`;

export interface ExistingRecord {
  readonly key: number;
  readonly id: string;
}

/** An existing nested record. */
export interface TextBelow extends RecordText {
  readonly key: number;
  readonly id: string;
}

/** Directly nested records of a kind in order; parts belong to their own record. */
export function readTextsBelow(statements: Statements, kind: Kind, key: number): TextBelow[] {
  return rowsBelow(statements, kind, key).map(({ key, id, iri, members }) => {
    const { attributes, relationships = {} } = JSON.parse(`{${members.slice(1)}}`) as Fields;
    return { key, id, iri, attributes, relationships };
  });
}

const rowsBelow = (statements: Statements, kind: Kind, key: number) => statements.of(textsBelowQuery, kind).all({ key });

const textsBelowQuery = (kind: Kind) => {
  const { above, parts, defaultOrder } = kind;
  return sql<{ key: number; id: string; iri: string; members: string }>`
    SELECT x.key, x.id, ${sql.raw(iriOf(kind, 'x'))} AS iri, ${sql.raw(kind.textOf('x'))} AS members
    FROM ${sql.raw(fromRecord(kind, 'x'))} WHERE ${sql.ref(`x.${above.at(-1)?.column}`)} = ${parameter('key')}
      ${parts ? sql`AND ${sql.ref(`x.${parts.column}`)} IS NULL` : sql``}
    ORDER BY ${sql.join([...defaultOrder, 'id'].map((column) => sql.ref(`x.${column}`)))}`;
};

/** Attributes and relationships behind columns. */
export const originsOf = (
  { attributes, relationships }: Fields,
  { deserializer: { relationships: known, originOf } }: Kind,
): ReadonlySet<string> =>
  new Set([...Object.keys(attributes), ...Object.keys(relationships).flatMap((name) => originOf(known[name]?.column ?? '') ?? [])]);

/** Timestamps are not content. */
const times = new Set(['created_at', 'updated_at']);

/** Fields of a record without timestamps. */
export const recordFields = ({ attributes, relationships }: Fields): Fields => ({
  attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !times.has(name))),
  relationships,
});

/** Differing fields of two states, on each side; `null` stands for no value. */
export function differenceOf(before: Fields, after: Fields): { readonly before: Fields; readonly after: Fields } {
  const [was, is] = [recordFields(before), recordFields(after)];
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

/**
 * Write mode. `whole`: the record is complete, and missing values get their default. `partial`: only stated members are written.
 * `fill`: like `partial`, but only into empty fields. `withdrawn`: the source no longer states the record.
 */
export type Mode = 'whole' | 'partial' | 'fill' | 'withdrawn';

/** Source and position of a record. */
export interface Origin {
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly offset: number;
}

/** A title in another language, as far as it matters for slugs. */
export interface OtherTitle {
  readonly title: string;
  readonly language?: string | null | undefined;
}

/** A source's record before validation, with its write mode. */
export interface ImportedRecord {
  readonly record: unknown;
  readonly mode: Mode;
  /** Its JSON text, if available: identical text means unchanged. */
  readonly text?: string;
  /**
   * Rank of its values ({@link Authority}): the higher rank wins, in any import order. Without one, as for manual edits and
   * mirrors, it outranks all sources.
   */
  readonly authority?: Authority;
  /** Guessed attributes, which any other source overrides. */
  readonly guessed?: readonly string[];
  /** Defers silently on a missing reference, which may never exist. */
  readonly isQuietlyDeferred?: true;
  /** A merge recorded as a revision, so that editors can undo it. */
  readonly isUndoable?: true;
  /** A merge by its source itself, whose values of the former record no longer count. */
  readonly isOfSource?: true;
  /** Titles of what the record is named after, in other languages, for its slug. */
  readonly otherTitles?: readonly OtherTitle[] | undefined;
  /** Of a single document of a site, which may not move records of other documents. */
  readonly isAlone?: true;
}

/** A nested record. */
export interface Child {
  readonly key: number;
  readonly id: string;
}

/** Nested kinds that are part of a record's document, by attribute. */
export const containedKinds = (kinds: Kinds, { contains }: Kind): (readonly [attribute: string, kind: Kind])[] =>
  Object.entries(contains).flatMap(([attribute, type]) => {
    const kind = kinds.find(type);
    return kind ? [[attribute, kind] as const] : [];
  });

/** Reads nested records in order. */
export class ContainedRecords {
  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {}

  /** Directly nested records of a kind; parts belong to their own record. */
  children(kind: Kind, key: number): Child[] {
    const { table, above, parts, defaultOrder } = kind;
    const column = above.at(-1)?.column as string;
    const isWhole = parts ? ` AND ${parts.column} IS NULL` : '';
    const query = `SELECT key, id FROM "${table}" WHERE ${column} = :key${isWhole} ORDER BY ${[...defaultOrder, 'id'].join()}`;
    return this.statements.text<Child>(query).all({ key });
  }

  read(kind: Kind, key: number): Fields {
    const { attributes, relationships } = recordFields(readText(this.statements, kind, key));
    return { attributes: { ...attributes, ...this.contents(kind, key) }, relationships };
  }

  /** Contents of a record, as document attributes. */
  contents(kind: Kind, key: number): Attributes {
    const lists = containedKinds(this.kinds, kind).map(([attribute, child]) => {
      const items = readTextsBelow(this.statements, child, key).map((text) => this.#item(child, text));
      return [attribute, items] as const;
    });
    return Object.fromEntries(lists.filter(([, items]) => items.length > 0));
  }

  #item(kind: Kind, text: TextBelow): object {
    const { attributes, relationships } = recordFields(text);
    const contents = this.contents(kind, text.key);
    return { id: text.id, ...attributes, ...contents, ...(Object.keys(relationships).length > 0 && { relationships }) };
  }

  /** Version of a record's contents; `undefined` for kinds without any. */
  version(kind: Kind, key: number): string | undefined {
    if (Object.keys(kind.contains).length === 0) return undefined;
    return Bun.hash(this.#texts(kind, key).join()).toString(36);
  }

  #texts(kind: Kind, key: number): string[] {
    return containedKinds(this.kinds, kind).flatMap(([, child]) =>
      rowsBelow(this.statements, child, key).flatMap(({ key, id, members }) => [id, members, ...this.#texts(child, key)]),
    );
  }
}

/** Values of a row by column. */
export type Columns = Readonly<Record<string, Value>>;

/** A record's timestamp in stored form. */
export function storedTimeOf(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined;
  return storedTime.test(time) ? time : timestamp(new Date(time));
}

const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
