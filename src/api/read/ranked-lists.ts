import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { CachesByReach, catalogRevision, RevisionCache } from '../../store/database/revision-cache';
import type { Schema } from '../../store/database/schema.gen';
import { parameter } from '../../store/database/sql';
import type { RankedIndex, Resource } from '../schema/resource';
import {
  allRows,
  boundOf,
  filteredRows,
  isFilteredAlone,
  isOfCatalog,
  isWhole,
  keyOf,
  mostEntries,
  mostRows,
  rowsAmong,
  type Selection,
  shapeOf,
  valuesOf,
} from './selection';

/** Hits examined in a longer list, those with the lowest keys, and prefix matches that precede them. */
const mostInFront = 1_000;

/** Cached list starts, about 30 kB each, and searches, about 100 bytes each. */
const [maximumFronts, maximumSearches] = [100, 1_000];

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
  readonly #commonWords: CommonWords;

  /** @param count number of records of a list */
  constructor(
    private readonly store: Store,
    private readonly count: (resource: Resource, selection: Selection) => number,
  ) {
    this.#fronts = new CachesByReach(store, maximumFronts);
    this.#commonWords = new CommonWords(store);
  }

  /** SQL for the keys of a search with other filters, where that beats examining each hit. */
  keysQuery(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
    const query = rankedQuery(resource, selection);
    return query && this.#isSearchedAlone(query) ? hitsOf(this.store.db, query, true) : undefined;
  }

  /** A search for 21,000 artists in a country with few takes 5 ms so, and 65 ms if the record of each hit is read. */
  #isSearchedAlone({ resource, selection, others, search }: RankedQuery): boolean {
    if (others.filters.length === 0 || !isFilteredAlone(resource, selection)) return false;
    const hits = this.count(resource, { ...selection, orders: [], filters: [search] });
    return this.count(resource, others) < hits / 2;
  }

  /** Keys of a page; `undefined` if bm25 ranks the whole list. */
  keys(resource: Resource, selection: Selection, total: number, limit: number, offset: number): number[] | undefined {
    const query = rankedQuery(resource, selection);
    if (!query || (total <= mostRows && !this.#hasCommonWords(query))) return undefined;
    const fronts = this.#fronts.for(isOfCatalog(resource, selection));
    const front = fronts.find(`${query.shape} ${JSON.stringify(query.values)}`, () => this.#front(query, total)) as Front;
    const first = front.keys.slice(offset, offset + limit);
    if (first.length === limit || total <= front.keys.length) return first;
    return [...first, ...this.#remaining(query, front, limit - first.length, Math.max(0, offset - front.keys.length))];
  }

  /** A single word without other filters matches no more records than the list has. */
  #hasCommonWords({ resource, others, ranked: { index }, match }: RankedQuery): boolean {
    return (match.includes(' ') || !isWhole(resource, others)) && this.#commonWords.areIn(index, match);
  }

  #front(query: RankedQuery, total: number): Front {
    const isShort = total <= mostRows;
    const prefixMatches = this.#prefixMatches(query);
    // The first hits of a long list are found quickly without running the other filters first.
    const hits = this.#topHits(query, isShort && this.#isSearchedAlone(query), isShort ? mostRows : mostInFront);
    const last = hits.reduce((highest, key) => Math.max(highest, key), 0);
    const exact = prefixMatches.filter(({ isExact }) => isExact === 1);
    const keys = [
      ...new Set([...[...exact.map(({ key }) => key), ...this.#otherNames(query)], ...prefixMatches.map(({ key }) => key), ...hits]),
    ];
    return { keys, last, later: keys.filter((key) => key > last).sort((a, b) => a - b) };
  }

  /** Prefix matches in name order; an exact match comes first. */
  #prefixMatches({ resource, ranked, others, search, shape, values }: RankedQuery): { key: number; isExact: 0 | 1 }[] {
    const { db, reader } = this.store;
    const name = sql.ref(`${resource.table}.${ranked.name}`);
    const typed = boundOf(search.name);
    const statement = reader.composed<{ key: number; isExact: 0 | 1 }>(`prefixes ${shape}`, () => {
      const all = allRows(db, resource)
        .where(sql<boolean>`${name} >= ${typed('exact')} AND ${name} < ${typed('beyond')}`)
        .orderBy(name)
        .orderBy(sql.ref(`${resource.table}.id`));
      const rows = others.filters.length === 0 ? all : rowsAmong(db, resource, others.filters, all, sql.lit(mostRows));
      return rows
        .select([keyOf(resource), sql<0 | 1>`${name} = ${typed('exact')}`.as('isExact')])
        .limit(sql.lit(mostInFront))
        .compile();
    });
    return statement.all(values);
  }

  /** Records with an exactly matching other name. */
  #otherNames({ resource, ranked, others, search, shape, values }: RankedQuery): number[] {
    const { db, reader } = this.store;
    const named = ranked.alsoNamed?.(boundOf(search.name));
    if (!named) return [];
    const statement = reader.composed<{ key: number }>(`other names ${shape}`, () =>
      filteredRows(db, resource, others)
        .where(sql<boolean>`${sql.ref(`${resource.table}.key`)} IN (${named})`)
        .select(keyOf(resource))
        .orderBy(sql.ref(`${resource.table}.${ranked.name}`))
        .orderBy(sql.ref(`${resource.table}.id`))
        .limit(sql.lit(mostInFront))
        .compile(),
    );
    return statement.all(values).map(({ key }) => key);
  }

  /** The first hits by key, best matches first. */
  #topHits(query: RankedQuery, isSearchedAlone: boolean, most: number): number[] {
    const { db, reader } = this.store;
    const { resource, ranked, match, shape, values } = query;
    const index = sql.table(ranked.index);
    const statement = reader.composed<{ key: number }>(`top hits ${isSearchedAlone} ${shape}`, () =>
      sql`
        WITH hit AS MATERIALIZED (${hitsOf(db, query, isSearchedAlone)} LIMIT ${parameter('most')} + 0)
        SELECT hit.key FROM hit CROSS JOIN ${sql.table(resource.table)} AS named ON named.key = hit.key
        ORDER BY
          hit.key NOT IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${parameter('inName')} AND rowid <= (SELECT max(key) FROM hit)),
          length(named.${sql.ref(ranked.name)}), named.id`.compile(db),
    );
    return statement.all({ ...values, most, inName: `{name} : (${match})` }).map(({ key }) => key);
  }

  /** Records of the front are left out here, since comparing each while counting rows would be costly. */
  #remaining(query: RankedQuery, { last, later }: Front, limit: number, offset: number): number[] {
    const { db, reader } = this.store;
    const isSearchedAlone = this.#isSearchedAlone(query);
    const statement = reader.composed<{ key: number }>(`remaining ${isSearchedAlone} ${query.shape}`, () =>
      sql`${hitsOf(db, query, isSearchedAlone, parameter('last'))} LIMIT ${parameter('limit')} + 0 OFFSET ${parameter('offset')} + 0`.compile(
        db,
      ),
    );
    const keys = statement.all({ ...query.values, last, limit: limit + later.length, offset }).map(({ key }) => key);
    const [first] = keys;
    if (first === undefined) return [];
    const inFront = new Set(later);
    const passed = later.filter((key) => key < first).length;
    return keys.filter((key) => !inFront.has(key)).slice(passed, passed + limit);
  }
}

