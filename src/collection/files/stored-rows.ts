import { type Clues, clueKeys } from '../../matching/described-releases';
import type { Connection, Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import { maximumStoredRows } from '../formats/vocabulary';
import type { Journal } from './journal';
import type { ReleaseList } from './lists';
import type { Choices } from './parameters';

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

/** A page of a user's stored rows, oldest first, with their number. */
export function storedRowsPage({ reader }: Store, list: ReleaseList, user: number, page: number, limit: number) {
  const own = { user, list: list.name };
  const rows = reader.all<{ id: string; cells: string; copies: number; created_at: string }>(
    `SELECT id, cells, copies, created_at FROM import_row WHERE ${ofList} ORDER BY created_at, id LIMIT :limit + 0 OFFSET :offset + 0`,
    { ...own, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) },
  );
  return { rows, total: totalOf(reader, own) };
}

/** @returns whether there was such a row */
export const deleteStoredRow = ({ writer }: Store, { name }: ReleaseList, user: number, id: string): boolean =>
  writer.change(`DELETE FROM import_row WHERE ${ofList} AND id = :id`, { user, list: name, id }) > 0;

/** A user's stored rows during an import. Equal rows share one entry with a count. Writes run inside the caller's transaction. */
export class StoredRows {
  #total: number | undefined;
  readonly #copies = new Map<string, number>();
  readonly #isStored = new Map<string, boolean>();
  readonly #own: { readonly user: number; readonly list: string };

  constructor(
    private readonly journal: Journal,
    { name }: ReleaseList,
    private readonly choices: Choices,
  ) {
    this.#own = { user: journal.user, list: name };
  }

  /** Rows whose release may exist now, plus those not indexed yet, in pages; or all. */
  *found(which: 'found' | 'all'): Generator<StoredRow[]> {
    const { writer } = this.journal.store;
    const condition = which === 'found' ? `AND (release_keys IS NULL OR ${mayHaveRelease})` : '';
    const rows = `SELECT key, cells, copies, release_keys FROM import_row WHERE ${ofList} AND key > :after AND key <= :end ${condition} ORDER BY key`;
    for (let after = 0; ; ) {
      const end = writer.get<{ end: number | null }>(pageEnd, { ...this.#own, after })?.end ?? null;
      if (end === null) return;
      yield writer.all<StoredRow>(rows, { ...this.#own, after, end });
      after = end;
    }
  }

  /** Counts a row of the file. */
  count(content: string): void {
    this.#copies.set(content, this.copiesOf(content) + 1);
  }

  copiesOf(content: string): number {
    return this.#copies.get(content) ?? 0;
  }

  /** Rows of the file with this content that are entered, not stored. */
  enteredCopiesOf(content: string): number {
    return this.#isStored.has(content) ? 0 : this.copiesOf(content);
  }

  /**
   * Stores an unmatched row.
   * @returns whether there is room
   */
  store(content: string, clues: Clues): boolean {
    const isStored = this.#isStored.get(content) ?? this.#storeFirst(content, clues);
    this.#isStored.set(content, isStored);
    return isStored;
  }

  /** Repeated rows are stored as often as in the file with most of them, so importing a file again changes nothing. */
  #storeFirst(cells: string, clues: Clues): boolean {
    const { store } = this.journal;
    const copies = Math.max(1, this.copiesOf(cells));
    const known = this.#row(cells)?.id;
    if (known === undefined) {
      this.#total ??= totalOf(store.writer, this.#own);
      if (this.#total >= maximumStoredRows) return false;
      this.#total++;
      this.choices.quota?.takeRow(cells);
    }
    if (this.choices.isDry) return true;
    if (known !== undefined) {
      this.#raise(known, copies);
      return true;
    }
    const id = Bun.randomUUIDv7();
    store.writer.insert(
      `INSERT INTO import_row (id, user_key, list, cells, copies, created_at, release_keys)
      VALUES (:id, :user, :list, :cells, :copies, :now, :keys)`,
      { ...this.#own, id, cells, copies, keys: JSON.stringify(clueKeys(clues)), now: now() },
    );
    this.journal.note('import_row', id);
    return true;
  }

  #raise(id: string, copies: number): void {
    this.journal.store.writer.change('UPDATE import_row SET copies = :copies WHERE id = :id AND copies < :copies', { id, copies });
  }

  /** Indexes a row under normalized cells, merging it with an equal one. */
  index({ key, copies }: StoredRow, cells: string, clues: Clues): void {
    const same = this.#row(cells);
    if (same && same.key !== key) {
      this.#raise(same.id, copies);
      this.drop(key);
    } else {
      const values = { key, cells, keys: JSON.stringify(clueKeys(clues)) };
      this.journal.store.writer.change('UPDATE import_row SET cells = :cells, release_keys = :keys WHERE key = :key', values);
    }
  }

  drop(key: number): void {
    this.journal.store.writer.change('DELETE FROM import_row WHERE key = :key', { key });
  }

  #row(cells: string): { readonly key: number; readonly id: string } | undefined {
    return this.journal.store.writer.get(`SELECT key, id FROM import_row WHERE ${ofList} AND cells = :cells`, { ...this.#own, cells });
  }
}

const totalOf = (connection: Connection, own: Values): number =>
  connection.get<{ total: number }>(`SELECT count(*) AS total FROM import_row WHERE ${ofList}`, own)?.total ?? 0;

const ofList = 'user_key = :user AND list = :list';

const pageEnd = `SELECT max(key) AS end FROM (
  SELECT key FROM import_row WHERE ${ofList} AND key > :after ORDER BY key LIMIT ${pageLength})`;

/** Looks up each key in the index of its column. */
const mayHaveRelease = `(
  EXISTS (SELECT 1 FROM "release" WHERE id = release_keys ->> 'id')
  OR EXISTS (SELECT 1 FROM merged_record WHERE resource_type = 'Release' AND id = release_keys ->> 'id')
  OR EXISTS (SELECT 1 FROM release_external_link WHERE provider = 'discogs' AND external_id = release_keys ->> 'discogsId')
  OR EXISTS (SELECT 1 FROM "release" WHERE barcode_normalized = release_keys ->> 'barcode')
  OR EXISTS (
    SELECT 1 FROM json_each(release_keys, '$.catalogNumbers') AS number
    JOIN release_label ON release_label.catalog_number_normalized = number.value
  )
)`;
