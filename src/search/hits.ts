import { type RawBuilder, sql } from 'kysely';
import { isReviewed } from '../api/read/selection';
import { once } from '../api/schema/registry';
import type { Values } from '../store/database/connection';
import { allOf, innerMarks, isUnspaced, type SearchTerm, type SearchText } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { parameter } from '../store/database/sql';
import { fold } from '../store/values/folding';
import { conditionsOf, type Filters, isDated } from './filters';
import { maximumProductions, type SearchedKind, titlesIn } from './kinds';
import { nearness, type RankedRow, rankingOf, rankingValues, type SearchHit, withRelevance } from './ranking';

/** Maximum hits counted per kind: a prefix such as "a" matches half of a catalog. */
export const maximumCounted = 1_000;

/** Maximum hits ranked, the first by primary key; others follow unranked. Names that start with the search text are found separately. */
const maximumRanked = 400;

/** Full-text hits compared with filters: some 10 ms. */
const maximumFiltered = 4_000;

/** Other names, and names that begin with the text, beyond the ranked hits. */
const maximumNames = 200;

/** Words in so many titles that their lists are longer than all others together. */
const articles: ReadonlySet<string> = new Set('a an and for from in of on the to de der die la le'.split(' '));

/** Longest prefix that full-text indexes have themselves. */
const indexedPrefix = 3;

/** Names read together: the first may be enough. */
const comparedAtOnce = 1_000;

export interface HitOptions {
  readonly limit: number;
  /** Whether to find all ranked hits, not only as many as the limit. */
  readonly isWhole?: boolean;
  readonly filters?: Filters;
  /** Maximum hits considered. */
  readonly most?: number;
}

interface HitQuery {
  readonly text: SearchText;
  readonly filters: Filters;
  readonly isFiltered: boolean;
  readonly isLarge: boolean;
  readonly limit: number;
  /** Maximum keys read per index of a small kind. */
  readonly maximum: number;
  readonly productions: () => readonly number[];
  readonly values: Values;
}

interface HitsOfKind {
  readonly kind: SearchedKind;
  readonly hits: readonly SearchHit[];
  /** Up to {@link maximumCounted}. */
  readonly total: number;
  /** Whether there may be more than counted. */
  readonly isMore: boolean;
  /** Whether a record is counted. */
  readonly includes: (key: number) => boolean;
}

/** Finds the best hits of each kind. Every query ends early, by an indexed limit or after {@link maximumCounted} hits. */
export class Hits {
  constructor(
    private readonly store: Store,
    private readonly isLarge: () => boolean,
  ) {}

  /** A text without words matches whole names only. */
  best(
    kinds: readonly SearchedKind[],
    text: SearchText,
    { limit, isWhole = false, filters = {}, most = maximumCounted }: HitOptions,
  ): HitsOfKind[] {
    const isFiltered = Object.keys(filters).length > 0;
    const isLarge = this.isLarge();
    const maximum = isFiltered && text.match !== null ? maximumFiltered : most;
    const productions = once(() => (text.match === null ? [] : this.#matching('production_search', text.match, maximum, isLarge)));
    const values = { ...rankingValues(text, filters), limit: isWhole ? Math.max(limit, maximumCounted) : limit };
    return kinds.map((kind) => {
      const related = kind.related && JSON.stringify(productions().slice(0, maximumProductions));
      return this.#best(kind, {
        text,
        filters,
        isFiltered,
        isLarge,
        limit,
        maximum,
        productions,
        values: related ? { ...values, productions: related } : values,
      });
    });
  }

  /** Number of hits of the words themselves, up to a maximum. */
  count({ index }: SearchedKind, { match }: SearchText, most: number): number {
    return match === null ? 0 : this.#matching(index, match, most, false).length;
  }

