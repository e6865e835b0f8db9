import { sql } from 'kysely';
import { catalogRevision } from '../../store/database/catalog-revision';
import type { Store } from '../../store/database/open';
import { RevisionCache } from '../../store/database/revision-cache';
import { parameter, Statements } from '../../store/database/sql';

/** Most records that bm25 ranks per query: it counts the records of every word at each search. */
const mostWeighed = 20_000;

/** Cached searches, about 100 bytes each. */
const maximumRemembered = 1_000;

/** Detects searches with words that occur in too many records of an index. */
export class CommonWords {
  readonly #statements: Statements;
  readonly #known: RevisionCache<boolean>;

  constructor(store: Store) {
    this.#statements = new Statements(store);
    this.#known = new RevisionCache(catalogRevision(store), maximumRemembered);
  }

  /** Whether bm25 would have to count too many records. @param match FTS5 words separated by spaces */
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
