import { Invalid, type Violation, violation } from '../../api/schema/violations';
import { conflict, DomainError } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import type { Attributes } from '../../kinds/attribute';
import { message } from '../../messages/message';
import type { Statements } from '../../store/database/sql';
import type { Merges } from '../merge/merges';
import type { FieldLocks } from '../provenance/field-locks';
import type { SourceMemory } from '../provenance/memory';
import type { Deletions } from '../write/deletions';
import { Holders } from '../write/holders';
import type { Plan, Planner } from '../write/plan';
import { editorPolicy } from '../write/policies';
import {
  differenceOf,
  type Fields,
  fieldsOf,
  RecordError,
  type RecordText,
  type ResourceObject,
  readRecord,
  readText,
} from '../write/record';
import type { References } from '../write/references';
import type { RecordRows } from '../write/rows';
import type { Rules } from '../write/rules';
import { plainSlug, provisionalSlug, type Slugs } from '../write/slugs';
import { EditRules, readSaid, type Said } from './edit-rules';
import { editorRuleViolations } from './editor-rules';
import { StandIns } from './stand-ins';

/** The parts of a writer that an editor works with. */
export interface EditorTools {
  readonly kinds: Kinds;
  readonly statements: Statements;
  readonly references: References;
  readonly planner: Planner;
  readonly rows: RecordRows;
  readonly deletions: Deletions;
  readonly held: FieldLocks;
  readonly memory: SourceMemory;
  readonly merges: Merges;
  readonly rules: Rules;
  readonly slugs: Slugs;
  /** Does something, and undoes all that it wrote. */
  readonly rehearse: <T>(work: () => T) => T;
}

/** A record that an edit is of. */
export interface Addressed {
  readonly kind: Kind;
  readonly record: ResourceObject;
  /** The UUIDs in its IRI, the outermost first. */
  readonly ids: readonly string[];
  readonly id: string;
}

/** A record that is there, as it is before an edit. */
export interface FoundRecord {
  readonly key: number;
  readonly text: RecordText;
}

/** A record that an edit is of, with what it says of it. */
export interface Saying extends Addressed {
  readonly said: Said;
  /** Fields that are to have no value again. */
  readonly without?: ReadonlySet<string>;
  /** Whether it says all that there is to say: what it leaves out has its default. */
  readonly isWhole?: boolean;
  /** Whether it says what was so before, and comes back: what sources wrote then is as good as it was. */
  readonly comesBack?: boolean;
}

/** Writes what people say of one record. */
export class RecordEditor {
  readonly #rules: EditRules;
  readonly #holders: Holders;
  readonly #standIns: StandIns;

  constructor(private readonly tools: EditorTools) {
    this.#rules = new EditRules(tools.references, tools.rules, tools.slugs);
    this.#holders = new Holders(tools.statements, tools.kinds);
    this.#standIns = new StandIns(tools.statements, tools.kinds);
  }

  /** @throws {DomainError} for what is no record of a kind at an address of it */
  address(given: unknown): Addressed {
    const record = readObject(given);
    const kind = this.tools.kinds.find(record.type);
    if (!kind) throw conflict('no_kind', { kind: record.type.slice(0, 60) }, { pointer: '/data/type' });
    const ids = idsOfIri(kind, record.id)?.map((id) => id.toLowerCase());
    if (!ids) throw conflict('not_an_iri', { iri: record.id.slice(0, 200), type: kind.type }, { pointer: '/data/id' });
    return { kind, record, ids, id: ids.at(-1) as string };
  }

  /** What an edit says, with ids for new parts. */
  saying(addressed: Addressed): Saying {
    const { kind, record } = addressed;
    const said = readSaid(kind, record);
    return { ...addressed, said: { ...said, attributes: withPartIds(kind, said.attributes) } };
  }

  /** The record at an address. Parts have none of their own: they are changed with the record that they are in. */
  find({ kind, id, ids }: Addressed): FoundRecord | undefined {
    const key = this.tools.references.find(kind.table, 'id', id);
    if (key === undefined || this.tools.rules.isPart(kind, key)) return undefined;
    const text = this.read(kind, key);
    return idsOfIri(kind, text.iri)?.join() === ids.join() ? { key, text } : undefined;
  }

