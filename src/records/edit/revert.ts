import { conflict, type DomainError, notFound } from '../../errors';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import { changeCover, coverIn, coverRetentionDays, hasCoverFiles, readCover } from '../history/cover';
import { restoreRecord } from '../history/restore';
import {
  type Author,
  addRevision,
  type Edited,
  fieldsBefore,
  findRevision,
  type MergedAway,
  namesOf,
  newestAfter,
  type Revision,
  revertedBy,
  type StoredRevision,
} from '../history/revisions';
import { maximumRemembered } from '../merge/merge-by-hand';
import { undoMerge } from '../merge/unmerge';
import { removeLocks } from '../write/field-locks';
import { differenceOf, type Fields, readText, readWithContents } from '../write/record';
import type { WriteSession } from '../write/session';
import { addressedRecord, findAddressed, isKnown } from './edit';
import { editRecord, requireNoConflict, restoredEdit, retainCovers, snapshotsAt, withRevision } from './editor';

/**
 * Reverts a revision by UUID.
 * @throws {DomainError} not found; conflict with newer changes
 */
export function revertRevision(session: WriteSession, uuid: string, author: Author): Edited {
  const { connection } = session;
  const revision = findRevision(connection, uuid);
  const snapshots = revision?.action === 'added' ? snapshotsAt(session, { type: revision.type, id: revision.iri }) : undefined;
  const kind = revision && session.kinds.find(revision.type);
  if (!revision || !kind) throw notFound('no_revision', { id: uuid.slice(0, 100) });
  if (revision.obstacle !== null) throw conflict(revision.obstacle);
  const by = revertedBy(connection, revision.key);
  if (by !== undefined) throw conflict('undone_already', { number: by });
  const { action } = revision;
  const { edited, beside } =
    action === 'merged' ? revertMerge(session, kind, revision, author) : { edited: revertAction(session, kind, revision, action, author) };
  retainCovers(session, snapshots);
  if (beside) addRevision(connection, beside, author, { reverted: findRevision(connection, revision.merge?.target ?? '')?.key });
  return withRevision(session, edited, author, { snapshots, reverted: revision.key });
}

interface RevertedMerge {
  readonly edited: Edited;
  /** Revision of the record that another was merged back out of, if it changed. */
  readonly beside?: Revision;
}

function revertAction(
  session: WriteSession,
  kind: Kind,
  revision: StoredRevision,
  action: Exclude<StoredRevision['action'], 'merged'>,
  author: Author,
): Edited {
  switch (action) {
    case 'added':
      return revertAddition(session, kind, revision, author);
    case 'changed':
      return coverIn(revision.after) === undefined
        ? revertChange(session, kind, revision, author)
        : revertCover(session, kind, revision, author);
    case 'deleted':
      return revertDeletion(session, kind, revision, author);
  }
}

function revertMerge(session: WriteSession, kind: Kind, revision: StoredRevision, author: Author): RevertedMerge {
  const { merge, snapshots } = revision;
  if (!merge) throw conflict('undo_too_large', { max: maximumRemembered });
  const before = currentRecord(session, kind, merge.into);
  undoMerge(session, kind, { ...revision, merge, snapshots: snapshots as readonly MergedAway[] });
  const after = currentRecord(session, kind, merge.into);
  const edited = restoredEdit(session, kind, keyOfRevision(session, kind, revision), author);
  if (!before || !after) return { edited };
  const difference = differenceOf(before.fields, after.fields);
  if (namesOf(difference.after).length === 0) return { edited };
  const { username, note = null } = author;
  const common = { type: kind.type, id: merge.into, iri: after.iri, username, note, at: now() };
  return { edited, beside: { ...common, action: 'changed', ...difference } };
}

/** Target of a merge, if it exists. */
function currentRecord(session: WriteSession, kind: Kind, id: string): { readonly iri: string; readonly fields: Fields } | undefined {
  const key = session.references.find(kind.table, 'id', id);
  return key === undefined
    ? undefined
    : { iri: readText(session.connection, kind, key).iri, fields: readWithContents(session.connection, session.kinds, kind, key) };
}

function revertAddition(session: WriteSession, kind: Kind, revision: StoredRevision, author: Author): Edited {
  const key = keyOfRevision(session, kind, revision);
  const newer = newestAfter(session.connection, revision);
  if (newer !== undefined) throw isNewer(newer);
  const { attributes, relationships } = readWithContents(session.connection, session.kinds, kind, key);
  const changed = differing({ attributes, relationships }, revision.after);
  if (changed.length > 0) throw isOther(changed);
  return editRecord(session, { action: 'delete', record: { type: kind.type, id: readText(session.connection, kind, key).iri } }, author);
}

