import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { CachesByReach, catalogRevision, RevisionCache } from '../../store/database/revision-cache';
import { parameter, Statements, type Values } from '../../store/database/sql';
import type { RankedIndex, Resource } from '../schema/resource';
import {
  allRows,
  alongOrder,
  boundOf,
  isFilteredAlone,
  isOfCatalog,
  isWhole,
  keyOf,
  narrowed,
  type Selection,
  shapeOf,
  valuesOf,
} from './selection';

/** Longest list that is ranked as a whole: ranking half a catalog, as a two-letter query may match, takes most of a second. */
const mostRanked = 3_000;

/** Hits examined in a longer list, those with the lowest keys, and prefix matches that precede them. */
const mostInFront = 1_000;

/** Cached list starts, about 30 kB each. */
const maximumRemembered = 100;

/** Start of a list that is not ranked by bm25. The remaining hits follow in key order, beyond `last`. */
interface Front {
  readonly keys: readonly number[];
  /** Highest key of the hits examined. */
  readonly last: number;
  /** Keys beyond `last` that are part of the start, in ascending order. */
  readonly later: readonly number[];
}

/**
 * Pages of ranked searches with too many hits, or too frequent words, for bm25. Order: exact names, exact other names and prefix
 * matches by name; then the first hits by key, those with all words in the name first, shorter names first; then all others by
 * key. Each record appears once, on any page.
 */
export class RankedLists {
  readonly #fronts: CachesByReach<Front>;
  readonly #common: CommonWords;

  /** @param count number of records of a list */
  constructor(
    private readonly store: Store,
    private readonly statements: Statements,
    private readonly count: (resource: Resource, selection: Selection) => number,
  ) {
    this.#fronts = new CachesByReach(store, maximumRemembered);
    this.#common = new CommonWords(store);
  }

  /** SQL for the keys of a search with other filters, where that beats examining each hit. */
  counted(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
    const asked = rankingOf(resource, selection);
    return asked && this.#isSearchedAlone(asked) ? hitsOf(this.store.db, asked, true) : undefined;
  }

  /** Looking up 11,000 hits in 5,600 records takes 12 ms, reading a record for each hit 30 ms; both are equal at as many records as hits. */
  #isSearchedAlone({ resource, selection, others, search }: Asked): boolean {
    if (others.filters.length === 0 || !isFilteredAlone(resource, selection)) return false;
    const hits = this.count(resource, { ...selection, orders: [], filters: [search] });
    return this.count(resource, others) < hits / 2;
  }

  /** Keys of a page; `undefined` if bm25 ranks the whole list. */
  keys(resource: Resource, selection: Selection, total: number, limit: number, offset: number): number[] | undefined {
    const asked = rankingOf(resource, selection);
    if (!asked || (total <= mostRanked && !this.#hasCommonWords(asked))) return undefined;
    const values = valuesOf(selection);
    const shape = shapeOf(resource, selection);
    const remembered = this.#fronts.for(isOfCatalog(resource, selection));
    const front = remembered.find(`${shape} ${JSON.stringify(values)}`, () => this.#front(asked, total, shape, values)) as Front;
    const first = front.keys.slice(offset, offset + limit);
    if (first.length === limit || total <= front.keys.length) return first;
    return [...first, ...this.#rest(asked, shape, values, front, limit - first.length, Math.max(0, offset - front.keys.length))];
  }

  /** A single word without other filters matches no more records than the list has. */
  #hasCommonWords({ resource, others, ranked: { index }, match }: Asked): boolean {
    return (match.includes(' ') || !isWhole(resource, others)) && this.#common.areIn(index, match);
  }

  #front(asked: Asked, total: number, shape: string, given: Values): Front {
    const most = total <= mostRanked ? mostRanked : mostInFront;
    const values = { ...given, most, inName: `{name} : (${asked.match})` };
    const beginning = this.#beginning(asked, shape, values);
    // The first hits of a long list are found quickly without running the other filters first.
    const hits = this.#closest(asked, total <= mostRanked && this.#isSearchedAlone(asked), shape, values);
    const last = hits.reduce((highest, key) => Math.max(highest, key), 0);
    const keys = [
      ...new Set([
        ...beginning.filter(({ isExact }) => isExact === 1).map(({ key }) => key),
        ...this.#otherNames(asked, shape, values),
        ...beginning.map(({ key }) => key),
        ...hits,
      ]),
    ];
    return { keys, last, later: keys.filter((key) => key > last).sort((a, b) => a - b) };
  }

  /** Prefix matches in name order; an exact match comes first. */
  #beginning({ resource, ranked, others, search }: Asked, shape: string, values: Values): { key: number; isExact: 0 | 1 }[] {
    const name = sql.ref(`${resource.table}.${ranked.name}`);
    const typed = boundOf(search.name);
    return this.statements
      .ofShape<{ key: number; isExact: 0 | 1 }>(`beginning ${shape}`, (db) => {
        const all = allRows(db, resource)
          .where(sql<boolean>`${name} >= ${typed('exact')} AND ${name} < ${typed('beyond')}`)
          .orderBy(name)
          .orderBy(sql.ref(`${resource.table}.id`));
        const rows = others.filters.length === 0 ? all : alongOrder(db, resource, others, all, sql`${sql.lit(mostRanked)}`);
        return rows.select([keyOf(resource), sql<0 | 1>`${name} = ${typed('exact')}`.as('isExact')]).limit(sql.lit(mostInFront));
      })
      .all(values);
  }

  /** Records with an exactly matching other name. */
  #otherNames({ resource, ranked, others, search }: Asked, shape: string, values: Values): number[] {
    const named = ranked.alsoNamed?.(boundOf(search.name));
    if (!named) return [];
    return this.statements
      .ofShape<{ key: number }>(`other names ${shape}`, (db) => {
        return narrowed(resource, others, allRows(db, resource))
          .where(sql<boolean>`${sql.ref(`${resource.table}.key`)} IN (${named})`)
          .select(keyOf(resource))
          .orderBy(sql.ref(`${resource.table}.${ranked.name}`))
          .orderBy(sql.ref(`${resource.table}.id`))
          .limit(sql.lit(mostInFront));
      })
      .all(values)
      .map(({ key }) => key);
  }

  /** The first hits by key, best matches first. */
  #closest(asked: Asked, isSearchedAlone: boolean, shape: string, values: Values): number[] {
    const { resource, ranked } = asked;
    const index = sql.table(ranked.index);
    return this.statements
      .ofShape<{ key: number }>(
        `closest ${isSearchedAlone} ${shape}`,
        (db) => sql`
          WITH hit AS MATERIALIZED (${hitsOf(db, asked, isSearchedAlone)} LIMIT ${parameter('most')} + 0)
          SELECT hit.key FROM hit CROSS JOIN ${sql.table(resource.table)} AS named ON named.key = hit.key
          ORDER BY
            hit.key NOT IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${parameter('inName')} AND rowid <= (SELECT max(key) FROM hit)),
            length(named.${sql.ref(ranked.name)}), named.id`,
      )
      .all(values)
      .map(({ key }) => key);
  }

  /** Records of the start are filtered out here, since comparing each while counting rows would be costly. */
  #rest(asked: Asked, shape: string, values: Values, { last, later }: Front, limit: number, offset: number): number[] {
    const isSearchedAlone = this.#isSearchedAlone(asked);
    const keys = this.statements
      .ofShape<{ key: number }>(
        `rest ${isSearchedAlone} ${shape}`,
        (db) =>
          sql`${hitsOf(db, asked, isSearchedAlone, parameter('last'))} LIMIT ${parameter('limit')} + 0 OFFSET ${parameter('offset')} + 0`,
      )
      .all({ ...values, last, limit: limit + later.length, offset })
      .map(({ key }) => key);
    const [first] = keys;
    if (first === undefined) return [];
    const inFront = new Set(later);
    const passed = later.filter((key) => key < first).length;
    return keys.filter((key) => !inFront.has(key)).slice(passed, passed + limit);
  }
}

