import { Invalid, type Violation, violation } from '../../api/schema/violations';
import { conflict, DomainError } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import type { Attributes } from '../../kinds/attribute';
import { message } from '../../messages/message';
import type { Statements } from '../../store/database/sql';
import type { Merges } from '../merge/merges';
import type { FieldLocks } from '../provenance/field-locks';
import { editorPrecedence } from '../provenance/precedence';
import type { SourceMemory } from '../provenance/source-values';
import { type Deletions, Holders } from '../write/deletions';
import type { Planner, WritePlan } from '../write/plan';
import {
  differenceOf,
  type Fields,
  fieldsOf,
  RecordError,
  type RecordObject,
  type RecordText,
  readRecord,
  readText,
} from '../write/record';
import type { References } from '../write/references';
import type { RecordRows } from '../write/rows';
import type { Rules } from '../write/rules';
import { plainSlug, provisionalSlug, type Slugs } from '../write/slugs';
import { type DocumentValues, EditRules, editorRuleViolations, ProvisionalRecords, readSaid } from './edit-rules';

/** Parts of a writer used for edits. */
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
  /** Runs work and rolls back everything it wrote. */
  readonly rehearse: <T>(work: () => T) => T;
}

/** Target record of an edit. */
export interface Addressed {
  readonly kind: Kind;
  readonly record: RecordObject;
  /** UUIDs in its IRI, outermost first. */
  readonly ids: readonly string[];
  readonly id: string;
}

/** An existing record before an edit. */
export interface FoundRecord {
  readonly key: number;
  readonly text: RecordText;
}

/** A target record with its new values. */
export interface Saying extends Addressed {
  readonly said: DocumentValues;
  /** Fields to be cleared. */
  readonly without?: ReadonlySet<string>;
  /** Whether all values are given; missing ones get their default. */
  readonly isWhole?: boolean;
  /** Whether a previous state is restored, in which source values were valid. */
  readonly comesBack?: boolean;
}

/** Writes manual edits of one record. */
export class RecordEditor {
  readonly #rules: EditRules;
  readonly #holders: Holders;
  readonly #standIns: ProvisionalRecords;

  constructor(private readonly tools: EditorTools) {
    this.#rules = new EditRules(tools.references, tools.rules, tools.slugs);
    this.#holders = new Holders(tools.statements, tools.kinds);
    this.#standIns = new ProvisionalRecords(tools.statements, tools.kinds);
  }

  /** @throws {DomainError} unless it is a record at a valid address */
  address(given: unknown): Addressed {
    const record = readObject(given);
    const kind = this.tools.kinds.find(record.type);
    if (!kind) throw conflict('no_kind', { kind: record.type.slice(0, 60) }, { pointer: '/data/type' });
    const ids = idsOfIri(kind, record.id)?.map((id) => id.toLowerCase());
    if (!ids) throw conflict('not_an_iri', { iri: record.id.slice(0, 200), type: kind.type }, { pointer: '/data/id' });
    return { kind, record, ids, id: ids.at(-1) as string };
  }

  /** Values of an edit, with ids for new parts. */
  saying(addressed: Addressed): Saying {
    const { kind, record } = addressed;
    const said = readSaid(kind, record);
    return { ...addressed, said: { ...said, attributes: withPartIds(kind, said.attributes) } };
  }

  /** Record at an address. Parts have none: they are edited with their record. */
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
   * All violations of an edit.
   * @param there the current record, if it exists
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

  /** @throws {DomainError} conflict, if a restored record would duplicate values reserved for real records */
  requireApart(kind: Kind, key: number): void {
    const { iri, attributes, relationships } = this.read(kind, key);
    const [broken] = this.#standIns.clashes(kind, idsOfIri(kind, iri) as string[], { attributes, relationships });
    if (broken) throw conflict('restore_blocked_by', { attribute: broken.attribute, reason: broken.message });
  }

  /** @throws {DomainError} conflict, if the record exists or existed */
  requireNew({ kind, id, record }: Addressed): void {
    if (this.isKnown(kind, id)) throw conflict('create_blocked', { id: record.id }, { pointer: '/data/id' });
  }

  /** Whether a UUID belongs to a record or part. */
  isThere({ table }: Kind, id: string): boolean {
    return this.tools.references.find(table, 'id', id) !== undefined;
  }

  /** Whether a UUID belongs to a record, possibly merged. */
  isKnown({ table, type }: Kind, id: string): boolean {
    const { references } = this.tools;
    return references.find(table, 'id', id) !== undefined || references.mergedInto(type, id) !== undefined;
  }

