import { Invalid, type MemberValues, readMembers, violation, wrongMember } from '../api/schema/checks';
import { comparableType } from '../api/schema/registry';
import { relationshipNamed } from '../api/schema/resource';
import { conflict, forbidden, invalid } from '../errors';
import { readBody } from '../http/body';
import type { Kind } from '../kinds';
import { message } from '../messages/message';
import { isWritableRelationship } from '../records/edit/edit-rules';
import type { Fields } from '../records/write/record';

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
}

const maximumNote = 10_000;

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
  const { attributes, relationships } = readFields(members, '/data');
  const isReadOnly = (name: string) => relationshipNamed(kind, name) !== undefined && !isWritableRelationship(kind, name);
  const own = Object.entries(relationships).filter(([name]) => !isReadOnly(name));
  return { attributes, relationships: Object.fromEntries(own), ...readMeta(meta) };
}

/** Members of a resource. Only imports carry slugs. */
export function readFields({ attributes = {}, relationships = {} }: MemberValues, pointer: string): Fields {
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
  const { note = null, unlock = [], complete = false, confirmed } = readMembers(meta, '/meta');
  const isNote = note === null || (typeof note === 'string' && note.length <= maximumNote && !note.includes('\0'));
  const areNames = Array.isArray(unlock) && unlock.every((name) => typeof name === 'string');
  const violations = [
    ...(isNote ? [] : [violation('note', message('too_long', { max: maximumNote }), '/meta/note')]),
    ...(areNames ? [] : [violation('unlock', message('invalid_field_names'), '/meta/unlock')]),
    ...(typeof complete === 'boolean' ? [] : [violation('complete', message('invalid_boolean'), '/meta/complete')]),
    ...(typeof (confirmed ?? '') === 'string' ? [] : [violation('confirmed', message('invalid_text'), '/meta/confirmed')]),
  ];
  if (violations.length > 0) throw new Invalid(violations);
  return { note: (note as string | null) || undefined, unlock: unlock as string[], complete: complete === true, confirmed };
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
