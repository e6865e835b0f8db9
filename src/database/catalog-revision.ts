import { sql } from 'kysely';
import { prepare, type Statement } from './prepare';
import type { Store } from './store';

/**
 * Tells states of the catalog apart, as {@link Store.revision} does those of the whole database: what users and tokens do,
 * which is often, does not change it. The feed of changes says so; while it is paused, because a whole catalog comes in,
 * everything that is written counts.
 */
export function catalogRevision(store: Pick<Store, 'db' | 'reader' | 'revision'>): Pick<Store, 'revision'> {
  let statement: Statement<{ sequence: number }> | undefined;
  let known = '';
  let whole = '';
  return {
    revision() {
      const now = store.revision();
      if (now === whole) return known;
      statement ??= prepare()(store.reader, () =>
        store.db
          .selectFrom('change_feed')
          .select(sql<number>`(SELECT coalesce(max(sequence), 0) FROM change)`.as('sequence'))
          .where('is_paused', '=', 0),
      );
      const feed = statement.get({});
      known = feed ? String(feed.sequence) : `paused ${now}`;
      whole = now;
      return known;
    },
  };
}
