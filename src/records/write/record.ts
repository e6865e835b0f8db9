import { enumWordsOf, expectationOf, firstFault, fits, Invalid, type SchemaFault, violation } from '../../api/schema/checks';
import { conflict, DomainError } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import { fromRecord, iriOf } from '../../kinds/address';
import type { Attributes } from '../../kinds/attribute';
import { type Message, message } from '../../messages/message';
import type { Connection, Value } from '../../store/database/connection';
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
export function readText(connection: Connection, kind: Kind, key: number): RecordText {
  return textOf(connection.get<TextRow>(textQuery(kind), { key }) as TextRow);
}

/** An existing record before an edit. */
export interface FoundRecord {
  readonly key: number;
  readonly text: RecordText;
}

/** A record by UUID, unless it is a part. */
export function findText(connection: Connection, kind: Kind, id: string): FoundRecord | undefined {
  const row = connection.get<TextRow>(textByIdQuery(kind), { id });
  return row && { key: row.key, text: textOf(row) };
}

interface TextRow extends ExistingRecord {
  readonly iri: string;
  readonly members: string;
}

function textOf({ iri, members }: TextRow): RecordText {
  const { attributes, relationships = {} } = JSON.parse(`{${members.slice(1)}}`) as Fields;
  return { iri, attributes, relationships };
}

/** Built once a kind, since it is long. */
export function queryByKind(build: (kind: Kind) => string): (kind: Kind) => string {
  const queries = new WeakMap<Kind, string>();
  return (kind) => {
    const query = queries.get(kind) ?? build(kind);
    queries.set(kind, query);
    return query;
  };
}

const textRows = (kind: Kind): string =>
  `SELECT x.key, x.id, ${iriOf(kind, 'x')} AS iri, ${kind.textOf('x')} AS members FROM ${fromRecord(kind, 'x')}`;

const isNoPart = ({ parts }: Kind, row: string): string => (parts ? ` AND ${row}.${parts.column} IS NULL` : '');

const textQuery = queryByKind((kind) => `${textRows(kind)} WHERE x.key = :key`);

const textByIdQuery = queryByKind((kind) => `${textRows(kind)} WHERE x.id = :id${isNoPart(kind, 'x')}`);

export interface ExistingRecord {
  readonly key: number;
  readonly id: string;
}

/** Directly nested records of a kind in order; parts belong to their own record. */
export function readTextsBelow(connection: Connection, kind: Kind, key: number): (RecordText & ExistingRecord)[] {
  return connection.all<TextRow>(textsBelowQuery(kind), { key }).map((row) => ({ key: row.key, id: row.id, ...textOf(row) }));
}

const textsBelowQuery = queryByKind((kind) => `${textRows(kind)} WHERE ${isBelow(kind, 'x', ':key')} ORDER BY ${orderOf(kind, 'x')}`);

/** SQL: whether a row is nested in the record with a key, and no part. */
const isBelow = (kind: Kind, row: string, key: string): string => `${row}.${kind.above.at(-1)?.column} = ${key}${isNoPart(kind, row)}`;

const orderOf = ({ defaultOrder }: Kind, row: string): string => [...defaultOrder, 'id'].map((column) => `${row}.${column}`).join();

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

/** Nested kinds that are part of a record's document, by attribute. */
export const containedKinds = (kinds: Kinds, { contains }: Kind): (readonly [attribute: string, kind: Kind])[] =>
  Object.entries(contains).flatMap(([attribute, type]) => {
    const kind = kinds.find(type);
    return kind ? [[attribute, kind] as const] : [];
  });

/** Directly nested records of a kind; parts belong to their own record. */
export function containedRecords(connection: Connection, kind: Kind, key: number): ExistingRecord[] {
  const query = `SELECT x.key, x.id FROM "${kind.table}" AS x WHERE ${isBelow(kind, 'x', ':key')} ORDER BY ${orderOf(kind, 'x')}`;
  return connection.all<ExistingRecord>(query, { key });
}

export function readWithContents(connection: Connection, kinds: Kinds, kind: Kind, key: number): Fields {
  const { attributes, relationships } = recordFields(readText(connection, kind, key));
  return { attributes: { ...attributes, ...readContents(connection, kinds, kind, key) }, relationships };
}

/** Contents of a record, as document attributes. */
export function readContents(connection: Connection, kinds: Kinds, kind: Kind, key: number): Attributes {
  const lists = containedKinds(kinds, kind).map(([attribute, child]) => {
    const items = readTextsBelow(connection, child, key).map((text) => itemOf(connection, kinds, child, text));
    return [attribute, items] as const;
  });
  return Object.fromEntries(lists.filter(([, items]) => items.length > 0));
}

function itemOf(connection: Connection, kinds: Kinds, kind: Kind, text: RecordText & ExistingRecord): object {
  const { attributes, relationships } = recordFields(text);
  const contents = readContents(connection, kinds, kind, text.key);
  return { id: text.id, ...attributes, ...contents, ...(Object.keys(relationships).length > 0 && { relationships }) };
}

/** SQL: the records nested in a row of a kind as one text, for their version; NULL without any. */
export function contentsText(kinds: Kinds, kind: Kind, row: string): string {
  const lists = containedKinds(kinds, kind).map(([, child]) => {
    const item = `${row}_`;
    const text = [`${item}.id`, child.textOf(item), contentsText(kinds, child, item)].join();
    return `(SELECT group_concat(concat_ws(',', ${text}), ',' ORDER BY ${orderOf(child, item)})
      FROM "${child.table}" AS ${item} WHERE ${isBelow(child, item, `${row}.key`)})`;
  });
  return lists.length > 0 ? `nullif(concat_ws(',', ${lists.join()}), '')` : 'NULL';
}

/** Values of a row by column. */
export type Columns = Readonly<Record<string, Value>>;

/** A record's timestamp in stored form. */
export function storedTimeOf(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined;
  return storedTime.test(time) ? time : timestamp(new Date(time));
}

const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