function revertChange(session: WriteSession, kind: Kind, revision: StoredRevision, author: Author): Edited {
  const key = keyOfRevision(session, kind, revision);
  const today = readWithContents(session.connection, session.kinds, kind, key);
  const names = new Set(namesOf(revision.after));
  const changed = differing(pick(today, revision.after), revision.after);
  if (changed.length > 0) throw conflictWithLater(session, revision, changed);
  const before = revision.before ?? { attributes: {}, relationships: {} };
  const attributes = Object.entries(before.attributes);
  const without = new Set(attributes.filter(([name, value]) => value === null && !(name in kind.contains)).map(([name]) => name));
  const record = {
    type: kind.type,
    id: readText(session.connection, kind, key).iri,
    attributes: Object.fromEntries(attributes.filter(([name]) => !without.has(name))),
    relationships: Object.fromEntries(Object.entries(before.relationships).map(([name, value]) => [name, value ?? { data: null }])),
  };
  const edited = editRecord(session, { action: 'change', record }, author, { without });
  requireNoConflict(session, kind, key);
  unlockAgain(session, kind, revision, names);
  return edited;
}

/** A cover can be restored while its files exist. */
function revertCover(session: WriteSession, kind: Kind, revision: StoredRevision, author: Author): Edited {
  const key = keyOfRevision(session, kind, revision);
  const [before, after] = [coverIn(revision.before) ?? null, coverIn(revision.after)];
  if (readCover(session.connection, key)?.hash !== after?.hash) throw conflictWithLater(session, revision, ['cover']);
  if (before && !hasCoverFiles(session.connection, before.hash)) throw conflict('cover_expired', { days: coverRetentionDays });
  const changed = changeCover(session.connection, { key, id: revision.id }, before, author);
  return { revision: changed, ignored: [] };
}

function conflictWithLater(session: WriteSession, revision: StoredRevision, changed: readonly string[]): DomainError {
  const newer = newestAfter(session.connection, revision);
  return newer === undefined ? isOther(changed) : isNewer(newer);
}

/** Unlocks fields that were not locked before. */
function unlockAgain(session: WriteSession, kind: Kind, revision: StoredRevision, names: ReadonlySet<string>): void {
  const writtenBefore = fieldsBefore(session.connection, revision);
  const newlyLocked = [...names].filter((name) => !writtenBefore.has(name));
  removeLocks(session.connection, kind.type, revision.id, newlyLocked);
}

function revertDeletion(session: WriteSession, kind: Kind, revision: StoredRevision, author: Author): Edited {
  if (isKnown(session, kind, revision.id)) {
    const newer = newestAfter(session.connection, revision);
    throw newer === undefined ? conflict('record_restored', { kind: kind.noun }) : isNewer(newer);
  }
  for (const snapshot of revision.snapshots) restoreRecord(session, snapshot);
  for (const { record } of revision.snapshots) requireNoDuplicate(session, record);
  const key = keyOfRevision(session, kind, revision);
  return restoredEdit(session, kind, key, author);
}

function requireNoDuplicate(session: WriteSession, record: unknown): void {
  const addressed = addressedRecord(session, record);
  const found = findAddressed(session, addressed);
  if (found) requireNoConflict(session, addressed.kind, found.key);
}

function keyOfRevision(session: WriteSession, { table, noun }: Kind, { id }: StoredRevision): number {
  const key = session.references.find(table, 'id', id);
  if (key === undefined) throw conflict('record_deleted', { kind: noun });
  return key;
}

const isNewer = (number: number): DomainError => conflict('newer_revision', { number });

const isOther = (fields: readonly string[]): DomainError => conflict('changed_since', { fields });

/** Selects fields by name; an attribute and a relationship may share one. */
const pick = ({ attributes, relationships }: Fields, named: Fields | null): Fields => ({
  attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => named && name in named.attributes)),
  relationships: Object.fromEntries(Object.entries(relationships).filter(([name]) => named && name in named.relationships)),
});

/** Fields that differ; `null` stands for no value. */
function differing(a: Fields, b: Fields | null): string[] {
  const names = (members: Attributes, others: Attributes = {}) =>
    Object.keys({ ...members, ...others }).filter((name) => JSON.stringify(members[name] ?? null) !== JSON.stringify(others[name] ?? null));
  return [...names(a.attributes, b?.attributes), ...names(a.relationships, b?.relationships)];
}
