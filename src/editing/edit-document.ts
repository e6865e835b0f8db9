import { Invalid, uuidPattern, type Violation, violation } from '../api/schema/checks';
import { comparableType } from '../api/schema/registry';
import { type OnlineOrigin, releaseSources } from '../config';
import { conflict, DomainError, forbidden, invalid } from '../errors';
import type { Kind, Kinds } from '../kinds';
import { message } from '../messages/message';

// Request bodies of catalog edits.

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

/** A record that a document adds along with its own, in the same transaction. */
export interface IncludedRecord {
  readonly kind: Kind;
  /** UUID that stands for its own in the document. */
  readonly lid: string;
  readonly attributes: Members;
}

/** New names of a form with every field filled. */
export const maximumIncluded = 200;

/**
 * Reads the member `included` of a POST or PATCH document.
 * @throws {DomainError} invalid, or conflict for a type that cannot be included
 */
export function readIncluded(kinds: Kinds, body: unknown): readonly IncludedRecord[] {
  const { included = [] } = members(body, '');
  if (!Array.isArray(included) || included.length > maximumIncluded)
    throw wrongMember('/included', `a list of at most ${maximumIncluded} objects`);
  return included.map((one: unknown, index) => {
    const pointer = `/included/${index}`;
    const { type, lid, attributes = {} } = members(one, pointer);
    const kind = kinds.shown.find((kind) => kind.type === type && kind.ancestors.length === 0);
    if (!kind) throw conflict('no_kind', { kind: String(type).slice(0, 60) }, { pointer: `${pointer}/type` });
    if (typeof lid !== 'string' || !uuidPattern.test(lid)) throw wrongMember(`${pointer}/lid`, 'a UUID');
    return { kind, lid: lid.toLowerCase(), attributes: members(attributes, `${pointer}/attributes`) };
  });
}

/** A document with the ids of its included records. */
export function withIds<D>(document: D, included: readonly { readonly lid: string; readonly id: string }[]): D {
  const ids = new Map(included.map(({ lid, id }) => [lid, id]));
  const any = new RegExp([...ids.keys()].join('|'), 'gi');
  return JSON.parse(JSON.stringify(document).replace(any, (lid) => ids.get(lid.toLowerCase()) ?? lid));
}

/** Runs an edit of an included record, and places what is wrong with it in the document. */
export function withinIncluded<R>(index: number, work: () => R): R {
  const placed = (pointer: string) => pointer.replace(/^\/data(?=\/|$)/, `/included/${index}`);
  try {
    return work();
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(error.violations.map((one): Violation => ({ ...one, pointer: placed(one.pointer) })));
    if (!(error instanceof DomainError)) throw error;
    const { kind, problem, detail, source } = error;
    throw new DomainError(kind, problem ?? detail, { source: { pointer: placed(source?.pointer ?? '/data') } });
  }
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
