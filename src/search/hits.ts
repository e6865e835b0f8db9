import { type RawBuilder, sql } from 'kysely';
import { isReviewed } from '../api/read/selection';
import { distinctWords, type SearchText, words } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { parameter, Statements, type Value } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { conditionsOf, type Filters, isDated } from './filters';
import { maximumWeight, type SearchedKind, titlesIn } from './kinds';

/** Maximum hits counted per kind: a prefix such as "a" matches half of a catalog. */
export const maximumCounted = 1_000;

/** Of more hits, the first by key are ranked: as many as pages reach. Names starting with the search text are found separately. */
export const maximumRanked = 400;

/** Full-text hits compared with filters: some 10 ms. */
const maximumFiltered = 4_000;

/** Other names, and names that begin with the text, beyond the hits of its words. */
const maximumNames = 200;

/** Words compared with names; further ones make hardly a difference. */
const comparedWords = ['word1', 'word2', 'word3', 'word4'] as const;

/** Words in so many titles that their lists are longer than all others together. */
const articles: ReadonlySet<string> = new Set('a an and for from in of on the to de der die la le'.split(' '));

/** Longest prefix that full-text indexes have themselves. */
const indexedPrefix = 3;

/** One for each kind and combination of filters that is used. */
const maximumStatements = 200;

export const nearness = { name: 0, otherName: 1, beginning: 2, words: 3 } as const;

export interface SearchHit {
  readonly kind: SearchedKind;
  readonly key: number;
  readonly near: (typeof nearness)[keyof typeof nearness];
  /** Logarithm of the number of records that depend on it. */
  readonly level: number;
  /** 0 to 1: the share of the name that was typed. */
  readonly relevance: number;
}

interface Row extends Pick<SearchHit, 'key' | 'near' | 'level'> {
  /** Folded. */
  readonly name: string;
  readonly total: number;
  readonly candidates: number;
}

interface Options {
  readonly limit: number;
  readonly filters?: Filters;
  /** Maximum hits considered. */
  readonly most?: number;
  /** Candidates and the patterns that their names match, as JSON arrays. */
  readonly among?: { readonly keys: string; readonly patterns: string };
}

interface HitsOfKind {
  readonly hits: readonly SearchHit[];
  /** Up to {@link maximumCounted}. */
  readonly total: number;
  /** Whether there may be more than counted. */
  readonly isMore: boolean;
}

/** Finds the best hits of each kind. Every query ends early, by an indexed limit or after {@link maximumCounted} hits. */
export class Hits {
  readonly #statements: Statements;

  constructor(store: Store) {
    this.#statements = new Statements(store, { most: maximumStatements });
  }

  /** A text without words matches whole names only. */
  best(kind: SearchedKind, text: SearchText, options: Options): HitsOfKind {
    return (kind.isVast && text.match?.endsWith('*') && this.#bestOfFew(kind, text, options)) || this.#best(kind, text, options);
  }

  /**
   * The best of records with the rarer words, whose names are compared with the others: SQLite would read millions of records with an
   * article or a long prefix.
   * @returns undefined if too many records have these words
   */
  #bestOfFew(kind: SearchedKind, text: SearchText, options: Options): HitsOfKind | undefined {
    const whole = distinctWords(text.words.slice(0, -1));
    const last = text.words.at(-1) as string;
    const rare = whole.filter((word) => !articles.has(word)).map((word) => `"${word}"`);
    const common = whole.filter((word) => articles.has(word)).map((word) => `*[^a-z0-9]${word}[^a-z0-9]*`);
    const patterns = JSON.stringify([...common, `*[^a-z0-9]${last}*`]);
    const begun = [...rare, `"${[...last].slice(0, indexedPrefix).join('')}"*`];
    const most = rare.length === 0 ? 1 : options.filters ? 2 : 3;
    let found: HitsOfKind | undefined;
    for (const [index, match] of [[...rare, `"${last}"`], rare, begun].slice(0, most).entries()) {
      const keys = this.#keys(kind, match.join(' '));
      found = this.#best(kind, text, { ...options, among: { keys: JSON.stringify(keys), patterns } });
      if (found.isMore || (index > 0 && keys.length < maximumFiltered)) return found;
    }
    // Reading all lists for the few records of a filter is not worth it.
    return found && most === 2 ? { ...found, isMore: true } : undefined;
  }

