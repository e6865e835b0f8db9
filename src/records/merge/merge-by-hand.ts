import { Invalid, uuidPattern, violation } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import { notFound } from '../../errors';
import { type Kind, relatedRecord } from '../../kinds';
import { message } from '../../messages/message';
import { now } from '../../store/values/dates';
import { readCoverRow } from '../history/cover';
import { readSnapshot, snapshotsOf } from '../history/restore';
import type {
  Author,
  ChangedRecord,
  Edited,
  LeftOut,
  MergedAway,
  MergedCover,
  MergeMemory,
  RecordSnapshot,
  Revision,
} from '../history/revisions';
import { readSourceStatements } from '../provenance/source-values';
import { differenceOf, type ExistingRecord, type Fields, readText, readWithContents } from '../write/record';
import { planOf } from '../write/rows';
import type { WriteSession } from '../write/session';
import { movedItems, readUsersItems, setItemsAside } from './merged-items';
import { uniteRecords } from './merges';

export interface MergeResult {
  readonly edited: Edited;
  /** Undefined if nothing changed. */
  readonly target: Revision | undefined;
  /** Undefined if the merge is too large to undo. */
  readonly remembered: RememberedMerge | undefined;
}

/**
 * Fills missing fields and redirects references.
 * @param into IRI or UUID of the record to keep
 * @throws {DomainError} not_found; {@link Invalid} if already merged
 */
export function mergeByHand(session: WriteSession, kind: Kind, iri: string, into: string, author: Author): MergeResult {
  const goes = currentRecord(session, kind, iri);
  const stays = currentRecord(session, kind, into);
  if (goes.key === stays.key) throw new Invalid([violation('id', message('merge_into_itself'), '/data/id')]);
  requireRegularTarget(session, kind, goes, stays);
  const { iri: address } = readText(session.connection, kind, goes.key);
  const [before, targetBefore] = [
    readWithContents(session.connection, session.kinds, kind, goes.key),
    readWithContents(session.connection, session.kinds, kind, stays.key),
  ];
  let leftOut: LeftOut = [];
  const remembered = mergeRemembered(session, kind, stays.id, () => {
    leftOut = uniteRecords(session, kind, goes, stays, true);
  });
  requireNoCircle(session, kind, stays);
  const target = readText(session.connection, kind, stays.key);
  const common = { type: kind.type, username: author.username, note: author.note ?? null, at: now() };
  const after = { attributes: {}, relationships: { mergedInto: { data: { type: kind.type, id: target.iri } } } };
  const revision: Revision = { ...common, id: goes.id, iri: address, action: 'merged', before, after };
  const difference = differenceOf(targetBefore, readWithContents(session.connection, session.kinds, kind, stays.key));
  return {
    edited: { revision, ignored: [], into: target.iri, leftOut },
    target: isNothing(difference.after) ? undefined : { ...common, id: stays.id, iri: target.iri, action: 'changed', ...difference },
    remembered,
  };
}

/** A regular record must not be merged into a provisional one: exports and mirrors would lose it. */
function requireRegularTarget(session: WriteSession, kind: Kind, goes: ExistingRecord, stays: ExistingRecord): void {
  const { provisionalColumn } = kind;
  if (provisionalColumn === undefined) return;
  const isProvisional = ({ key }: ExistingRecord) => planOf(session.connection, kind, key).columns[provisionalColumn] === 1;
  if (isProvisional(goes) || !isProvisional(stays)) return;
  const iriOf = ({ key }: ExistingRecord) => readText(session.connection, kind, key).iri;
  throw new Invalid([violation('id', message('merge_provisional', { from: iriOf(stays), into: iriOf(goes) }), '/data/id')]);
}

function requireNoCircle(session: WriteSession, { table }: Kind, { key }: ExistingRecord): void {
  const { kinds, references } = session;
  for (const kind of kinds.all) {
    const [{ table: from, column }, relationship] = [relatedRecord(kind), kind.deserializer.relationships[kind.noCircle ?? '']];
    if (!relationship || from !== table || !references.leadsToItself(kind.table, column, relationship.column, key)) continue;
    throw new Invalid([violation('id', message('loop'), '/data/id')]);
  }
}

function currentRecord(session: WriteSession, kind: Kind, named: string): ExistingRecord {
  const { references } = session;
  const written = (uuidPattern.test(named) ? named : idsOfIri(kind, named)?.at(-1))?.toLowerCase();
  const id = written && (references.currentId(kind.type, kind.table, written) ?? written);
  const key = id === undefined ? undefined : references.find(kind.table, 'id', id);
  if (id === undefined || key === undefined) throw notFound('no_record', { kind: kind.noun, id: named.slice(0, 100) });
  return { key, id };
}

const isNothing = ({ attributes, relationships }: Fields): boolean => Object.keys({ ...attributes, ...relationships }).length === 0;

export interface RememberedMerge {
  readonly merge: MergeMemory;
  readonly snapshots: readonly MergedAway[];
  /** Stores removed items of users, once the revision number is known. */
  readonly setAside: (revision: number) => void;
}

/** Larger merges cannot be undone: their revisions would take megabytes and block the server. */
export const maximumRemembered = 5_000;

interface Touched {
  readonly type: string;
  readonly id: string;
}

/** A record before a merge. */
interface State extends RecordSnapshot {
  readonly kind: Kind;
  readonly id: string;
  readonly key: number;
  readonly led: readonly string[];
}

