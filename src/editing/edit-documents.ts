import { exampleUuid } from '../api/openapi/shared';
import type { ResourceObject } from '../api/read/document';
import { differingFrom, Invalid, type MemberValues, readMembers, uuidPattern, violation, wrongMember } from '../api/schema/checks';
import { comparableType } from '../api/schema/registry';
import { relationshipNamed } from '../api/schema/resource';
import { siteIdNames } from '../catalog/productions/site-ids';
import { type OnlineOrigin, releaseSources } from '../config';
import { conflict, forbidden, invalid } from '../errors';
import { readBody } from '../http/body';
import type { Kind } from '../kinds';
import { message } from '../messages/message';
import { isWritable, isWritableRelationship } from '../records/edit/edit';
import type { Fields } from '../records/write/record';

// Documents that edit the catalog: their members, and those that are ignored.

/** A document that changes the catalog. */
export interface EditDocument extends Fields {
  /** Reason of the change. */
  readonly note: string | undefined;
  /** Fields to unlock. */
  readonly unlock: readonly string[];
  /** Whether a merge that leaves discs or tracks out is refused. */
  readonly complete: boolean;
  /** Version of the content that a merge may leave out nevertheless. */
  readonly confirmed: unknown;
  /** IRIs of productions whose score a new release has. */
  readonly productions: readonly string[];
}

const maximumNote = 10_000;

/** Compilations have music of some dozen. */
export const maximumScores = 100;

const exampleProduction = `/api/productions/${exampleUuid}`;

const iriOfProduction = (text: string): string => `/api/productions/${text.replace('/api/productions/', '').toLowerCase()}`;

const areProductions = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= maximumScores &&
  value.every((iri) => typeof iri === 'string' && uuidPattern.test(iri.replace('/api/productions/', '')));

/**
 * The note of a rejection.
 * @throws {Invalid} if it is missing or too long
 */
export function readRejection(body: unknown): string {
  const { note } = readMembers(body, '');
  const text = typeof note === 'string' ? note.trim() : '';
  if (text !== '' && !text.includes('\0') && text.length <= maximumNote) return text;
  throw new Invalid([
    violation('note', text.length > maximumNote ? message('too_long', { max: maximumNote }) : message('required'), '/note'),
  ]);
}

/**
 * Reads a POST document, or with the record's ids a PATCH document.
 * @throws {DomainError} invalid for anything but a resource document, conflict for another type or id, forbidden for a
 * client-generated id
 * @throws {Invalid} for an invalid note
 */
export function readEdit(kind: Kind, body: unknown, ownIds?: readonly string[]): EditDocument {
  const { data, meta = {} } = readMembers(body, '');
  const members = readMembers(data, '/data');
  requireType(kind, members.type);
  if (ownIds) requireOwn(ownIds, members.id);
  else if (members.id !== undefined) throw forbidden('id_chosen_by_server', {}, { pointer: '/data/id' });
  const { attributes, relationships } = readWrittenFields(members, '/data');
  const isReadOnly = (name: string) => relationshipNamed(kind, name) !== undefined && !isWritableRelationship(kind, name);
  const own = Object.entries(relationships).filter(([name]) => !isReadOnly(name));
  return { attributes, relationships: Object.fromEntries(own), ...readMeta(meta) };
}

/** Members of a resource. Only imports carry slugs. */
export function readWrittenFields({ attributes = {}, relationships = {} }: MemberValues, pointer: string): Fields {
  const { slug: _, ...writable } = readMembers(attributes, `${pointer}/attributes`);
  return { attributes: writable, relationships: readMembers(relationships, `${pointer}/relationships`) };
}

export function readTarget(kind: Kind, body: unknown): { readonly id: string } & Pick<EditDocument, 'note' | 'complete' | 'confirmed'> {
  const { data, meta = {} } = readMembers(body, '');
  const { type, id } = readMembers(data, '/data');
  requireType(kind, type);
  if (typeof id !== 'string') throw invalid('invalid_merge_target', {}, { pointer: '/data/id' });
  return { id, ...readMeta(meta) };
}

/** The note of a document that may be left out. */
export const readNote = async (request: Request): Promise<string | undefined> =>
  request.body === null ? undefined : readMeta(readMembers(await readBody(request), '').meta ?? {}).note;