  #keys({ index }: SearchedKind, match: string): number[] {
    const statement = this.#statements.of(keysOfMatch, index);
    return statement.all({ match, most: maximumFiltered }).map(({ key }) => key);
  }

  #best(kind: SearchedKind, text: SearchText, { limit, filters = {}, most = maximumRanked, among }: Options): HitsOfKind {
    const conditions = conditionsOf(kind, filters);
    const keys = among ? () => keysAmong(kind) : keysOf(kind, text, filters);
    if (!conditions || !keys) return { hits: [], total: 0, isMore: false };
    const values = this.#valuesOf(kind, text, filters, most);
    const rows = this.#statements
      .ofShape<Row>(`${shapeOf(kind, text, filters)} best${among ? ' among' : ''}`, () => bestOf(kind, keys(), conditions))
      .all({ ...values, limit, found: among?.keys ?? null, patterns: among?.patterns ?? null });
    const { total: ranked, candidates } = rows[0] ?? { total: 0, candidates: 0 };
    const isCut = candidates >= Number(values.most);
    const isFiltered = Object.keys(filters).length > 0;
    const total = isCut && !isFiltered && !kind.isVast ? Math.max(ranked, this.count(kind, text, maximumCounted)) : ranked;
    return {
      hits: withRelevance(kind, text, rows),
      total: Math.min(total, maximumCounted),
      isMore: total >= maximumCounted || (isCut && (isFiltered || kind.isVast || kind.related !== undefined)),
    };
  }

  /** Number of hits of the words themselves, up to a maximum. */
  count({ index }: SearchedKind, { match }: SearchText, most: number): number {
    return this.#statements.of(countOfMatch, index).get({ match, most })?.total ?? 0;
  }

  includes(kind: SearchedKind, text: SearchText, key: number): boolean {
    const keys = keysOf(kind, text, {});
    const statement =
      keys &&
      this.#statements.ofShape<{ found: 1 }>(
        `${shapeOf(kind, text, {})} includes`,
        () => sql`WITH hit (key, is_own) AS (${keys()}) SELECT 1 AS found FROM hit WHERE key = ${parameter('key')} + 0`,
      );
    return statement?.get({ ...this.#valuesOf(kind, text, {}, maximumCounted), key }) !== undefined;
  }

  #valuesOf(kind: SearchedKind, text: SearchText, filters: Filters, most: number): Record<string, Value> {
    const { exact, match, words } = text;
    return {
      ...Object.fromEntries(Object.entries(filters).map(([name, { value, keys }]) => [name, keys ? JSON.stringify(keys) : value])),
      exact,
      beyond: `${exact}\u{10ffff}`,
      plain: words.join(' '),
      match,
      ...Object.fromEntries(comparedWords.map((name, index) => [name, words[index] ?? ''])),
      others: JSON.stringify(match === null ? [] : this.#otherNames(kind, text)),
      most: Object.keys(filters).length === 0 ? most : exact === '' || kind.isVast ? maximumCounted : maximumFiltered,
      mostBeginning: Math.min(most, maximumNames),
      // Longer names differ by more than a mark for each word.
      longest: exact.length + words.length + 2,
    };
  }

  /** Keys of exact matches of aliases, real names and other titles. */
  #otherNames({ index }: SearchedKind, { exact, words }: SearchText): number[] {
    const values = { exact, phrase: `other_names : "${words.join(' ')}"`, most: maximumNames };
    if (index === 'artist_search')
      return this.#statements
        .of(artistsByOtherName)
        .all(values)
        .map(({ key }) => key);
    if (index !== 'production_search') return [];
    return this.#statements
      .of(productionsByPhrase)
      .all(values)
      .filter(({ akas }) => titlesIn(akas).some((aka) => fold(aka).trim() === exact))
      .map(({ key }) => key);
  }
}

const shapeOf = ({ index }: SearchedKind, { match }: SearchText, filters: Filters): string =>
  `${index} ${match === null ? 'exact' : 'words'} ${Object.keys(filters)}`;

