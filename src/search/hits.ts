import { sql } from 'kysely';
import { CommonWords } from '../api/read/ranked-lists';
import { isReviewed } from '../api/read/selection';
import { type SearchText, words } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { parameter, Statements } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { linesOf, type SearchedKind } from './kinds';

/**
 * Maximum hits counted per kind. A prefix such as "a" matches half of a catalog: counting stops here, and beyond it the first
 * records by key are ranked. Names starting with the search text are found separately.
 */
export const maximumCounted = 1_000;

const maximumPhrases = 500;

export const nearness = { name: 0, otherName: 1, beginning: 2, words: 3 } as const;

export interface SearchHit {
  readonly kind: SearchedKind;
  readonly key: number;
  /** Folded. */
  readonly name: string;
  readonly near: (typeof nearness)[keyof typeof nearness];
  /** 0 to 1; only for full-text hits. */
  readonly relevance: number;
}

interface Named {
  readonly key: number;
  readonly name: string;
}

interface Ranked extends Named {
  /** From bm25: negative, lower is better; null if the words are too common to rank. */
  readonly score: number | null;
  readonly total: number;
}

/** Finds the best hits of each kind. Every query ends early, by an indexed limit or after {@link maximumCounted} hits. */
export class Hits {
  readonly #statements: Statements;
  readonly #common: CommonWords;

  constructor(store: Store) {
    this.#statements = new Statements(store);
    this.#common = new CommonWords(store);
  }

  /** Up to {@link maximumCounted}. */
  count(kind: SearchedKind, text: SearchText): number {
    const { match } = text;
    if (match === null) return this.#beginning(kind, text, maximumCounted).length;
    const { index } = kind;
    return (
      this.#statements
        .get<{ total: number }>(
          `count ${index}`,
          () =>
            sql`SELECT count(*) AS total FROM (SELECT 1 FROM ${sql.table(index)} WHERE ${sql.table(index)} MATCH ${parameter('match')} LIMIT ${parameter('most')} + 0)`,
        )
        .get({ match, most: maximumCounted })?.total ?? 0
    );
  }

