import { idsOfIri } from '../../api/schema/registry';
import { conflict, type DomainError } from '../../errors';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import { now } from '../../store/values/dates';
import { restoreRecord } from '../history/restore';
import type { ChangedRecord, MergedAway, MergeMemory, StoredRevision } from '../history/revisions';
import { nameHash } from '../provenance/hashes';
import type { SourceFields } from '../provenance/ranks';
import { restoreSourceStatements } from '../provenance/source-values';
import { readLocks, removeLocks, unpackLocks } from '../write/field-locks';
import { hashesOf, listFieldOf, planRecord } from '../write/plan';
import { editorPrecedence } from '../write/precedence';
import {
  differenceOf,
  type ExistingRecord,
  type Fields,
  MissingReference,
  readText,
  recordFields,
  withoutSchemaErrors,
} from '../write/record';
import { changeRow, planOf } from '../write/rows';
import type { WriteSession } from '../write/session';
import { childrenOf, openTexts } from './conflicting-records';
import { idOf } from './merge-by-hand';
import { bringCoverBack, moveItemsBack, restoreItems } from './merged-items';
import { redirectId, removeRedirect } from './merges';

/** A revision of a merge that can be undone. */
export interface MergeRevision extends Omit<StoredRevision, 'snapshots' | 'merge'> {
  readonly merge: MergeMemory;
  readonly snapshots: readonly MergedAway[];
}

/** @throws {DomainError} conflict, if the records can no longer be separated */
export function undoMerge(session: WriteSession, kind: Kind, revision: MergeRevision): void {
  const { merge, snapshots: removed } = revision;
  requireTogether(session, kind, revision.id, merge.into);
  const theirs = session.sourceValues.provenance(kind.type, revision.id);
  // Frees a slug that the merge moved.
  for (const changed of merge.changed) if (changed.after.attributes.slug !== undefined) changeBack(session, changed, new Set(['slug']));
  for (const snapshot of removed) removeRedirect(session, snapshot.record.type, idOfRemoved(session, snapshot));
  for (const snapshot of removed) restoreRemoved(session, snapshot, revision.id);
  for (const changed of merge.changed) changeBack(session, changed);
  restoreStayed(session, kind, merge, theirs);
  for (const snapshot of removed) restoreRedirects(session, snapshot);
  returnItems(session, kind, revision);
  // An entry even if only derived values change, like that of the slug which the merge redirected.
  session.connection.change("INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('updated', :type, :id)", {
    type: kind.type,
    id: merge.into,
  });
}

function requireTogether(session: WriteSession, { table, type, noun }: Kind, id: string, into: string): void {
  const { references } = session;
  if (references.find(table, 'id', id) !== undefined) throw conflict('record_restored', { kind: noun });
  const leadsTo = references.mergedInto(type, id);
  if (leadsTo !== undefined && leadsTo !== into) throw isMergedOn(noun);
  if (references.find(table, 'id', into) !== undefined) return;
  if (references.mergedInto(type, into) !== undefined) throw isMergedOn(noun);
  throw conflict('target_deleted', { kind: noun });
}

function restoreRemoved(session: WriteSession, removed: MergedAway, merged: string): void {
  const id = idOfRemoved(session, removed);
  const ids = idsOfIri(kindOfRemoved(session, removed), removed.record.id) as string[];
  if (id !== merged && !hasAbove(session, kindOfRemoved(session, removed), ids)) return;
  if (moveBack(session, removed, [], removed.record.id)) return;
  restoreRecord(session, removed);
  restoreSourceStatements(session.connection, session.sourceValues, removed.record.type, id, removed.said);
}

/** Imports since the merge may have given the target values and discs of the other record's documents. */
function restoreStayed(session: WriteSession, kind: Kind, { into, stayed = [] }: MergeMemory, theirs: readonly SourceFields[]): void {
  const isReplaced = childrenOf(session, kind.table, session.references.find(kind.table, 'id', into) ?? 0).length === 0;
  for (const snapshot of stayed) {
    const id = idOfRemoved(session, snapshot);
    if (moveBack(session, snapshot, id === into ? theirs : []) || !isReplaced) continue;
    if (session.references.fate(kindOfRemoved(session, snapshot), id).isDeleted === 0) restoreRemoved(session, snapshot, '');
  }
}

/**
 * Moves a record that an import has added again, and restores fields that it got from others.
 * @param theirs source values of the other record
 * @param to its former IRI; otherwise it stays where it is
 * @returns whether it exists
 */
