import { Invalid, type Violation } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import { conflict, DomainError, notFound } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import type { MergingTools } from '../merge/merges';
import { editorPrecedence } from '../provenance/precedence';
import { Holders } from '../write/deletions';
import { plainSlug } from '../write/plain-slug';
import type { WritePlan } from '../write/plan';
import {
  ContainedRecords,
  containedKinds,
  differenceOf,
  duplicateRecord,
  type Fields,
  originsOf,
  RecordError,
  type RecordObject,
  type RecordText,
  readRecord,
  readText,
  recordFields,
  withoutSchemaErrors,
} from '../write/record';
import { provisionalSlug } from '../write/slugs';
import { DocumentSteps, type Steps, violationAt } from './document-steps';
import type { Addressed, Author, Edit, Edited, FoundRecord, RecordEdit, Revision, Shown } from './edit';
import { EditRules, editorRuleViolations, ProvisionalRecords, readSourceValues } from './edit-rules';

/** Fields to be cleared again by a revert. */
export interface ClearedFields {
  readonly without: ReadonlySet<string>;
}

/** Writes manual edits atomically, never over concurrent changes. */
export class Editor {
  readonly contained: ContainedRecords;
  readonly #rules: EditRules;
  readonly #holders: Holders;
  readonly #provisionalRecords: ProvisionalRecords;

  constructor(private readonly tools: MergingTools) {
    this.contained = new ContainedRecords(tools.statements, tools.kinds);
    this.#rules = new EditRules(tools.references, tools.slugs);
    this.#holders = new Holders(tools.statements, tools.kinds);
    this.#provisionalRecords = new ProvisionalRecords(tools.statements, tools.kinds);
  }

  /**
   * @throws {Invalid} with all violations
   * @throws {DomainError} if the record is missing, exists already, or is in use
   */
  edit(edit: Edit, author: Author, cleared?: ClearedFields): Edited {
    const addressed = this.address(edit.record);
    if (edit.action === 'add') return this.#add(this.recordEdit(addressed), author);
    const found = this.find(addressed);
    if (!found) throw notFound('no_record_at', { kind: addressed.kind.noun, iri: addressed.record.id });
    if (edit.action === 'delete') return this.#delete(addressed, found, author);
    const without = cleared?.without ?? edit.without;
    const recordEdit = {
      ...this.recordEdit(addressed, edit.shown?.(addressed.kind, [found.key])[0]),
      ...(without && { without }),
      isRestored: cleared !== undefined,
    };
    return this.#change(recordEdit, found, edit, author, without !== undefined);
  }

