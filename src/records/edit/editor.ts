import { Invalid, type Violation, violation } from '../../api/schema/violations';
import { conflict, DomainError, notFound } from '../../errors';
import type { Kind } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import type { Attributes } from '../../kinds/attribute';
import { message } from '../../messages/message';
import { now } from '../../store/values/time';
import type { MergingTools } from '../merge/merges';
import { editorPrecedence } from '../provenance/precedence';
import { Holders } from '../write/deletions';
import type { WritePlan } from '../write/plan';
import {
  ContainedRecords,
  differenceOf,
  type Fields,
  RecordError,
  type RecordObject,
  type RecordText,
  readRecord,
  readText,
  recordFields,
} from '../write/record';
import { plainSlug, provisionalSlug } from '../write/slugs';
import { DocumentSteps, readSourceValues, type Steps, violationAt } from './document-steps';
import type { Addressed, Author, Edit, Edited, FoundRecord, Revision, Saying, Shown } from './edit';
import { EditRules, editorRuleViolations, ProvisionalRecords } from './edit-rules';

/** Fields to be cleared again by a revert. */
export interface TakingBack {
  readonly without: ReadonlySet<string>;
}

/** Writes manual edits atomically, never over concurrent changes. */
export class Editor {
  readonly contained: ContainedRecords;
  readonly #rules: EditRules;
  readonly #holders: Holders;
  readonly #standIns: ProvisionalRecords;

  constructor(private readonly tools: MergingTools) {
    this.contained = new ContainedRecords(tools.statements, tools.kinds);
    this.#rules = new EditRules(tools.references, tools.slugs);
    this.#holders = new Holders(tools.statements, tools.kinds);
    this.#standIns = new ProvisionalRecords(tools.statements, tools.kinds);
  }

  /**
   * @throws {Invalid} with all violations
   * @throws {DomainError} if the record is missing, exists already, or is in use
   */
  edit(edit: Edit, author: Author, back?: TakingBack): Edited {
    const addressed = this.address(edit.record);
    if (edit.action === 'add') return this.#add(this.saying(addressed), author);
    const found = this.find(addressed);
    if (!found) throw notFound('no_record_at', { kind: addressed.kind.noun, iri: addressed.record.id });
    if (edit.action === 'delete') return this.#delete(addressed, found, author);
    const without = back?.without ?? edit.without;
    const saying = { ...this.saying(addressed), ...(without && { without }), comesBack: back !== undefined };
    return this.#change(saying, found, edit, author, without !== undefined);
  }

