import { sql } from 'kysely';
import { writesOf } from '../../api/write/write';
import type { Store } from '../../store/database/open';
import { parameter, prepare, Statements, type Value, type Values } from '../../store/database/sql';
import type { List } from './lists';
import type { Slices } from './turns';

/** Read at once: items with the longest notes take some milliseconds. */
const pageLength = 100;

/**
 * What becomes of a row whose release is in the collection already: nothing, for as many rows as there are copies; a copy
 * where it differs from those that are there; a copy in any case.
 */
export const alsoOwnedChoices = ['skip', 'differing', 'add'] as const;

export type AlsoOwned = (typeof alsoOwnedChoices)[number];

/** Unless it is chosen: what a file says of a copy nearly always differs from what its owner has said since. */
export const alsoOwnedByDefault = 'skip' satisfies AlsoOwned;

export class ItemsThere {
  readonly #left = new Map<string, number>();

  readonly #compared: readonly string[];

  /** How many items each release has, of those that were there. */
  readonly #ofReleases = new Map<number, number>();

  readonly #leftOfReleases = new Map<number, number>();

  constructor(
    private readonly list: List,
    private readonly alsoOwned: AlsoOwned,
  ) {
    // Files that do not say when an item was added are of it all the same.
    this.#compared = Object.keys(writesOf(list.resource).fields).filter((name) => name !== 'added_at');
  }

  /** Counts the items of a user. */
  async count(store: Store, user: number, slices: Slices): Promise<void> {
    const statements = new Statements(store, { on: 'writer' });
    // In the order of an index.
    const items = statements.get<ItemRow>('items', (db) =>
      db
        .selectFrom(this.list.table)
        .where('user_key', '=', parameter('user'))
        .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(parameter('created'), parameter('id'))))
        .select(['release_key', 'created_at', 'id', ...this.#compared])
        .orderBy('created_at')
        .orderBy('id')
        .limit(pageLength),
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
   * Each item of the list stands for one equal row, or as it was chosen for none; a list that has a release once, for any
   * number. Where copies stand for whatever rows their release has, those that are equal come first: of one that is not,
   * it is not known before all rows were here, and then {@link takeAny} tells.
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

  /** Whether a copy of the release is left that no row has stood for, which then stands for this one. */
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

  /** What makes items equal: the release and every attribute but the moment when it was added, or the release alone where a list has it once. */
  #kindOf(release: number, values: Values): string {
    if (this.list.times === 'once') return String(release);
    const all = [release, ...this.#compared.map((name) => values[name])];
    // Notes are long, and collections large: a hash takes the place of them.
    return new Bun.CryptoHasher('sha256').update(JSON.stringify(all)).digest('base64');
  }
}

type ItemRow = { readonly release_key: number; readonly created_at: string; readonly id: string } & Readonly<Record<string, Value>>;

/** What a user wants, as an import into the collection looks at it. Runs in the transaction that its caller holds. */
export class Wishes {
  #prepared: ReturnType<typeof statements> | undefined;

  constructor(
    private readonly store: Store,
    private readonly user: number,
  ) {}

  has(release: number): boolean {
    return this.#statements.find.get({ user: this.user, release }) !== undefined;
  }

  /** Takes releases off the list. */
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
