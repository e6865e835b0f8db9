import type { Store } from '../../store/database/open';
import { all, change, first, prepare } from '../../store/database/sql';
import type { Slices } from './turns';

const isUnused = {
  // One that became a true release, or that somebody holds, is nobody's to take back.
  release: `provisional = 1
    AND NOT EXISTS (SELECT 1 FROM collection_item WHERE release_key = "release".key)
    AND NOT EXISTS (SELECT 1 FROM wishlist_item WHERE release_key = "release".key)`,
  label: `NOT EXISTS (SELECT 1 FROM release_label WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM release_track WHERE label_key = label.key)
    AND NOT EXISTS (SELECT 1 FROM label_series WHERE label_key = label.key)`,
} as const;

/** An unreviewed release that its owner's import took back leaves nothing behind: nobody else ever saw it. */
const forgetUnreviewed = `DELETE FROM revision WHERE resource_type = 'Release' AND resource_id = ?1 AND action = 'added'
  AND NOT EXISTS (SELECT 1 FROM "release" WHERE id = ?1)`;

/** Takes back a record that was made for an owner, where nobody else has come to need it. Its caller holds the transaction. */
function takeBack({ writer }: Store, table: 'release' | 'label', id: string): void {
  // Nobody deleted it: who names it later has it made again.
  writer.query('UPDATE change_feed SET is_superseding = 1').run();
  writer.query(`DELETE FROM "${table}" WHERE id = ? AND ${isUnused[table]}`).run(id);
  writer.query('UPDATE change_feed SET is_superseding = 0').run();
  if (table === 'release') writer.query(forgetUnreviewed).run(id);
}

type Written = 'collection_item' | 'wishlist_item' | 'import_row' | 'release' | 'label';

/** Who puts files in: what one of them wrote is taken back when it has ended, and not before. */
export type ImportSource = 'server' | 'command_line';

/** Taken back in a transaction. */
const maximumEntries = 100;

/**
 * Keeps an import whole though it writes in many transactions: what it has written stands in the journal until it has
 * ended, and is taken back where it does not end.
 */
export class Journal {
  #insertion: ReturnType<typeof insertion> | undefined;
  #isClosed = false;

  constructor(
    private readonly store: Store,
    private readonly user: number,
    private readonly source: ImportSource,
  ) {}

  /** Notes a row of a table, in the transaction that writes it. */
  note(table: Written, id: string): void {
    if (this.#isClosed) return;
    this.#insertion ??= insertion(this.store);
    this.#insertion.run({ user: this.user, source: this.source, table, id });
  }

  /** What the import wrote stays; what it writes from now on is not noted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { db, writer } = this.store;
    await this.store.write(() =>
      change(writer, db.deleteFrom('import_journal').where('user_key', '=', this.user).where('source', '=', this.source)),
    );
  }

  /** Takes back what an import wrote that did not end. */
  async undo(slices: Slices): Promise<void> {
    while (await undoSome(this.store, this.user, this.source)) await slices.rest();
  }
}

/** Takes back what was written by imports in whose midst the server, or a command, was ended. */
export async function undoUnfinishedImports(store: Store, source: ImportSource): Promise<void> {
  if (!isUnfinished(store, source)) return;
  const journal = store.db.selectFrom('import_journal').where('source', '=', source).select('user_key').distinct();
  for (const { user_key } of all(store.reader, journal)) while (await undoSome(store, user_key, source));
}

/** Whether something stands in the journal: an import is under way, or was ended in its midst. */
export const isUnfinished = ({ db, reader }: Store, source: ImportSource, user?: number): boolean =>
  user === undefined
    ? // Written out: a server asks at its start, and every other second.
      reader.query('SELECT 1 FROM import_journal WHERE source = ? LIMIT 1').get(source) !== null
    : first(reader, db.selectFrom('import_journal').where('source', '=', source).where('user_key', '=', user).select('key').limit(1)) !==
      undefined;

/** Takes some of it back, the last first, since items hold releases and these labels; and says whether there was any. */
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
