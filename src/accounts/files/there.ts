import type { Store } from '../../database/open';
import { parameter, type Value, type Values } from '../../database/prepare';
import { Statements } from '../../database/statements';
import { writesOf } from '../../jsonapi/write';
import type { List } from './lists';
import type { Slices } from './slices';

/** Read at once: items with the longest notes take some milliseconds. */
const pageLength = 100;

/**
 * What becomes of a row whose release is in the collection already: nothing; a copy where it differs from those that are
 * there; a copy in any case.
 */
export const alsoOwnedChoices = ['skip', 'differing', 'add'] as const;

export type AlsoOwned = (typeof alsoOwnedChoices)[number];

/** How many items of each kind a list has that no row of a file has stood for yet. */
export class ItemsThere {
  readonly #left = new Map<string, number>();

  readonly #compared: readonly string[];

  /** How many items each release has, of those that were there. */
  readonly #ofReleases = new Map<number, number>();

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
      }
      after = { created: last.created_at, id: last.id };
      await slices.rest();
    }
    statements.close();
  }

  /** How many items of a release there were. */
  countOf(release: number): number {
    return this.#ofReleases.get(release) ?? 0;
  }

  /** Each item of the list stands for one equal row, or as it was chosen for any of its release, or for none; a list that has a release once, for any number. */
  take(release: number, values: Values): boolean {
    if (this.alsoOwned === 'add' && this.list.times === 'many') return false;
    const kind = this.#kindOf(release, values);
    const isThere = (this.#left.get(kind) ?? 0) > 0;
    if (this.list.times === 'once') this.#left.set(kind, 1);
    else if (isThere) this.#change(kind, -1);
    return isThere;
  }

  #change(kind: string, by: number): void {
    this.#left.set(kind, (this.#left.get(kind) ?? 0) + by);
  }

  /** What makes items equal: the release and every attribute but the moment when it was added, or the release alone where a list has it once. */
  #kindOf(release: number, values: Values): string {
    if (this.list.times === 'once' || this.alsoOwned === 'skip') return String(release);
    const all = [release, ...this.#compared.map((name) => values[name])];
    // Notes are long, and collections large: a hash takes the place of them.
    return new Bun.CryptoHasher('sha256').update(JSON.stringify(all)).digest('base64');
  }
}

type ItemRow = { readonly release_key: number; readonly created_at: string; readonly id: string } & Readonly<Record<string, Value>>;
