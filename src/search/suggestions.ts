import { distanceOf, mostChanges } from '../nearest';
import { type BoundQuery, boundRows, type Values } from '../store/database/connection';
import { isAbbreviation } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import type { SearchedKind } from './kinds';

/** Words compared per index and kind of beginning. */
const maximumCompared = 20_000;

const maximumCandidates = 5;

const maximumTries = 40;

/**
 * SQLite reads all occurrences of a word to count its records. Those of millions of tracks take seconds, and most of their words are
 * also in titles of albums and productions.
 */
const maximumTracks = 200_000;

const possibleInitials = /^[a-z]{2,5}$/;

/** Longer texts are not corrected: every word has candidates, and every combination needs a search. */
const maximumWords = 6;

/** Words that titles spell out. */
const abbreviations: Readonly<Record<string, string>> = { ost: 'soundtrack' };

/** An indexed word that may replace a typed one. */
interface Candidate {
  readonly word: string;
  readonly distance: number;
  /** The distance by how likely the error is. */
  readonly cost: number;
  readonly records: number;
}

/** Corrects typing errors with indexed words, in a worker where there is one: counting and comparing them is slow. */
export class Suggestions {
  constructor(private readonly store: Store) {}

  /**
   * Corrected texts, the likeliest errors first; the first with results is suggested.
   * @param isThorough whether to try other first letters too
   */
  texts(typed: readonly string[], kinds: readonly SearchedKind[], isThorough = true): string[][] {
    // A number is no misspelling of another one.
    if (typed.every((word) => /^\d+$/.test(word)) || typed.length > maximumWords) return [];
    const compared = kinds.filter((kind) => kind.hasNameIndex || !this.isLarge(kind));
    const candidates = this.#candidates(typed, compared, isThorough);
    const respaced = isThorough ? this.#respaced(typed, compared) : [];
    return [...respaced, ...nearestFirst(typed, candidates)].slice(0, maximumTries);
  }

  /** With a word in two, two words in one, or a word as initials: "startrek", "super man", "js bach". */
  #respaced(typed: readonly string[], kinds: readonly SearchedKind[]): string[][] {
    const halves = typed.flatMap((word, at) => halvesOf(word).map((parts) => ({ at, parts, replaced: 1 })));
    const pairs = typed.slice(1).map((word, at) => ({ at, parts: [`${typed[at]}${word}`], replaced: 2 }));
    const initials = typed.flatMap((word, at) =>
      possibleInitials.test(word) && !isAbbreviation(word) ? [{ at, parts: [...word], replaced: 1 }] : [],
    );
    const respaced = [...halves, ...pairs, ...initials];
    const queries = kinds.map(({ index }) => ({
      sql: `SELECT indexed.term FROM json_each(:parts) AS part CROSS JOIN "${index}_word" AS indexed ON indexed.term = part.value`,
      values: { parts: JSON.stringify([...new Set(respaced.flatMap(({ parts }) => parts))]) },
    }));
    const indexed = new Set((boundRows(this.store.reader, queries).flat() as Like[]).map(({ term }) => term));
    return respaced
      .filter(({ parts }) => parts.every((part) => indexed.has(part)))
      .map(({ at, parts, replaced }) => typed.toSpliced(at, replaced, ...parts));
  }

  isLarge({ resource: { type } }: SearchedKind): boolean {
    return this.#isMany('SELECT records FROM record_count WHERE resource_type = :type', { type });
  }

  /** Whether any kind of record is large. */
  isLargeCatalog(): boolean {
    return this.#isMany('SELECT max(records) AS records FROM record_count', {});
  }

  #isMany(query: string, values: Values): boolean {
    return (this.store.reader.get<{ records: number }>(query, values)?.records ?? 0) > maximumTracks;
  }

  /** Candidates for each word: the likeliest errors first, then the most frequent words. */
  #candidates(typed: readonly string[], kinds: readonly SearchedKind[], isThorough: boolean): Candidate[][] {
    const likely = this.#compared(typed, kinds, usualBeginnings);
    // A wrong first letter is rare, so it is tried only if nothing is one change away.
    const unclear = isThorough ? typed.filter((_, index) => !likely[index]?.some(({ distance }) => distance === 1)) : [];
    const further = this.#compared(unclear, kinds, otherBeginnings);
    return typed.map((word, index) =>
      [...(likely[index] ?? []), ...(further[unclear.indexOf(word)] ?? [])].sort(compareCandidates).slice(0, maximumCandidates),
    );
  }

  /** Similar words with the given beginnings. */
  #compared(typed: readonly string[], kinds: readonly SearchedKind[], beginningsOf: (word: string) => string[]): Candidate[][] {
    return typed.map((word) => {
      const abbreviated = Object.hasOwn(abbreviations, word) ? abbreviations[word] : undefined;
      if (abbreviated !== undefined) return [{ word: abbreviated, distance: 1, cost: 0.1, records: 0 }];
      const queries = mostChanges(word) === 0 || isAbbreviation(word) ? [] : wordsLike(word, kinds, beginningsOf(word));
      return nearTo(word, boundRows(this.store.reader, queries).flat() as Like[]);
    });
  }
}

