import type { Statements } from '../database/statements';
import { now } from '../database/time';
import { conflict, type DomainError, invalid, notFound } from '../errors';
import { Invalid, violation } from '../jsonapi/violations';
import type { Kind, Kinds } from '../kinds';
import { idsOfIri } from '../kinds/address';
import type { Deletions } from './deletions';
import { type Author, type Edit, EditConflict, type Edited, type Revision } from './edit';
import { EditRules, readSaid, type Said } from './edit-rules';
import { unpackFields } from './field-hashes';
import type { HeldByHand } from './held-fields';
import { Holders } from './holders';
import type { Plan } from './plan';
import type { Planner } from './planner';
import { editorPolicy } from './policies';
import { RecordError, type ResourceObject, readRecord } from './record';
import type { RecordRows } from './record-rows';
import { differenceOf, type Fields, fieldHashes, fieldsOf, isSame, type RecordText, readText, versionOf } from './record-text';
import type { References } from './references';
import type { Rules } from './rules';
import type { Slugs } from './slugs';

/** The parts of a writer that an editor works with. */
interface Tools {
  readonly kinds: Kinds;
  readonly statements: Statements;
  readonly references: References;
  readonly planner: Planner;
  readonly rows: RecordRows;
  readonly deletions: Deletions;
  readonly held: HeldByHand;
  readonly rules: Rules;
  readonly slugs: Slugs;
}

/** A record that an edit is of. */
interface Addressed {
  readonly kind: Kind;
  readonly record: ResourceObject;
  /** The UUIDs in its IRI, the outermost first. */
  readonly ids: readonly string[];
  readonly id: string;
}

/** Writes what people say: whole or not at all, and never over what somebody else wrote in the meantime. */
export class Editor {
  readonly #rules: EditRules;
  readonly #holders: Holders;

  constructor(private readonly tools: Tools) {
    this.#rules = new EditRules(tools.references, tools.rules, tools.slugs);
    this.#holders = new Holders(tools.statements, tools.kinds);
  }

  /** The version of a record as it is, to be given back with a change; none, where the record is not there. */
  versionOf(type: string, iri: string): string | undefined {
    const addressed = this.#addressed({ type, id: iri });
    const key = this.#find(addressed);
    return key === undefined ? undefined : this.#read(addressed.kind, key).version;
  }

  /**
   * @throws {Invalid} with all that is wrong with it
   * @throws {EditConflict} where somebody changed the same fields
   * @throws {DomainError} where the record is not there, is there already, or is held by others
   */
  edit(edit: Edit, author: Author): Edited {
    const addressed = this.#addressed(edit.record);
    if (edit.action === 'add') return this.#add(addressed, author);
    const key = this.#find(addressed);
    if (key === undefined) throw notFound(`There is no ${addressed.kind.noun} at ${addressed.record.id}.`);
    return edit.action === 'change' ? this.#change(addressed, key, edit.seen, author) : this.#delete(addressed, key, edit.seen, author);
  }

