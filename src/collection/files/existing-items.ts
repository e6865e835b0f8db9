import { writesOf } from '../../api/write/write';
import type { Value, Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import type { Slices } from '../formats/slices';
import type { ReleaseList } from './lists';
import type { Choices } from './parameters';

/** Items with the longest notes take some milliseconds. */
const pageLength = 100;

/** Items of a list before an import, which rows of the file may stand for. */
export class ExistingItems {
  readonly #compared: readonly string[];
  readonly #left = new Map<string, number>();
  readonly #ofReleases = new Map<number, number>();
  readonly #leftOfReleases = new Map<number, number>();

  constructor(
    private readonly list: ReleaseList,
    private readonly alsoOwned: Choices['alsoOwned'],
  ) {
    // Most files lack the date added, and values change, so they are not compared.
    this.#compared = Object.keys(writesOf(list.resource).fields).filter((name) => !/^added_at$|value/.test(name));
  }

  /** Counts the existing items of a user. */
  async count(store: Store, user: number, slices: Slices): Promise<void> {
    // In index order.
    const items = `SELECT release_key, created_at, id, ${this.#compared.join()} FROM ${this.list.table}
      WHERE user_key = :user AND (created_at, id) > (:created, :id) ORDER BY created_at, id LIMIT ${pageLength}`;
    let after = { created: '', id: '' };
    for (;;) {
      const page = store.writer.all<ItemRow>(items, { user, ...after });
      const last = page.at(-1);
      if (!last) break;
      for (const { release_key, created_at, id, ...values } of page) {
        this.#change(this.#kindOf(release_key, values), 1);
        this.#ofReleases.set(release_key, this.countOf(release_key) + 1);
        this.#leftOfReleases.set(release_key, this.countOf(release_key));
      }
      after = { created: last.created_at, id: last.id };
      await slices.rest();
    }
  }

  countOf(release: number): number {
    return this.#ofReleases.get(release) ?? 0;
  }

  /**
   * Matches a row against existing items: each stands for one equal row, or on lists that hold a release once, for any number.
   * If copies may stand for any row, equal ones are matched first, and {@link takeAny} decides the rest after all rows.
   */
  take(release: number, values: Values): 'there' | 'new' | 'not known yet' {
    if (this.alsoOwned === 'add' && this.list.times === 'many') return 'new';
    const kind = this.#kindOf(release, values);
    const isThere = (this.#left.get(kind) ?? 0) > 0;
    if (this.list.times === 'once') this.#left.set(kind, 1);
    else if (isThere) {
      this.#change(kind, -1);
      this.takeAny(release);
    }
    if (isThere) return 'there';
    return this.alsoOwned === 'skip' && this.list.times === 'many' && this.#leftOfReleases.get(release) ? 'not known yet' : 'new';
  }

  /** Whether a copy is left that no row stands for; uses it up. */
  takeAny(release: number): boolean {
    const left = this.#leftOfReleases.get(release) ?? 0;
    if (left > 0) this.#leftOfReleases.set(release, left - 1);
    return left > 0;
  }

  #change(kind: string, by: number): void {
    this.#left.set(kind, (this.#left.get(kind) ?? 0) + by);
  }

  /** The identity of an item: release and all attributes except the date added and the value, or the release alone on lists that hold it once. */
  #kindOf(release: number, values: Values): string {
    if (this.list.times === 'once') return String(release);
    const all = [release, ...this.#compared.map((name) => values[name])];
    // Hashes save memory.
    return new Bun.CryptoHasher('sha256').update(JSON.stringify(all)).digest('base64');
  }
}

/** Copies looked at for a currency. */
const lastCopies = 50;

const currencies = `SELECT currency FROM (
  SELECT currency, created_at, id FROM collection_item WHERE user_key = :user ORDER BY created_at DESC, id DESC LIMIT ${lastCopies})
  WHERE currency IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1`;

/** Of the newest copies of a user. */
export const lastCurrencyOf = ({ reader }: Store, user: number): string | undefined =>
  reader.get<{ currency: string }>(currencies, { user })?.currency;

type ItemRow = { readonly release_key: number; readonly created_at: string; readonly id: string } & Readonly<Record<string, Value>>;
