import { idsOfIri } from '../../api/schema/registry';
import type { Kind } from '../../kinds';
import { readCoverRow } from '../history/cover';
import { readSnapshot } from '../history/restore';
import type { ChangedRecord, MergedAway, MergedCover, MergeMemory, RecordSnapshot } from '../history/revision';
import { readSourceStatements } from '../provenance/source-values';
import { differenceOf } from '../write/record';
import type { WriteSession } from '../write/session';
import { movedItems, readUsersItems, setItemsAside } from './merged-items';

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
export function mergeRemembered(session: WriteSession, { table }: Kind, into: string, merge: () => void): RememberedMerge | undefined {
  const touched = session.rehearse(() => touchedBy(session, merge));
  if (touched.length > maximumRemembered) {
    merge();
    return undefined;
  }
  const before = touched.flatMap((record) => stateOf(session, record));
  const items = before.flatMap(({ kind, key, id }) => (kind.table === table ? readUsersItems(session.connection, kind, key, id) : []));
  const covers = before.flatMap(({ kind, key, id }) => coverOf(session, kind, key, id));
  merge();
  const removed = new Set(before.filter(({ kind, id }) => keyOf(session, kind, id) === undefined).map(({ id }) => id));
  return {
    merge: {
      into,
      changed: before.flatMap((state) => (removed.has(state.id) ? [] : changeOf(session, state))),
      items: before.flatMap(({ kind, id }) => (removed.has(id) ? movedItems(kind, id, items) : [])),
      covers: covers.filter(({ of }) => removed.has(of)).map((cover) => ({ ...cover, isMoved: isCoverMoved(session, cover) })),
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