  #add(recordEdit: RecordEdit, author: Author): Edited {
    this.requireNew(recordEdit);
    const steps = this.#steps(recordEdit, undefined);
    this.#write(steps);
    const { kind, id } = recordEdit;
    const key = this.tools.references.find(kind.table, 'id', id) as number;
    const after = this.contained.read(kind, key);
    return this.#edited(recordEdit, steps.ignored, { action: 'added', before: null, after }, this.read(kind, key).iri, author);
  }

  #change(recordEdit: RecordEdit, found: FoundRecord, { shown }: ChangeEdit, author: Author, isWhole: boolean): Edited {
    const { kind } = recordEdit;
    const steps = this.#steps(recordEdit, found, isWhole, shown);
    const before = this.#text(kind, found, steps.lists);
    const text = this.#write(steps) ?? found.text;
    const difference = differenceOf(before, this.#text(kind, { key: found.key, text }, steps.lists));
    const isSameStill = Object.keys({ ...difference.before.attributes, ...difference.before.relationships }).length === 0;
    if (isSameStill) return { revision: undefined, ignored: steps.ignored };
    return this.#edited(recordEdit, steps.ignored, { action: 'changed', ...difference }, text.iri, author);
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
  #steps(recordEdit: RecordEdit, found: FoundRecord | undefined, isWhole = false, shown?: Shown): Steps {
    const { kinds } = this.tools;
    const steps = hasContents(kinds, recordEdit)
      ? new DocumentSteps(kinds, this, this.contained, isWhole, shown).take(recordEdit, found)
      : stepOf(recordEdit, found);
    const broken = steps.steps.flatMap(({ edit: recordEdit, current, pointer }) =>
      this.violations(recordEdit, current).map((violation) => violationAt(violation, pointer)),
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
    for (const { edit: recordEdit, current, pointer } of steps) {
      if (current === undefined) this.#addRecord(recordEdit);
      else {
        const changed = this.#changeRecord(recordEdit, current);
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
  address(stated: unknown): Addressed {
    const record = readObject(stated);
    const kind = this.tools.kinds.find(record.type);
    if (!kind) throw conflict('no_kind', { kind: record.type.slice(0, 60) }, { pointer: '/data/type' });
    const ids = idsOfIri(kind, record.id)?.map((id) => id.toLowerCase());
    if (!ids) throw conflict('not_an_iri', { iri: record.id.slice(0, 200), type: kind.type }, { pointer: '/data/id' });
    return { kind, record, ids, id: ids.at(-1) as string };
  }

  /**
   * Values of an edit, with ids for new parts.
   * @param shown attributes as shown: those sent back unchanged are left out
   */
  recordEdit(addressed: Addressed, shown: Attributes = {}): RecordEdit {
    const { kind, record } = addressed;
    const values = readSourceValues(kind, record);
    const isEdited = ([name, value]: [string, unknown]) => !Object.hasOwn(shown, name) || !Bun.deepEquals(value, shown[name]);
    const attributes = Object.fromEntries(Object.entries(withPartIds(kind, values.attributes)).filter(isEdited));
    return { ...addressed, values: { ...values, attributes } };
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
   * @param current the current record, if it exists
   */
  violations(recordEdit: RecordEdit, current: FoundRecord | undefined): Violation[] {
    const { kind, ids, values } = recordEdit;
    const whole = current === undefined ? values : wholeOf(recordEdit, current.text);
    const isRestored = recordEdit.without !== undefined || recordEdit.isWhole === true;
    return [
      ...this.#rules.violations(kind, ids, values, whole, current?.key, isRestored),
      ...(recordEdit.isRestored ? [] : manualViolations(recordEdit, whole, current?.text.attributes ?? {})),
      ...this.#provisionalRecords.violations(kind, ids, whole),
    ];
  }

  /** @throws {DomainError} conflict, if a restored record would duplicate values reserved for real records */
  requireNoConflict(kind: Kind, key: number): void {
    const { iri, attributes, relationships } = this.read(kind, key);
    const [broken] = this.#provisionalRecords.clashes(kind, idsOfIri(kind, iri) as string[], { attributes, relationships });
    if (broken) throw conflict('restore_blocked_by', { attribute: broken.attribute, reason: broken.message });
  }

  /** @throws {DomainError} conflict, if the record exists or existed */
  requireNew({ kind, id, record }: Addressed): void {
    if (this.isKnown(kind, id)) throw conflict('create_blocked', { id: record.id }, { pointer: '/data/id' });
  }

  /** Whether a UUID belongs to a record or part. */
  exists({ table }: Kind, id: string): boolean {
    return this.tools.references.find(table, 'id', id) !== undefined;
  }

  /** Whether a UUID belongs to a record, possibly merged. */
  isKnown(kind: Kind, id: string): boolean {
    return this.exists(kind, id) || this.tools.references.mergedInto(kind.type, id) !== undefined;
  }

  #addRecord(recordEdit: RecordEdit): void {
    const { kind, values } = recordEdit;
    const { rows, locks } = this.tools;
    const plan = this.#plan(recordEdit, this.#withSlug(recordEdit, values));
    if (withoutSchemaErrors(() => rows.add(plan, editorPrecedence)) === 'unchanged') throw duplicateRecord();
    locks.lock(plan, originsOf(values, kind));
  }

  #withSlug({ kind, id }: Addressed, { attributes, relationships }: Fields): Fields {
    if (!kind.slugFrom || attributes.provisional !== true || attributes.slug) return { attributes, relationships };
    const slug = provisionalSlug(plainSlug(kind, String(attributes[kind.slugFrom]), attributes), id);
    return { attributes: { ...attributes, slug }, relationships };
  }

  /** Changes a record; returns its new state. */
  #changeRecord(recordEdit: RecordEdit, { key, text: before }: FoundRecord): RecordText {
    const { kind, values, without, isWhole } = recordEdit;
    const mayChange = (list: string) => isWhole === true || Object.hasOwn(values.attributes, list) || without?.has(list) === true;
    const plan = this.#plan(recordEdit, this.#renamed(recordEdit, wholeOf(recordEdit, before), before), mayChange);
    if (withoutSchemaErrors(() => this.tools.rows.change(plan, key, editorPrecedence)).outcome === 'unchanged') return before;
    const after = this.read(kind, key);
    const names = new Set(originsOf(differenceOf(before, after).after, kind));
    // Unchanged fields stay unlocked, and so does a generated slug.
    if (values.attributes.slug === undefined) names.delete('slug');
    this.tools.locks.lock(plan, names);
    return after;
  }

  /** Replaces the slug of a provisional record that becomes real. */
  #renamed({ kind, id, values }: RecordEdit, whole: Fields, before: RecordText): Fields {
    const becomesReal = before.attributes.provisional === true && whole.attributes.provisional === false;
    if (!kind.slugFrom || !becomesReal || values.attributes.slug !== undefined) return whole;
    const { attributes } = whole;
    const slug = this.tools.slugs.regularSlug(kind, id, String(attributes[kind.slugFrom]), String(before.attributes.slug), attributes);
    return slug === undefined ? whole : { ...whole, attributes: { ...attributes, slug } };
  }

  /** @throws {DomainError} conflict, if the record is in use */
  requireFree(kind: Kind, key: number): void {
    const holders = this.#holders.countByType(kind, key);
    const count = Object.values(holders).reduce((sum, one) => sum + one, 0);
    if (count === 0) return;
    if (count === 1) throw conflict('delete_blocked_one', { kind: kind.noun, holders });
    throw conflict('delete_blocked', { count, kind: kind.noun, holders });
  }

  remove(kind: Kind, key: number, id: string): void {
    const { deletions, locks } = this.tools;
    withoutSchemaErrors(() => deletions.remove(kind, key));
    locks.delete(kind, id);
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

/** Whether a document has nested records or parts, which need steps of their own. */
const hasContents = (kinds: Kinds, { kind, record: { attributes } }: Addressed): boolean =>
  Object.hasOwn(attributes, kind.parts?.attribute ?? '') || containedKinds(kinds, kind).some(([name]) => Object.hasOwn(attributes, name));

/** The only step of a document without contents. */
const stepOf = (recordEdit: RecordEdit, current: FoundRecord | undefined): Steps => ({
  steps: [{ edit: recordEdit, current, pointer: '' }],
  dropped: [],
  violations: [],
  lists: new Set(),
  ignored: recordEdit.values.ignored,
});

type ChangeEdit = Extract<Edit, { action: 'change' }>;

function wholeOf({ values, without, isWhole }: RecordEdit, before: RecordText): Fields {
  if (isWhole) return values;
  const { attributes, relationships } = recordFields({
    attributes: { ...before.attributes, ...values.attributes },
    relationships: { ...before.relationships, ...values.relationships },
  });
  if (!without) return { attributes, relationships };
  const remaining = (fields: Attributes) => Object.fromEntries(Object.entries(fields).filter(([name]) => !without.has(name)));
  return { attributes: remaining(attributes), relationships: remaining(relationships) };
}

/** Rules for manual edits only: values imported from a source may be sent back. */
const manualViolations = ({ kind, values }: RecordEdit, whole: Fields, current: Attributes): Violation[] =>
  editorRuleViolations(kind, values, whole, current).filter(
    ({ attribute }) => !Object.hasOwn(current, attribute) || !Bun.deepEquals(current[attribute], values.attributes[attribute]),
  );

function readObject(stated: unknown): RecordObject {
  try {
    return readRecord(stated);
  } catch (error) {
    throw error instanceof RecordError ? new DomainError('invalid', error.problem, { source: { pointer: '/data' } }) : error;
  }
}

/** Assigns ids to new parts. */
function withPartIds({ parts }: Kind, attributes: Attributes): Attributes {
  const stated = parts && attributes[parts.attribute];
  if (!parts || !Array.isArray(stated)) return attributes;
  const isNew = (part: unknown) => typeof part === 'object' && part !== null && !Object.hasOwn(part, 'id');
  return { ...attributes, [parts.attribute]: stated.map((part) => (isNew(part) ? { id: Bun.randomUUIDv7(), ...part } : part)) };
}