  /** Adds a record; returns its key. */
  add(saying: Saying): number {
    const { kind, id, said } = saying;
    const { references, rows, held } = this.tools;
    const plan = this.#plan(saying, this.#withSlug(saying, said));
    if (written(() => rows.add(plan, editorPrecedence)) === 'unchanged') throw alreadyThere();
    held.hold(plan, originsOf(said, kind));
    return references.find(kind.table, 'id', id) as number;
  }

  #withSlug({ kind, id }: Addressed, { attributes, relationships }: Fields): Fields {
    if (!kind.slugFrom || attributes.provisional !== true || attributes.slug) return { attributes, relationships };
    const slug = provisionalSlug(plainSlug(kind, String(attributes[kind.slugFrom])), id);
    return { attributes: { ...attributes, slug }, relationships };
  }

  /** Changes a record; returns its new state. */
  change(saying: Saying, { key, text: before }: FoundRecord): RecordText {
    const { kind, said, without, isWhole } = saying;
    const mayChange = (list: string) => isWhole === true || Object.hasOwn(said.attributes, list) || without?.has(list) === true;
    const plan = this.#plan(saying, this.#renamed(saying, wholeOf(saying, before), before), mayChange);
    if (written(() => this.tools.rows.change(plan, key, editorPrecedence)).outcome === 'unchanged') return before;
    const after = this.read(kind, key);
    const names = new Set(originsOf(differenceOf(before, after).after, kind));
    // Unchanged fields stay unlocked, and so does a generated slug.
    if (said.attributes.slug === undefined) names.delete('slug');
    this.tools.held.hold(plan, names);
    return after;
  }

  /** Replaces the slug of a provisional record that becomes real. */
  #renamed({ kind, id, said }: Saying, whole: Fields, before: RecordText): Fields {
    const isTrueNow = before.attributes.provisional === true && whole.attributes.provisional === false;
    if (!kind.slugFrom || !isTrueNow || said.attributes.slug !== undefined) return whole;
    const slug = this.tools.slugs.ofTrueOne(kind, id, String(whole.attributes[kind.slugFrom]), String(before.attributes.slug));
    return slug === undefined ? whole : { ...whole, attributes: { ...whole.attributes, slug } };
  }

  /** @throws {DomainError} conflict, if the record is in use */
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

  /** Only the address can still be invalid; the values were checked. */
  #plan({ kind, record, ids }: Addressed, { attributes, relationships }: Fields, mayChange?: (list: string) => boolean): WritePlan {
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

/** Rules for manual edits only: values imported from a source may be sent back. */
const ofPeople = ({ kind, said }: Saying, whole: Fields, there: Attributes): Violation[] =>
  editorRuleViolations(kind, said, whole).filter(
    ({ attribute }) => !Object.hasOwn(there, attribute) || !Bun.deepEquals(there[attribute], said.attributes[attribute]),
  );

function readObject(given: unknown): RecordObject {
  try {
    return readRecord(given);
  } catch (error) {
    throw error instanceof RecordError ? new DomainError('invalid', error.problem, { source: { pointer: '/data' } }) : error;
  }
}

/** Assigns ids to new parts. */
function withPartIds({ parts }: Kind, attributes: Attributes): Attributes {
  const given = parts && attributes[parts.attribute];
  if (!parts || !Array.isArray(given)) return attributes;
  const isNew = (part: unknown) => typeof part === 'object' && part !== null && !Object.hasOwn(part, 'id');
  return { ...attributes, [parts.attribute]: given.map((part) => (isNew(part) ? { id: Bun.randomUUIDv7(), ...part } : part)) };
}

/** Attributes and relationships behind columns. */
export const originsOf = (
  { attributes, relationships }: Fields,
  { entrance: { relationships: known, originOf } }: Kind,
): ReadonlySet<string> =>
  new Set([...Object.keys(attributes), ...Object.keys(relationships).flatMap((name) => originOf(known[name]?.column ?? '') ?? [])]);

/** Hides schema errors, whose wording is not for clients. */
export function written<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordError) throw new Invalid([violation('data', error.problem, '/data')]);
    const { code } = error as { code?: unknown };
    if (code === 'SQLITE_CONSTRAINT_UNIQUE') throw alreadyThere();
    // The schema reports references by slug as foreign keys, too.
    if (code === 'SQLITE_CONSTRAINT_FOREIGNKEY') throw conflict('delete_blocked_by_others');
    if (/^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(code)))
      throw new Invalid([violation('data', message('combined_value'), '/data')]);
    throw error;
  }
}

const alreadyThere = (): DomainError => conflict('duplicate_record', {}, { pointer: '/data' });
