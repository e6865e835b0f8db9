import { sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { prepare } from '../../store/database/sql';

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
