import { uuidPattern } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import { typeOfTable } from '../../api/schema/resource';
import type { Kind, Kinds } from '../../kinds';
import type { RecordPointer } from '../../kinds/kind';
import { message } from '../../messages/message';
import { now } from '../../store/values/dates';
import { RecordError, type RecordObject, storedTimeOf, type WriteOutcome } from './record';
import type { WriteSession } from './session';

const bury = `
  INSERT INTO deleted_record (resource_type, id, iri, deleted_at, is_superseded) VALUES (:type, :id, :iri, :at, :superseded)
  ON CONFLICT (resource_type, id) DO UPDATE
    SET iri = excluded.iri, deleted_at = excluded.deleted_at, is_superseded = excluded.is_superseded
    WHERE iri <> excluded.iri OR deleted_at <> excluded.deleted_at OR is_superseded <> excluded.is_superseded`;

/** Records in someone's collection or wishlist are not deleted. */
export function applyDeletion(session: WriteSession, { id: written, attributes }: RecordObject): WriteOutcome {
  const { resource_type: type, iri, deleted_at, superseded } = attributes;
  const kind = session.kinds.find(type);
  if (!kind) throw new RecordError(message('required'), 'resource_type');
  const id = written.toLowerCase();
  if (!uuidPattern.test(id)) throw new RecordError(message('invalid_uuid'), 'id');
  if (typeof iri !== 'string' || idsOfIri(kind, iri)?.at(-1)?.toLowerCase() !== id) throw new RecordError(message('missing_iri'), 'iri');
  const key = session.references.find(kind.table, 'id', id);
  if (key !== undefined && isOnUsersLists(session, kind, key)) return 'kept';
  if (key !== undefined && superseded === true) supersedeRecord(session, kind, key);
  else if (key !== undefined) removeRecord(session, kind, key);
  const changes = session.connection.change(bury, {
    type: type as string,
    id,
    iri,
    at: storedTimeOf(deleted_at) ?? now(),
    superseded: superseded === true ? 1 : 0,
  });
  if (key !== undefined) return 'changed';
  if (changes === 0) return 'unchanged';
  // Records a tombstone that the feed would not create.
  session.connection.change("INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('deleted', :type, :id)", {
    type: type as string,
    id,
  });
  return 'added';
}

/** Deletes a record with its nested records; triggers update feed and tombstones. */
export function removeRecord(session: WriteSession, kind: Kind, key: number): void {
  const { table } = kind;
  session.connection.change(`DELETE FROM "${table}" WHERE key = :key`, { key });
  session.references.forgetDeleted(kind, key);
}

/** Deletes a record superseded by a better source, with its nested records. */
export function supersedeRecord(session: WriteSession, kind: Kind, key: number): void {
  setSuperseding(session, 1);
  removeRecord(session, kind, key);
  setSuperseding(session, 0);
}

function setSuperseding(session: WriteSession, value: 0 | 1): void {
  session.connection.change('UPDATE change_feed SET is_superseding = :value', { value });
}

function isOnUsersLists(session: WriteSession, { referencedByUsers, table }: Kind, key: number): boolean {
  return referencedByUsers.some(
    (holder) =>
      session.connection.get<{ key: number }>(`SELECT key FROM "${holder}" WHERE ${table}_key = :key LIMIT 1`, { key }) !== undefined,
  );
}

/** Kinds whose records depend on another and are deleted with it. */
export function dependents(kinds: Kinds, target: Kind): (readonly [kind: Kind, pointer: RecordPointer])[] {
  return kinds.all.flatMap((kind) =>
    kind.referencedByUsers.length > 0 || isPointedTo(kinds, kind)
      ? []
      : kind.pointers.filter(({ type, required }) => required && type === target.type).map((pointer) => [kind, pointer] as const),
  );
}

const isPointedTo = (kinds: Kinds, { type }: Kind): boolean =>
  kinds.all.some(({ pointers }) => pointers.some((pointer) => pointer.type === type));

/** By type of the records and items that refer to the record. */
export function countHolders(session: WriteSession, kind: Kind, key: number): Readonly<Record<string, number>> {
  const byType = Map.groupBy(holderCounts(session, kind), ([type]) => type);
  const columns = [...byType].map(([type, all]) => `${all.map(([, count]) => count).join(' + ')} AS "${type}"`);
  const counts = `SELECT ${columns.join(', ') || '0'} FROM (SELECT :key AS key) AS target`;
  const found = session.connection.get<Readonly<Record<string, number>>>(counts, { key });
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, count]) => count > 0));
}

/** Types with subqueries that count their rows per table for the keys of `target`. */
function holderCounts(session: WriteSession, kind: Kind): (readonly [type: string, count: string])[] {
  return session.kinds.all.flatMap((target) => {
    const targets = keysWithin(target, kind);
    if (targets === undefined) return [];
    const going = new Set(dependents(session.kinds, target).map(([, pointer]) => pointer));
    const items = target.referencedByUsers.map(
      (table) => [typeOfTable(table), `(SELECT count(*) FROM "${table}" WHERE ${target.table}_key IN ${targets})`] as const,
    );
    const links = session.kinds.all.flatMap((from) => {
      // Records deleted together do not count.
      const inside = keysWithin(from, kind);
      return from.pointers
        .filter((pointer) => pointer.type === target.type && !going.has(pointer))
        .map(({ table, column, owner = 'key' }) => {
          const isOutside = inside === undefined ? '' : ` AND ${owner} NOT IN ${inside}`;
          return [from.type, `(SELECT count(*) FROM "${table}" WHERE ${column} IN ${targets}${isOutside})`] as const;
        });
    });
    return [...items, ...links];
  });
}

/** SQL for the keys of a kind's records that are the record or nested in it; none if impossible. */
export function keysWithin({ table, above }: Kind, kind: Kind): string | undefined {
  const own = '(SELECT target.key)';
  if (table === kind.table) return own;
  const from = above.findIndex((parent) => parent.table === kind.table);
  if (from < 0) return undefined;
  const tables = [...above.slice(from + 1).map((parent) => parent.table), table];
  return tables.reduce((keys, below, index) => `(SELECT key FROM "${below}" WHERE ${above[from + index]?.column} IN ${keys})`, own);
}