interface Asked {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly search: Selection['filters'][number];
  /** Without the search. */
  readonly others: Selection;
  readonly ranked: RankedIndex;
  readonly match: string;
}

function rankingOf(resource: Resource, selection: Selection): Asked | undefined {
  const search = selection.filters.find(({ name }) => resource.filters[name]?.ranked);
  const ranked = search && resource.filters[search.name]?.ranked;
  const match = search?.binding.values.match;
  if (!ranked || typeof match !== 'string') return undefined;
  const others = { ...selection, orders: [], filters: selection.filters.filter((filter) => filter !== search) };
  return { resource, selection, search, others, ranked, match };
}

/**
 * SQL for the keys of hits beyond a key, in order.
 * @param isSearchedAlone whether the other filters run first
 */
// biome-ignore lint/suspicious/noExplicitAny: as the statements give it.
function hitsOf(db: any, asked: Asked, isSearchedAlone: boolean, beyond?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { resource, selection, search, others, ranked } = asked;
  const all = allRows(db, resource);
  const rowid = sql.ref(`${ranked.index}.rowid`);
  const isBeyond = beyond ? sql`${rowid} > ${beyond}` : sql`TRUE`;
  if (isSearchedAlone || isWhole(resource, others)) {
    // The unary plus prevents an index look-up per key.
    const isLeft = isSearchedAlone ? sql`AND +${rowid} IN ${narrowed(resource, others, all).select(keyOf(resource))}` : sql``;
    const index = sql.table(ranked.index);
    return sql`SELECT ${rowid} AS key FROM ${index} WHERE ${index} MATCH ${boundOf(search.name)('match')} AND ${isBeyond} ${isLeft} ORDER BY ${rowid}`;
  }
  const rows = narrowed(resource, selection, all).where(sql<boolean>`${isBeyond}`).select(keyOf(resource));
  return sql`SELECT key FROM ${rows.select(rowid.as('hit'))} ORDER BY hit`;
}

/** Most records that bm25 ranks per query: it counts the records of every word at each search. */
const mostWeighed = 20_000;

/** Cached searches, about 100 bytes each. */
const maximumKnownSearches = 1_000;

/** Detects searches with words that occur in too many records of an index. */
export class CommonWords {
  readonly #statements: Statements;
  readonly #known: RevisionCache<boolean>;

  constructor(store: Store) {
    this.#statements = new Statements(store);
    this.#known = new RevisionCache(catalogRevision(store), maximumKnownSearches);
  }

  /** Whether bm25 would have to count too many records. */
  areIn(index: string, match: string): boolean {
    return (
      this.#known.find(`${index} ${match}`, () => {
        const hits = `SELECT 1 FROM ${index} WHERE ${index} MATCH :match LIMIT :most + 0`;
        const count = this.#statements.text<{ records: number }>(`SELECT count(*) AS records FROM (${hits})`);
        let left = mostWeighed;
        return (match.match(/"[^"]*"\*?/g) ?? []).some((word) => {
          left -= count.get({ match: word, most: left + 1 })?.records ?? 0;
          return left < 0;
        });
      }) === true
    );
  }
}
