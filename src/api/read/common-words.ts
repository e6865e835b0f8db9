import { sql } from 'kysely';
import { catalogRevision } from '../../store/database/catalog-revision';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { parameter, Statements } from '../../store/database/sql';

/**
 * The most records of all its words together that bm25 is worth: it weighs a word by how many records have it, and counts
 * these at every search.
 */
const mostWeighed = 20_000;

/** The most searches remembered, of some hundred bytes each. */
const maximumRemembered = 1_000;

/** Tells which searches have words that too many records of an index have. */
export class CommonWords {
  readonly #statements: Statements;
  readonly #known: RevisionCache<boolean>;

  constructor(store: Store) {
    this.#statements = new Statements(store);
    this.#known = new RevisionCache(catalogRevision(store), maximumRemembered);
  }

  /** Whether bm25 would count more records than it is worth. @param match a word or several of FTS5, with spaces between */
  areIn(index: string, match: string): boolean {
    return (
      this.#known.find(`${index} ${match}`, () => {
        const table = sql.table(index);
        const count = this.#statements.get<{ records: number }>(
          `records ${index}`,
          () =>
            sql`SELECT count(*) AS records FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ${parameter('match')} LIMIT ${parameter('most')} + 0)`,
        );
        let left = mostWeighed;
        return match.split(' ').some((word) => {
          left -= count.get({ match: word, most: left + 1 })?.records ?? 0;
          return left < 0;
        });
      }) === true
    );
  }
}
