import { Invalid } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import { conflict, DomainError, notFound } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import type { Author, Edited, Revision } from '../history/revision';
import { countHolders, removeRecord } from '../write/deletions';
import { deleteLocks, lockFields } from '../write/field-locks';
import type { WritePlan } from '../write/plan';
import { planRecord } from '../write/plan';
import { editorPrecedence } from '../write/precedence';
import {
  containedKinds,
  differenceOf,
  duplicateRecord,
  type Fields,
  type FoundRecord,
  originsOf,
  RecordError,
  type RecordText,
  readContents,
  readText,
  readWithContents,
  withoutSchemaErrors,
} from '../write/record';
import { addRow, changeRow } from '../write/rows';
import type { WriteSession } from '../write/session';
import { plainSlug, provisionalSlug } from '../write/slugs';
import { DocumentSteps, type Steps, violationAt } from './document-steps';
import type { Addressed, Edit, RecordEdit, Shown } from './edit';
import { addressedRecord, findAddressed, isKnown, recordEditOf } from './edit';
import { editViolations, reservedViolations, wholeOf } from './edit-rules';

/** Fields to be cleared again by a revert. */
export interface ClearedFields {
  readonly without: ReadonlySet<string>;
}

/**
 * @throws {Invalid} with all violations
 * @throws {DomainError} if the record is missing, exists already, or is in use
 */
export function editRecord(session: WriteSession, edit: Edit, author: Author, cleared?: ClearedFields): Edited {
  const addressed = addressedRecord(session, edit.record);
  if (edit.action === 'add') return addDocument(session, recordEditOf(addressed), author);
  const found = findAddressed(session, addressed);
  if (!found) throw notFound('no_record_at', { kind: addressed.kind.noun, iri: addressed.record.id });
  if (edit.action === 'delete') return deleteRecord(session, addressed, found, author);
  const without = cleared?.without ?? edit.without;
  const recordEdit = {
    ...recordEditOf(addressed, edit.shown?.(addressed.kind, [found.key])[0]),
    ...(without && { without }),
    isRestored: cleared !== undefined,
  };
  return changeDocument(session, recordEdit, found, edit, author, without !== undefined);
}

function addDocument(session: WriteSession, recordEdit: RecordEdit, author: Author): Edited {
  requireNew(session, recordEdit);
  const steps = checkedSteps(session, recordEdit, undefined);
  writeSteps(session, steps);
  const { kind, id } = recordEdit;
  const key = session.references.find(kind.table, 'id', id) as number;
  const after = readWithContents(session.connection, session.kinds, kind, key);
  return editedBy(recordEdit, steps.ignored, { action: 'added', before: null, after }, readText(session.connection, kind, key).iri, author);
}

function changeDocument(
  session: WriteSession,
  recordEdit: RecordEdit,
  found: FoundRecord,
  { shown }: ChangeEdit,
  author: Author,
  isWhole: boolean,
): Edited {
  const { kind } = recordEdit;
  const steps = checkedSteps(session, recordEdit, found, isWhole, shown);
  const before = textWithLists(session, kind, found, steps.lists);
  const text = writeSteps(session, steps) ?? found.text;
  const difference = differenceOf(before, textWithLists(session, kind, { key: found.key, text }, steps.lists));
  const isSameStill = Object.keys({ ...difference.before.attributes, ...difference.before.relationships }).length === 0;
  if (isSameStill) return { revision: undefined, ignored: steps.ignored };
  return editedBy(recordEdit, steps.ignored, { action: 'changed', ...difference }, text.iri, author);
}

function deleteRecord(session: WriteSession, addressed: Addressed, { key, text: { iri } }: FoundRecord, author: Author): Edited {
  const { kind, id } = addressed;
  requireFree(session, kind, key);
  const before = readWithContents(session.connection, session.kinds, kind, key);
  removeUnlocked(session, kind, key, id);
  return editedBy(addressed, [], { action: 'deleted', before, after: null }, iri, author);
}

export function restoredEdit(session: WriteSession, kind: Kind, key: number, author: Author): Edited {
  const { iri } = readText(session.connection, kind, key);
  const addressed = addressedRecord(session, { type: kind.type, id: iri });
  return editedBy(
    addressed,
    [],
    { action: 'added', before: null, after: readWithContents(session.connection, session.kinds, kind, key) },
    iri,
    author,
  );
}

/** @throws {Invalid} with all violations */
function checkedSteps(
  session: WriteSession,
  recordEdit: RecordEdit,
  found: FoundRecord | undefined,
  isWhole = false,
  shown?: Shown,
): Steps {
  const { kinds } = session;
  const steps = hasContents(kinds, recordEdit)
    ? new DocumentSteps(session, isWhole, shown).take(recordEdit, found)
    : stepOf(recordEdit, found);
  const broken = steps.steps.flatMap(({ edit: recordEdit, current, pointer }) =>
    editViolations(session, recordEdit, current).map((violation) => violationAt(violation, pointer)),
  );
  const violations = [...steps.violations, ...broken];
  if (violations.length > 0) throw new Invalid(violations);
  return steps;
}

/**
 * Deletes dropped records last, since their parts may have moved.
 * @returns the record afterwards, if it existed
 */
