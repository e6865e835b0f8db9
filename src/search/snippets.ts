import { words } from '../store/database/full-text';
import { fold } from '../store/values/folding';
import type { FoundText } from './kinds';

/** Between two texts of one record that together have what was typed. */
const separator = ' · ';

/** A stretch of a text, in units of UTF-16. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text folded, with the stretch of the original that each of its characters comes from. */
interface FoldedText {
  readonly folded: string;
  readonly origins: readonly Range[];
}

export interface Snippet {
  /** The attribute that has the text, or the first of its texts. */
  readonly field: string;
  /** HTML: the text with what was typed in `<mark>`, and nothing else but text. */
  readonly snippet: string;
}

/**
 * Shows the texts of a record that have the most of what was typed: one where it has all of it or as much as any other,
 * and a second where that has what the first lacks. The last word counts as far as it is typed, as in the search.
 */
export function snippetOf(texts: readonly FoundText[], typed: readonly string[]): Snippet {
  const [first, ...others] = texts.map((text) => ({ ...text, found: wordsIn(text.text, typed) }));
  if (!first) return { field: '', snippet: '' };
  const shown = others.reduce((best, other) => (other.found.size > best.found.size ? other : best), first);
  const lacking = typed.filter((_, index) => !shown.found.has(index));
  const adds = (other: typeof shown) => other.found.difference(shown.found).size;
  const second = lacking.length > 0 ? [first, ...others].reduce((best, other) => (adds(other) > adds(best) ? other : best), shown) : shown;
  const parts = second === shown ? [shown] : [shown, second];
  return { field: shown.field, snippet: parts.map(({ text }) => highlight(text, typed)).join(separator) };
}

/** A text as HTML with what was typed in it marked. A letter that is marked in part, as the ﬁ of "ﬁlm" by "f", is marked whole. */
export function highlight(text: string, typed: readonly string[]): string {
  const ranges = matchesIn(text, typed);
  let html = '';
  let at = 0;
  for (const { start, end } of ranges) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at));
}

/** A text that is marked from its beginning to its end. */
export const marked = (text: string): string => `<mark>${escapeHtml(text)}</mark>`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string);

/** Where the typed words stand in a text: in order, apart from one another, each at whole letters with their marks. */
export function matchesIn(text: string, typed: readonly string[]): Range[] {
  const { folded, origins } = foldWithOrigins(text);
  const ranges: Range[] = [];
  for (const { 0: word, index } of folded.matchAll(words)) {
    const length = Math.max(0, ...typed.map((one, at) => matchedLength(word, one, at === typed.length - 1)));
    if (length === 0) continue;
    const start = (origins[index] as Range).start;
    const { end } = origins[index + length - 1] as Range;
    const before = ranges.at(-1);
    if (before && start < before.end) ranges[ranges.length - 1] = { start: before.start, end: Math.max(end, before.end) };
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Which of the typed words a text has, by their places. */
function wordsIn(text: string, typed: readonly string[]): Set<number> {
  const found = new Set<number>();
  for (const [word] of fold(text).matchAll(words))
    for (const [index, one] of typed.entries()) if (matchedLength(word, one, index === typed.length - 1) > 0) found.add(index);
  return found;
}

const matchedLength = (word: string, typed: string, isLast: boolean): number =>
  (isLast ? word.startsWith(typed) : word === typed) ? typed.length : 0;

/**
 * Folds a text one character at a time, as the whole would be folded. A mark, which folds to nothing, belongs to the
 * letter before it.
 */
export function foldWithOrigins(text: string): FoldedText {
  let folded = '';
  let start = 0;
  const origins: Range[] = [];
  for (const character of text) {
    const end = start + character.length;
    // Most characters are plain ones, which fold to their lower case.
    const part = character >= ' ' && character <= '~' ? character.toLowerCase() : fold(character);
    if (part === '' && origins.length > 0) extendLast(origins, end);
    for (let unit = 0; unit < part.length; unit++) origins.push({ start, end });
    folded += part;
    start = end;
  }
  return { folded, origins };
}

/** All characters that come from the last stretch reach to its new end. */
function extendLast(origins: Range[], end: number): void {
  const { start } = origins.at(-1) as Range;
  for (let at = origins.length - 1; at >= 0 && origins[at]?.start === start; at--) origins[at] = { start, end };
}
