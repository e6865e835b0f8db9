import { lists } from '../../collection/files/lists';
import { conflict, forbidden } from '../../errors';
import type { Kinds } from '../../kinds';
import { revertRevision } from '../../records/edit/revert';
import { type Contributor, isOnNoList, type Pending, UnreviewedReleases, type UnreviewedRow } from '../../records/edit/unreviewed';
import { insertItem } from '../../records/merge/merged-items';
import { byHand } from '../../records/sources/writer';
import type { Value } from '../../store/database/connection';
import { followMerges } from '../../store/database/merges';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import { describedDisc } from './described-disc';

// What becomes of a placeholder once its release is in the catalog, inside the caller's transaction. Editors merge it for
// everybody. For others only their own items move, and a placeholder that is theirs alone ends with a redirect: nothing that they
// wrote fills the fields of the release.

/** The user for whom a release is completed. */
export interface Owner {
  readonly userKey: number;
  readonly userId: string;
  readonly mayEdit: boolean;
}

type Table = (typeof lists)[number]['table'];

interface StoredItem {
  readonly table: Table;
  readonly id: string;
}

/** What an undo needs. */
interface Undo {
  /** UUID of the revision of the merge. */
  readonly revision?: string | undefined;
  readonly moved?: readonly StoredItem[];
  /** The wish for the placeholder, if the release was wanted too. */
  readonly wish?: Readonly<Record<string, Value>> | undefined;
  readonly placeholder?: { readonly row: UnreviewedRow; readonly pending: Pending } | undefined;
}

export interface Outcome {
  readonly into: string;
  /** Undefined if the placeholder itself became the release. */
  readonly undo: Undo | undefined;
}

/**
 * Replaces a placeholder by a release, on the lists of a user at least.
 * @returns undefined if there is no such placeholder any more
 */
export function completeRelease(store: Store, kinds: Kinds, placeholderId: string, into: string, owner: Owner): Outcome | undefined {
  const { writer } = store;
  const placeholder = describedDisc(writer, placeholderId);
  const target = findRelease(store, into);
  if (!placeholder || !target) return undefined;
  if (placeholder.key === target.key) return { into: target.id, undo: undefined };
  if (owner.mayEdit && placeholder.unreviewedBy === null) {
    const kind = kinds.ofTable('release');
    const { revisionId } = byHand(store, kinds, (editing) => editing.merge(kind, placeholderId, target.id, authorOf(owner)));
    return { into: target.id, undo: { revision: revisionId } };
  }
  const place = { user: owner.userKey, from: placeholder.key, to: target.key };
  const wish = writer.get<Record<string, Value>>(doubleWish, place);
  if (wish) writer.change('DELETE FROM wishlist_item WHERE key = :key', { key: wish.key as number });
  const moved = lists.flatMap(({ table }) =>
    writer
      .all<{ id: string }>(`UPDATE ${table} SET release_key = :to WHERE user_key = :user AND release_key = :from RETURNING id`, place)
      .map(({ id }): StoredItem => ({ table, id })),
  );
  return { into: target.id, undo: { moved, wish, placeholder: removeUnheld(store, placeholder.key, owner, target.id) } };
}

const authorOf = ({ userKey, userId }: Owner): Contributor['author'] => ({ userKey, username: userId, note: undefined });

const findRelease = ({ writer }: Store, id: string): { readonly key: number; readonly id: string } | undefined =>
  followMerges(writer, 'Release', id, (at) =>
    writer.get<{ key: number; id: string }>('SELECT key, id FROM "release" WHERE id = :id AND unreviewed_by IS NULL', { id: at }),
  )?.found;

const doubleWish = `
  SELECT * FROM wishlist_item WHERE user_key = :user AND release_key = :from
    AND EXISTS (SELECT 1 FROM wishlist_item WHERE user_key = :user AND release_key = :to)`;

/** Removes an unreviewed release of the user that nobody has on a list now. A later import of the same row finds the release. */
function removeUnheld({ writer }: Store, key: number, { userKey }: Owner, into: string): Undo['placeholder'] {
  const found = writer.get<UnreviewedRow & { id: string; pending: string }>(unheld, { key, user: userKey });
  if (!found) return undefined;
  const { id, pending, ...row } = found;
  writer.change('DELETE FROM "release" WHERE key = :key', { key });
  writer.change(
    "INSERT OR REPLACE INTO merged_record (resource_type, id, merged_into_id, created_at) VALUES ('Release', :id, :into, :now)",
    { id, into, now: now() },
  );
  return { row, pending: JSON.parse(pending) };
}

const unheld = `
  SELECT r.id, r.title, r.title_folded, r.artist_credit, r.release_date, r.country, r.barcode, u.pending
  FROM "release" AS r JOIN unreviewed_release AS u ON u.release_key = r.key
  WHERE r.key = :key AND r.unreviewed_by = :user
    AND ${isOnNoList('r.key')}`;

/**
 * Puts the placeholder back.
 * @throws {DomainError} conflict, if that is not possible any more; forbidden, if it changes the catalog, and the user may not any more
 */
export function undoCompletion(store: Store, kinds: Kinds, placeholderId: string, into: string, undo: Undo, owner: Owner): void {
  const { writer } = store;
  const { revision, moved = [], wish, placeholder } = undo;
  if (revision !== undefined) {
    if (!owner.mayEdit) throw forbidden('editors_only');
    byHand(store, kinds, ({ session }) => revertRevision(session, revision, authorOf(owner)));
    return;
  }
  const target = findRelease(store, into);
  const values = { user: owner.userKey, from: target?.key ?? 0 };
  const present = moved.filter(({ table, id }) =>
    writer.get(`SELECT 1 FROM ${table} WHERE id = :id AND user_key = :user AND release_key = :from`, { ...values, id }),
  );
  if (!target || (present.length === 0 && !wish)) throw conflict('completion_changed');
  if (placeholder) {
    writer.change("DELETE FROM merged_record WHERE resource_type = 'Release' AND id = :id", { id: placeholderId });
    // It was theirs before: no limit is exceeded.
    const contributor = { author: authorOf(owner), most: Number.POSITIVE_INFINITY };
    new UnreviewedReleases(writer).add(contributor, placeholderId, placeholder.row, placeholder.pending);
  }
  const back = writer.get<{ key: number }>('SELECT key FROM "release" WHERE id = :id', { id: placeholderId });
  if (!back) throw conflict('completion_changed');
  for (const { table, id } of present)
    writer.change(`UPDATE OR IGNORE ${table} SET release_key = :key WHERE id = :id`, { key: back.key, id });
  if (!wish) return;
  const { key: _, ...columns } = wish;
  insertItem(writer, 'wishlist_item', { ...columns, release_key: back.key });
}