function moveBack(session: WriteSession, snapshot: MergedAway, theirs: readonly SourceFields[], to?: string): boolean {
  const [kind, id] = [kindOfRemoved(session, snapshot), idOfRemoved(session, snapshot)];
  const key = session.references.find(kind.table, 'id', id);
  if (key === undefined) return false;
  const texts = kind.table === 'release_format' ? openTexts(session, id) : [];
  const back = new Set<string>([...texts, ...(theirs.length > 0 ? fieldsOfOthers(session, kind, { key, id }, theirs) : [])]);
  if (to === undefined && back.size === 0) return true;
  const today = readText(session.connection, kind, key);
  const { before, after } = differenceOf(snapshot.record, today);
  changeBack(session, { type: kind.type, iris: [to ?? today.iri, today.iri], before: picked(before, back), after: picked(after, back) });
  return true;
}

/** Fields whose values only the sources of another record state. */
function fieldsOfOthers(session: WriteSession, kind: Kind, { key, id }: ExistingRecord, theirs: readonly SourceFields[]): string[] {
  const plan = planOf(session.connection, kind, key);
  const { columns, owned, deserializer } = plan;
  const valuesOf = (sources: readonly SourceFields[]) => new Set(sources.flatMap(({ fields }) => [...fields].map(String)));
  const ofOthers = valuesOf(theirs).difference(valuesOf(session.sourceValues.provenance(kind.type, id)));
  const [current, locks] = [hashesOf(plan, undefined), readLocks(session.connection, kind.type, id)];
  const names = [
    ...Object.keys(columns).map((column) => [deserializer.originOf(column), nameHash(column)] as const),
    ...owned.map((list) => [list.attribute, nameHash(listFieldOf(list))] as const),
  ].flatMap(([origin = '', name]) =>
    !locks.has(origin) && ofOthers.has(`${name},${current.get(name)}`) ? (deserializer.relationshipOf(origin) ?? origin) : [],
  );
  return kind.slugFrom && names.includes(kind.slugFrom) ? [...names, 'slug'] : names;
}

function hasAbove(session: WriteSession, { above }: Kind, ids: readonly string[]): boolean {
  return above.every(({ table }, index) => session.references.find(table, 'id', ids[index] as string) !== undefined);
}

/** @param only these fields, leaving the parent */
function changeBack(session: WriteSession, changed: ChangedRecord, only?: ReadonlySet<string>): void {
  const kind = session.kinds.find(changed.type) as Kind;
  const id = idOf(kind, changed.iris[0]);
  const key = session.references.find(kind.table, 'id', id);
  if (key === undefined) return;
  const today = readText(session.connection, kind, key);
  const iri = only ? today.iri : placeBack(kind, today.iri, changed.iris);
  const back = fieldsBack(today, changed.before, picked(changed.after, only));
  writeBack(session, kind, key, iri, whole(today, withFreeSlug(session, kind, id, back)));
  // The IRIs of the record and of those that it names also change with that of the record above.
  if (changed.iris[0] !== changed.iris[1] || Object.keys({ ...back.attributes, ...back.relationships }).length > 0)
    session.connection.change(`UPDATE "${kind.table}" SET updated_at = :now WHERE key = :key`, { key, now: now() });
  if (!only) restoreLocks(session, kind, id, changed);
}

function withFreeSlug(session: WriteSession, kind: Kind, id: string, { attributes: { slug, ...others }, relationships }: Fields): Fields {
  const isFree = typeof slug === 'string' && session.slugs.otherHolder(kind, slug, id) === undefined;
  return { attributes: { ...others, ...(isFree && { slug }) }, relationships };
}

function writeBack(session: WriteSession, kind: Kind, key: number, iri: string, { attributes, relationships }: Fields): void {
  const { references } = session;
  references.forgetAbove();
  try {
    const plan = planRecord(
      session.references,
      kind,
      { type: kind.type, id: iri, attributes, relationships },
      idsOfIri(kind, iri) as string[],
      'whole',
    );
    withoutSchemaErrors(() => changeRow(session, plan, key, editorPrecedence));
  } catch (error) {
    // The reference's target is gone, so its replacement stays.
    if (!(error instanceof MissingReference)) throw error;
  }
}

/** Unlocks fields that only the merge locked. */
function restoreLocks({ connection }: WriteSession, kind: Kind, id: string, { locks, held }: ChangedRecord): void {
  const [before, after] = locks ?? (held ?? []).map((packed) => unpackLocks(kind, packed ?? ''));
  removeLocks(
    connection,
    kind.type,
    id,
    (after ?? []).filter((field) => before?.includes(field) === false),
  );
}

function restoreRedirects(session: WriteSession, removed: MergedAway): void {
  const { references, slugs } = session;
  const kind = kindOfRemoved(session, removed);
  const id = idOfRemoved(session, removed);
  const key = references.find(kind.table, 'id', id);
  if (key === undefined) return;
  const led = removed.led.filter((former) => references.mergedInto(kind.type, former) === removed.into);
  for (const former of led) redirectId(session, kind, former, { key, id });
  for (const redirected of [id, ...led]) slugs.announceAgain(kind, redirected);
}

