import { Invalid } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import { conflict, notFound } from '../../errors';
import type { Kind, Kinds } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import { retainCover } from '../history/cover';
import { snapshotsOf } from '../history/restore';
import {
  type Author,
  addRevision,
  type Edited,
  findRevision,
  type RecordSnapshot,
  type Revision,
  type RevisionContext,
} from '../history/revisions';
import { mergeByHand } from '../merge/merge-by-hand';
import { countHolders, removeRecord } from '../write/deletions';
import { deleteLocks, unlockFields } from '../write/field-locks';
import {
  containedKinds,
  differenceOf,
  type Fields,
  type FoundRecord,
  type RecordText,
  readContents,
  readText,
  readWithContents,
  withoutSchemaErrors,
} from '../write/record';
import { planOf } from '../write/rows';
import type { WriteSession } from '../write/session';
import { DocumentSteps, type Steps, violationAt } from './document-steps';
import {
  type Addressed,
  addRecord,
  addressedRecord,
  changeRecord,
  type Edit,
  findAddressed,
  type RecordEdit,
  recordEditOf,
  requireNew,
  type Shown,
} from './edit';
import { editViolations, reservedViolations } from './edit-rules';

/** Manual changes to the catalog, recorded as revisions that can be reverted. */
export class RecordEditing {
  constructor(readonly session: WriteSession) {}

  /** @throws {DomainError} if it is not possible; see {@link editRecord} */
  edit(edit: Edit, author: Author): Edited {
    const snapshots = edit.action === 'delete' ? snapshotsAt(this.session, edit.record) : undefined;
    const edited = editRecord(this.session, edit, author);
    retainCovers(this.session, snapshots);
    return withRevision(this.session, edited, author, { snapshots });
  }

  /** Merges a record into another of its kind, by IRI or UUID. */
  merge(kind: Kind, iri: string, into: string, author: Author): Edited {
    const { connection } = this.session;
    const { edited, target, remembered } = mergeByHand(this.session, kind, iri, into, author);
    const targetId = target && addRevision(connection, target, author, {});
    const merge = remembered && { ...remembered.merge, target: targetId };
    const recorded = withRevision(this.session, edited, author, { snapshots: remembered?.snapshots, merge });
    for (const { isMoved, cover } of merge?.covers ?? []) if (!isMoved) retainCover(connection, cover.hash);
    remembered?.setAside(findRevision(connection, recorded.revisionId ?? '')?.key as number);
    return recorded;
  }

  /** Unlocks fields of a record; returns those that were locked. */
  unlock(kind: Kind, iri: string, names: readonly string[]): string[] {
    const { connection, sourceValues } = this.session;
    const addressed = addressedRecord(this.session, { type: kind.type, id: iri });
    const found = findAddressed(this.session, addressed);
    if (!found) return [];
    return unlockFields(connection, sourceValues, { ...planOf(connection, kind, found.key), id: addressed.id }, names);
  }
}

/** What is deleted with a record; nothing if it is missing. */
export function snapshotsAt(session: WriteSession, record: unknown): RecordSnapshot[] {
  const addressed = addressedRecord(session, record);
  const found = findAddressed(session, addressed);
  return found ? snapshotsOf(session, addressed.kind, found.key) : [];
}

/** Keeps the covers of deleted records as long as replaced ones, since the record may be restored. */
export function retainCovers({ connection }: WriteSession, snapshots: readonly RecordSnapshot[] = []): void {
  for (const { cover } of snapshots) if (cover) retainCover(connection, cover.hash);
}

/** An edit with the revision that it is recorded as, if anything changed. */
export const withRevision = ({ connection }: WriteSession, edited: Edited, author: Author, beside: RevisionContext): Edited =>
  edited.revision ? { ...edited, revisionId: addRevision(connection, edited.revision, author, beside) } : edited;

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

/** @throws {DomainError} conflict, if the record is in use */
function requireFree(session: WriteSession, kind: Kind, key: number): void {
  const holders = countHolders(session, kind, key);
  const count = Object.values(holders).reduce((sum, count) => sum + count, 0);
  if (count === 0) return;
  if (count === 1) throw conflict('delete_blocked_one', { kind: kind.noun, holders });
  throw conflict('delete_blocked', { count, kind: kind.noun, holders });
}

function removeUnlocked(session: WriteSession, kind: Kind, key: number, id: string): void {
  withoutSchemaErrors(() => removeRecord(session, kind, key));
  deleteLocks(session.connection, kind.type, id);
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
