import { idsOfIri } from '../../api/schema/registry';
import { relationshipNamed } from '../../api/schema/resource';
import { conflict, DomainError } from '../../errors';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { lockFields } from '../write/field-locks';
import { planRecord, type WritePlan } from '../write/plan';
import { editorPrecedence } from '../write/precedence';
import {
  differenceOf,
  duplicateRecord,
  type Fields,
  type FoundRecord,
  findText,
  originsOf,
  RecordError,
  type RecordObject,
  type RecordText,
  readRecord,
  readText,
  recordFields,
  withoutSchemaErrors,
} from '../write/record';
import { addRow, changeRow } from '../write/rows';
import type { WriteSession } from '../write/session';
import { plainSlug, provisionalSlug } from '../write/slugs';

/** Parsed edit of a record. */
export interface DocumentValues extends Fields {
  /** Unknown members. */
  readonly ignored: readonly string[];
}

/** Attributes of existing records as shown, in order; sent back unchanged, they are no edit. */
export type Shown = (kind: Kind, keys: readonly number[]) => readonly Attributes[];

/**
 * A manual change. A record is a JSON:API resource object with an IRI as id; an existing one lists only changes, and a list
 * replaces the whole list. Preconditions were checked before.
 */
export type Edit =
  | { readonly action: 'add'; readonly record: unknown }
  | {
      readonly action: 'change';
      readonly record: unknown;
      readonly shown?: Shown;
      /** Fields to be cleared; the record's nested lists are then complete, too. */
      readonly without?: ReadonlySet<string>;
    }
  | { readonly action: 'delete'; readonly record: unknown };

/** Target record of an edit. */
export interface Addressed {
  readonly kind: Kind;
  readonly record: RecordObject;
  /** UUIDs in its IRI, outermost first. */
  readonly ids: readonly string[];
  readonly id: string;
}

/** A target record with its new values. */
export interface RecordEdit extends Addressed {
  readonly values: DocumentValues;
  /** Fields to be cleared. */
  readonly without?: ReadonlySet<string>;
  /** Whether all values are stated; missing ones get their default. */
  readonly isWhole?: boolean;
  /** Whether a previous state is restored, in which source values were valid. */
  readonly isRestored?: boolean;
}

const byServer = new Set(['_id', 'created_at', 'updated_at']);

/** Whether an edit may set an attribute of the record itself. */
export const isWritable = ({ deserializer }: Kind, name: string): boolean =>
  !byServer.has(name) && Object.hasOwn(deserializer.schema.properties, name);

/** Whether an edit may set a relationship, under its name in records or in responses. */
export const isWritableRelationship = (kind: Kind, name: string): boolean =>
  Object.hasOwn(kind.deserializer.relationships, recordName(kind, name));

/** Read-only members are ignored, so that a fetched record can be sent back. */
export function readSourceValues(kind: Kind, { attributes, relationships }: Fields): DocumentValues {
  // A relationship without data is left unchanged (JSON:API 1.1, relationships).
  const linked = Object.entries(relationships).filter(
    ([name, value]) => isWritableRelationship(kind, name) && (value as { data?: unknown } | null)?.data !== undefined,
  );
  const isKnown = (name: string) => byServer.has(name) || Object.hasOwn(kind.attributes.properties, name);
  return {
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => isWritable(kind, name))),
    relationships: Object.fromEntries(linked.map(([name, value]) => [recordName(kind, name), value])),
    ignored: [
      ...Object.keys(attributes).filter((name) => !isWritable(kind, name) && !isKnown(name)),
      ...Object.keys(relationships).filter((name) => !isWritableRelationship(kind, name) && relationshipNamed(kind, name) === undefined),
    ],
  };
}

/** Name of a relationship in records, which responses may show under another. */
function recordName({ relationships, deserializer }: Kind, name: string): string {
  const alias = Object.hasOwn(relationships, name) ? relationships[name]?.alias : undefined;
  return alias !== undefined && Object.hasOwn(deserializer.relationships, alias) ? alias : name;
}

/** @throws {DomainError} unless it is a record at a valid address */
export function addressedRecord(session: WriteSession, stated: unknown): Addressed {
  const record = readObject(stated);
  const kind = session.kinds.find(record.type);
  if (!kind) throw conflict('no_kind', { kind: record.type.slice(0, 60) }, { pointer: '/data/type' });
  const ids = idsOfIri(kind, record.id)?.map((id) => id.toLowerCase());
  if (!ids) throw conflict('not_an_iri', { iri: record.id.slice(0, 200), type: kind.type }, { pointer: '/data/id' });
  return { kind, record, ids, id: ids.at(-1) as string };
}

/**
 * Values of an edit, with ids for new parts.
 * @param shown attributes as shown: those sent back unchanged are left out
 */
export function recordEditOf(addressed: Addressed, shown: Attributes = {}): RecordEdit {
  const { kind, record } = addressed;
  const values = readSourceValues(kind, record);
  const isEdited = ([name, value]: [string, unknown]) => !Object.hasOwn(shown, name) || !Bun.deepEquals(value, shown[name]);
  const attributes = Object.fromEntries(Object.entries(withPartIds(kind, values.attributes)).filter(isEdited));
  return { ...addressed, values: { ...values, attributes } };
}

