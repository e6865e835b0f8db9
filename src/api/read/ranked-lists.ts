import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { CachesByReach } from '../../store/database/revision-cache';
import { parameter, Statements, type Values } from '../../store/database/sql';
import type { RankedIndex, Resource } from '../schema/resource';
import { CommonWords } from './common-words';
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

/** The longest list that is ranked as a whole: weighing half of a catalog, as two letters may find it, takes most of a second. */
const mostRanked = 3_000;

/** How many hits of a longer one are looked at: those with the lowest keys. */
const mostLookedAt = 1_000;

/** How many names that begin with what was typed come before the other hits of a list that is not ranked as a whole. */
const mostBeginning = 1_000;

/** From so many hits on, it pays to find what other filters leave first, and to look each hit up in it. */
const manyHits = 10_000;

/** The most shapes of such queries kept prepared. */
const maximumStatements = 100;

/** The most beginnings of lists remembered, of some 30 kB each. */
const maximumRemembered = 100;

/** How a list begins that is not ranked by bm25. What follows has keys beyond `last`, in their order. */
interface Front {
  readonly keys: readonly number[];
  /** The highest key of the hits that were looked at. */
  readonly last: number;
  /** Keys beyond it that stand in the front all the same, the lowest first. */
  readonly later: readonly number[];
}

/**
 * Pages of lists that a full-text search ranks, where there are too many hits for bm25, or words that too many records
 * have. First come exact names, exact other names and names that begin so, in the order of names; then the first hits by
 * their keys, those with all words in the name first, and the shorter name before the longer; then all others by their
 * keys. Each record stands in the list once, whatever the page.
 */
export class RankedLists {
  readonly #statements: Statements;
  readonly #fronts: CachesByReach<Front>;
  readonly #common: CommonWords;

  /** @param count how many records a list has */
  constructor(
    private readonly store: Store,
    private readonly count: (resource: Resource, selection: Selection) => number,
  ) {
    this.#statements = new Statements(store, { most: maximumStatements });
    this.#fronts = new CachesByReach(store, maximumRemembered);
    this.#common = new CommonWords(store);
  }

  /** SQL for the keys of a list with other filters beside the search, where that is better than to look at the record of each hit. */
  counted(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
    const asked = rankingOf(resource, selection);
    return asked && this.#isFoundApart(asked) ? hitsOf(this.store.db, asked, true) : undefined;
  }

