import type { ResourceObject } from '../api/read/document';
import { Invalid, readMembers, uuidPattern, type Violation, violation, wrongMember } from '../api/schema/checks';
import { comparableType, idsOfIri } from '../api/schema/registry';
import type { Ids } from '../api/schema/resource';
import { conflict, DomainError } from '../errors';
import type { Kind, Kinds } from '../kinds';
import { type Message, message } from '../messages/message';
import { maximumContained } from '../records/edit/document-steps';
import type { Fields, RecordObject } from '../records/write/record';
import { readWrittenFields } from './edit-documents';

// Records that a document writes along with its own, in the same transaction: new ones, and changes of those that belong to it.

interface IncludedMember {
  readonly kind: Kind;
  readonly pointer: string;
  readonly fields: Fields;
}

interface NewRecord extends IncludedMember {
  /** Stands for its id in the document; a UUID in lower case. */
  readonly lid: string;
}

export interface IncludedChange extends IncludedMember {
  /** UUID. */
  readonly id: string;
  /** Address as stated; may be the UUID alone. */
  readonly address: string;
  /** Values that the change is based on. */
  readonly before: Fields;
  readonly isDeleted: boolean;
}

export type IncludedRecord = NewRecord | IncludedChange;

/** The record of the document. */
export interface OwnRecord {
  readonly kind: Kind;
  /** UUID. */
  readonly id: string;
  /** Ids in its path. */
  readonly place: Ids;
  /** By which included records may name it before it exists. */
  readonly lid?: string | undefined;
}

/** A new record with its IRI, or a change. */
export type IncludedWrite =
  | { readonly pointer: string; readonly kind: Kind; readonly record: RecordObject }
  | { readonly pointer: string; readonly change: IncludedChange };

/** As long as a URL segment that anybody would choose. */
const maximumLid = 255;

/** New names of a form with every field filled. */
export const maximumNew = 200;

const isNew = (record: IncludedRecord): record is NewRecord => 'lid' in record;

/**
 * Reads the member `included` of a POST or PATCH document.
 * @param ownLid of the document's record
 * @throws {DomainError} invalid, or conflict for a type that cannot be included
 */
export function readIncluded(kinds: Kinds, body: unknown, ownLid?: string): readonly IncludedRecord[] {
  const { included = [] } = readMembers(body, '');
  if (!Array.isArray(included)) throw wrongMember('/included', 'a list of objects');
  const contained = new Set(kinds.all.flatMap(({ contains }) => Object.values(contains)));
  const mayBeNew = ({ type, ancestors }: Kind) => ancestors.length < 2 && !contained.has(type);
  const names = new Set(ownLid === undefined ? [] : [ownLid]);
  const records = included.flatMap((member: unknown, index): IncludedRecord[] => {
    const pointer = `/included/${index}`;
    const { type, id, lid, meta, ...fields } = readMembers(member, pointer);
    const isAdded = id === undefined || lid !== undefined;
    // As a read had included it.
    if (!isAdded && meta === undefined) return [];
    if (typeof type !== 'string') throw wrongMember(`${pointer}/type`, 'a type, such as "Artist"');
    const kind = kinds.shown.find((kind) => kind.type === type && (isAdded ? mayBeNew(kind) : !kind.unreviewed));
    if (!kind) throw conflict('no_kind', { kind: type.slice(0, 60) }, { pointer: `${pointer}/type` });
    const record = isAdded ? { lid: readLid(lid, pointer) } : readChange(kind, id, meta, pointer);
    const name = 'lid' in record ? record.lid : record.id;
    if (names.has(name))
      throw 'lid' in record ? wrongLid(pointer, message('repeated_lid', { lid: name })) : wrongMemberOf(pointer, 'id', message('id_taken'));
    names.add(name);
    return [{ kind, pointer, fields: readWrittenFields(fields, pointer), ...record }];
  });
  if (records.filter(isNew).length > maximumNew) throw wrongMember('/included', `a list of at most ${maximumNew} new objects`);
  if (records.length > maximumContained) throw wrongMember('/included', `a list of at most ${maximumContained} changes`);
  return records;
}

/** The lid of the document's record, which included records may name. */
export function readOwnLid(body: unknown): string | undefined {
  const { lid } = readMembers(readMembers(body, '').data, '/data');
  return lid === undefined ? undefined : readLid(lid, '/data');
}

function readLid(lid: unknown, pointer: string): string {
  if (typeof lid !== 'string' || lid === '' || lid.length > maximumLid)
    throw wrongMember(`${pointer}/lid`, `text of 1 to ${maximumLid} characters`);
  return uuidPattern.test(lid) ? lid.toLowerCase() : lid;
}

