import { idsOfIri } from '../../api/schema/registry';
import { conflict } from '../../errors';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { Connection } from '../../store/database/connection';
import { dependents, keysWithin } from '../write/deletions';
import { addLocks, readLocks, unpackLocks } from '../write/field-locks';
import { planRecord } from '../write/plan';
import { editorPrecedence } from '../write/precedence';
import { RecordError, readText, withoutSchemaErrors } from '../write/record';
import { addRow } from '../write/rows';
import type { WriteSession } from '../write/session';
import { readCoverRow, restoreCover } from './cover';
import type { RecordSnapshot } from './revisions';

/** @throws {DomainError} conflict, if a referenced record is missing */
export function restoreRecord(session: WriteSession, { record, locks, held, key, cover }: RecordSnapshot): void {
  const { slugs, references } = session;
  const kind = session.kinds.find(record.type) as Kind;
  const ids = idsOfIri(kind, record.id) as string[];
  const id = ids.at(-1) as string;
  const { slug } = record.attributes;
  // Its slug may be taken by now.
  const isTaken = typeof slug === 'string' && slugs.otherHolder(kind, slug, id) !== undefined;
  const attributes: Attributes = isTaken ? { ...record.attributes, slug: undefined } : record.attributes;
  references.forgetAbove();
  try {
    const plan = planRecord(session.references, kind, { ...record, attributes }, ids, 'whole');
    withoutSchemaErrors(() => addRow(session, plan, editorPrecedence, key));
  } catch (error) {
    throw error instanceof RecordError ? conflict('restore_blocked', { reason: error.message }) : error;
  }
  announceRedirects(session, kind, id);
  addLocks(session.connection, kind.type, id, locks ?? unpackLocks(kind, held ?? ''));
  const restored = session.references.find(kind.table, 'id', id);
  if (cover && restored !== undefined) restoreCover(session.connection, cover, restored);
}

/** Announces redirects from merged records and old slugs again, which feed consumers dropped meanwhile. */
function announceRedirects(session: WriteSession, { type }: Kind, id: string): void {
  for (const text of announcements) session.connection.change(text, { type, id });
}

const announcements = [
  `INSERT INTO change_entry (action, resource_type, resource_id, merged_into_id)
    SELECT 'merged', resource_type, id, merged_into_id FROM merged_record WHERE resource_type = :type AND merged_into_id = :id`,
  `INSERT INTO change_entry (action, resource_type, resource_id, slug)
    SELECT 'renamed', resource_type, resource_id, slug FROM slug_redirect WHERE resource_type = :type AND resource_id = :id`,
];

/** Snapshot of a record for restoring it. */
export function readSnapshot(connection: Connection, kind: Kind, key: number): RecordSnapshot {
  const { iri, attributes, relationships } = readText(connection, kind, key);
  const locks = [...readLocks(connection, kind.type, idsOfIri(kind, iri)?.at(-1) as string)];
  const record = { type: kind.type, id: iri, attributes, relationships };
  return { record, ...(locks.length > 0 && { locks }), key };
}

export function snapshotsOf(session: WriteSession, kind: Kind, key: number): RecordSnapshot[] {
  return session.kinds.all.flatMap((child) =>
    keysDeletedWith(session, child, kind, key).map((key) => ({
      ...readSnapshot(session.connection, child, key),
      ...coverOf(session, child, key),
    })),
  );
}

function coverOf(session: WriteSession, { table }: Kind, key: number): Pick<RecordSnapshot, 'cover'> {
  const cover = table === 'release' ? readCoverRow(session.connection, key) : undefined;
  return cover ? { cover } : {};
}

function keysDeletedWith(session: WriteSession, kind: Kind, target: Kind, key: number): number[] {
  const among = deletionConditions(session, kind, target);
  if (among.length === 0) return [];
  const isWhole = kind.parts ? `r.${kind.parts.column} IS NULL AND ` : '';
  const query = `
    SELECT r.key FROM (SELECT :key AS key) AS target CROSS JOIN "${kind.table}" AS r WHERE ${isWhole}(${among.join(' OR ')}) ORDER BY r.key`;
  return session.connection.all<{ key: number }>(query, { key }).map((row) => row.key);
}

/** SQL conditions for records of a kind nested in the target, or dependent on it. */
function deletionConditions(session: WriteSession, kind: Kind, target: Kind): string[] {
  const within = keysWithin(kind, target);
  const dependent = session.kinds.all.flatMap((inside) => {
    const keys = keysWithin(inside, target);
    if (keys === undefined) return [];
    return dependents(session.kinds, inside).flatMap(([from, { column }]) => (from === kind ? [`r.${column} IN ${keys}`] : []));
  });
  return [...(within === undefined ? [] : [`r.key IN ${within}`]), ...dependent];
}