/**
 * Query for the keys of all hits of a text, or without one, of what the filters name; undefined if there can be none. Built only for a new
 * statement: building takes longer than finding it.
 */
function keysOf(kind: SearchedKind, { match, exact }: SearchText, filters: Filters): (() => RawBuilder<unknown>) | undefined {
  const { resource, name, hasNameIndex, credited } = kind;
  if (exact === '') {
    if (filters.artist) return credited && (() => sql`SELECT key, 1 AS is_own FROM (${credited}) LIMIT ${parameter('most')} + 0`);
    if (!filters.year || !isDated(kind)) return undefined;
    return () =>
      sql`SELECT key, 1 AS is_own FROM ${sql.table(resource.table)} WHERE year = ${parameter('year')} + 0 LIMIT ${parameter('most')} + 0`;
  }
  if (match !== null) return () => keysOfWords(kind);
  if (!hasNameIndex) return undefined;
  return () => sql`SELECT key, 1 AS is_own FROM ${sql.table(resource.table)} WHERE ${sql.ref(name)} = ${parameter('exact')}`;
}

const countOfMatch = (index: string) => sql<{ total: number }>`SELECT count(*) AS total FROM (${keysOfMatch(index)})`;

const keysOfMatch = (index: string) => sql<{ key: number }>`
  SELECT rowid AS key FROM ${sql.table(index)} WHERE ${sql.table(index)} MATCH ${parameter('match')} LIMIT ${parameter('most')} + 0`;

const keysAmong = ({ resource, name }: SearchedKind): RawBuilder<unknown> => sql`
  SELECT found.value AS key, 1 AS is_own
  FROM json_each(${parameter('found')}) AS found CROSS JOIN ${sql.table(resource.table)} AS compared ON compared.key = found.value
  WHERE NOT EXISTS (
    SELECT 1 FROM json_each(${parameter('patterns')}) AS pattern WHERE ' ' || ${sql.ref(`compared.${name}`)} || ' ' NOT GLOB pattern.value
  )
  LIMIT ${parameter('most')} + 0`;

function keysOfWords({ resource, index, name, hasNameIndex, hasOtherNames, related }: SearchedKind): RawBuilder<unknown> {
  const table = sql.table(resource.table);
  const parts: RawBuilder<unknown>[] = [keysOfMatch(index)];
  if (hasNameIndex)
    parts.push(
      sql`SELECT key FROM ${table} WHERE ${sql.ref(name)} >= ${parameter('exact')} AND ${sql.ref(name)} < ${parameter('beyond')}
        ORDER BY ${sql.ref(name)} LIMIT ${parameter('mostBeginning')} + 0`,
    );
  if (hasOtherNames) parts.push(sql`SELECT value AS key FROM json_each(${parameter('others')})`);
  const own = sql.join(
    parts.map((part) => sql`SELECT key FROM (${part})`),
    sql` UNION ALL `,
  );
  if (!related) return sql`SELECT DISTINCT key, 1 AS is_own FROM (${own})`;
  // Records of matching productions fill up what is left.
  return sql`
    WITH own (key) AS MATERIALIZED (${own})
    SELECT key, max(is_own) AS is_own
    FROM (
      SELECT key, 1 AS is_own FROM own
      UNION ALL
      SELECT key, 0 FROM (SELECT key FROM (${related}) LIMIT max(0, ${parameter('most')} - (SELECT count(*) FROM own)))
    )
    GROUP BY key`;
}

/**
 * Hits in order: the name, other names, names that begin so, the rest; of these, records on which most depends, then those that match
 * by themselves, those with more of the words in the name, and shorter names.
 */