function readChange(kind: Kind, address: unknown, meta: unknown, pointer: string) {
  const { before, deleted = false } = readMembers(meta, `${pointer}/meta`);
  if (typeof deleted !== 'boolean') throw wrongMember(`${pointer}/meta/deleted`, 'true or false');
  const stated = String(address).toLowerCase();
  const id = uuidPattern.test(stated) ? stated : idsOfIri(kind, stated)?.at(-1);
  if (id === undefined) throw conflict('not_an_iri', { iri: stated.slice(0, 200), type: kind.type }, { pointer: `${pointer}/id` });
  const { attributes = {}, relationships = {} } = readMembers(before, `${pointer}/meta/before`);
  return {
    ...{ id, address: stated, isDeleted: deleted },
    before: {
      attributes: readMembers(attributes, `${pointer}/meta/before/attributes`),
      relationships: readMembers(relationships, `${pointer}/meta/before/relationships`),
    },
  };
}

const wrongMemberOf = (pointer: string, name: string, problem: Message): Invalid =>
  new Invalid([violation(name, problem, `${pointer}/${name}`)]);

const wrongLid = (pointer: string, problem: Message): Invalid => wrongMemberOf(pointer, 'lid', problem);

/** Finds the new record that a member of the document names. */
type Find = (value: unknown, name: string) => NewRecord | undefined;

/** Members that name records by address or UUID: those of lists, of relationships, and of the path. */
const referring = /^(?:iri|credit_role|id|\w+Id)$/;

/**
 * Finds by `type` and `lid`, by address, or by a bare UUID.
 * @param isKnown whether a record has a UUID: then `id`s mean that record, and only `lid`s and lists the new one
 */
function finderOf(added: readonly NewRecord[], isKnown: (id: string) => boolean): Find {
  const byLid = new Map(added.map((record) => [record.lid, record]));
  const byAddress = new Map(
    added.flatMap((record) => {
      const address = [record.kind.iri({ id: record.lid }), record] as const;
      return uuidPattern.test(record.lid) ? [address, [record.lid, record] as const] : [address];
    }),
  );
  const known = new Set(added.map(({ lid }) => lid).filter((lid) => uuidPattern.test(lid) && isKnown(lid)));
  return (value, name) => {
    if (typeof value === 'string') {
      const found = referring.test(name) ? (byAddress.get(value) ?? byAddress.get(value.toLowerCase())) : undefined;
      return found && /id$/i.test(name) && known.has(found.lid) ? undefined : found;
    }
    if (typeof value !== 'object' || value === null || !('lid' in value) || 'id' in value) return undefined;
    const { lid } = value;
    return typeof lid === 'string' ? byLid.get(uuidPattern.test(lid) ? lid.toLowerCase() : lid) : undefined;
  };
}

/** Copy of a value with some members replaced. */
const replaced = (value: unknown, replace: (value: unknown, name: string) => unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member) => replace(member, name));

/**
 * Included records, each after those that it names, and those that belong to the document's record after it (JSON:API 1.1, full
 * linkage).
 * @param document the document without them
 * @throws {Invalid} for a record that nothing names, and for records that name each other in a circle
 */
function inOrder(
  included: readonly IncludedRecord[],
  document: unknown,
  own: NewRecord,
  belongs: (record: IncludedRecord) => boolean,
  find: Find,
) {
  const [done, begun] = [new Set<IncludedRecord>(), new Set<IncludedRecord>()];
  const add = (record: IncludedRecord, naming: unknown) => {
    if (begun.has(record)) throw wrongLid(record.pointer, message('circular_lids'));
    begun.add(record);
    replaced(naming, (value, name) => {
      const named = find(value, name);
      if (named && !done.has(named)) add(named, named.fields);
      return value;
    });
    done.add(record);
  };
  add(own, document);
  for (const record of included) if (!done.has(record) && belongs(record)) add(record, record.fields);
  const unnamed = included.find((record): record is NewRecord => !done.has(record));
  if (unnamed) throw wrongLid(unnamed.pointer, message('unnamed_lid', { lid: unnamed.lid }));
  const order = [...done];
  const place = order.indexOf(own);
  const after = order.slice(place + 1);
  const isDeleted = (record: IncludedRecord) => !isNew(record) && record.isDeleted;
  return { first: order.slice(0, place), after: [...after.filter(isDeleted), ...after.filter((record) => !isDeleted(record))] };
}

/** The relationship that names the record above, as its parameter in the path does. */
function parentOf({ ancestors, above }: Kind): { readonly name: string; readonly parameter: string; readonly table: string } | undefined {
  const [parameter, table] = [ancestors.at(-1)?.parameter, above.at(-1)?.table];
  return parameter === undefined || table === undefined ? undefined : { parameter, table, name: parameter.replace(/Id$/, '') };
}

const linkageOf = (relationship: unknown) =>
  (relationship as { readonly data?: { readonly type?: unknown; readonly id?: unknown } | null } | null | undefined)?.data ?? undefined;