export function readMeta(meta: unknown): Omit<EditDocument, keyof Fields> {
  const { note = null, unlock = [], complete = false, confirmed, productions = [] } = readMembers(meta, '/meta');
  const isNote = note === null || (typeof note === 'string' && note.length <= maximumNote && !note.includes('\0'));
  const areNames = Array.isArray(unlock) && unlock.every((name) => typeof name === 'string');
  const violations = [
    ...(isNote ? [] : [violation('note', message('too_long', { max: maximumNote }), '/meta/note')]),
    ...(areNames ? [] : [violation('unlock', message('invalid_field_names'), '/meta/unlock')]),
    ...(typeof complete === 'boolean' ? [] : [violation('complete', message('invalid_boolean'), '/meta/complete')]),
    ...(typeof (confirmed ?? '') === 'string' ? [] : [violation('confirmed', message('invalid_text'), '/meta/confirmed')]),
    ...(areProductions(productions)
      ? []
      : [violation('productions', message('invalid_iri', { example: exampleProduction }), '/meta/productions')]),
  ];
  if (violations.length > 0) throw new Invalid(violations);
  return {
    note: (note as string | null) || undefined,
    unlock: unlock as string[],
    complete: complete === true,
    confirmed,
    productions: [...new Set((productions as string[]).map(iriOfProduction))],
  };
}

function requireType(kind: Kind, type: unknown): void {
  if (typeof type !== 'string') throw wrongMember('/data/type', `"${kind.type}"`);
  if (comparableType(type) !== comparableType(kind.type)) throw conflict('wrong_type', { type: kind.type }, { pointer: '/data/type' });
}

function requireOwn(own: readonly string[], id: unknown): void {
  const [expected = ''] = own;
  if (typeof id !== 'string') throw wrongMember('/data/id', `"${expected}"`);
  if (!own.includes(id.toLowerCase())) throw conflict('wrong_id', { id: expected }, { pointer: '/data/id' });
}

/** What a response reports beside the record. */
export interface Beside {
  readonly meta?: object;
  /** Members as sent: read-only ones that differ from the stored ones are ignored. */
  readonly sent?: MemberValues;
  /** Members before the change; without them, those of the response. */
  readonly stored?: MemberValues;
}

/** Relationships and attributes, which have no names in common but those whose values agree. */
export const storedMembers = ({ attributes, relationships }: ResourceObject): MemberValues => ({ ...relationships, ...attributes });

/** Members of a document. A relationship without data states nothing (JSON:API 1.1, relationships). */
export function sentMembers(body: unknown): MemberValues {
  const { attributes = {}, relationships = {} } = readMembers(readMembers(body, '').data, '/data');
  const linked = Object.entries(readMembers(relationships, '/data/relationships'));
  const stated = linked.filter(([, value]) => (value as { data?: unknown } | null)?.data !== undefined);
  return { ...Object.fromEntries(stated), ...readMembers(attributes, '/data/attributes') };
}

/** @param unknown members that the edit ignored */
export function ignoredMembers(kind: Kind, unknown: readonly string[], stored: MemberValues, sent: MemberValues): string[] {
  const isReadOnly = (name: string) => !isWritten(kind, name) && !isWritableRelationship(kind, name);
  const isCompared = (name: string) => Object.hasOwn(stored, name) && Object.hasOwn(sent, name);
  return [...unknown.filter((name) => !isCompared(name)), ...differingFrom(stored, sent, isReadOnly)];
}

/** Whether clients may write an attribute. Only imports write slugs. */
const isWritten = (kind: Kind, name: string): boolean =>
  isSiteId(kind, name) || (name !== 'slug' && isWritable(kind, name)) || Object.hasOwn(kind.contains, name);

/** Whether an attribute stands for an external link. */
export const isSiteId = ({ type }: Pick<Kind, 'type'>, name: string): boolean =>
  type === 'Production' && siteIdNames.some((one) => one === name);

/** How the sites write the ids of releases. */
const originIds = {
  musicbrainz: [uuidPattern, message('invalid_uuid')],
  discogs: [/^[1-9]\d{0,11}$/, message('invalid_number')],
} as const;

/** The release of another site that a POST document asks for instead of giving attributes. */
export function readOrigin(body: unknown): OnlineOrigin | undefined {
  const { meta = {} } = readMembers(body, '');
  const { from } = readMembers(meta, '/meta');
  if (from === undefined) return undefined;
  const { source: name, id } = readMembers(from, '/meta/from');
  const source = releaseSources.find((one) => one === name);
  if (!source) throw new Invalid([violation('source', message('invalid_word', { values: releaseSources }), '/meta/from/source')]);
  const [pattern, expected] = originIds[source];
  if (typeof id !== 'string' || !pattern.test(id)) throw new Invalid([violation('id', expected, '/meta/from/id')]);
  return { source, id: id.toLowerCase() };
}