  #isFoundApart({ resource, selection, others, search }: Asked): boolean {
    if (others.filters.length === 0 || !isFilteredAlone(resource, selection)) return false;
    const hits = this.count(resource, { ...selection, orders: [], filters: [search] });
    return hits > manyHits && this.count(resource, others) < hits / 2;
  }

  /** The keys of a page; `undefined` where bm25 ranks the whole list. */
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

  /** A single word that nothing else narrows has no more records than the list, which is short. */
  #hasCommonWords({ resource, others, ranked: { index }, match }: Asked): boolean {
    return (match.includes(' ') || !isWhole(resource, others)) && this.#common.areIn(index, match);
  }

  #front(asked: Asked, total: number, shape: string, given: Values): Front {
    const most = total <= mostRanked ? mostRanked : mostLookedAt;
    const values = { ...given, most, inName: `{name} : (${asked.match})` };
    const beginning = this.#beginning(asked, shape, values);
    // Of a long list the first are soon found, without finding first what the other filters leave.
    const hits = this.#closest(asked, total <= mostRanked && this.#isFoundApart(asked), shape, values);
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

  /** Names that begin with what was typed, in their order: one that is exactly that comes first. */
  #beginning({ resource, ranked, others, search }: Asked, shape: string, values: Values): { key: number; isExact: 0 | 1 }[] {
    const name = sql.ref(`${resource.table}.${ranked.name}`);
    const typed = boundOf(search.name);
    return this.#statements
      .get<{ key: number; isExact: 0 | 1 }>(`beginning ${shape}`, (db) => {
        const all = allRows(db, resource)
          .where(sql<boolean>`${name} >= ${typed('exact')} AND ${name} < ${typed('beyond')}`)
          .orderBy(name)
          .orderBy(sql.ref(`${resource.table}.id`));
        const rows = others.filters.length === 0 ? all : alongOrder(db, resource, others, all, sql`${sql.lit(mostRanked)}`);
        return rows.select([keyOf(resource), sql<0 | 1>`${name} = ${typed('exact')}`.as('isExact')]).limit(sql.lit(mostBeginning));
      })
      .all(values);
  }

  /** Records with another name that is exactly what was typed. */
  #otherNames({ resource, ranked, others, search }: Asked, shape: string, values: Values): number[] {
    const named = ranked.alsoNamed?.(boundOf(search.name));
    if (!named) return [];
    return this.#statements
      .get<{ key: number }>(`other names ${shape}`, (db) => {
        return narrowed(resource, others, allRows(db, resource))
          .where(sql<boolean>`${sql.ref(`${resource.table}.key`)} IN (${named})`)
          .select(keyOf(resource))
          .orderBy(sql.ref(`${resource.table}.${ranked.name}`))
          .orderBy(sql.ref(`${resource.table}.id`))
          .limit(sql.lit(mostBeginning));
      })
      .all(values)
      .map(({ key }) => key);
  }

  /** The first hits by their keys, the closest first. */
  #closest(asked: Asked, isApart: boolean, shape: string, values: Values): number[] {
    const { resource, ranked } = asked;
    const index = sql.table(ranked.index);
    return this.#statements
      .get<{ key: number }>(
        `closest ${isApart} ${shape}`,
        (db) => sql`
          WITH hit AS MATERIALIZED (${hitsOf(db, asked, isApart)} LIMIT ${parameter('most')} + 0)
          SELECT hit.key FROM hit CROSS JOIN ${sql.table(resource.table)} AS named ON named.key = hit.key
          ORDER BY
            hit.key NOT IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${parameter('inName')} AND rowid <= (SELECT max(key) FROM hit)),
            length(named.${sql.ref(ranked.name)}), named.id`,
      )
      .all(values)
      .map(({ key }) => key);
  }

  /** Those of the front are passed over here: where the rows are counted off, comparing each would cost most. */
  #rest(asked: Asked, shape: string, values: Values, { last, later }: Front, limit: number, offset: number): number[] {
    const isApart = this.#isFoundApart(asked);
    const keys = this.#statements
      .get<{ key: number }>(
        `rest ${isApart} ${shape}`,
        (db) => sql`${hitsOf(db, asked, isApart, parameter('last'))} LIMIT ${parameter('limit')} + 0 OFFSET ${parameter('offset')} + 0`,
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
  /** The same without the search. */
  readonly others: Selection;
  readonly ranked: RankedIndex;
  /** A word or several of FTS5, with spaces between. */
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
 * SQL for the keys of the hits beyond one, in their order.
 * @param isApart whether what other filters leave is found first
 */
// biome-ignore lint/suspicious/noExplicitAny: as the statements give it.
function hitsOf(db: any, asked: Asked, isApart: boolean, beyond?: RawBuilder<unknown>): RawBuilder<unknown> {
  const { resource, selection, search, others, ranked } = asked;
  const all = allRows(db, resource);
  const rowid = sql.ref(`${ranked.index}.rowid`);
  const isBeyond = beyond ? sql`${rowid} > ${beyond}` : sql`TRUE`;
  if (isApart || isWhole(resource, others)) {
    // The plus keeps each of them from being looked up in the index.
    const isLeft = isApart ? sql`AND +${rowid} IN ${narrowed(resource, others, all).select(keyOf(resource))}` : sql``;
    const index = sql.table(ranked.index);
    return sql`SELECT ${rowid} AS key FROM ${index} WHERE ${index} MATCH ${boundOf(search.name)('match')} AND ${isBeyond} ${isLeft} ORDER BY ${rowid}`;
  }
  const rows = narrowed(resource, selection, all).where(sql<boolean>`${isBeyond}`).select(keyOf(resource));
  return sql`SELECT key FROM ${rows.select(rowid.as('hit'))} ORDER BY hit`;
}
