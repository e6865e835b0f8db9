import { distanceOf, mostChanges } from '../nearest';
import type { Store } from '../store/database/open';
import type { BoundQuery } from '../store/database/sql';
import type { SearchedKind } from './kinds';

/** How many words of one index are compared with a typed one, by each way of beginning. */
const maximumCompared = 20_000;

const maximumCandidates = 5;

const maximumTries = 40;

/** More words than this are not set right: each has its candidates, and each text its try. */
const maximumWords = 6;

/** A word of the indexes in the place of a typed one. */
interface Candidate {
  readonly word: string;
  readonly distance: number;
  readonly records: number;
}

/** Sets typing errors right with the words that the indexes have. These are read on another thread: how many records have a word is counted. */
export class Suggestions {
  constructor(private readonly store: Store) {}

  /** The texts most like what was typed, of which the first that finds something is meant; the fewest changes first. */
  async texts(typed: readonly string[], kinds: readonly SearchedKind[]): Promise<string[][]> {
    if (typed.length === 0 || typed.length > maximumWords) return [];
    const candidates = await this.#candidates(typed, kinds);
    return nearestFirst(typed, candidates).slice(0, maximumTries);
  }

  /** For each word the words of the indexes most like it, the nearest first, and of equally near ones the most frequent. */
  async #candidates(typed: readonly string[], kinds: readonly SearchedKind[]): Promise<Candidate[][]> {
    const likely = await this.#compared(typed, kinds, usualBeginnings);
    // A wrong first letter is rare, and looked for only where there is nothing one change away.
    const unclear = typed.filter((_, index) => !likely[index]?.some(({ distance }) => distance === 1));
    const further = await this.#compared(unclear, kinds, otherBeginnings);
    return typed.map((word, index) =>
      [...(likely[index] ?? []), ...(further[unclear.indexOf(word)] ?? [])].sort(compareCandidates).slice(0, maximumCandidates),
    );
  }

  /** For each word those of the indexes that begin in some ways and differ little. */
  async #compared(
    typed: readonly string[],
    kinds: readonly SearchedKind[],
    beginningsOf: (word: string) => string[],
  ): Promise<Candidate[][]> {
    const asked = typed.map((word) => ({ word, queries: mostChanges(word) === 0 ? [] : wordsLike(word, kinds, beginningsOf(word)) }));
    const queries = asked.flatMap((one) => one.queries);
    const rows = queries.length === 0 ? [] : (await this.store.apart.rows('beside', queries)).found;
    let read = 0;
    return asked.map((one) => {
      const like = rows.slice(read, read + one.queries.length).flat() as Like[];
      read += one.queries.length;
      return nearTo(one.word, like);
    });
  }
}

/** A word of one index, and how many of its records have it. */
interface Like {
  readonly term: string;
  readonly records: number;
}

/** The words of indexes that are about as long as the typed one and begin in a way that an error can explain. */
function wordsLike(typed: string, kinds: readonly SearchedKind[], beginnings: readonly string[]): BoundQuery[] {
  const [length, most] = [[...typed].length, mostChanges(typed)];
  return kinds.flatMap(({ index }) =>
    beginnings.map((beginning) => ({
      sql: `SELECT term, doc AS records FROM "${index}_word"
        WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? LIMIT ?`,
      values: [beginning, `${beginning}\u{10ffff}`, length - most, length + most, maximumCompared],
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
    found.set(term, { word: term, distance, records: (known?.records ?? 0) + records });
  }
  return [...found.values()];
}

/** As the typed word begins; and as it does without its first letter, or with its first two the other way round. */
function usualBeginnings(typed: string): string[] {
  const [first = '', second = ''] = typed;
  return [...new Set([first, second])].filter((one) => one !== '');
}

/** With any other letter in the place of the first, or before it. */
function otherBeginnings(typed: string): string[] {
  const [first = '', second = '', third = ''] = typed;
  const usual = usualBeginnings(typed);
  return [...'abcdefghijklmnopqrstuvwxyz']
    .filter((letter) => !usual.includes(letter))
    .flatMap((letter) => [...new Set([letter + second + third, letter + first + second])]);
}

const compareCandidates = (a: Candidate, b: Candidate): number =>
  a.distance - b.distance || b.records - a.records || (a.word < b.word ? -1 : 1);

/** The typed words with candidates in their places, the fewest changes first; a word may stay as it is. */
function nearestFirst(typed: readonly string[], candidates: readonly (readonly Candidate[])[]): string[][] {
  let texts: { words: string[]; distance: number; records: number }[] = [{ words: [], distance: 0, records: 0 }];
  for (const [index, word] of typed.entries()) {
    const choices = [{ word, distance: 0, records: 0 }, ...(candidates[index] ?? [])];
    texts = texts
      .flatMap((text) =>
        choices.map((choice) => ({
          words: [...text.words, choice.word],
          distance: text.distance + choice.distance,
          records: text.records + choice.records,
        })),
      )
      .sort((a, b) => a.distance - b.distance || b.records - a.records)
      // Beyond this many, none would be tried.
      .slice(0, maximumTries + 1);
  }
  return texts.filter(({ distance }) => distance > 0).map(({ words }) => words);
}
