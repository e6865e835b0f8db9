import { fold } from '../values/folding';

/** What the tokenizer takes for a word: letters and digits of any script (FTS5, unicode61). */
export const words = /[\p{L}\p{N}\p{Co}]+/gu;

/**
 * The most words of a text that are searched for. Each is one more list of an index to walk through, while all other requests
 * wait; "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb" has thirteen.
 */
export const maximumWords = 16;

/** What a person typed, as FTS5 is asked for it. */
export interface SearchText {
  /** Its words, folded, as they were typed; of more than {@link maximumWords}, the first. */
  readonly words: readonly string[];
  /** A MATCH expression: all words, the last as a prefix. `null` where there is no word in it. */
  readonly match: string | null;
  /** The whole text, folded: what an exact name equals. */
  readonly exact: string;
}

/**
 * Makes typed text safe for FTS5: each word becomes a quoted string, and nothing else of the text gets through, so
 * that quotes, operators and brackets are only what lies between words.
 */
export function readSearchText(text: string): SearchText {
  const exact = fold(text).trim();
  const typed = exact.match(words) ?? [];
  return { words: typed.slice(0, maximumWords), match: matchOf(typed), exact };
}

/** The different ones of folded words, and of many the first. */
export const distinctWords = (typed: readonly string[]): string[] => [...new Set(typed)].slice(0, maximumWords);

function matchOf(typed: readonly string[]): string | null {
  const last = typed.at(-1);
  if (last === undefined) return null;
  const whole = distinctWords(typed.slice(0, -1));
  // A word that begins with the last one says it already.
  const isSaid = whole.length === maximumWords || whole.some((word) => word.startsWith(last));
  return [...whole.map((word) => `"${word}"`), ...(isSaid ? [] : [`"${last}"*`])].join(' ');
}