/**
 * Orders included records around the document's own; what names new ones gets their ids.
 * @param document the document without them
 * @param isKnown whether a record has a UUID
 */
export function arrangeIncluded<D extends object>(
  included: readonly IncludedRecord[],
  document: D,
  own: OwnRecord,
  isKnown: (id: string) => boolean,
) {
  const added = included.filter(isNew);
  const ownRecord: NewRecord = { ...own, lid: own.lid ?? '', pointer: '/data', fields: { attributes: {}, relationships: {} } };
  const find = finderOf(own.lid === undefined ? added : [...added, ownRecord], isKnown);
  const ids = new Map([...added.map(({ lid }) => [lid, Bun.randomUUIDv7() as string] as const), [ownRecord.lid, own.id] as const]);
  const idOf = (relationship: unknown): string | undefined => {
    const data = linkageOf(relationship);
    const named = find(data, 'data') ?? find(data?.id, 'id');
    return named ? ids.get(named.lid) : typeof data?.id === 'string' ? data.id.slice(-36).toLowerCase() : undefined;
  };
  const parentIdOf = ({ kind, fields, pointer }: NewRecord): object => {
    const parent = parentOf(kind);
    if (!parent) return {};
    const id = idOf(fields.relationships[parent.name]) ?? (own.kind.table === parent.table ? own.id : '');
    if (!uuidPattern.test(id)) throw wrongMemberOf(`${pointer}/relationships`, parent.name, message('required'));
    return { [parent.parameter]: id };
  };
  const iriOf = (record: NewRecord): string =>
    record === ownRecord
      ? own.kind.iri({ ...named(own.place), id: own.id })
      : record.kind.iri({ ...parentIdOf(record), id: ids.get(record.lid) });
  const belongs = (record: IncludedRecord): boolean => {
    if (!isNew(record)) return true;
    const { kind, fields } = record;
    const isOfOwn = (relationship: unknown) =>
      comparableType(String(linkageOf(relationship)?.type)) === comparableType(own.kind.type) && idOf(relationship) === own.id;
    const parent = parentOf(kind);
    const isBelow = parent?.table === own.kind.table && fields.relationships[parent.name] === undefined;
    return isBelow || Object.values(fields.relationships).some(isOfOwn);
  };
  const { first, after } = inOrder(included, [document, own.place], ownRecord, belongs, find);
  const named = <T>(value: T): T =>
    replaced(value, (member, name) => {
      const record = find(member, name);
      if (!record) return member;
      if (typeof member === 'string') return member.startsWith('/') ? iriOf(record) : ids.get(record.lid);
      const { lid: _, ...identifier } = member as { lid: string };
      return { ...identifier, id: iriOf(record) };
    }) as T;
  const write = (record: IncludedRecord): IncludedWrite => {
    const { kind, pointer, fields } = record;
    const { attributes, relationships } = added.length === 0 ? fields : named(fields);
    if (!isNew(record)) return { pointer, change: { ...record, fields: { attributes, relationships } } };
    const { [parentOf(kind)?.name ?? '']: _, ...others } = relationships;
    return { pointer, kind, record: { type: kind.type, id: iriOf(record), attributes, relationships: others } };
  };
  return {
    document: named(document),
    place: named(own.place),
    first: first.map(write),
    after: after.map(write),
    created: added.map(iriOf),
  };
}

/** Whether a record is below another or links to it. */
export const isOfRecord = ({ id, relationships = {} }: ResourceObject, own: string): boolean =>
  id.startsWith(`${own}/`) || Object.values(relationships).some((relationship) => linkageOf(relationship)?.id === own);

/** Whether a record has the values that a change is based on. */
export const isAsBefore = ({ attributes, relationships = {} }: ResourceObject, before: Fields): boolean =>
  Object.entries(before.attributes).every(([name, value]) => Bun.deepEquals(value, attributes[name])) &&
  Object.entries(before.relationships).every(([name, value]) => Bun.deepEquals(linkageOf(value), linkageOf(relationships[name])));

/** Runs an edit of an included record, and places what is wrong with it in the document. */
export function withinIncluded<R>(pointer: string, work: () => R): R {
  const placed = (found: string) => found.replace(/^\/data(?=\/|$)/, pointer);
  try {
    return work();
  } catch (error) {
    if (error instanceof Invalid)
      throw new Invalid(error.violations.map((found): Violation => ({ ...found, pointer: placed(found.pointer) })));
    if (!(error instanceof DomainError)) throw error;
    const { kind, problem, detail, source } = error;
    // The address of the request exists.
    throw new DomainError(kind === 'not_found' ? 'conflict' : kind, problem ?? detail, {
      source: { pointer: placed(source?.pointer ?? '/data') },
    });
  }
}
