import type { Database } from 'bun:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { clueKeys, type ReleaseKeys } from '../../matching/described-releases';
import type { Store } from '../../store/database/open';
import { all, change, first, prepare } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import type { Journal } from './journal';
import { maximumStoredRows } from './limits';
import type { ReleaseList } from './lists';
import type { Choices } from './row-choices';
import type { FileRow } from './rows';

/** A stored row whose release the catalog lacked. */
export interface StoredRow {
  readonly key: number;
  /** JSON. */
  readonly cells: string;
  readonly copies: number;
  /** Null in rows older than the index. */
  readonly release_keys: string | null;
}

/** Each row may have a hundred catalog numbers. */
const pageLength = 50;

/** A user's stored rows, to be retried. Writes run inside the caller's transaction. */
export class StoredRows {
  #prepared: ReturnType<typeof statements> | undefined;
  #count: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly list: ReleaseList,
    private readonly user: number,
  ) {}

  /** Rows whose release may exist now, plus those not indexed yet, in pages; or all. */
  *found(which: 'found' | 'all'): Generator<StoredRow[]> {
    const { pageEnd, [which]: found } = this.#statements;
    const own = { user: this.user, list: this.list.name };
    for (let after = 0; ; ) {
      const end = pageEnd.get({ ...own, after })?.end ?? null;
      if (end === null) return;
      yield found.all({ ...own, after, end });
      after = end;
    }
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
    return { rows, total: this.#total(reader) };
  }

  /** The UUID of the row with these cells. */
  find(cells: string): string | undefined {
    return this.#row(cells)?.id;
  }

  /**
   * Reserves room for a row.
   * @returns whether there was any
   */
  takeRoom(): boolean {
    this.#count ??= this.#total(this.store.writer);
    if (this.#count >= maximumStoredRows) return false;
    this.#count++;
    return true;
  }

  /** @returns its UUID */
  add(cells: string, copies: number, keys: ReleaseKeys): string {
    const id = Bun.randomUUIDv7();
    this.#statements.insert.run({ id, user: this.user, list: this.list.name, cells, copies, keys: JSON.stringify(keys), now: now() });
    return id;
  }

  /** Repeated rows are stored as often as in the file with most of them, so importing a file again changes nothing. */
  raise(id: string, copies: number): void {
    this.#statements.raise.run({ id, copies });
  }

  /** Indexes a row under normalized cells, merging it with an equal one. */
  index({ key, copies }: StoredRow, cells: string, keys: ReleaseKeys): void {
    const same = this.#row(cells);
    if (same && same.key !== key) {
      this.raise(same.id, copies);
      this.drop(key);
    } else this.#statements.index.run({ key, cells, keys: JSON.stringify(keys) });
  }

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
    this.#statements.drop.run({ key });
  }

  #row(cells: string): { readonly key: number; readonly id: string } | undefined {
    return this.#statements.find.get({ user: this.user, list: this.list.name, cells });
  }

  #total(database: Database): number {
    const total = this.#own().select(({ fn }) => fn.countAll<number>().as('total'));
    return first(database, total)?.total ?? 0;
  }

  #own() {
    return this.store.db.selectFrom('import_row').where('user_key', '=', this.user).where('list', '=', this.list.name);
  }

  get #statements(): ReturnType<typeof statements> {
    this.#prepared ??= statements(this.store);
    return this.#prepared;
  }
}

