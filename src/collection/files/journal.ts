import { isOnNoList } from '../../records/edit/unreviewed';
import { itemColumns } from '../../records/merge/merged-items';
import type { Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import type { Slices } from '../formats/slices';
import { namedFilmId, namedId } from '../provisional/disc';
import type { Report } from './documents';
import type { ReleaseList } from './lists';
import type { Choices } from './parameters';

const isUnused = {
  // Not if it became a regular release, was edited, or someone holds it.
  release: `provisional = 1
    AND NOT EXISTS (SELECT 1 FROM revision WHERE resource_id = "release".id AND resource_type = 'Release' AND action <> 'added')
    AND ${isOnNoList('"release".key')}`,
  label: `NOT EXISTS (SELECT 1 FROM release_label WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM release_track WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM label_series WHERE label_key = label.key)`,
  artist: `${['release', 'release_track', 'release_recording', 'production', 'production_recording', 'album', 'work']
    .map((table) => `NOT EXISTS (SELECT 1 FROM ${table}_credit WHERE artist_key = artist.key)`)
    .join(' AND ')} AND NOT EXISTS (SELECT 1 FROM revision WHERE resource_type = 'Artist' AND resource_id = artist.id)`,
  production: `NOT EXISTS (SELECT 1 FROM production_entry WHERE production_key = production.key)
    AND NOT EXISTS (SELECT 1 FROM revision WHERE resource_type = 'Production' AND resource_id = production.id)`,
} as const;

/** Unreviewed releases leave no history: only their owner saw them. */
const forgetUnreviewed = `DELETE FROM revision WHERE resource_type = 'Release' AND resource_id = :id AND action = 'added'
  AND NOT EXISTS (SELECT 1 FROM "release" WHERE id = :id)`;

/** Artists and films that were created for an owner's release, by its key. */
const namedByOwner = `
  SELECT 'artist' AS "table", a.id, a.name, NULL AS composers FROM release_credit AS c JOIN artist AS a ON a.key = c.artist_key
  WHERE c.release_key = (SELECT key FROM "release" WHERE id = :id)
  UNION SELECT 'production', p.id, p.title, (
    SELECT json_group_array('/api/artists/' || a.id ORDER BY c.position) FROM production_credit AS c JOIN artist AS a ON a.key = c.artist_key
    WHERE c.production_key = p.key AND c.list = 'composers')
  FROM production_entry AS e JOIN production AS p ON p.key = e.production_key
  WHERE e.release_key = (SELECT key FROM "release" WHERE id = :id) AND p.provisional = 1 ORDER BY 1 DESC`;

interface NamedRecord {
  readonly table: 'artist' | 'production';
  readonly id: string;
  readonly name: string;
  readonly composers: string | null;
}

const isOfOwner = ({ id, name, composers }: NamedRecord): boolean =>
  id === (composers === null ? namedId('artist', name) : namedFilmId(name, JSON.parse(composers)));

/**
 * Deletes a record created for an owner, and what it alone names, unless others refer to it now. Inside the caller's transaction.
 * @returns whether it is deleted
 */
export function deleteUnused({ writer }: Store, table: 'release' | 'label', id: string): boolean {
  const named = table === 'release' ? writer.all<NamedRecord>(namedByOwner, { id }).filter(isOfOwner) : [];
  // Not a deletion by a person: a later import may create it again.
  writer.change('UPDATE change_feed SET is_superseding = 1');
  for (const record of [{ table, id }, ...named])
    writer.change(`DELETE FROM "${record.table}" WHERE id = :id AND ${isUnused[record.table]}`, { id: record.id });
  writer.change('UPDATE change_feed SET is_superseding = 0');
  if (table === 'release') writer.change(forgetUnreviewed, { id });
  return writer.get(`SELECT 1 FROM "${table}" WHERE id = :id`, { id }) === undefined;
}

type ItemTable = 'collection_item' | 'wishlist_item';
export type Written = ItemTable | 'import_row' | 'release' | 'label';

export interface JournalEntry {
  readonly key: number;
  readonly table: Written;
  readonly id: string;
  /** An item's time of change when it was added. */
  readonly writtenAt: string | null;
  /** Its time of change when it was last as it was added. */
  readonly unchangedAt: string | null;
  /** The columns of a removed row as JSON. */
  readonly removed: string | null;
}

/** Who runs an import; it is undone once that process has ended before its end. */
export type ImportSource = 'server' | 'command_line';

/** Counts that the list of imports shows. */
export const importCounts = ['added', 'provisional', 'duplicates', 'unmatched', 'skipped', 'invalid'] as const;

/** Per transaction. */
const maximumEntries = 100;

/** Makes an import of many transactions atomic: it is undone if it does not finish. Afterwards, its user can undo it. */
export class Journal {
  readonly id = Bun.randomUUIDv7();
  #key = 0;

  constructor(
    readonly store: Store,
    readonly user: number,
    private readonly source: ImportSource,
  ) {}

  async begin({ name }: ReleaseList, { fileName, columns, statuses }: Choices): Promise<void> {
    const readAs = columns || statuses ? JSON.stringify({ columns: columns ?? {}, statuses: statuses ?? {} }) : null;
    const values = { id: this.id, user: this.user, list: name, source: this.source, fileName: fileName ?? null, readAs, now: now() };
    this.#key = await this.store.write(() => {
      prune(this.store, this.user);
      return this.store.writer.insert(
        `INSERT INTO list_import (id, user_key, list, source, file_name, read_as, created_at)
        VALUES (:id, :user, :list, :source, :fileName, :readAs, :now)`,
        values,
      );
    });
  }

  /** Records an added row, in the transaction that writes it. */
  note(table: Written, id: string): void {
    const isItem = table === 'collection_item' || table === 'wishlist_item';
    this.store.writer.change(
      `INSERT INTO import_journal (import_key, written_table, written_id, written_at)
      VALUES (:import, :table, :id, ${isItem ? `(SELECT updated_at FROM ${table} WHERE id = :id)` : 'NULL'})`,
      { import: this.#key, table, id },
    );
  }

  /** Records rows about to be removed. They are restored only if the user undoes the import, since it has finished by then. */
  noteRemoved(table: 'import_row' | 'wishlist_item', condition: string, values: Values): void {
    const columns = itemColumns(this.store.writer, table).map((name) => `'${name}', "${name}"`);
    const release = table === 'wishlist_item' ? `, 'release', (SELECT id FROM "release" WHERE key = release_key)` : '';
    this.store.writer.change(
      `INSERT INTO import_journal (import_key, written_table, written_id, removed)
      SELECT :import, :table, id, json_object(${columns}${release}) FROM ${table} WHERE ${condition}`,
      { ...values, import: this.#key, table },
    );
  }

  /** Commits: the import is not undone by itself any more. */
  async finish(): Promise<void> {
    const query = 'UPDATE list_import SET finished_at = :now WHERE key = :key';
    await this.store.write(() => this.store.writer.change(query, { key: this.#key, now: now() }));
  }

  /** Stores the outcome. One that had nothing to do is not listed. */
  async close(report: Report): Promise<void> {
    const { write, writer } = this.store;
    const counts = importCounts.map((name) => [name, report[name]] as const);
    const isEmpty = counts.every(([, count]) => count === 0);
    const query = isEmpty ? 'DELETE FROM list_import WHERE key = :key' : 'UPDATE list_import SET counts = :counts WHERE key = :key';
    const values = !isEmpty && { counts: JSON.stringify(Object.fromEntries(counts)) };
    await write(() => writer.change(query, { key: this.#key, ...values }));
  }

  /** Undoes an unfinished import. */
  async undo(slices: Slices): Promise<void> {
    while (await undoSome(this.store, this.user, this.source)) await slices.rest();
  }
}

/** Time in which a user notices a wrong import. */
export const undoableDays = 30;

/** A new list each day for the longest time that it can be undone, and some attempts. */
const maximumImports = 100;

/** The others go at the next import, so that none takes long. */
const prunedEntries = 5_000;

/** Forgets what a user can undo no longer, and their oldest imports. */
function prune({ writer }: Store, user: number): void {
  const expired = timestamp(new Date(Date.now() - undoableDays * dayMilliseconds));
  const older = `SELECT key FROM list_import WHERE user_key = :user ORDER BY key DESC LIMIT -1 OFFSET ${maximumImports}`;
  writer.change(
    `DELETE FROM import_journal WHERE key IN (
      SELECT key FROM import_journal WHERE import_key IN (
        SELECT key FROM list_import WHERE user_key = :user AND finished_at IS NOT NULL AND (finished_at < :expired OR key IN (${older})))
      LIMIT ${prunedEntries})`,
    { user, expired },
  );
  writer.change(
    `DELETE FROM list_import WHERE finished_at IS NOT NULL AND key IN (${older})
      AND NOT EXISTS (SELECT 1 FROM import_journal WHERE import_key = list_import.key)`,
    { user },
  );
}

/** Undoes imports whose process ended. */
export async function undoUnfinishedImports(store: Store, source: ImportSource): Promise<void> {
  if (!isUnfinished(store, source)) return;
  const users = store.reader.all<{ user: number }>(
    'SELECT DISTINCT user_key AS user FROM list_import WHERE finished_at IS NULL AND source = :source',
    { source },
  );
  for (const { user } of users) while (await undoSome(store, user, source));
}

/** Whether an import is running or was killed. */
export const isUnfinished = ({ reader }: Store, source: ImportSource, user?: number): boolean =>
  reader.get(
    `SELECT 1 FROM list_import WHERE finished_at IS NULL AND source = :source ${user === undefined ? '' : 'AND user_key = :user'} LIMIT 1`,
    { source, user: user ?? null },
  ) !== undefined;

/**
 * Undoes some entries, newest first, because items refer to releases and those to labels.
 * @returns whether there were any
 */
async function undoSome(store: Store, user: number, source: ImportSource): Promise<boolean> {
  const { writer } = store;
  const imports = 'SELECT key FROM list_import WHERE finished_at IS NULL AND user_key = :user AND source = :source';
  if (writer.get(`${imports} LIMIT 1`, { user, source }) === undefined) return false;
  await store.write(() => {
    const entries = writer.all<JournalEntry>(
      `SELECT key, written_table AS "table", written_id AS id FROM import_journal
      WHERE import_key IN (${imports}) ORDER BY key DESC LIMIT ${maximumEntries}`,
      { user, source },
    );
    for (const { key, table, id } of entries) {
      if (table === 'release' || table === 'label') deleteUnused(store, table, id);
      else writer.change(`DELETE FROM ${table} WHERE id = :id`, { id });
      writer.change('DELETE FROM import_journal WHERE key = :key', { key });
    }
    if (entries.length === 0) writer.change(`DELETE FROM list_import WHERE key IN (${imports})`, { user, source });
  });
  return true;
}
