import { sql } from 'kysely';
import type { Store } from '../database/open';
import { parameter } from '../database/prepare';
import { Statements } from '../database/statements';
import { distanceOf, mostChanges } from '../jsonapi/nearest';
import type { SearchedKind } from './kinds';

/** How many words of one index are compared with a typed one, by each way of beginning. */
const maximumCompared = 20_000;

/** How many words are tried in the place of each typed one. */
const maximumCandidates = 5;

/** How many texts are tried until one finds something. */
const maximumTries = 40;

/** More words than this are not set right: each has its candidates, and each text its try. */
const maximumWords = 6;

/** A word of the indexes in the place of a typed one. */
export interface Candidate {
  readonly word: string;
  readonly distance: number;
  /** How many records have it. */
  readonly records: number;
}

/** Sets typing errors right with the words that the indexes have. */
export class Suggestions {
  readonly #statements: Statements;

  constructor(store: Store) {
    this.#statements = new Statements(store);
  }

  /**
   * The text most like what was typed that finds something, with the fewest changes first. `finds` says whether a text does.
   */
  find(typed: readonly string[], kinds: readonly SearchedKind[], finds: (words: readonly string[]) => boolean): string | null {
    if (typed.length === 0 || typed.length > maximumWords) return null;
    const candidates = typed.map((word) => this.candidates(word, kinds));
    for (const words of nearestFirst(typed, candidates).slice(0, maximumTries)) if (finds(words)) return words.join(' ');
    return null;
  }

  /** The words of the indexes most like a typed one, the nearest first, and of equally near ones the most frequent. */
  candidates(typed: string, kinds: readonly SearchedKind[]): Candidate[] {
    const most = mostChanges(typed);
    if (most === 0) return [];
    const likely = this.#compared(typed, kinds, most, usualBeginnings(typed));
    // A wrong first letter is rare, and looked for only where there is nothing one change away.
    const all = likely.some(({ distance }) => distance === 1)
      ? likely
      : [...likely, ...this.#compared(typed, kinds, most, otherBeginnings(typed))];
    return all.sort(compareCandidates).slice(0, maximumCandidates);
  }

  #compared(typed: string, kinds: readonly SearchedKind[], most: number, beginnings: readonly string[]): Candidate[] {
    const found = new Map<string, Candidate>();
    for (const { term, records } of kinds.flatMap(({ index }) => this.#wordsLike(index, typed, most, beginnings))) {
      const known = found.get(term);
      const distance = known?.distance ?? distanceOf(typed, term, most);
      if (distance > most || distance === 0) continue;
      found.set(term, { word: term, distance, records: (known?.records ?? 0) + records });
    }
    return [...found.values()];
  }

  /** The words of an index that are about as long as the typed one and begin in a way that an error can explain. */
  #wordsLike(index: string, typed: string, most: number, beginnings: readonly string[]): { term: string; records: number }[] {
    const length = [...typed].length;
    const statement = this.#statements.get<{ term: string; records: number }>(
      `words ${index}`,
      () => sql`
        SELECT term, doc AS records FROM ${sql.table(`${index}_word`)}
        WHERE term >= ${parameter('from')} AND term < ${parameter('to')} AND length(term) BETWEEN ${parameter('shortest')} AND ${parameter('longest')}
        LIMIT ${parameter('most')} + 0`,
    );
    return beginnings.flatMap((beginning) =>
      statement.all({
        from: beginning,
        to: `${beginning}\u{10ffff}`,
        shortest: length - most,
        longest: length + most,
        most: maximumCompared,
      }),
    );
  }
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