function writeSteps(session: WriteSession, { steps, dropped }: Steps): RecordText | undefined {
  let text: RecordText | undefined;
  for (const { edit: recordEdit, current, pointer } of steps) {
    if (current === undefined) addRecord(session, recordEdit);
    else {
      const changed = changeRecord(session, recordEdit, current);
      if (pointer === '') text = changed;
    }
  }
  for (const { kind, key, id } of dropped) {
    if (session.references.find(kind.table, 'id', id) === undefined) continue;
    requireFree(session, kind, key);
    removeUnlocked(session, kind, key, id);
  }
  return text;
}

function textWithLists(
  session: WriteSession,
  kind: Kind,
  { key, text: { attributes, relationships } }: FoundRecord,
  lists: ReadonlySet<string>,
): Fields {
  if (lists.size === 0) return { attributes, relationships };
  const contents = Object.entries(readContents(session.connection, session.kinds, kind, key)).filter(([name]) => lists.has(name));
  return { attributes: { ...attributes, ...Object.fromEntries(contents) } as Attributes, relationships };
}

function editedBy(
  { kind, id }: Addressed,
  ignored: readonly string[],
  change: Pick<Revision, 'action' | 'before' | 'after'>,
  iri: string,
  { username, note }: Author,
): Edited {
  return { revision: { type: kind.type, id, iri, username, note: note ?? null, at: now(), ...change }, ignored };
}

/** @throws {DomainError} conflict, if a restored record would duplicate values reserved for real records */
export function requireNoConflict(session: WriteSession, kind: Kind, key: number): void {
  const { iri, attributes, relationships } = readText(session.connection, kind, key);
  const [broken] = reservedViolations(session, kind, idsOfIri(kind, iri) as string[], { attributes, relationships });
  if (broken) throw conflict('restore_blocked_by', { attribute: broken.attribute, reason: broken.message });
}

/** @throws {DomainError} conflict, if the record exists or existed */
export function requireNew(session: WriteSession, { kind, id, record }: Addressed): void {
  if (isKnown(session, kind, id)) throw conflict('create_blocked', { id: record.id }, { pointer: '/data/id' });
}

function addRecord(session: WriteSession, recordEdit: RecordEdit): void {
  const { kind, values } = recordEdit;
  const plan = planEdit(session, recordEdit, withSlug(recordEdit, values));
  if (withoutSchemaErrors(() => addRow(session, plan, editorPrecedence)) === 'unchanged') throw duplicateRecord();
  lockFields(session.connection, plan, originsOf(values, kind));
}

function withSlug({ kind, id }: Addressed, { attributes, relationships }: Fields): Fields {
  if (!kind.slugFrom || attributes.provisional !== true || attributes.slug) return { attributes, relationships };
  const slug = provisionalSlug(plainSlug(kind, String(attributes[kind.slugFrom]), attributes), id);
  return { attributes: { ...attributes, slug }, relationships };
}

/** Changes a record; returns its new state. */
function changeRecord(session: WriteSession, recordEdit: RecordEdit, { key, text: before }: FoundRecord): RecordText {
  const { kind, values, without, isWhole } = recordEdit;
  const mayChange = (field: string) =>
    isWhole === true ||
    Object.hasOwn(values.attributes, field) ||
    Object.hasOwn(values.relationships, field) ||
    without?.has(field) === true;
  const plan = planEdit(session, recordEdit, withRegularSlug(session, recordEdit, wholeOf(recordEdit, before), before), mayChange);
  if (withoutSchemaErrors(() => changeRow(session, plan, key, editorPrecedence)).outcome === 'unchanged') return before;
  const after = readText(session.connection, kind, key);
  const names = new Set(originsOf(differenceOf(before, after).after, kind));
  // Unchanged fields stay unlocked, and so does a generated slug.
  if (values.attributes.slug === undefined) names.delete('slug');
  lockFields(session.connection, plan, names);
  return after;
}

/** Replaces the slug of a provisional record that becomes real. */
function withRegularSlug(session: WriteSession, { kind, id, values }: RecordEdit, whole: Fields, before: RecordText): Fields {
  const becomesReal = before.attributes.provisional === true && whole.attributes.provisional === false;
  if (!kind.slugFrom || !becomesReal || values.attributes.slug !== undefined) return whole;
  const { attributes } = whole;
  const slug = session.slugs.regularSlug(kind, id, String(attributes[kind.slugFrom]), String(before.attributes.slug), attributes);
  return slug === undefined ? whole : { ...whole, attributes: { ...attributes, slug } };
}

/** @throws {DomainError} conflict, if the record is in use */
export function requireFree(session: WriteSession, kind: Kind, key: number): void {
  const holders = countHolders(session, kind, key);
  const count = Object.values(holders).reduce((sum, count) => sum + count, 0);
  if (count === 0) return;
  if (count === 1) throw conflict('delete_blocked_one', { kind: kind.noun, holders });
  throw conflict('delete_blocked', { count, kind: kind.noun, holders });
}

export function removeUnlocked(session: WriteSession, kind: Kind, key: number, id: string): void {
  withoutSchemaErrors(() => removeRecord(session, kind, key));
  deleteLocks(session.connection, kind.type, id);
}

/** Only the address can still be invalid; the values were checked. */
function planEdit(
  session: WriteSession,
  { kind, record, ids }: Addressed,
  { attributes, relationships }: Fields,
  mayChange?: (field: string) => boolean,
): WritePlan {
  try {
    return planRecord(session.references, kind, { ...record, attributes, relationships }, ids, 'whole', mayChange);
  } catch (error) {
    throw error instanceof RecordError ? new DomainError('not_found', error.problem) : error;
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