interface RankedQuery {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly search: Selection['filters'][number];
  /** Without the search. */
  readonly others: Selection;
  readonly ranked: RankedIndex;
  readonly match: string;
  readonly shape: string;
  readonly values: Values;
}

function rankedQuery(resource: Resource, selection: Selection): RankedQuery | undefined {
  const search = selection.filters.find(({ name }) => resource.filters[name]?.ranked);
  const ranked = search && resource.filters[search.name]?.ranked;
  const match = search?.binding.values.match;
  if (!ranked || typeof match !== 'string') return undefined;
  const others = { ...selection, orders: [], filters: selection.filters.filter((filter) => filter !== search) };
  return { resource, selection, search, others, ranked, match, shape: shapeOf(resource, selection), values: valuesOf(selection) };
}

/**
 * SQL for the keys of hits beyond a key, in order.
 * @param isSearchedAlone whether the other filters run first
 */
function hitsOf(db: Kysely<Schema>, query: RankedQuery, isSearchedAlone: boolean, beyond?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { resource, selection, search, others, ranked } = query;
  const rowid = sql.ref(`${ranked.index}.rowid`);
  const isBeyond = beyond ? sql`${rowid} > ${beyond}` : sql`TRUE`;
  if (isSearchedAlone || isWhole(resource, others)) {
    // The unary plus prevents an index look-up per key.
    const isLeft = isSearchedAlone ? sql`AND +${rowid} IN ${filteredRows(db, resource, others).select(keyOf(resource))}` : sql``;
    const index = sql.table(ranked.index);
    return sql`SELECT ${rowid} AS key FROM ${index} WHERE ${index} MATCH ${boundOf(search.name)('match')} AND ${isBeyond} ${isLeft} ORDER BY ${rowid}`;
  }
  const rows = filteredRows(db, resource, selection).where(sql<boolean>`${isBeyond}`).select(keyOf(resource));
  return sql`SELECT key FROM ${rows.select(rowid.as('hit'))} ORDER BY hit`;
}

/** Detects searches with words that occur in too many records of an index. */
class CommonWords {
  readonly #known: RevisionCache<boolean>;

  constructor(private readonly store: Store) {
    this.#known = new RevisionCache(catalogRevision(store), maximumSearches);
  }

  /** Whether bm25 would have to count too many records. */
  areIn(index: string, match: string): boolean {
    const query = `SELECT count(*) AS records FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH :word LIMIT :most + 0)`;
    const count = (word: string, most: number): number => this.store.reader.get<{ records: number }>(query, { word, most })?.records ?? 0;
    const known = this.#known.find(`${index} ${match}`, () => {
      // bm25 counts the records of every word at each search.
      let left = mostEntries;
      return (match.match(/"[^"]*"\*?/g) ?? []).some((word) => {
        left -= count(word, left + 1);
        return left < 0;
      });
    });
    return known === true;
  }
}
