import { type RawBuilder, sql } from 'kysely';
import { isReviewed } from '../api/read/selection';
import type { Values } from '../store/database/connection';
import { innerMarks, isUnspaced, type SearchText, tokensOf, withoutInnerMarks, words } from '../store/database/full-text';
import { parameter } from '../store/database/sql';
import type { Filters } from './filters';
import { maximumWeight, type SearchedKind } from './kinds';

/** Words compared with names; further ones make hardly a difference. */
const comparedWords = ['word1', 'word2', 'word3', 'word4'] as const;

export const nearness = { name: 0, otherName: 1, beginning: 2, words: 3, unranked: 4 } as const;

export interface SearchHit {
  readonly kind: SearchedKind;
  readonly key: number;
  readonly near: (typeof nearness)[keyof typeof nearness];
  /** Logarithm of the number of records that depend on it. */
  readonly level: number;
  /** 0 to 1: the share of the name that was typed. */
  readonly relevance: number;
}

export interface RankedRow extends Pick<SearchHit, 'key' | 'near' | 'level'> {
  /** Folded. */
  readonly name: string;
  readonly total: number;
}

/** Values of ranking and of finding. */
export function rankingValues({ exact, match, words, terms }: SearchText, filters: Filters): Values {
  const plain = words.join('');
  const respelled = terms
    .flatMap(({ spellings }) => spellings.at(-1) ?? [])
    .join('')
    .replaceAll(' ', '');
  return {
    ...Object.fromEntries(Object.entries(filters).map(([name, { value, keys }]) => [name, keys ? JSON.stringify(keys) : value])),
    ...Object.fromEntries(comparedWords.map((name, index) => [name, words[index] ?? ''])),
    exact,
    beyond: `${exact}\u{10ffff}`,
    plain,
    respelled,
    initials: plain.slice(0, 1) + respelled.slice(0, 1),
    // Longer names have more than a mark for each letter.
    longest: 2 * Math.max(plain.length, respelled.length) + 2,
    match,
    phrase: `other_names : "${words.flatMap(tokensOf).join(' ')}"`,
  };
}

/**
 * Hits in order: the name, other names, names that begin so, the rest; of these, records on which most depends, then those that match
 * by themselves, those with more of the words in the name, and shorter names.
 */
export function rankingOf(kind: SearchedKind, conditions: readonly RawBuilder<unknown>[]) {
  const { resource, hasOtherNames, isOtherName, weight } = kind;
  const name = sql.ref(`named.${kind.name}`);
  const wordsInName = hasOtherNames
    ? sql.join(
        comparedWords.map((word) => sql`(instr(${name}, ${parameter(word)}) > 0)`),
        sql` + `,
      )
    : sql`0`;
  return sql<RankedRow>`
    WITH hit (key, is_own) AS (
      SELECT value, 1 FROM json_each(${parameter('own')}) UNION ALL SELECT value, 0 FROM json_each(${parameter('related')})
    ), ranked AS MATERIALIZED (
      SELECT named.key, named.id, hit.is_own, ${name} AS name, ${weight ?? sql`0`} AS weight,
        ${wordsInName} AS words,
        CASE
          WHEN length(${name}) <= ${parameter('longest')} + 0 AND instr(${parameter('initials')}, substr(${name}, 1, 1)) > 0
            AND ${plainName(name)} IN (${parameter('plain')}, ${parameter('respelled')}) THEN ${sql.lit(nearness.name)}
          WHEN ${name} = ${parameter('exact')} THEN ${sql.lit(nearness.name)}
          WHEN ${isOtherName ?? sql`FALSE`} THEN ${sql.lit(nearness.otherName)}
          WHEN ${name} >= ${parameter('exact')} AND ${name} < ${parameter('beyond')} THEN ${sql.lit(nearness.beginning)}
          ELSE ${sql.lit(nearness.words)}
        END AS near
      FROM hit CROSS JOIN ${sql.table(resource.table)} AS named ON named.key = hit.key
      WHERE ${sql.join([sql.raw(isReviewed(resource, 'named.key')), ...conditions], sql` AND `)}
    )
    SELECT key, name, near, ${level} AS level, count(*) OVER () AS total
    FROM ranked ORDER BY near, level DESC, is_own DESC, words DESC, length(name), name, id LIMIT ${parameter('limit')} + 0`;
}

const level = sql`(weight >= 1) + (weight >= 3) + (weight >= 7) + (weight >= 15) + (weight >= 31) + (weight >= ${sql.lit(maximumWeight)})`;

/** A name without blanks and punctuation. */
const plainName = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
  [...` ,:!?⁄${innerMarks}`].reduce((text, mark) => sql`replace(${text}, ${sql.lit(mark)}, '')`, name);

/** Rates each hit by the share of its name that was typed, but not above its predecessor, so that a kind keeps its order. */
export function withRelevance(kind: SearchedKind, { words }: SearchText, rows: readonly RankedRow[]): SearchHit[] {
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
  const plain = withoutInnerMarks(name);
  const comparable = plain === name ? inName : [...inName, ...(plain.match(words) ?? [])];
  const lengthOf = (all: readonly string[]) => all.reduce((sum, word) => sum + word.length, 0);
  const common = typed.filter((word, index) =>
    comparable.some((part) => {
      if (isUnspaced(word)) return part.includes(word);
      return index === typed.length - 1 ? part.startsWith(word) : part === word;
    }),
  );
  const longer = Math.max(lengthOf(inName), lengthOf(typed));
  // The match may be in another name, so never 0.
  return longer === 0 ? 1 : Math.max(0.1, lengthOf(common) / longer);
}

/** Best first. Equal hits are of one kind and keep their order. */
export const compareHits = (a: SearchHit, b: SearchHit): number =>
  a.near - b.near || b.level - a.level || b.relevance - a.relevance || b.kind.boost - a.kind.boost;