function returnItems(session: WriteSession, kind: Kind, { key: revision, merge, snapshots: removed }: MergeRevision): void {
  const { kinds, references } = session;
  const keyOf = ({ table }: Kind, id: string) => references.find(table, 'id', id);
  for (const items of merge.items) {
    const kind = kinds.find(items.type) as Kind;
    const [from, to] = [keyOf(kind, merge.into), keyOf(kind, items.of)];
    if (from !== undefined && to !== undefined) moveItemsBack(session.connection, session.kinds, items, from, to);
  }
  const set = [
    ...removed.map((snapshot) => [kindOfRemoved(session, snapshot), idOfRemoved(session, snapshot)] as const),
    [kind, merge.into] as const,
  ];
  for (const [kind, id] of set) {
    const key = keyOf(kind, id);
    if (key !== undefined && kind.referencedByUsers.length > 0) restoreItems(session.connection, revision, id, kind, key);
  }
  for (const cover of merge.covers) {
    const kind = kinds.ofTable('release');
    const [from, to] = [keyOf(kind, merge.into), keyOf(kind, cover.of)];
    if (from !== undefined && to !== undefined) bringCoverBack(session.connection, cover, from, to);
  }
}

function kindOfRemoved(session: WriteSession, { record: { type } }: MergedAway): Kind {
  return session.kinds.find(type) as Kind;
}

function idOfRemoved(session: WriteSession, removed: MergedAway): string {
  return idOf(kindOfRemoved(session, removed), removed.record.id);
}

const isMergedOn = (noun: string): DomainError => conflict('target_merged', { kind: noun });

/** Restores the parent, unless moved since. */
function placeBack(kind: Kind, today: string, [before, after]: readonly [string, string]): string {
  const [is, was, left] = [today, before, after].map((iri) => idsOfIri(kind, iri)?.at(-2));
  return was !== left && is === left ? before : today;
}

/** A complete record with some fields restored. */
function whole(today: Fields, back: Fields): Fields {
  const { attributes, relationships } = recordFields(today);
  const withValue = (members: Attributes) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  return {
    attributes: withValue({ ...attributes, ...back.attributes }),
    relationships: withValue({ ...relationships, ...back.relationships }),
  };
}

const picked = ({ attributes, relationships }: Fields, only: ReadonlySet<string> | undefined): Fields =>
  only ? { attributes: named(attributes, only), relationships: named(relationships, only) } : { attributes, relationships };

const named = (members: Attributes, names: ReadonlySet<string>): Attributes =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));

/** Restores fields that are unchanged since the merge. Of changed lists, unchanged items are restored. */
export function fieldsBack(today: Fields, before: Fields, after: Fields): Fields {
  return {
    attributes: membersBack(today.attributes, before.attributes, after.attributes),
    relationships: membersBack(today.relationships, before.relationships, after.relationships),
  };
}

function membersBack(today: Attributes, before: Attributes, after: Attributes): Attributes {
  const back: Record<string, unknown> = {};
  for (const name in after) {
    const [is, was, left] = [today[name] ?? null, before[name] ?? null, after[name] ?? null];
    if (isSame(is, left)) back[name] = was;
    else if (Array.isArray(is) && Array.isArray(was) && Array.isArray(left)) back[name] = itemsBack(is, was, left);
  }
  return back;
}

/** Parts are found by their id. Other items that differ only in their reference kept their place. */
function itemsBack(today: readonly unknown[], before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const had = before.filter((item) => !after.some((other) => isSame(other, item)));
  const left = after.filter((item) => !before.some((other) => isSame(other, item)));
  return today.map((item) => {
    const isLeft = left.some((other) => isSame(other, item));
    const place = isLeft ? had.findIndex((former) => isSame(idIn(former) ?? withoutName(former), idIn(item) ?? withoutName(item))) : -1;
    return place < 0 ? item : had.splice(place, 1)[0];
  });
}

const idIn = (item: unknown): unknown => (item as { readonly id?: unknown } | null)?.id;

function withoutName(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { iri: _, name: __, position: ___, ...others } = item as Record<string, unknown>;
  return others;
}

/** A reference is the same if its record has only moved: its IRI names the records above, too. */
const isSame = (a: unknown, b: unknown): boolean => withoutAbove(a) === withoutAbove(b);

const withoutAbove = (member: unknown): string | undefined =>
  JSON.stringify(member, (key, value) => (key === 'id' && typeof value === 'string' ? value.slice(value.lastIndexOf('/') + 1) : value));