  finds({ index }: SearchedKind, { match }: SearchText): boolean {
    const table = sql.table(index);
    const statement = this.#statements.get<{ found: 1 }>(
      `finds ${index}`,
      () => sql`SELECT 1 AS found FROM ${table} WHERE ${table} MATCH ${parameter('match')} LIMIT 1`,
    );
    return match !== null && statement.get({ match }) !== undefined;
  }

  includes({ index }: SearchedKind, { match }: SearchText, key: number): boolean {
    if (match === null) return false;
    const table = sql.table(index);
    return (
      this.#statements
        .get<{ found: 1 }>(
          `includes ${index}`,
          () => sql`SELECT 1 AS found FROM ${table} WHERE ${table} MATCH ${parameter('match')} AND rowid = ${parameter('key')}`,
        )
        .get({ match, key }) !== undefined
    );
  }

  /**
   * The best hits of a kind and their number, up to {@link maximumCounted}.
   * @param limit undefined for all
   */
  best(kind: SearchedKind, text: SearchText, limit: number): { hits: SearchHit[]; total: number } {
    const found = new Map<number, SearchHit>();
    const add = (rows: readonly Named[], near: SearchHit['near'], relevance: (row: Named) => number = () => 0) => {
      for (const { key, name } of rows) if (!found.has(key)) found.set(key, { kind, key, name, near, relevance: relevance({ key, name }) });
    };
    const beginning = this.#beginning(kind, text, limit);
    // Broad searches mostly need names only, without ranking.
    const ranked = text.match === null || beginning.length >= limit ? undefined : this.#ranked(kind, text.match, limit);
    const total = ranked ? (ranked[0]?.total ?? 0) : this.count(kind, text);
    const others = total > 0 ? this.#otherNames(kind, text, limit) : [];
    add(
      beginning.filter(({ name }) => name === text.exact),
      nearness.name,
    );
    add(others, nearness.otherName);
    // Recordings and tracks with longer names come after the records that have them.
    const share = ({ name }: Named) => kind.boost * shareTyped(name, text.words);
    if (kind.hasNameIndex) add(beginning, nearness.beginning);
    else add(beginning, nearness.words, share);
    if (ranked) add(ranked, nearness.words, relevanceOf(kind, text, ranked));
    return { hits: [...found.values()].slice(0, limit), total };
  }

  /** Names starting with the search text, alphabetically, so an exact match comes first. */
  #beginning(kind: SearchedKind, { exact, match, words }: SearchText, limit: number): Named[] {
    if (exact === '') return [];
    // Without a name index, full text finds them.
    if (!kind.hasNameIndex && match === null) return [];
    return this.#statements
      .get<Named>(`beginning ${kind.index}`, () => namesThatBegin(kind))
      .all({
        exact,
        // Without any word, the whole name must match: "!!!" is a name, but "!" does not match every name starting with it.
        beyond: `${exact}${match === null ? '\0' : '\u{10ffff}'}`,
        start: `^${phrase(words)}*`,
        most: maximumCounted,
        limit,
      });
  }

  /** Exact matches of aliases, real names and other titles. */
  #otherNames(kind: SearchedKind, { exact, match, words }: SearchText, limit: number): Named[] {
    if (match === null) return [];
    const values = { exact, phrase: `other_names : ${phrase(words)}`, most: maximumPhrases, limit };
    if (kind.index === 'artist_search') return this.#statements.get<Named>('other names of artists', () => artistsByOtherName).all(values);
    if (kind.index !== 'production_search') return [];
    return this.#statements
      .get<Named & { akas: string }>('other names of productions', () => productionsByPhrase)
      .all(values)
      .filter(({ akas }) => linesOf(akas).some((aka) => fold(aka).trim() === exact))
      .slice(0, limit);
  }

  /** The best among {@link maximumCounted} hits. */
  #ranked(kind: SearchedKind, match: string, limit: number): Ranked[] {
    const values = { match, most: maximumCounted, limit };
    if (this.#common.areIn(kind.index, match))
      return this.#statements.get<Ranked>(`closest ${kind.index}`, () => closest(kind)).all({ ...values, inName: `{name} : (${match})` });
    const index = sql.table(kind.index);
    return this.#statements
      .get<Ranked>(
        `ranked ${kind.index}`,
        () => sql`
          SELECT hit.key, hit.score, hit.total, named.${sql.ref(kind.name)} AS name
          FROM (
            SELECT key, score, count(*) OVER () AS total
            FROM (
              SELECT rowid AS key, bm25(${index}${kind.weights}) AS score FROM ${index} WHERE ${index} MATCH ${parameter('match')} LIMIT ${parameter('most')} + 0
            )
          ) AS hit
          JOIN ${sql.table(kind.resource.table)} AS named ON named.key = hit.key
          ORDER BY hit.score, named.${sql.ref(kind.name)}, named.id LIMIT ${parameter('limit')} + 0`,
      )
      .all(values);
  }
}

/** Replaces bm25 for very common words: all words in the name first, then shorter names. */
function closest(kind: SearchedKind) {
  const [index, name] = [sql.table(kind.index), sql.ref(kind.name)];
  return sql<Ranked>`
    WITH hit AS MATERIALIZED (
      SELECT rowid AS key FROM ${index} WHERE ${index} MATCH ${parameter('match')} ORDER BY rowid LIMIT ${parameter('most')} + 0
    )
    SELECT hit.key, NULL AS score, (SELECT count(*) FROM hit) AS total, named.${name} AS name
    FROM hit CROSS JOIN ${sql.table(kind.resource.table)} AS named ON named.key = hit.key
    ORDER BY
      hit.key NOT IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ${parameter('inName')} AND rowid <= (SELECT max(key) FROM hit)),
      length(named.${name}), named.${name}, named.id
    LIMIT ${parameter('limit')} + 0`;
}

