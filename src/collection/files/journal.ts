import type { Store } from '../../store/database/open';
import { all, change, first, prepare } from '../../store/database/sql';
import type { Slices } from './import-queue';

const isUnused = {
  // Not if it became a regular release or someone holds it.
  release: `provisional = 1
    AND NOT EXISTS (SELECT 1 FROM collection_item WHERE release_key = "release".key)
    AND NOT EXISTS (SELECT 1 FROM wishlist_item WHERE release_key = "release".key)`,
  label: `NOT EXISTS (SELECT 1 FROM release_label WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM release_track WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM label_series WHERE label_key = label.key)`,
} as const;

/** Unreviewed releases leave no history: only their owner saw them. */
const forgetUnreviewed = `DELETE FROM revision WHERE resource_type = 'Release' AND resource_id = ?1 AND action = 'added'
  AND NOT EXISTS (SELECT 1 FROM "release" WHERE id = ?1)`;

/** Deletes a record created for an owner unless others refer to it now. Inside the caller's transaction. */
function takeBack({ writer }: Store, table: 'release' | 'label', id: string): void {
  // Not a deletion by a person: a later import may create it again.
  writer.query('UPDATE change_feed SET is_superseding = 1').run();
  writer.query(`DELETE FROM "${table}" WHERE id = ? AND ${isUnused[table]}`).run(id);
  writer.query('UPDATE change_feed SET is_superseding = 0').run();
  if (table === 'release') writer.query(forgetUnreviewed).run(id);
}

type Written = 'collection_item' | 'wishlist_item' | 'import_row' | 'release' | 'label';

/** Who runs an import; its journal is undone once that process has ended. */
export type ImportSource = 'server' | 'command_line';

/** Per transaction. */
const maximumEntries = 100;

/** Makes an import of many transactions atomic: the journal lists what was written and is undone if the import does not finish. */
export class Journal {
  #insertion: ReturnType<typeof insertion> | undefined;
  #isClosed = false;

  constructor(
    private readonly store: Store,
    private readonly user: number,
    private readonly source: ImportSource,
  ) {}

  /** Records a row, in the transaction that writes it. */
  note(table: Written, id: string): void {
    if (this.#isClosed) return;
    this.#insertion ??= insertion(this.store);
    this.#insertion.run({ user: this.user, source: this.source, table, id });
  }

  /** Commits: keeps everything and stops recording. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { db, writer } = this.store;
    await this.store.write(() =>
      change(writer, db.deleteFrom('import_journal').where('user_key', '=', this.user).where('source', '=', this.source)),
    );
  }

  /** Undoes an unfinished import. */
  async undo(slices: Slices): Promise<void> {
    while (await undoSome(this.store, this.user, this.source)) await slices.rest();
  }
}

/** Undoes imports whose process ended. */
export async function undoUnfinishedImports(store: Store, source: ImportSource): Promise<void> {
  if (!isUnfinished(store, source)) return;
  const journal = store.db.selectFrom('import_journal').where('source', '=', source).select('user_key').distinct();
  for (const { user_key } of all(store.reader, journal)) while (await undoSome(store, user_key, source));
}

/** Whether an import is running or was killed. */
export const isUnfinished = ({ db, reader }: Store, source: ImportSource, user?: number): boolean =>
  user === undefined
    ? // Written out: a server asks at its start, and every other second.
      reader.query('SELECT 1 FROM import_journal WHERE source = ? LIMIT 1').get(source) !== null
    : first(reader, db.selectFrom('import_journal').where('source', '=', source).where('user_key', '=', user).select('key').limit(1)) !==
      undefined;

/**
 * Undoes some entries, newest first, because items refer to releases and those to labels.
 * @returns whether there were any
 */
async function undoSome(store: Store, user: number, source: ImportSource): Promise<boolean> {
  const { db, writer } = store;
  const noted = db
    .selectFrom('import_journal')
    .where('user_key', '=', user)
    .where('source', '=', source)
    .select(['key', 'written_table', 'written_id'])
    .orderBy('key', 'desc');
  if (!first(writer, noted.limit(1))) return false;
  await store.write(() => {
    for (const { key, written_table, written_id } of all(writer, noted.limit(maximumEntries))) {
      if (written_table === 'release' || written_table === 'label') takeBack(store, written_table, written_id);
      else change(writer, db.deleteFrom(written_table).where('id', '=', written_id));
      change(writer, db.deleteFrom('import_journal').where('key', '=', key));
    }
  });
  return true;
}

const insertion = ({ db, writer }: Store) =>
  prepare<{ user: number; source: ImportSource; table: Written; id: string }>()(writer, (p) =>
    db.insertInto('import_journal').values({ user_key: p('user'), source: p('source'), written_table: p('table'), written_id: p('id') }),
  );
