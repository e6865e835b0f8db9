import type { Personal } from '../api/read/viewer';
import { uuidPattern } from '../api/schema/checks';
import { comparableType } from '../api/schema/registry';
import { Invalid, violation } from '../api/schema/violations';
import { type OnlineOrigin, releaseSources } from '../config';
import { conflict, type DomainError, forbidden, invalid } from '../errors';
import { HttpError } from '../http/errors';
import { plainTag } from '../http/negotiation';
import type { Kind, Kinds } from '../kinds';
import { message } from '../messages/message';
import { LockedFieldNames } from '../records/provenance/field-locks';
import { ContainedRecords } from '../records/write/record';
import type { Store } from '../store/database/open';
import { Statements } from '../store/database/sql';

type Members = Readonly<Record<string, unknown>>;

/** A document that changes the catalog. */
export interface EditDocument {
  readonly attributes: Members;
  readonly relationships: Members;
  /** Reason of the change. */
  readonly note: string | undefined;
  /** Fields to unlock. */
  readonly unlock: readonly string[];
}

const maximumNote = 10_000;

/**
 * Reads a POST document, or with the record's ids a PATCH document.
 * @throws {DomainError} invalid for anything but a resource document, conflict for another type or id, forbidden for a
 * client-generated id
 * @throws {Invalid} for an invalid note
 */
export function readEdit(kind: Kind, body: unknown, ownIds?: readonly string[]): EditDocument {
  const { data, meta = {} } = members(body, '');
  const { type, id, attributes = {}, relationships = {} } = members(data, '/data');
  requireType(kind, type);
  if (ownIds) requireOwn(ownIds, id);
  else if (id !== undefined) throw forbidden('id_chosen_by_server', {}, { pointer: '/data/id' });
  return {
    attributes: members(attributes, '/data/attributes'),
    relationships: members(relationships, '/data/relationships'),
    ...readMeta(meta),
  };
}

/** How the sites write the ids of releases. */
const originIds = {
  musicbrainz: [uuidPattern, message('invalid_uuid')],
  discogs: [/^[1-9]\d{0,11}$/, message('invalid_number')],
} as const;

/** The release of another site that a POST document asks for instead of giving attributes. */
export function readOrigin(body: unknown): OnlineOrigin | undefined {
  const { meta = {} } = members(body, '');
  const { from } = members(meta, '/meta');
  if (from === undefined) return undefined;
  const { source: name, id } = members(from, '/meta/from');
  const source = releaseSources.find((one) => one === name);
  if (!source) throw new Invalid([violation('source', message('invalid_word', { values: releaseSources }), '/meta/from/source')]);
  const [pattern, expected] = originIds[source];
  if (typeof id !== 'string' || !pattern.test(id)) throw new Invalid([violation('id', expected, '/meta/from/id')]);
  return { source, id: id.toLowerCase() };
}

/** Target record of a merge document. */
export function readTarget(kind: Kind, body: unknown): { readonly id: string; readonly note: string | undefined } {
  const { data, meta = {} } = members(body, '');
  const { type, id } = members(data, '/data');
  requireType(kind, type);
  if (typeof id !== 'string') throw invalid('invalid_merge_target', {}, { pointer: '/data/id' });
  return { id, note: readMeta(meta).note };
}

/** Reads the `meta` of a document. */
export function readMeta(meta: unknown): Pick<EditDocument, 'note' | 'unlock'> {
  const { note = null, unlock = [] } = members(meta, '/meta');
  const isNote = note === null || (typeof note === 'string' && note.length <= maximumNote && !note.includes('\0'));
  const areNames = Array.isArray(unlock) && unlock.every((name) => typeof name === 'string');
  const violations = [
    ...(isNote ? [] : [violation('note', message('too_long', { max: maximumNote }), '/meta/note')]),
    ...(areNames ? [] : [violation('unlock', message('invalid_field_names'), '/meta/unlock')]),
  ];
  if (violations.length > 0) throw new Invalid(violations);
  return { note: (note as string | null) || undefined, unlock: unlock as string[] };
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

function members(value: unknown, pointer: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw wrongMember(pointer, 'an object');
}

const wrongMember = (pointer: string, expected: string): DomainError =>
  invalid('wrong_member', { pointer: pointer || 'The body', expected }, { pointer });

/**
 * Requires If-Match with the current ETag, strongly compared (RFC 9110, section 13.1.1).
 * @throws {HttpError} 428 without it (RFC 6585, section 3); 412 with the current ETag on a mismatch
 */
export function requireSeen(request: Request, tag: string): void {
  const given = request.headers.get('if-match');
  if (given === null) throw new HttpError(428, message('missing_if_match'), { header: 'If-Match' });
  const isSeen = given.trim() === '*' || given.split(',').some((one) => plainTag(one.trim()) === tag);
  if (isSeen) return;
  const detail = message('stale_record');
  throw new HttpError(412, detail, { header: 'If-Match' }, { etag: tag });
}

/**
 * Editor-only members of `meta`: locked fields, and for records edited with their contents, a version of these, so that the ETag
 * changes with any of them.
 */
export function editorNotes(store: Store, kinds: Kinds, mayEdit: (request: Request) => boolean): NonNullable<Personal['ofEditors']> {
  const statements = new Statements(store);
  const contained = new ContainedRecords(statements, kinds);
  const held = new LockedFieldNames(statements);
  return (request, { type }, key) => {
    const kind = kinds.find(type);
    if (!kind || !mayEdit(request)) return undefined;
    const version = contained.version(kind, key);
    return { lockedFields: held.of(kind, key), ...(version !== undefined && { version }) };
  };
}

/**
 * Keeps public records from referring to unreviewed releases.
 * @param relationships as in a document
 * @throws {DomainError} conflict
 */
export function requireReviewed({ writer }: Store, relationships: Members): void {
  for (const [name, value] of Object.entries(relationships)) {
    const { type, id } = (value as { data?: { type?: unknown; id?: unknown } | null } | null)?.data ?? {};
    if (type !== 'Release' || typeof id !== 'string') continue;
    const uuid = id.slice(id.lastIndexOf('/') + 1).toLowerCase();
    if (writer.query('SELECT 1 FROM "release" WHERE id = ? AND unreviewed_by IS NOT NULL').get(uuid) !== null)
      throw conflict('review_first', {}, { pointer: `/data/relationships/${name}` });
  }
}