/** An indexed word with its number of records. */
interface Like {
  readonly term: string;
  readonly records: number;
}

/** Indexed words of similar length with plausible beginnings. */
function wordsLike(typed: string, kinds: readonly SearchedKind[], beginnings: readonly string[]): BoundQuery[] {
  const [length, most] = [[...typed].length, mostChanges(typed)];
  return kinds.flatMap(({ index }) =>
    beginnings.map((beginning) => ({
      sql: `SELECT term, doc AS records FROM "${index}_word"
        WHERE term >= :beginning AND term < :beyond AND length(term) BETWEEN :shortest AND :longest LIMIT ${maximumCompared}`,
      values: { beginning, beyond: `${beginning}\u{10ffff}`, shortest: length - most, longest: length + most },
    })),
  );
}

function nearTo(typed: string, like: readonly Like[]): Candidate[] {
  const most = mostChanges(typed);
  const found = new Map<string, Candidate>();
  for (const { term, records } of like) {
    const known = found.get(term);
    const distance = known?.distance ?? distanceOf(typed, term, most);
    if (distance > most || distance === 0) continue;
    const cost = known?.cost ?? costOf(typed, term, distance);
    found.set(term, { word: term, distance, cost, records: (known?.records ?? 0) + records });
  }
  return [...found.values()];
}

/** Letters are often doubled wrongly, and the first one is rarely wrong. */
function costOf(typed: string, term: string, distance: number): number {
  const single = distanceOf(withoutDoubles(typed), withoutDoubles(term), distance);
  return single === 0 ? 0.1 : single + distance / 10 + (typed[0] === term[0] ? 0 : 1);
}

const withoutDoubles = (word: string): string => word.replace(/(.)\1+/gu, '$1');

/** Both parts of a word at each place, one of at least three letters and the other of four. */
const halvesOf = (word: string): string[][] =>
  [...word.matchAll(/(?<=^[a-z]{3,27})(?=[a-z]{3,27}$)/g)]
    .map(({ index }) => [word.slice(0, index), word.slice(index)])
    .filter(() => word.length > 6);

/** The beginning as typed, without its first letter, and with the first two swapped. */
function usualBeginnings(typed: string): string[] {
  const [first = '', second = ''] = typed;
  return [...new Set([first, second])].filter((beginning) => beginning !== '');
}

/** With another first letter, or a letter before it. */
function otherBeginnings(typed: string): string[] {
  const [first = '', second = '', third = ''] = typed;
  const usual = usualBeginnings(typed);
  return [...'abcdefghijklmnopqrstuvwxyz']
    .filter((letter) => !usual.includes(letter))
    .flatMap((letter) => [...new Set([letter + second + third, letter + first + second])]);
}

const compareCandidates = (a: Candidate, b: Candidate): number => a.cost - b.cost || b.records - a.records || (a.word < b.word ? -1 : 1);

/** Combinations of candidates, the likeliest errors first; words may stay unchanged. */
function nearestFirst(typed: readonly string[], candidates: readonly (readonly Candidate[])[]): string[][] {
  let texts: { words: string[]; cost: number; records: number }[] = [{ words: [], cost: 0, records: 0 }];
  for (const [index, word] of typed.entries()) {
    const choices = [{ word, cost: 0, records: 0 }, ...(candidates[index] ?? [])];
    texts = texts
      .flatMap((text) =>
        choices.map((choice) => ({
          words: [...text.words, choice.word],
          cost: text.cost + choice.cost,
          records: text.records + choice.records,
        })),
      )
      .sort((a, b) => a.cost - b.cost || b.records - a.records)
      // More would not be tried.
      .slice(0, maximumTries + 1);
  }
  return texts.filter(({ cost }) => cost > 0).map(({ words }) => words);
}
