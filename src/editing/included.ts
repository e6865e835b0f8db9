import { Invalid, type MemberValues, readMembers, uuidPattern, type Violation, violation, wrongMember } from '../api/schema/checks';
import { type OnlineOrigin, releaseSources } from '../config';
import { conflict, DomainError } from '../errors';
import type { Kind, Kinds } from '../kinds';
import { message } from '../messages/message';
import type { Author } from '../records/edit/edit';
import { byHand } from '../records/write/writer';
import type { Store } from '../store/database/open';

// Other records of a document: those that it adds, and one of another site.

/** A record that a document adds along with its own, in the same transaction. */
export interface IncludedRecord {
  readonly kind: Kind;
  /** UUID that stands for its own in the document. */
  readonly lid: string;
  readonly attributes: MemberValues;
}

/** New names of a form with every field filled. */
export const maximumIncluded = 200;

/**
 * Reads the member `included` of a POST or PATCH document.
 * @throws {DomainError} invalid, or conflict for a type that cannot be included
 */
export function readIncluded(kinds: Kinds, body: unknown): readonly IncludedRecord[] {
  const { included = [] } = readMembers(body, '');
  if (!Array.isArray(included) || included.length > maximumIncluded)
    throw wrongMember('/included', `a list of at most ${maximumIncluded} objects`);
  return included.map((one: unknown, index) => {
    const pointer = `/included/${index}`;
    const { type, lid, attributes = {} } = readMembers(one, pointer);
    const kind = kinds.shown.find((kind) => kind.type === type && kind.ancestors.length === 0);
    if (!kind) throw conflict('no_kind', { kind: String(type).slice(0, 60) }, { pointer: `${pointer}/type` });
    if (typeof lid !== 'string' || !uuidPattern.test(lid)) throw wrongMember(`${pointer}/lid`, 'a UUID');
    return { kind, lid: lid.toLowerCase(), attributes: readMembers(attributes, `${pointer}/attributes`) };
  });
}

/** Adds included records by an author; what names them gets their new ids. */
export function addIncluded<N>(
  store: Store,
  kinds: Kinds,
  included: readonly IncludedRecord[],
  naming: N,
  author: Author,
): N & { readonly created: { readonly created?: readonly string[] } } {
  const ids = new Map(included.map(({ lid }) => [lid, Bun.randomUUIDv7()]));
  const created = included.map(({ kind, lid, attributes }, index) => {
    const record = { type: kind.type, id: kind.iri({ id: ids.get(lid) ?? '' }), attributes, relationships: {} };
    withinIncluded(index, () => byHand(store, kinds, (editing) => editing.edit({ action: 'add', record }, author)));
    return record.id;
  });
  const any = new RegExp([...ids.keys()].join('|'), 'gi');
  const named: N = JSON.parse(JSON.stringify(naming).replace(any, (lid) => ids.get(lid.toLowerCase()) ?? lid));
  return { ...named, created: { created } };
}

/** Runs an edit of an included record, and places what is wrong with it in the document. */
function withinIncluded<R>(index: number, work: () => R): R {
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