  read(kind: Kind, key: number): RecordText {
    return readText(this.tools.statements, kind, key);
  }

  /**
   * All that is wrong with what is said.
   * @param there the record as it is, where it is there
   */
  violations(saying: Saying, there: FoundRecord | undefined): Violation[] {
    const { kind, ids, said } = saying;
    const whole = there === undefined ? said : wholeOf(saying, there.text);
    const isBack = saying.without !== undefined || saying.isWhole === true;
    return [
      ...this.#rules.violations(kind, ids, said, whole, there?.key, isBack),
      ...(saying.comesBack ? [] : ofPeople(saying, whole, there?.text.attributes ?? {})),
      ...this.#standIns.violations(kind, ids, whole),
    ];
  }

  /** @throws {DomainError} a conflict, where a record that comes back has what tells another one of these from its stand-ins */
  requireApart(kind: Kind, key: number): void {
    const { iri, attributes, relationships } = this.read(kind, key);
    const [broken] = this.#standIns.clashes(kind, idsOfIri(kind, iri) as string[], { attributes, relationships });
    if (broken) throw conflict('restore_blocked_by', { attribute: broken.attribute, reason: broken.message });
  }

  /** @throws {DomainError} a conflict, where there is such a record, or was */
  requireNew({ kind, id, record }: Addressed): void {
    if (this.isKnown(kind, id)) throw conflict('create_blocked', { id: record.id }, { pointer: '/data/id' });
  }

  /** Whether a UUID is that of a record, be it a part. */
  isThere({ table }: Kind, id: string): boolean {
    return this.tools.references.find(table, 'id', id) !== undefined;
  }

  /** Whether a UUID is that of a record, or of one that was merged. */
  isKnown({ table, type }: Kind, id: string): boolean {
    const { references } = this.tools;
    return references.find(table, 'id', id) !== undefined || references.mergedInto(type, id) !== undefined;
  }

  /** Adds a record, and gives its key. */
  add(saying: Saying): number {
    const { kind, id, said } = saying;
    const { references, rows, held } = this.tools;
    const plan = this.#plan(saying, this.#withSlug(saying, said));
    if (written(() => rows.add(plan, editorPolicy)) === 'unchanged') throw alreadyThere();
    held.hold(plan, originsOf(said, kind));
    return references.find(kind.table, 'id', id) as number;
  }

  #withSlug({ kind, id }: Addressed, { attributes, relationships }: Fields): Fields {
    if (!kind.slugFrom || attributes.provisional !== true || attributes.slug) return { attributes, relationships };
    const slug = provisionalSlug(plainSlug(kind, String(attributes[kind.slugFrom])), id);
    return { attributes: { ...attributes, slug }, relationships };
  }

  /** Changes a record, and gives it as it is then. */
  change(saying: Saying, { key, text: before }: FoundRecord): RecordText {
    const { kind, said, without, isWhole } = saying;
    const mayChange = (list: string) => isWhole === true || Object.hasOwn(said.attributes, list) || without?.has(list) === true;
    const plan = this.#plan(saying, this.#renamed(saying, wholeOf(saying, before), before), mayChange);
    if (written(() => this.tools.rows.change(plan, key, editorPolicy)) === 'unchanged') return before;
    const after = this.read(kind, key);
    const names = new Set(originsOf(differenceOf(before, after).after, kind));
    // What was sent back as it is stays with its sources; a slug that nobody chose is nobody's.
    if (said.attributes.slug === undefined) names.delete('slug');
    this.tools.held.hold(plan, names);
    return after;
  }

  /** What stood in for another, and is a true one from now on, is called as such. */
  #renamed({ kind, id, said }: Saying, whole: Fields, before: RecordText): Fields {
    const isTrueNow = before.attributes.provisional === true && whole.attributes.provisional === false;
    if (!kind.slugFrom || !isTrueNow || said.attributes.slug !== undefined) return whole;
    const slug = this.tools.slugs.ofTrueOne(kind, id, String(whole.attributes[kind.slugFrom]), String(before.attributes.slug));
    return slug === undefined ? whole : { ...whole, attributes: { ...whole.attributes, slug } };
  }

  /** @throws {DomainError} a conflict, where others hold the record */
  requireFree(kind: Kind, key: number): void {
    const holders = this.#holders.count(kind, key);
    if (holders === 0) return;
    if (holders === 1) throw conflict('delete_blocked_one', { kind: kind.noun });
    throw conflict('delete_blocked', { count: holders, kind: kind.noun });
  }

  remove(kind: Kind, key: number, id: string): void {
    const { deletions, held } = this.tools;
    written(() => deletions.remove(kind, key));
    held.release(kind, id);
  }

  /** What can still be wrong is the address: all that the record says was held to the rules. */
  #plan({ kind, record, ids }: Addressed, { attributes, relationships }: Fields, mayChange?: (list: string) => boolean): Plan {
    try {
      return this.tools.planner.plan(kind, { ...record, attributes, relationships }, ids, 'whole', mayChange);
    } catch (error) {
      throw error instanceof RecordError ? new DomainError('not_found', error.problem) : error;
    }
  }
}