  #best(kind: SearchedKind, query: HitQuery): HitsOfKind {
    const { text, filters, isFiltered, limit, maximum, values } = query;
    const conditions = conditionsOf(kind, filters);
    if (!conditions) return noHits(kind);
    const { keys, isCut } = this.#candidates(kind, query);
    const ranked = isFiltered ? keys : keys.slice(0, maximumRanked);
    const isBeyond = text.match !== null && (isCut || ranked.length < keys.length);
    const { otherTitles } = kind;
    const titled =
      otherTitles && text.exact !== '' ? this.#keys(`${kind.index} other titles`, () => otherTitles, values, maximumNames) : [];
    const named = isBeyond ? this.#names(kind, values, Math.min(maximum, maximumNames)) : [];
    const own = new Set([...ranked, ...titled, ...named]);
    const others = kind.index === 'production_search' && text.match !== null ? this.#otherTitles(text.exact, [...own]) : [];
    const spare = Math.max(0, (isFiltered ? maximumFiltered : maximumRanked) - own.size);
    const allRelated = this.#related(kind, values, spare);
    const related = allRelated.filter((key) => !own.has(key));
    if (own.size + related.length === 0) return noHits(kind);
    const { db, reader } = this.store;
    const rows = reader
      .composed<RankedRow>(`${kind.index} best ${Object.keys(filters)}`, () => rankingOf(kind, conditions).compile(db))
      .all({ ...values, own: JSON.stringify([...own]), related: JSON.stringify(related), others: JSON.stringify(others) });
    const unnamed = keys.slice(ranked.length).filter((key) => !own.has(key));
    const rest = this.#reviewed(kind, unnamed.slice(0, Math.max(0, maximumCounted - own.size - related.length)));
    const total = (rows[0]?.total ?? 0) + rest.length;
    const unranked = rest.map((key) => ({ kind, key, near: nearness.unranked, level: 0, relevance: 0 }));
    return {
      kind,
      hits: [...withRelevance(kind, text, rows), ...unranked.slice(0, Math.max(0, limit - rows.length))],
      total: Math.min(total, maximumCounted),
      isMore:
        isCut || total >= maximumCounted || (values.productions !== undefined && values.productions !== '[]' && allRelated.length >= spare),
      includes: (key) => own.has(key) || related.includes(key) || rest.includes(key),
    };
  }

  /** Keys of the hits of a text, or without one, of what the filters name. */
  #candidates(kind: SearchedKind, { text, filters, isFiltered, isLarge, maximum, productions, values }: HitQuery): Candidates {
    const { resource, index, name, hasNameIndex, credited, isVast } = kind;
    if (text.match !== null) {
      const few = isLarge && isVast && text.match.endsWith('*') ? this.#keysOfFew(kind, text.terms, isFiltered) : undefined;
      if (few) return few;
      const most = isVast ? maximumRanked : maximum;
      const keys = index === 'production_search' ? productions() : this.#matching(index, text.match, most, isLarge);
      return { keys, isCut: keys.length >= most };
    }
    const table = () => sql.table(resource.table);
    let query: [name: string, build: () => RawBuilder<unknown>] | undefined;
    if (text.exact !== '')
      query = hasNameIndex ? ['named', () => sql`SELECT key FROM ${table()} WHERE ${sql.ref(name)} = ${parameter('exact')}`] : undefined;
    else if (filters.artist) query = credited && ['credited', () => credited];
    else if (filters.year && isDated(kind)) query = ['dated', () => sql`SELECT key FROM ${table()} WHERE year = ${parameter('year')} + 0`];
    const keys = query ? this.#keys(`${index} ${query[0]}`, query[1], values, maximum) : [];
    return { keys, isCut: keys.length >= maximum };
  }

  /**
   * Records with the rarer words, whose names are compared with the others: SQLite would read millions of records with an article or a
   * long prefix.
   * @returns undefined if too many records have these words
   */
  #keysOfFew(kind: SearchedKind, terms: readonly SearchTerm[], isFiltered: boolean): Candidates | undefined {
    const most = isFiltered ? maximumCounted : maximumRanked;
    const isArticle = ({ spellings: [[word = ''] = []] }: SearchTerm) => articles.has(word);
    const whole = terms.slice(0, -1);
    const last = terms.at(-1);
    if (!last) return undefined;
    const rare = [...new Set(whole.filter((term) => !isArticle(term)).map((term) => term.whole))];
    const common = whole.filter(isArticle).map((term) => new RegExp(`(?<![a-z0-9])(?:${spelled(term)})(?![a-z0-9])`));
    const compared = [...common, new RegExp(`(?<![a-z0-9])(?:${spelled(last)})`)];
    const exact = { match: [...rare, last.whole], patterns: common };
    const others = { match: rare, patterns: compared };
    const [[typed = '', ...furtherWords] = [], ...otherSpellings] = last.spellings;
    const begins = otherSpellings.length + furtherWords.length === 0 && !isUnspaced(typed);
    const begun = { match: [...rare, `"${[...typed].slice(0, indexedPrefix).join('')}"*`], patterns: compared };
    // Few records have two rare words, whatever the last one.
    const steps =
      rare.length === 0 ? [exact] : [...(rare.length === 1 ? [exact, others] : [others, exact]), ...(isFiltered || !begins ? [] : [begun])];
    let keys: readonly number[] = [];
    for (const step of steps) {
      const { match, patterns } = step;
      const candidates = patterns.length === 0 ? most : maximumFiltered;
      const found = this.#keys(kind.index, () => matchIn(kind.index), { match: allOf(match) }, candidates);
      if (step === others && found.length >= candidates) continue;
      keys = this.#compared(kind, found, patterns, most);
      const isCut = keys.length >= most;
      if (isCut || (step !== exact && found.length < candidates)) return { keys, isCut };
    }
    // Reading all lists for the few records of a filter is not worth it.
    if (isFiltered && rare.length > 0) return { keys, isCut: true };
    return whole.length === 0 && begins && typed.length > indexedPrefix ? this.#keysOfCommonWords(kind, typed, most) : undefined;
  }

  /** Records with the most frequent words that begin so: SQLite would read all records of all of them. */
  #keysOfCommonWords({ index }: SearchedKind, beginning: string, most: number): Candidates | undefined {
    const rows = this.store.reader.all<{ term: string }>(frequentWords, { beginning, beyond: `${beginning}\u{10ffff}` });
    const words = rows.map(({ term }) => `"${term}"`);
    if (words.length === 0) return undefined;
    const keys = this.#keys(index, () => matchIn(index), { match: words.join(' OR ') }, most);
    return keys.length < most ? undefined : { keys, isCut: true };
  }

  /** The keys of names with all patterns, up to a maximum. */
  #compared({ resource, name }: SearchedKind, keys: readonly number[], patterns: readonly RegExp[], most: number): readonly number[] {
    const found: number[] = [];
    if (patterns.length === 0) return keys;
    for (let from = 0; from < keys.length && found.length < most; from += comparedAtOnce) {
      const compared = JSON.stringify(keys.slice(from, from + comparedAtOnce));
      const rows = this.store.reader.all<{ key: number; name: string }>(namesOf(resource.table, name), { keys: compared });
      for (const { key, name } of rows) if (patterns.every((pattern) => pattern.test(name))) found.push(key);
    }
    return found.slice(0, most);
  }

  /** In a large catalog, tries a short last word as a whole word first: SQLite reads every term with the prefix. */
  #matching(index: string, match: string, most: number, isLarge: boolean): number[] {
    const keysOf = (match: string) => this.#keys(index, () => matchIn(index), { match }, most);
    const exact = isLarge && isShort.test(match) ? keysOf(match.slice(0, -1)) : [];
    return exact.length < most ? keysOf(match) : exact;
  }

  /** @param query built only for a new statement: building takes longer than finding it */
  #keys(name: string, query: () => RawBuilder<unknown>, values: Values, most: number): number[] {
    const { db, reader } = this.store;
    const statement = reader.composed<{ key: number }>(`keys ${name}`, () =>
      sql`SELECT key FROM (${query()}) LIMIT ${parameter('most')} + 0`.compile(db),
    );
    return statement.all({ ...values, most }).map(({ key }) => key);
  }

  /** Names that begin with the text, and other names, beyond the ranked hits. */
  #names({ index, resource, name, hasNameIndex, otherNames }: SearchedKind, values: Values, most: number): number[] {
    const begin = () => sql`SELECT key FROM ${sql.table(resource.table)}
      WHERE ${sql.ref(name)} >= ${parameter('exact')} AND ${sql.ref(name)} < ${parameter('beyond')} ORDER BY ${sql.ref(name)}`;
    return [
      ...(hasNameIndex ? this.#keys(`${index} names`, begin, values, most) : []),
      ...(otherNames ? this.#keys(`${index} other names`, () => otherNames, values, most) : []),
    ];
  }

  /** The given productions that have the text as an alternative title. */
  #otherTitles(exact: string, keys: readonly number[]): number[] {
    return this.store.reader
      .all<{ key: number; akas: string }>(productionsByOtherTitle, { exact, found: JSON.stringify(keys) })
      .filter(({ akas }) => titlesIn(akas).some((aka) => fold(aka).trim() === exact))
      .map(({ key }) => key);
  }

  /** Records of productions that match. */
  #related({ index, related }: SearchedKind, values: Values, most: number): number[] {
    return related && most > 0 && values.productions !== '[]' ? this.#keys(`${index} related`, () => related, values, most) : [];
  }

  /** Unreviewed records are few. */
  #reviewed({ index, resource }: SearchedKind, keys: readonly number[]): readonly number[] {
    if (keys.length === 0 || !resource.unreviewed) return keys;
    const query = () => sql`SELECT value AS key FROM json_each(${parameter('found')}) WHERE ${sql.raw(isReviewed(resource, 'value'))}`;
    return this.#keys(`${index} reviewed`, query, { found: JSON.stringify(keys) }, keys.length);
  }
}

