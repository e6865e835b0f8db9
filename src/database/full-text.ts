import { fold } from './folding';

/** What the tokenizer takes for a word: letters and digits of any script (FTS5, unicode61). */
export const words = /[\p{L}\p{N}\p{Co}]+/gu;

/** What a person typed, as FTS5 is asked for it. */
export interface SearchText {
  /** Its words, folded, as they were typed. */
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
  const found = exact.match(words) ?? [];
  const match = found.map((word) => `"${word}"`).join(' ');
  return { words: found, match: found.length ? `${match}*` : null, exact };
}