function statements({ db, writer }: Store) {
  const page = (which: RawBuilder<boolean>) =>
    prepare<Own & { after: number; end: number }>()(writer, (p) =>
      db
        .selectFrom('import_row')
        .where('user_key', '=', p('user'))
        .where('list', '=', p('list'))
        .where('key', '>', p('after'))
        .where('key', '<=', p('end'))
        .where(which)
        .select(['key', 'cells', 'copies', 'release_keys'])
        .orderBy('key'),
    );
  return {
    find: prepare<Own & { cells: string }>()(writer, (p) =>
      db
        .selectFrom('import_row')
        .where('user_key', '=', p('user'))
        .where('list', '=', p('list'))
        .where('cells', '=', p('cells'))
        .select(['key', 'id']),
    ),
    insert: prepare<Own & { id: string; cells: string; copies: number; keys: string; now: string }>()(writer, (p) =>
      db.insertInto('import_row').values({
        id: p('id'),
        user_key: p('user'),
        list: p('list'),
        cells: p('cells'),
        copies: p('copies'),
        created_at: p('now'),
        release_keys: p('keys'),
      }),
    ),
    raise: prepare<{ id: string; copies: number }>()(writer, (p) =>
      db
        .updateTable('import_row')
        .set({ copies: p('copies') })
        .where('id', '=', p('id'))
        .where('copies', '<', p('copies')),
    ),
    index: prepare<{ key: number; cells: string; keys: string }>()(writer, (p) =>
      db
        .updateTable('import_row')
        .set({ cells: p('cells'), release_keys: p('keys') })
        .where('key', '=', p('key')),
    ),
    drop: prepare<{ key: number }>()(writer, (p) => db.deleteFrom('import_row').where('key', '=', p('key'))),
    pageEnd: prepare<Own & { after: number }>()(writer, (p) =>
      db
        .selectFrom(
          db
            .selectFrom('import_row')
            .where('user_key', '=', p('user'))
            .where('list', '=', p('list'))
            .where('key', '>', p('after'))
            .select('key')
            .orderBy('key')
            .limit(sql.lit(pageLength))
            .as('page'),
        )
        .select(({ fn }) => fn.max('page.key').as('end')),
    ),
    found: page(sql<boolean>`(release_keys IS NULL OR ${mayHaveRelease})`),
    all: page(sql<boolean>`TRUE`),
  };
}

type Own = { readonly user: number; readonly list: ReleaseList['name'] };

/** Looks up each key in the index of its column. */
const mayHaveRelease = sql`(
  EXISTS (SELECT 1 FROM "release" WHERE id = release_keys ->> 'id')
  OR EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Release' AND id = release_keys ->> 'id')
  OR EXISTS (SELECT 1 FROM release_external_link WHERE provider = 'discogs' AND external_id = release_keys ->> 'discogsId')
  OR EXISTS (SELECT 1 FROM "release" WHERE barcode_normalized = release_keys ->> 'barcode')
  OR EXISTS (
    SELECT 1 FROM json_each(release_keys, '$.catalogNumbers') AS number
    JOIN release_label ON release_label.catalog_number_normalized = number.value
  )
)`;

/** Stores unmatched rows. Equal rows share one entry with a count. */
export class RowStore {
  readonly #copies = new Map<string, number>();
  readonly #isKept = new Map<string, boolean>();

  constructor(
    private readonly kept: StoredRows,
    private readonly journal: Journal,
    private readonly choices: Pick<Choices, 'isDry' | 'quota'>,
  ) {}

  count(content: string): void {
    this.#copies.set(content, this.copiesOf(content) + 1);
  }

  copiesOf(content: string): number {
    return this.#copies.get(content) ?? 0;
  }

  keep(content: string, row: FileRow): boolean {
    const isKept = this.#isKept.get(content) ?? this.#keepFirst(content, row);
    this.#isKept.set(content, isKept);
    return isKept;
  }

  #keepFirst(content: string, { clues }: FileRow): boolean {
    const copies = Math.max(1, this.copiesOf(content));
    const known = this.kept.find(content);
    if (known === undefined && !this.kept.takeRoom()) return false;
    if (known === undefined) this.choices.quota?.takeRow(content);
    if (this.choices.isDry) return true;
    if (known === undefined) this.journal.note('import_row', this.kept.add(content, copies, clueKeys(clues)));
    else this.kept.raise(known, copies);
    return true;
  }
}