interface Candidates {
  readonly keys: readonly number[];
  /** Whether there may be more. */
  readonly isCut: boolean;
}

/** One or two words, the last of them longer than what indexes have themselves. */
const isShort = new RegExp(`^("\\S+" )?"\\S{${indexedPrefix + 1},}"\\*$`, 'u');

/** Regular expression of the spellings in folded names. */
const spelled = ({ spellings }: SearchTerm): string =>
  spellings.map((phrases) => phrases.map((phrase) => [...phrase].join(`[${innerMarks}]?`)).join('[^a-z0-9]+')).join('|');

const noHits = (kind: SearchedKind): HitsOfKind => ({ kind, hits: [], total: 0, isMore: false, includes: () => false });

const matchIn = (index: string): RawBuilder<unknown> =>
  sql`SELECT rowid AS key FROM ${sql.table(index)} WHERE ${sql.table(index)} MATCH ${parameter('match')}`;

/** With other titles, whose words the index has too. */
const namesOf = (table: string, name: string): string => `
  SELECT compared.key, compared.${name} || coalesce((
    SELECT ' ' || group_concat(title_folded, ' ') FROM ${table}_other_title WHERE ${table}_key = compared.key
  ), '') AS name
  FROM json_each(:keys) AS found CROSS JOIN "${table}" AS compared ON compared.key = found.value`;

/** Words of releases only: they are fewer than tracks and share their vocabulary. */
const frequentWords = 'SELECT term FROM release_search_word WHERE term >= :beginning AND term < :beyond ORDER BY doc DESC LIMIT 8';

const productionsByOtherTitle = `
  SELECT p.key, p.akas FROM json_each(:found) AS found CROSS JOIN production AS p ON p.key = found.value
  WHERE instr(p.akas_folded, :exact) > 0`;