/** Record at an address. Parts have none: they are edited with their record. */
export function findAddressed(session: WriteSession, { kind, id, ids }: Addressed): FoundRecord | undefined {
  const found = findText(session.connection, kind, id);
  return found && idsOfIri(kind, found.text.iri)?.join() === ids.join() ? found : undefined;
}

/** Whether a UUID belongs to a record or part. */
export function exists(session: WriteSession, { table }: Kind, id: string): boolean {
  return session.references.find(table, 'id', id) !== undefined;
}

/** Whether a UUID belongs to a record, possibly merged. */
export function isKnown(session: WriteSession, kind: Kind, id: string): boolean {
  return exists(session, kind, id) || session.references.mergedInto(kind.type, id) !== undefined;
}

function readObject(stated: unknown): RecordObject {
  try {
    return readRecord(stated);
  } catch (error) {
    throw error instanceof RecordError ? new DomainError('invalid', error.problem, { source: { pointer: '/data' } }) : error;
  }
}

/** Assigns ids to new parts. */
function withPartIds({ parts }: Kind, attributes: Attributes): Attributes {
  const stated = parts && attributes[parts.attribute];
  if (!parts || !Array.isArray(stated)) return attributes;
  const isNew = (part: unknown) => typeof part === 'object' && part !== null && !Object.hasOwn(part, 'id');
  return { ...attributes, [parts.attribute]: stated.map((part) => (isNew(part) ? { id: Bun.randomUUIDv7(), ...part } : part)) };
}

/** @throws {DomainError} conflict, if the record exists or existed */
export function requireNew(session: WriteSession, { kind, id, record }: Addressed): void {
  if (isKnown(session, kind, id)) throw conflict('create_blocked', { id: record.id }, { pointer: '/data/id' });
}

export function addRecord(session: WriteSession, recordEdit: RecordEdit): void {
  const { kind, values } = recordEdit;
  const plan = planEdit(session, recordEdit, withSlug(recordEdit, values));
  if (withoutSchemaErrors(() => addRow(session, plan, editorPrecedence)) === 'unchanged') throw duplicateRecord();
  lockFields(session.connection, plan, originsOf(values, kind));
}

function withSlug({ kind, id }: Addressed, { attributes, relationships }: Fields): Fields {
  if (!kind.slugFrom || attributes.provisional !== true || attributes.slug) return { attributes, relationships };
  const slug = provisionalSlug(plainSlug(kind, String(attributes[kind.slugFrom]), attributes), id);
  return { attributes: { ...attributes, slug }, relationships };
}

/** The record after an edit. */
export function wholeOf({ values, without, isWhole }: RecordEdit, before: RecordText): Fields {
  if (isWhole) return values;
  const { attributes, relationships } = recordFields({
    attributes: { ...before.attributes, ...values.attributes },
    relationships: { ...before.relationships, ...values.relationships },
  });
  if (!without) return { attributes, relationships };
  const remaining = (fields: Attributes) => Object.fromEntries(Object.entries(fields).filter(([name]) => !without.has(name)));
  return { attributes: remaining(attributes), relationships: remaining(relationships) };
}

/** Changes a record; returns its new state. */
export function changeRecord(session: WriteSession, recordEdit: RecordEdit, { key, text: before }: FoundRecord): RecordText {
  const { kind, values, without, isWhole } = recordEdit;
  const mayChange = (field: string) =>
    isWhole === true ||
    Object.hasOwn(values.attributes, field) ||
    Object.hasOwn(values.relationships, field) ||
    without?.has(field) === true;
  const plan = planEdit(session, recordEdit, withRegularSlug(session, recordEdit, wholeOf(recordEdit, before), before), mayChange);
  if (withoutSchemaErrors(() => changeRow(session, plan, key, editorPrecedence)).outcome === 'unchanged') return before;
  const after = readText(session.connection, kind, key);
  const names = new Set(originsOf(differenceOf(before, after).after, kind));
  // Unchanged fields stay unlocked, and so does a generated slug.
  if (values.attributes.slug === undefined) names.delete('slug');
  lockFields(session.connection, plan, names);
  return after;
}

/** Replaces the slug of a provisional record that becomes real. */
function withRegularSlug(session: WriteSession, { kind, id, values }: RecordEdit, whole: Fields, before: RecordText): Fields {
  const becomesReal = before.attributes.provisional === true && whole.attributes.provisional === false;
  if (!kind.slugFrom || !becomesReal || values.attributes.slug !== undefined) return whole;
  const { attributes } = whole;
  const slug = session.slugs.regularSlug(kind, id, String(attributes[kind.slugFrom]), String(before.attributes.slug), attributes);
  return slug === undefined ? whole : { ...whole, attributes: { ...attributes, slug } };
}

/** Only the address can still be invalid; the values were checked. */
function planEdit(
  session: WriteSession,
  { kind, record, ids }: Addressed,
  { attributes, relationships }: Fields,
  mayChange?: (field: string) => boolean,
): WritePlan {
  try {
    return planRecord(session.references, kind, { ...record, attributes, relationships }, ids, 'whole', mayChange);
  } catch (error) {
    throw error instanceof RecordError ? new DomainError('not_found', error.problem) : error;
  }
}