/** Undefined if the merge touches too much. Runs the merge once and rolls it back to see what it touches. */
export function mergeRemembered(session: WriteSession, kind: Kind, into: string, merge: () => void): RememberedMerge | undefined {
  const { table } = kind;
  const touched = session.rehearse(() => touchedBy(session, merge));
  if (touched.length > maximumRemembered) {
    merge();
    return undefined;
  }
  const before = touched.flatMap((record) => stateOf(session, record));
  const items = before.flatMap(({ kind, key, id }) => (kind.table === table ? readUsersItems(session.connection, kind, key, id) : []));
  const covers = before.flatMap(({ kind, key, id }) => coverOf(session, kind, key, id));
  const target = keyOf(session, kind, into);
  const stayed = target === undefined ? [] : snapshotsOf(session, kind, target).flatMap((one) => stayedOf(session, kind, into, one));
  merge();
  const removed = new Set(before.filter(({ kind, id }) => keyOf(session, kind, id) === undefined).map(({ id }) => id));
  return {
    merge: {
      into,
      changed: before.flatMap((state) => (removed.has(state.id) ? [] : changeOf(session, state))),
      items: before.flatMap(({ kind, id }) => (removed.has(id) ? movedItems(kind, id, items) : [])),
      covers: covers.filter(({ of }) => removed.has(of)).map((cover) => ({ ...cover, isMoved: isCoverMoved(session, cover) })),
      stayed,
    },
    snapshots: before.flatMap(({ kind, id, record, locks, key, led }) =>
      removed.has(id) ? [{ record, ...(locks && { locks }), key, led, ...replacementOf(session, kind, id) }] : [],
    ),
    setAside: (revision) => setItemsAside(session.connection, revision, items, `${table}_key`),
  };
}

function replacementOf(session: WriteSession, { type }: Kind, id: string): Pick<MergedAway, 'into' | 'said'> {
  return { into: session.references.mergedInto(type, id) ?? null, said: readSourceStatements(session.connection, type, id) };
}

/** A record of the target, if it is the target itself or of a kind of which a single source has all below it. */
function stayedOf(session: WriteSession, kind: Kind, into: string, snapshot: RecordSnapshot): MergedAway[] {
  const own = session.kinds.find(snapshot.record.type);
  if (!own) return [];
  const id = idOf(own, snapshot.record.id);
  const isBelow = own.above.at(-1)?.isOneSource === true && own.above.some(({ table }) => table === kind.table);
  return isBelow || id === into ? [{ ...snapshot, led: [], ...replacementOf(session, own, id) }] : [];
}

function touchedBy(session: WriteSession, merge: () => void): Touched[] {
  const { connection } = session;
  const found = connection.get<{ sequence: number }>('SELECT coalesce(max(sequence), 0) AS sequence FROM change');
  merge();
  return connection
    .all<Touched>(
      `SELECT DISTINCT resource_type AS type, resource_id AS id FROM change WHERE sequence > :sequence LIMIT ${maximumRemembered + 1}`,
      { sequence: found?.sequence ?? 0 },
    )
    .toSorted((a, b) => order(session, a) - order(session, b));
}

/** References come before the records that refer to them. */
function order(session: WriteSession, { type }: Touched): number {
  return session.kinds.all.findIndex((kind) => kind.type === type);
}

function stateOf(session: WriteSession, { type, id }: Touched): State[] {
  const { kinds } = session;
  const kind = kinds.find(type);
  const key = kind && keyOf(session, kind, id);
  if (!kind || key === undefined) return [];
  return [{ kind, id, led: redirectedTo(session, type, id), ...readSnapshot(session.connection, kind, key), key }];
}

function redirectedTo(session: WriteSession, type: string, id: string): string[] {
  return session.connection
    .all<{ id: string }>('SELECT id FROM merged_record WHERE resource_type = :type AND merged_into_id = :id', { type, id })
    .map((row) => row.id);
}

function changeOf(session: WriteSession, { kind, id, record, locks = [] }: State): ChangedRecord[] {
  const now = readSnapshot(session.connection, kind, keyOf(session, kind, id) as number);
  const difference = differenceOf(record, now.record);
  const isSameText = Object.keys({ ...difference.before.attributes, ...difference.before.relationships }).length === 0;
  const isSameLocks = Bun.deepEquals(locks, now.locks ?? []);
  if (isSameText && record.id === now.record.id && isSameLocks) return [];
  return [
    { type: kind.type, iris: [record.id, now.record.id], ...difference, ...(!isSameLocks && { locks: [locks, now.locks ?? []] as const }) },
  ];
}

function coverOf(session: WriteSession, { table }: Kind, key: number, of: string): Omit<MergedCover, 'isMoved'>[] {
  const cover = table === 'release' ? readCoverRow(session.connection, key) : undefined;
  return cover ? [{ of, cover }] : [];
}

/** Whether the cover moved along, by its creation time. */
function isCoverMoved(session: WriteSession, { of, cover }: Omit<MergedCover, 'isMoved'>): boolean {
  const { references, kinds } = session;
  const kind = kinds.ofTable('release');
  const current = references.currentId(kind.type, kind.table, of);
  const key = current === undefined ? undefined : references.find(kind.table, 'id', current);
  return key !== undefined && Bun.deepEquals(readCoverRow(session.connection, key), cover);
}

function keyOf(session: WriteSession, { table }: Kind, id: string): number | undefined {
  return session.references.find(table, 'id', id);
}

export const idOf = (kind: Kind, iri: string): string => idsOfIri(kind, iri)?.at(-1) as string;
