import { words } from '../store/database/full-text';
import { fold } from '../store/values/folding';
import type { FoundText } from './kinds';

/** Between two texts of a snippet. */
const separator = ' · ';

/** In UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A folded text with the original range of each character. */
interface FoldedText {
  readonly folded: string;
  readonly origins: readonly Range[];
}

export interface Snippet {
  /** The attribute of the text, or of the first of two. */
  readonly field: string;
  /** HTML with matches in `<mark>`. */
  readonly snippet: string;
}

/**
 * The text that contains most of the search words, plus a second one that contains missing words. The last word matches as a
 * prefix, as in the search.
 */
export function snippetOf(texts: Iterable<FoundText>, typed: readonly string[]): Snippet {
  const [first, ...others] = upToAll(texts, typed);
  if (!first) return { field: '', snippet: '' };
  const shown = others.reduce((best, other) => (other.found.size > best.found.size ? other : best), first);
  const lacking = typed.filter((_, index) => !shown.found.has(index));
  const adds = (other: typeof shown) => other.found.difference(shown.found).size;
  const second = lacking.length > 0 ? [first, ...others].reduce((best, other) => (adds(other) > adds(best) ? other : best), shown) : shown;
  const parts = second === shown ? [shown] : [shown, second];
  return { field: shown.field, snippet: parts.map(({ text }) => highlight(text, typed)).join(separator) };
}

/** The texts with the search words that they contain; none beyond one that contains all. */
function upToAll(texts: Iterable<FoundText>, typed: readonly string[]) {
  const read: (FoundText & { readonly found: ReadonlySet<number> })[] = [];
  for (const text of texts) {
    const found = wordsIn(text.text, typed);
    read.push({ ...text, found });
    if (found.size === typed.length) break;
  }
  return read;
}

/** Marks matches in HTML. Partly matching ligatures, such as ﬁ by "f", are marked whole. */
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

export const marked = (text: string): string => `<mark>${escapeHtml(text)}</mark>`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string);

/** Ranges of matching words: in order, not overlapping, on whole letters with their combining marks. */
export function matchesIn(text: string, typed: readonly string[]): Range[] {
  const { folded, origins } = isAscii(text) ? { folded: text.toLowerCase() } : foldWithOrigins(text);
  const ranges: Range[] = [];
  for (const { 0: word, index } of folded.matchAll(words)) {
    const length = Math.max(0, ...typed.map((one, at) => matchedLength(word, one, at === typed.length - 1)));
    if (length === 0) continue;
    const start = origins?.[index]?.start ?? index;
    const end = origins?.[index + length - 1]?.end ?? index + length;
    const before = ranges.at(-1);
    if (before && start < before.end) ranges[ranges.length - 1] = { start: before.start, end: Math.max(end, before.end) };
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Indexes of the words found in a text. */
function wordsIn(text: string, typed: readonly string[]): Set<number> {
  const found = new Set<number>();
  const folded = fold(text);
  if (!typed.some((word) => folded.includes(word))) return found;
  for (const [word] of folded.matchAll(words))
    for (const [index, one] of typed.entries()) if (matchedLength(word, one, index === typed.length - 1) > 0) found.add(index);
  return found;
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const matchedLength = (word: string, typed: string, isLast: boolean): number =>
  (isLast ? word.startsWith(typed) : word === typed) ? typed.length : 0;

/** Folds character by character, with the same result as folding the whole. Combining marks belong to the letter before them. */
export function foldWithOrigins(text: string): FoldedText {
  let folded = '';
  let start = 0;
  const origins: Range[] = [];
  for (const character of text) {
    const end = start + character.length;
    const part = isAscii(character) ? character.toLowerCase() : fold(character);
    if (part === '' && origins.length > 0) extendLast(origins, end);
    for (let unit = 0; unit < part.length; unit++) origins.push({ start, end });
    folded += part;
    start = end;
  }
  return { folded, origins };
}

/** Extends the range of the last characters. */
function extendLast(origins: Range[], end: number): void {
  const { start } = origins.at(-1) as Range;
  for (let at = origins.length - 1; at >= 0 && origins[at]?.start === start; at--) origins[at] = { start, end };
}