function wholeOf({ said, without, isWhole }: Saying, before: RecordText): Fields {
  if (isWhole) return said;
  const { attributes, relationships } = fieldsOf({
    attributes: { ...before.attributes, ...said.attributes },
    relationships: { ...before.relationships, ...said.relationships },
  });
  if (!without) return { attributes, relationships };
  const kept = (fields: Attributes) => Object.fromEntries(Object.entries(fields).filter(([name]) => !without.has(name)));
  return { attributes: kept(attributes), relationships: kept(relationships) };
}

/** What is wrong for people alone: sources are taken as they are, and what one of them wrote can be sent back. */
const ofPeople = ({ kind, said }: Saying, whole: Fields, there: Attributes): Violation[] =>
  editorRuleViolations(kind, said, whole).filter(
    ({ attribute }) => !Object.hasOwn(there, attribute) || !Bun.deepEquals(there[attribute], said.attributes[attribute]),
  );

function readObject(given: unknown): ResourceObject {
  try {
    return readRecord(given);
  } catch (error) {
    throw error instanceof RecordError ? new DomainError('invalid', error.problem, { source: { pointer: '/data' } }) : error;
  }
}

/** Parts stand under ids of their own: the server chooses those of new ones. */
function withPartIds({ parts }: Kind, attributes: Attributes): Attributes {
  const given = parts && attributes[parts.attribute];
  if (!parts || !Array.isArray(given)) return attributes;
  const isNew = (part: unknown) => typeof part === 'object' && part !== null && !Object.hasOwn(part, 'id');
  return { ...attributes, [parts.attribute]: given.map((part) => (isNew(part) ? { id: Bun.randomUUIDv7(), ...part } : part)) };
}

/** What fields come from, as the columns of a kind name it. */
export const originsOf = (
  { attributes, relationships }: Fields,
  { entrance: { relationships: known, originOf } }: Kind,
): ReadonlySet<string> =>
  new Set([...Object.keys(attributes), ...Object.keys(relationships).flatMap((name) => originOf(known[name]?.column ?? '') ?? [])]);

/** The schema has rules of its own, whose words are not for clients. */
export function written<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordError) throw new Invalid([violation('data', error.problem, '/data')]);
    const { code } = error as { code?: unknown };
    if (code === 'SQLITE_CONSTRAINT_UNIQUE') throw alreadyThere();
    // What is named by its slug alone is known to the schema as held.
    if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') throw conflict('delete_blocked_by_others');
    if (/^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(code)))
      throw new Invalid([violation('data', message('combined_value'), '/data')]);
    throw error;
  }
}

const alreadyThere = (): DomainError => conflict('duplicate_record', {}, { pointer: '/data' });
