import type { Store } from '../../database/open';
import { prepare } from '../../database/prepare';
import { now } from '../../database/time';
import { all, change, first } from '../queries';
import type { List } from './lists';

/** A row whose release the catalog did not have when it came. */
export interface KeptRow {
  readonly key: number;
  /** JSON. */
  readonly cells: string;
  readonly copies: number;
}

/** The rows that are kept for a user's list, to be tried again. Writes run in the transaction that the caller holds. */
export class KeptRows {
  #insert: ReturnType<typeof insertion> | undefined;

  constructor(
    private readonly store: Store,
    private readonly list: List,
    private readonly user: number,
  ) {}

  all(): KeptRow[] {
    return all(this.store.writer, this.#own().select(['key', 'cells', 'copies']).orderBy('key'));
  }

  page(page: number, itemsPerPage: number) {
    const { reader } = this.store;
    const own = this.#own();
    const rows = all(
      reader,
      own
        .select(['id', 'cells', 'copies', 'created_at'])
        .orderBy('created_at')
        .orderBy('id')
        .limit(itemsPerPage)
        .offset(Math.min((page - 1) * itemsPerPage, Number.MAX_SAFE_INTEGER)),
    );
    const total =
      first(
        reader,
        own.select(({ fn }) => fn.countAll<number>().as('total')),
      )?.total ?? 0;
    return { rows, total };
  }

  /** Keeps a row as often as it was in the file that had it most often: the same file again changes nothing. */
  keep(cells: string, copies: number): void {
    this.#insert ??= insertion(this.store);
    this.#insert.run({ id: Bun.randomUUIDv7(), user: this.user, list: this.list.name, cells, copies, now: now() });
  }

  /** Says whether it was there. */
  delete(id: string): boolean {
    const { db, writer } = this.store;
    return (
      change(
        writer,
        db.deleteFrom('import_row').where('id', '=', id).where('user_key', '=', this.user).where('list', '=', this.list.name),
      ) > 0
    );
  }

  drop(key: number): void {
    change(this.store.writer, this.store.db.deleteFrom('import_row').where('key', '=', key));
  }

  #own() {
    return this.store.db.selectFrom('import_row').where('user_key', '=', this.user).where('list', '=', this.list.name);
  }
}

const insertion = ({ db, writer }: Store) =>
  prepare<{ id: string; user: number; list: List['name']; cells: string; copies: number; now: string }>()(writer, (p) =>
    db
      .insertInto('import_row')
      .values({ id: p('id'), user_key: p('user'), list: p('list'), cells: p('cells'), copies: p('copies'), created_at: p('now') })
      .onConflict((conflict) =>
        conflict
          .columns(['user_key', 'list', 'cells'])
          .doUpdateSet({ copies: (eb) => eb.fn<number>('max', ['import_row.copies', 'excluded.copies']) }),
      ),
  );