  #add(saying: Saying, author: Author): Edited {
    this.requireNew(saying);
    const steps = this.#steps(saying, undefined);
    this.#write(steps);
    const { kind, id } = saying;
    const key = this.tools.references.find(kind.table, 'id', id) as number;
    const after = this.contained.read(kind, key);
    return this.#edited(saying, steps.ignored, { action: 'added', before: null, after }, this.read(kind, key).iri, author);
  }

  #change(saying: Saying, found: FoundRecord, { shown }: ChangeEdit, author: Author, isWhole: boolean): Edited {
    const { kind } = saying;
    const steps = this.#steps(saying, found, isWhole, shown);
    const before = this.#text(kind, found, steps.lists);
    const text = this.#write(steps) ?? found.text;
    const difference = differenceOf(before, this.#text(kind, { key: found.key, text }, steps.lists));
    const isSameStill = Object.keys({ ...difference.before.attributes, ...difference.before.relationships }).length === 0;
    if (isSameStill) return { revision: undefined, ignored: steps.ignored };
    return this.#edited(saying, steps.ignored, { action: 'changed', ...difference }, text.iri, author);
  }

  #delete(addressed: Addressed, { key, text: { iri } }: FoundRecord, author: Author): Edited {
    const { kind, id } = addressed;
    this.requireFree(kind, key);
    const before = this.contained.read(kind, key);
    this.remove(kind, key, id);
    return this.#edited(addressed, [], { action: 'deleted', before, after: null }, iri, author);
  }

  restored(kind: Kind, key: number, author: Author): Edited {
    const { iri } = this.read(kind, key);
    const addressed = this.address({ type: kind.type, id: iri });
    return this.#edited(addressed, [], { action: 'added', before: null, after: this.contained.read(kind, key) }, iri, author);
  }

  /** @throws {Invalid} with all violations */
  #steps(saying: Saying, found: FoundRecord | undefined, isWhole = false, shown?: Shown): Steps {
    const steps = new DocumentSteps(this.tools.kinds, this, this.contained, isWhole, shown).take(saying, found);
    const broken = steps.steps.flatMap(({ saying, there, pointer }) =>
      this.violations(saying, there).map((violation) => violationAt(violation, pointer)),
    );
    const violations = [...steps.violations, ...broken];
    if (violations.length > 0) throw new Invalid(violations);
    return steps;
  }

  /**
   * Deletes dropped records last, since their parts may have moved.
   * @returns the record afterwards, if it existed
   */
  #write({ steps, dropped }: Steps): RecordText | undefined {
    let text: RecordText | undefined;
    for (const { saying, there, pointer } of steps) {
      if (there === undefined) this.#addRecord(saying);
      else {
        const changed = this.#changeRecord(saying, there);
        if (pointer === '') text = changed;
      }
    }
    for (const { kind, key, id } of dropped) {
      if (this.tools.references.find(kind.table, 'id', id) === undefined) continue;
      this.requireFree(kind, key);
      this.remove(kind, key, id);
    }
    return text;
  }

  #text(kind: Kind, { key, text: { attributes, relationships } }: FoundRecord, lists: ReadonlySet<string>): Fields {
    if (lists.size === 0) return { attributes, relationships };
    const contents = Object.entries(this.contained.contents(kind, key)).filter(([name]) => lists.has(name));
    return { attributes: { ...attributes, ...Object.fromEntries(contents) } as Attributes, relationships };
  }

  #edited(
    { kind, id }: Addressed,
    ignored: readonly string[],
    change: Pick<Revision, 'action' | 'before' | 'after'>,
    iri: string,
    { username, note }: Author,
  ): Edited {
    return { revision: { type: kind.type, id, iri, username, note: note ?? null, at: now(), ...change }, ignored };
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
    const said = readSourceValues(kind, record);
    return { ...addressed, said: { ...said, attributes: withPartIds(kind, said.attributes) } };
  }

  /** Record at an address. Parts have none: they are edited with their record. */
  find({ kind, id, ids }: Addressed): FoundRecord | undefined {
    const key = this.tools.references.find(kind.table, 'id', id);
    if (key === undefined || this.tools.references.isPart(kind, key)) return undefined;
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
  #addRecord(saying: Saying): number {
    const { kind, id, said } = saying;
    const { references, rows, held } = this.tools;
    const plan = this.#plan(saying, this.#withSlug(saying, said));
    if (withoutSchemaErrors(() => rows.add(plan, editorPrecedence)) === 'unchanged') throw alreadyThere();
    held.hold(plan, originsOf(said, kind));
    return references.find(kind.table, 'id', id) as number;
  }

  #withSlug({ kind, id }: Addressed, { attributes, relationships }: Fields): Fields {
    if (!kind.slugFrom || attributes.provisional !== true || attributes.slug) return { attributes, relationships };
    const slug = provisionalSlug(plainSlug(kind, String(attributes[kind.slugFrom])), id);
    return { attributes: { ...attributes, slug }, relationships };
  }

  /** Changes a record; returns its new state. */
  #changeRecord(saying: Saying, { key, text: before }: FoundRecord): RecordText {
    const { kind, said, without, isWhole } = saying;
    const mayChange = (list: string) => isWhole === true || Object.hasOwn(said.attributes, list) || without?.has(list) === true;
    const plan = this.#plan(saying, this.#renamed(saying, wholeOf(saying, before), before), mayChange);
    if (withoutSchemaErrors(() => this.tools.rows.change(plan, key, editorPrecedence)).outcome === 'unchanged') return before;
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
    withoutSchemaErrors(() => deletions.remove(kind, key));
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

type ChangeEdit = Extract<Edit, { action: 'change' }>;

function wholeOf({ said, without, isWhole }: Saying, before: RecordText): Fields {
  if (isWhole) return said;
  const { attributes, relationships } = recordFields({
    attributes: { ...before.attributes, ...said.attributes },
    relationships: { ...before.relationships, ...said.relationships },
  });
  if (!without) return { attributes, relationships };
  const kept = (fields: Attributes) => Object.fromEntries(Object.entries(fields).filter(([name]) => !without.has(name)));
  return { attributes: kept(attributes), relationships: kept(relationships) };
}

/** Rules for manual edits only: values imported from a source may be sent back. */
const ofPeople = ({ kind, said }: Saying, whole: Fields, there: Attributes): Violation[] =>
  editorRuleViolations(kind, said, whole, there).filter(
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
export function withoutSchemaErrors<T>(work: () => T): T {
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