  #add(addressed: Addressed, author: Author): Edited {
    const { kind, record, id } = addressed;
    const { references, rows, held } = this.tools;
    if (references.find(kind.table, 'id', id) !== undefined || references.mergedInto(kind.type, id) !== undefined)
      throw conflict(`There is or was a record at ${record.id} already.`, { pointer: '/data/id' });
    const said = readSaid(kind, record);
    this.#requireValid(addressed, said, said, undefined);
    const plan = this.#plan(addressed, said);
    if (written(() => rows.add(plan, editorPolicy)) === 'unchanged') throw alreadyThere();
    held.hold(plan, originsOf(said, kind));
    const after = this.#read(kind, references.find(kind.table, 'id', id) as number);
    return this.#edited(addressed, said, { action: 'added', before: null, after: fieldsOf(after) }, after, author);
  }

  #change(addressed: Addressed, key: number, seen: string, author: Author): Edited {
    const { kind, record } = addressed;
    const before = this.#read(kind, key);
    const said = readSaid(kind, record);
    const whole = fieldsOf({
      attributes: { ...before.attributes, ...said.attributes },
      relationships: { ...before.relationships, ...said.relationships },
    });
    this.#requireValid(addressed, said, whole, key);
    requireUnchanged(before, seen, said);
    const plan = this.#plan(addressed, whole);
    const outcome = written(() => this.tools.rows.change(plan, key, editorPolicy));
    const after = this.#read(kind, key);
    if (outcome === 'unchanged') return { revision: undefined, version: after.version, ignored: said.ignored };
    const difference = differenceOf(before, after);
    // What was sent back as it is stays with its sources.
    this.tools.held.hold(plan, originsOf(difference.after, kind));
    return this.#edited(addressed, said, { action: 'changed', ...difference }, after, author);
  }

  #delete(addressed: Addressed, key: number, seen: string, author: Author): Edited {
    const { kind, id } = addressed;
    const { deletions, held } = this.tools;
    const before = this.#read(kind, key);
    if (seen !== before.version) throw new EditConflict([['the record', '/data']]);
    const holders = this.#holders.count(kind, key);
    if (holders > 0) {
      const them = holders === 1 ? 'One other record or item points' : `${holders} other records and items point`;
      throw conflict(`${them} to this ${kind.noun}, which cannot be deleted before.`);
    }
    written(() => deletions.remove(kind, key));
    held.release(kind, id);
    const gone = { iri: before.iri, version: undefined };
    return this.#edited(addressed, noneIgnored, { action: 'deleted', before: fieldsOf(before), after: null }, gone, author);
  }

  #read(kind: Kind, key: number): RecordText & { readonly version: string } {
    const text = readText(this.tools.statements, kind, key);
    return { ...text, version: versionOf(text) };
  }

  #addressed(given: unknown): Addressed {
    const record = readObject(given);
    const kind = this.tools.kinds.find(record.type);
    if (!kind) throw conflict(`There is no kind of record "${record.type.slice(0, 60)}".`, { pointer: '/data/type' });
    const ids = idsOfIri(kind, record.id)?.map((id) => id.toLowerCase());
    if (!ids) throw conflict(`${record.id.slice(0, 200)} is no IRI of type ${kind.type}.`, { pointer: '/data/id' });
    return { kind, record, ids, id: ids.at(-1) as string };
  }

  /** The key of the record at an address. Parts have none of their own: they are changed with the record that they are in. */
  #find({ kind, id, ids }: Addressed): number | undefined {
    const key = this.tools.references.find(kind.table, 'id', id);
    if (key === undefined || this.tools.rules.isPart(kind, key)) return undefined;
    const { iri } = this.#read(kind, key);
    return idsOfIri(kind, iri)?.join() === ids.join() ? key : undefined;
  }

  /** @throws {Invalid} with all that is wrong */
  #requireValid({ kind, id }: Addressed, said: Said, whole: Fields, key: number | undefined): void {
    const violations = this.#rules.violations(kind, id, said, whole, key);
    if (violations.length > 0) throw new Invalid(violations);
  }

  /** What can still be wrong is the address: all that the record says was held to the rules. */
  #plan({ kind, record, ids }: Addressed, { attributes, relationships }: Fields): Plan {
    try {
      return this.tools.planner.plan(kind, { ...record, attributes, relationships }, ids, 'whole');
    } catch (error) {
      throw error instanceof RecordError ? notFound(error.message) : error;
    }
  }

  #edited(
    { kind, id }: Addressed,
    { ignored }: Said,
    change: Pick<Revision, 'action' | 'before' | 'after'>,
    { iri, version }: { readonly iri: string; readonly version: string | undefined },
    { username, note }: Author,
  ): Edited {
    return { revision: { type: kind.type, id, iri, username, note: note ?? null, at: now(), ...change }, version, ignored };
  }
}

/** What people said, and nobody took back, stands as it was seen. */
function requireUnchanged(before: RecordText, seen: string, { attributes, relationships }: Fields): void {
  const then = unpackFields(Buffer.from(seen, 'base64url'));
  const today = fieldHashes(before);
  const changedIn = (names: string[]) => names.filter((name) => !isSame(then, today, name));
  const changed = [
    ...changedIn(Object.keys(attributes)).map((name) => [name, `/data/attributes/${name}`] as const),
    ...changedIn(Object.keys(relationships)).map((name) => [name, `/data/relationships/${name}`] as const),
  ];
  if (changed.length > 0) throw new EditConflict(changed);
}

function readObject(given: unknown): ResourceObject {
  try {
    return readRecord(given);
  } catch (error) {
    throw error instanceof RecordError ? invalid(error.message, { pointer: '/data' }) : error;
  }
}

const noneIgnored = { attributes: {}, relationships: {}, ignored: [] };

/** What fields come from, as the columns of a kind name it. */
const originsOf = ({ attributes, relationships }: Fields, { entrance: { relationships: known, originOf } }: Kind): ReadonlySet<string> =>
  new Set([...Object.keys(attributes), ...Object.keys(relationships).flatMap((name) => originOf(known[name]?.column ?? '') ?? [])]);

/** The schema has rules of its own, whose words are not for clients. */
function written<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordError) throw new Invalid([violation('data', error.message, '/data')]);
    const { code } = error as { code?: unknown };
    if (code === 'SQLITE_CONSTRAINT_UNIQUE') throw alreadyThere();
    // What is named by its slug alone is known to the schema as held.
    if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') throw conflict('Other records point to it: it cannot be deleted before they do not.');
    if (/^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(code)))
      throw new Invalid([violation('data', 'Its values do not go together: the catalog does not take them.', '/data')]);
    throw error;
  }
}

const alreadyThere = (): DomainError => conflict('There is a record that says the same already.', { pointer: '/data' });