function bestOf(kind: SearchedKind, keys: RawBuilder<unknown>, conditions: readonly RawBuilder<unknown>[]) {
  const { resource, hasOtherNames, weight } = kind;
  const name = sql.ref(`named.${kind.name}`);
  const wordsInName = hasOtherNames
    ? sql.join(
        comparedWords.map((word) => sql`(instr(${name}, ${parameter(word)}) > 0)`),
        sql` + `,
      )
    : sql`0`;
  return sql<Row>`
    WITH hit (key, is_own) AS MATERIALIZED (${keys}), ranked AS MATERIALIZED (
      SELECT named.key, named.id, hit.is_own, ${name} AS name, ${weight ?? sql`0`} AS weight,
        ${wordsInName} AS words,
        CASE
          WHEN length(${name}) <= ${parameter('longest')} + 0 AND instr(${name}, ${parameter('word1')}) = 1 AND ${plainName(name)} = ${parameter('plain')} THEN ${sql.lit(nearness.name)}
          WHEN ${name} = ${parameter('exact')} THEN ${sql.lit(nearness.name)}
          WHEN named.key IN (SELECT value FROM json_each(${parameter('others')})) THEN ${sql.lit(nearness.otherName)}
          WHEN ${name} >= ${parameter('exact')} AND ${name} < ${parameter('beyond')} THEN ${sql.lit(nearness.beginning)}
          ELSE ${sql.lit(nearness.words)}
        END AS near
      FROM hit CROSS JOIN ${sql.table(resource.table)} AS named ON named.key = hit.key
      WHERE ${sql.join([isReviewed(resource, sql`named.key`), ...conditions], sql` AND `)}
    )
    SELECT key, name, near, ${level} AS level, count(*) OVER () AS total,
      (SELECT count(*) FROM hit) AS candidates
    FROM ranked ORDER BY near, level DESC, is_own DESC, words DESC, length(name), name, id LIMIT ${parameter('limit')} + 0`;
}

const level = sql`(weight >= 1) + (weight >= 3) + (weight >= 7) + (weight >= 15) + (weight >= 31) + (weight >= ${sql.lit(maximumWeight)})`;

/** A name without the punctuation that separates its words. */
const plainName = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
  [', ', ': ', '. ', '-', '.', "'", '!', '?'].reduce(
    (text, mark) => sql`replace(${text}, ${sql.lit(mark)}, ${sql.lit(mark === '!' || mark === '?' ? '' : ' ')})`,
    name,
  );

const artistsByOtherName = sql<{ key: number }>`
  SELECT artist_key AS key FROM artist_alias WHERE variation_folded = ${parameter('exact')}
  UNION
  SELECT a.key
  FROM (SELECT rowid AS key FROM artist_search WHERE artist_search MATCH ${parameter('phrase')} LIMIT ${parameter('most')} + 0) AS hit
  JOIN artist AS a ON a.key = hit.key WHERE a.real_name_folded = ${parameter('exact')}`;

const productionsByPhrase = sql<{ key: number; akas: string }>`
  SELECT p.key, p.akas
  FROM (
    SELECT rowid AS key FROM production_search WHERE production_search MATCH ${parameter('phrase')} LIMIT ${parameter('most')} + 0
  ) AS hit
  JOIN production AS p ON p.key = hit.key
  WHERE p.akas IS NOT NULL`;

/** Rates each hit by the share of its name that was typed, but not above its predecessor, so that a kind keeps its order. */
function withRelevance(kind: SearchedKind, { words }: SearchText, rows: readonly Row[]): SearchHit[] {
  let last: SearchHit | undefined;
  return rows.map(({ key, name, near, level }) => {
    const share = kind.boost * shareTyped(name, words);
    const ceiling = last?.near === near && last.level === level ? last.relevance : Number.POSITIVE_INFINITY;
    last = { kind, key, near, level, relevance: Math.min(share, ceiling) };
    return last;
  });
}

/** Share of the name that was typed, 0 to 1: common letters relative to the longer text. */
function shareTyped(name: string, typed: readonly string[]): number {
  const inName = name.match(words) ?? [];
  const lengthOf = (all: readonly string[]) => all.reduce((sum, word) => sum + word.length, 0);
  const common = typed.filter((word, index) => inName.some((one) => (index === typed.length - 1 ? one.startsWith(word) : one === word)));
  const longer = Math.max(lengthOf(inName), lengthOf(typed));
  // The match may be in another name, so never 0.
  return longer === 0 ? 1 : Math.max(0.1, lengthOf(common) / longer);
}

/** Best first. Equal hits are of one kind and keep their order. */
export const compareHits = (a: SearchHit, b: SearchHit): number =>
  a.near - b.near || b.level - a.level || b.relevance - a.relevance || b.kind.boost - a.kind.boost;
