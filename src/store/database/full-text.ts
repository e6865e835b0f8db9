import { fold } from '../values/folding';

/** Words as the tokenizer defines them: letters and digits of any script (FTS5, unicode61). */
export const words = /[\p{L}\p{N}\p{Co}]+/gu;

/**
 * Most words searched. Each walks another index list while all requests wait; "Dr. Strangelove or: How I Learned to Stop
 * Worrying and Love the Bomb" has thirteen.
 */
export const maximumWords = 16;

/** A search text prepared for FTS5. */
export interface SearchText {
  /** Folded words as typed, at most {@link maximumWords}. */
  readonly words: readonly string[];
  /** MATCH expression: all words, the last as a prefix. `null` without words. */
  readonly match: string | null;
  /** The whole text, folded, for exact matches. */
  readonly exact: string;
}

/** Makes typed text safe for FTS5: each word becomes a quoted string; quotes, operators and brackets only separate words. */
export function readSearchText(text: string): SearchText {
  const exact = fold(text).trim();
  const typed = exact.match(words) ?? [];
  return { words: typed.slice(0, maximumWords), match: matchOf(typed), exact };
}

/** Distinct words, up to the limit. */
export const distinctWords = (typed: readonly string[]): string[] => [...new Set(typed)].slice(0, maximumWords);

function matchOf(typed: readonly string[]): string | null {
  const last = typed.at(-1);
  if (last === undefined) return null;
  const whole = distinctWords(typed.slice(0, -1));
  // Redundant if another word starts with the last one.
  const isRepeated = whole.length === maximumWords || whole.some((word) => word.startsWith(last));
  return [...whole.map((word) => `"${word}"`), ...(isRepeated ? [] : [`"${last}"*`])].join(' ');
}
