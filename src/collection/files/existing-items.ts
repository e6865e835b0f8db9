import { sql } from 'kysely';
import { writesOf } from '../../api/write/write';
import type { Store } from '../../store/database/open';
import { prepare, Statements, type Value, type Values } from '../../store/database/sql';
import type { Slices } from './import-queue';
import type { ReleaseList } from './lists';

/** Items with the longest notes take some milliseconds. */
const pageLength = 100;

/** Rows of owned releases: skip one row per copy, add differing copies, or always add. */
export const alsoOwnedChoices = ['skip', 'differing', 'add'] as const;

export type AlsoOwned = (typeof alsoOwnedChoices)[number];

/** Files nearly always differ from what owners have entered since. */
export const alsoOwnedByDefault = 'skip' satisfies AlsoOwned;

export class ExistingItems {
  readonly #left = new Map<string, number>();

  readonly #compared: readonly string[];

  /** Existing items by release. */
  readonly #ofReleases = new Map<number, number>();

  readonly #leftOfReleases = new Map<number, number>();

  constructor(
    private readonly list: ReleaseList,
    private readonly alsoOwned: AlsoOwned,
  ) {
    // Most files lack the date added, so it is not compared.
    this.#compared = Object.keys(writesOf(list.resource).fields).filter((name) => name !== 'added_at');
  }

  /** Counts the existing items of a user. */
  async count(store: Store, user: number, slices: Slices): Promise<void> {
    const statements = new Statements(store, { on: 'writer' });
    // In index order.
    const items = statements.text<ItemRow>(
      `SELECT release_key, created_at, id, ${this.#compared.join()} FROM ${this.list.table}
       WHERE user_key = :user AND (created_at, id) > (:created, :id) ORDER BY created_at, id LIMIT ${pageLength}`,
    );
    let after = { created: '', id: '' };
    for (;;) {
      const page = items.all({ user, ...after });
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
    statements.close();
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
    else if (isThere) this.#takeOne(kind, release);
    if (isThere) return 'there';
    return this.alsoOwned === 'skip' && this.list.times === 'many' && this.#leftOf(release) > 0 ? 'not known yet' : 'new';
  }

  /** Whether a copy is left that no row stands for; uses it up. */
  takeAny(release: number): boolean {
    const left = this.#leftOf(release);
    if (left > 0) this.#leftOfReleases.set(release, left - 1);
    return left > 0;
  }

  #takeOne(kind: string, release: number): void {
    this.#change(kind, -1);
    this.takeAny(release);
  }

  #leftOf(release: number): number {
    return this.#leftOfReleases.get(release) ?? 0;
  }

  #change(kind: string, by: number): void {
    this.#left.set(kind, (this.#left.get(kind) ?? 0) + by);
  }

  /** The identity of an item: release and all attributes except the date added, or the release alone on lists that hold it once. */
  #kindOf(release: number, values: Values): string {
    if (this.list.times === 'once') return String(release);
    const all = [release, ...this.#compared.map((name) => values[name])];
    // Hashes save memory.
    return new Bun.CryptoHasher('sha256').update(JSON.stringify(all)).digest('base64');
  }
}

type ItemRow = { readonly release_key: number; readonly created_at: string; readonly id: string } & Readonly<Record<string, Value>>;

/** The wishlist during an import. Runs inside the caller's transaction. */
export class Wishes {
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(
    private readonly store: Store,
    private readonly user: number,
  ) {}

  has(release: number): boolean {
    return this.#statements.find.get({ user: this.user, release }) !== undefined;
  }

  /** Removes releases from the list. */
  meet(releases: Iterable<number>): void {
    this.#statements.remove.run({ user: this.user, releases: JSON.stringify([...releases]) });
  }

  get #statements(): ReturnType<typeof statements> {
    this.#prepared ??= statements(this.store);
    return this.#prepared;
  }
}

function statements({ db, writer }: Store) {
  return {
    find: prepare<{ user: number; release: number }>()(writer, (p) =>
      db.selectFrom('wishlist_item').where('user_key', '=', p('user')).where('release_key', '=', p('release')).select('key'),
    ),
    remove: prepare<{ user: number; releases: string }>()(writer, (p) =>
      db
        .deleteFrom('wishlist_item')
        .where('user_key', '=', p('user'))
        .where('release_key', 'in', sql<number>`(SELECT value FROM json_each(${p('releases')}))`),
    ),
  };
}