/** Alphabetically; without a name index, among records with the first word. */
function namesThatBegin({ resource, index, name: column, hasNameIndex }: SearchedKind) {
  const name = sql.ref(column);
  const table = sql.table(index);
  const among = hasNameIndex
    ? sql``
    : sql`key IN (SELECT rowid FROM ${table} WHERE ${table} MATCH ${parameter('start')} LIMIT ${parameter('most')} + 0) AND`;
  return sql<Named>`
    SELECT key, ${name} AS name FROM ${sql.table(resource.table)}
    WHERE ${among} ${name} >= ${parameter('exact')} AND ${name} < ${parameter('beyond')} AND ${isReviewed(resource, sql`key`)}
    ORDER BY ${name}, id LIMIT ${parameter('limit')} + 0`;
}

const artistsByOtherName = sql<Named>`
  SELECT key, name_folded AS name FROM artist
  WHERE key IN (
    SELECT artist_key FROM artist_alias WHERE variation_folded = ${parameter('exact')}
    UNION ALL
    SELECT a.key
    FROM (SELECT rowid AS key FROM artist_search WHERE artist_search MATCH ${parameter('phrase')} LIMIT ${parameter('most')} + 0) AS hit
    JOIN artist AS a ON a.key = hit.key WHERE a.real_name_folded = ${parameter('exact')}
  )
  ORDER BY name_folded, id LIMIT ${parameter('limit')} + 0`;

const productionsByPhrase = sql<Named & { akas: string }>`
  SELECT p.key, p.title_folded AS name, p.akas
  FROM (
    SELECT rowid AS key FROM production_search WHERE production_search MATCH ${parameter('phrase')} LIMIT ${parameter('most')} + 0
  ) AS hit
  JOIN production AS p ON p.key = hit.key
  WHERE p.akas IS NOT NULL ORDER BY p.title_folded, p.id`;

/**
 * Makes hits of different kinds comparable, since bm25 depends on the size of a kind. The best hit of each kind is rated by the
 * share of its name that was typed, and the others relative to it. Without bm25, each is rated by its own share, but not above
 * its predecessor. The order within a kind does not depend on the limit.
 */
function relevanceOf({ boost }: SearchedKind, { words }: SearchText, ranked: readonly Ranked[]): (row: Named) => number {
  const [best] = ranked;
  if (!best) return () => 0;
  const { score: highest } = best;
  if (highest === null) {
    let least = 1;
    const shares = new Map<number, number>();
    for (const { key, name } of ranked) {
      least = Math.min(least, shareTyped(name, words));
      shares.set(key, least);
    }
    return ({ key }) => boost * (shares.get(key) ?? 0);
  }
  const share = boost * shareTyped(best.name, words);
  const scores = new Map(ranked.map(({ key, score }) => [key, score]));
  return ({ key }) => share * ((scores.get(key) ?? 0) / highest);
}

/** An FTS5 phrase. */
const phrase = (words: readonly string[]): string => `"${words.join(' ')}"`;

/** Share of the name that was typed, 0 to 1: common letters relative to the longer text. */
export function shareTyped(name: string, typed: readonly string[]): number {
  const inName = name.match(words) ?? [];
  const lengthOf = (all: readonly string[]) => all.reduce((sum, word) => sum + word.length, 0);
  const common = typed.filter((word, index) => inName.some((one) => (index === typed.length - 1 ? one.startsWith(word) : one === word)));
  const longer = Math.max(lengthOf(inName), lengthOf(typed));
  // The match may be in another name, so never 0.
  return Math.max(0.1, lengthOf(common) / longer);
}

/** Best first. Equal hits are of one kind and keep their order. */
export function compareHits(a: SearchHit, b: SearchHit): number {
  const byName = a.near === nearness.beginning && b.near === nearness.beginning ? compareTexts(a.name, b.name) : 0;
  return a.near - b.near || b.relevance - a.relevance || byName || b.kind.boost - a.kind.boost;
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
