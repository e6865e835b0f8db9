import { conflict, notFound } from '../../errors';
import { insertItem } from '../../records/merge/merged-items';
import type { Connection, Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { dayMilliseconds } from '../../store/values/dates';
import { Slices } from '../formats/slices';
import type { UndoneImport } from './documents';
import { deleteUnused, type JournalEntry, undoableDays, type Written } from './journal';
import { isListed, lists, type ReleaseList } from './lists';

const typesOf = {
  collection_item: 'CollectionItem',
  wishlist_item: 'WishlistItem',
  release: 'Release',
  label: 'Label',
} as const;

/**
 * A finished import with the number of entries in its journal and their tables.
 * @throws {DomainError} not_found, or conflict if there is nothing to undo any more
 */
export function findUndoable({ writer }: Store, { name }: ReleaseList, user: number, id: string) {
  const found = writer.get<{ key: number; at: string; entries: number; tables: string | null }>(
    `SELECT key, finished_at AS at, (SELECT count(*) FROM import_journal WHERE import_key = list_import.key) AS entries,
      (SELECT group_concat(DISTINCT written_table) FROM import_journal WHERE import_key = list_import.key) AS tables
    FROM list_import WHERE id = :id AND user_key = :user AND list = :name AND finished_at IS NOT NULL`,
    { id, user, name },
  );
  if (!found) throw notFound('no_import', { id: id.slice(0, 100) });
  const { key, at, entries, tables } = found;
  if (entries === 0 || Date.parse(at) < Date.now() - undoableDays * dayMilliseconds)
    throw conflict('import_not_undoable', { days: undoableDays });
  return { key, entries, tables: tables?.split(',') ?? [] };
}

/** Per transaction, of about 20 ms. */
const maximumEntries = 100;

/**
 * Undoes a finished import in many transactions; one that was interrupted is continued by the next call. Rows that changed since
 * stay, and so do records that others use.
 */
export async function undoImport(store: Store, user: number, importKey: number): Promise<UndoneImport> {
  const undoing = new Undoing(store, user);
  const slices = new Slices();
  while (await store.write(() => undoSome(store, undoing, user, importKey))) await slices.rest();
  return undoing.outcome;
}

/** Newest entries first, because items refer to releases and those to labels. Returns whether there are more. */
function undoSome({ writer }: Store, undoing: Undoing, user: number, importKey: number): boolean {
  const entries = writer.all<JournalEntry>(
    `SELECT key, written_table AS "table", written_id AS id, written_at AS writtenAt,
      coalesce(restored_at, written_at) AS unchangedAt, removed FROM import_journal
    WHERE import_key = :importKey ORDER BY key DESC LIMIT ${maximumEntries}`,
    { importKey },
  );
  for (const entry of entries) {
    undoing.undo(entry);
    writer.change('DELETE FROM import_journal WHERE key = :key', { key: entry.key });
  }
  if (entries.length > 0) return true;
  writer.change('DELETE FROM list_import WHERE key = :importKey', { importKey });
  removeUnlisted(writer, user);
  return false;
}

/** Removes what is known of the completion of releases that are, also as what they became, on no list of the user any more. */
export const removeUnlisted = (writer: Connection, user: number): number =>
  writer.change(
    `DELETE FROM completion_row WHERE user_key = :user
      AND NOT EXISTS (SELECT 1 FROM "release" AS r WHERE r.id = coalesce(into_id, release_id) AND ${isListed})`,
    { user },
  );

/** Whether a copy has a loan or a photo since. */
const hasMore = `EXISTS (
  SELECT 1 FROM loan WHERE item_key = i.key AND updated_at > :writtenAt
  UNION ALL SELECT 1 FROM item_photo WHERE item_id = i.id AND removed_at IS NULL AND updated_at > :writtenAt)`;

class Undoing {
  readonly #counts = { removed_items: 0, removed_rows: 0, removed_releases: 0, restored_wishes: 0, restored_rows: 0 };
  readonly #stays: UndoneImport['stays'] = [];
  /** Staying releases. Those of staying items, and labels of any, need no reason of their own. */
  readonly #needed = new Set<string>();
  readonly #itemsOf = { collection_item: lists[0].itemsOf, wishlist_item: lists[1].itemsOf };

  constructor(
    private readonly store: Store,
    private readonly user: number,
  ) {}

  get outcome(): UndoneImport {
    return { ...this.#counts, stays: this.#stays };
  }

  undo(entry: JournalEntry): void {
    const { table, id, removed } = entry;
    if (removed !== null) this.#restore(table, JSON.parse(removed));
    else if (table === 'collection_item' || table === 'wishlist_item') this.#removeItem(table, entry);
    else if (table === 'import_row')
      this.#counts.removed_rows += this.store.writer.change('DELETE FROM import_row WHERE id = :id AND user_key = :user', {
        id,
        user: this.user,
      });
    else this.#removeRecord(table, id);
  }

  #removeItem(table: 'collection_item' | 'wishlist_item', { id, writtenAt, unchangedAt }: JournalEntry): void {
    const items = this.#itemsOf[table](this.store);
    const item = items.find(this.user, id);
    if (!item) return;
    const found = this.store.writer.get<{ isChanged: number; title: string; release: string }>(
      `SELECT i.updated_at IS NOT :unchangedAt ${table === 'collection_item' ? `OR ${hasMore}` : ''} AS isChanged, r.title, r.id AS "release" FROM ${table} AS i JOIN "release" AS r ON r.key = i.release_key WHERE i.id = :id`,
      { id, unchangedAt, ...(table === 'collection_item' && { writtenAt }) },
    );
    if (!found) return;
    if (!found.isChanged) {
      items.delete(item);
      this.#counts.removed_items++;
      return;
    }
    this.#needed.add(found.release);
    this.#stays.push({ type: typesOf[table], id, title: found.title, reason: 'changed' });
  }

  #removeRecord(table: 'release' | 'label', id: string): void {
    const { writer } = this.store;
    const name = table === 'release' ? 'title' : 'name';
    const found = writer.get<{ title: string; isChanged: number }>(
      `SELECT ${name} AS title, ${table === 'release' ? 'provisional = 0 OR' : ''} EXISTS (
        SELECT 1 FROM revision WHERE resource_id = :id AND resource_type = :type AND action <> 'added') AS isChanged
      FROM "${table}" WHERE id = :id`,
      { id, type: typesOf[table] },
    );
    // Deleted with its last item, or merged into another.
    const isDeleted = deleteUnused(this.store, table, id);
    if (isDeleted && table === 'release') this.#counts.removed_releases++;
    if (!found || isDeleted || this.#needed.has(id) || (table === 'label' && this.#isNeeded(id))) return;
    this.#needed.add(id);
    this.#stays.push({ type: typesOf[table], id, title: found.title, reason: found.isChanged ? 'changed' : 'in_use' });
  }

  #isNeeded(label: string): boolean {
    const query = `SELECT 1 FROM label JOIN release_label ON label_key = label.key JOIN "release" AS r ON r.key = release_key
      WHERE label.id = :label AND r.id IN (SELECT value FROM json_each(:needed))`;
    return this.store.writer.get(query, { label, needed: JSON.stringify([...this.#needed]) }) !== undefined;
  }

  #restore(table: Written, { release, ...row }: Values & { readonly release?: string }): void {
    const { writer } = this.store;
    const isWish = table === 'wishlist_item';
    const place = isWish ? { release_key: this.#itemsOf.wishlist_item(this.store).findRelease(release ?? '', this.user) } : {};
    // Its release was deleted since.
    if (isWish && place.release_key === undefined) return;
    this.#counts[isWish ? 'restored_wishes' : 'restored_rows'] += insertItem(writer, table, { ...row, ...place } as Values);
  }
}
