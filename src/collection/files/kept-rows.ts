import type { Database } from 'bun:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { keysOf, type ReleaseKeys } from '../../matching/described-releases';
import type { Store } from '../../store/database/open';
import { all, change, first, prepare } from '../../store/database/sql';
import { now } from '../../store/values/time';
import type { Journal } from './journal';
import { maximumKeptRows } from './limits';
import type { List } from './lists';
import type { Choices } from './row-choices';
import type { FileRow } from './rows';

/** A row whose release the catalog did not have when it came. */
export interface KeptRow {
  readonly key: number;
  /** JSON. */
  readonly cells: string;
  readonly copies: number;
  /** `null` where it was kept before there was an index of them. */
  readonly release_keys: string | null;
}

/** Looked through at once; each may have a hundred catalogue numbers. */
const pageLength = 50;

/** The rows that are kept for a user's list, to be tried again. Writes run in the transaction that the caller holds. */
export class KeptRows {
  #prepared: ReturnType<typeof statements> | undefined;
  #count: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly list: List,
    private readonly user: number,
  ) {}

  /** Those whose release the catalog may have by now, with those that are not in the index yet, page by page; or all. */
  *found(which: 'found' | 'all'): Generator<KeptRow[]> {
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

  /** Says whether there is room for one row more, and counts it where there is. */
  takeRoom(): boolean {
    this.#count ??= this.#total(this.store.writer);
    if (this.#count >= maximumKeptRows) return false;
    this.#count++;
    return true;
  }

  /** Keeps a row, and gives its UUID. */
  add(cells: string, copies: number, keys: ReleaseKeys): string {
    const id = Bun.randomUUIDv7();
    this.#statements.insert.run({ id, user: this.user, list: this.list.name, cells, copies, keys: JSON.stringify(keys), now: now() });
    return id;
  }

  /** A row is kept as often as it was in the file that had it most often: the same file again changes nothing. */
  raise(id: string, copies: number): void {
    this.#statements.raise.run({ id, copies });
  }

  /** Puts a row into the index, as one of these cells: with the same one, where that is kept already. */
  index({ key, copies }: KeptRow, cells: string, keys: ReleaseKeys): void {
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

type Own = { readonly user: number; readonly list: List['name'] };

/** Whether the catalog has a release of any of the keys: each is looked up in the index of its column. */
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

/** Keeps rows of a file for which there is no release. Equal rows are one, with so many copies. */
export class Keeping {
  readonly #copies = new Map<string, number>();
  readonly #isKept = new Map<string, boolean>();

  constructor(
    private readonly kept: KeptRows,
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
    if (known === undefined) this.journal.note('import_row', this.kept.add(content, copies, keysOf(clues)));
    else this.kept.raise(known, copies);
    return true;
  }
}
