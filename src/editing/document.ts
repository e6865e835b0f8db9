import { comparableType } from '../api/schema/registry';
import { Invalid, violation } from '../api/schema/violations';
import { conflict, forbidden, invalid } from '../errors';
import type { Kind } from '../kinds';

type Members = Readonly<Record<string, unknown>>;

/** A document that changes the catalog. */
export interface EditDocument {
  readonly attributes: Members;
  readonly relationships: Members;
  /** Why. */
  readonly note: string | undefined;
  /** Attributes and relationships to be left to their sources again. */
  readonly unlock: readonly string[];
}

/** As long as the notes of a record. */
const maximumNote = 10_000;

/**
 * Reads the document of a POST, or (with the ids that its record may go by) of a PATCH.
 * @throws {DomainError} invalid, for what is no resource document; a conflict, for another type or id; forbidden, for an id that a client chose
 * @throws {Invalid} for a note that is none
 */
export function readEdit(kind: Kind, body: unknown, ownIds?: readonly string[]): EditDocument {
  const { data, meta = {} } = members(body, '');
  const { type, id, attributes = {}, relationships = {} } = members(data, '/data');
  requireType(kind, type);
  if (ownIds) requireOwn(ownIds, id);
  else if (id !== undefined) throw forbidden('The server chooses the id of a new resource.', { pointer: '/data/id' });
  return {
    attributes: members(attributes, '/data/attributes'),
    relationships: members(relationships, '/data/relationships'),
    ...readMeta(meta),
  };
}

/** The record that a document names alone, as the one to merge into. */
export function readTarget(kind: Kind, body: unknown): { readonly id: string; readonly note: string | undefined } {
  const { data, meta = {} } = members(body, '');
  const { type, id } = members(data, '/data');
  requireType(kind, type);
  if (typeof id !== 'string') throw invalid('/data/id must be the id of the record to merge into.', { pointer: '/data/id' });
  return { id, note: readMeta(meta).note };
}

/** What the `meta` of a document says of a change. */
export function readMeta(meta: unknown): Pick<EditDocument, 'note' | 'unlock'> {
  const { note = null, unlock = [] } = members(meta, '/meta');
  const isNote = note === null || (typeof note === 'string' && note.length <= maximumNote && !note.includes('\0'));
  const areNames = Array.isArray(unlock) && unlock.every((name) => typeof name === 'string');
  const violations = [
    ...(isNote ? [] : [violation('note', `This must be text of at most ${maximumNote} characters.`, '/meta/note')]),
    ...(areNames ? [] : [violation('unlock', 'This must be a list of names of attributes and relationships.', '/meta/unlock')]),
  ];
  if (violations.length > 0) throw new Invalid(violations);
  return { note: (note as string | null) || undefined, unlock: unlock as string[] };
}

function requireType(kind: Kind, type: unknown): void {
  if (typeof type !== 'string') throw invalid(`/data/type must be "${kind.type}".`, { pointer: '/data/type' });
  if (comparableType(type) !== comparableType(kind.type))
    throw conflict(`This takes a resource of type ${kind.type}.`, { pointer: '/data/type' });
}

function requireOwn(own: readonly string[], id: unknown): void {
  if (typeof id !== 'string') throw invalid(`/data/id must be "${own[0]}".`, { pointer: '/data/id' });
  if (!own.includes(id.toLowerCase())) throw conflict(`This is ${own[0]}; the id in the document is another.`, { pointer: '/data/id' });
}

function members(value: unknown, pointer: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw invalid(`${pointer === '' ? 'The body' : pointer} must be an object.`, { pointer });
}
