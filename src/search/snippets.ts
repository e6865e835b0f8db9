import { innerMarks, isUnspaced, type SearchTerm, withoutInnerMarks } from '../store/database/full-text';
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

/** The text that contains most of the search terms, plus a second one that contains missing terms. */
export function snippetOf(texts: Iterable<FoundText>, terms: readonly SearchTerm[]): Snippet {
  const [first, ...others] = upToAll(texts, terms);
  if (!first) return { field: '', snippet: '' };
  const shown = others.reduce((best, other) => (other.found.size > best.found.size ? other : best), first);
  const lacking = shown.found.size < terms.length;
  const adds = (other: typeof shown) => other.found.difference(shown.found).size;
  const second = lacking ? [first, ...others].reduce((best, other) => (adds(other) > adds(best) ? other : best), shown) : shown;
  const parts = second === shown ? [shown] : [shown, second];
  const { pattern } = wantedBy(terms);
  return { field: shown.field, snippet: parts.map(({ text }) => highlight(text, pattern)).join(separator) };
}

interface Wanted {
  /** Words of each term, without marks. */
  readonly words: readonly (readonly string[])[];
  readonly pattern: RegExp;
}

/** Compiled once for the hits of a search. */
const wanted = new WeakMap<readonly SearchTerm[], Wanted>();

function wantedBy(terms: readonly SearchTerm[]): Wanted {
  const known = wanted.get(terms);
  if (known) return known;
  const words = terms.map(wordsIn);
  const prepared = { words: words.map((all) => all.map(withoutInnerMarks)), pattern: patternOf(words) };
  wanted.set(terms, prepared);
  return prepared;
}

/** The texts with the search terms that they contain; none beyond one that contains all. */
function upToAll(texts: Iterable<FoundText>, terms: readonly SearchTerm[]) {
  const { words, pattern } = wantedBy(terms);
  const read: (FoundText & { readonly found: ReadonlySet<number> })[] = [];
  for (const text of texts) {
    const folded = fold(text.text);
    const plain = withoutInnerMarks(folded);
    const mayMatch = words.some((all) => all.some((word) => plain.includes(word)));
    const matches = mayMatch ? (folded.match(pattern) ?? []).map(withoutInnerMarks) : [];
    const found = new Set(words.flatMap((all, at) => (all.some((word) => matches.includes(word)) ? [at] : [])));
    read.push({ ...text, found });
    if (found.size === terms.length) break;
  }
  return read;
}

const wordsIn = ({ spellings }: SearchTerm): string[] => spellings.flatMap((phrases) => phrases.flatMap((phrase) => phrase.split(' ')));

const letter = '[\\p{L}\\p{N}\\p{Co}]';
const numerator = '(?=[1-57]⁄)';

/** Matches whole words with or without marks inside, those of the last term as prefixes; parts of words in scripts without blanks. */
export function patternOf(terms: readonly (readonly string[])[]): RegExp {
  const spelled = terms
    .flatMap((words, at) => words.map((word) => ({ word, isLast: at === terms.length - 1 })))
    .toSorted((a, b) => b.word.length - a.word.length)
    .map(({ word, isLast }) => {
      const letters = [...word].join(`[${innerMarks}]?`);
      if (isUnspaced(word)) return letters;
      return `(?:(?<!${letter})|${numerator})${letters}${isLast ? '' : `(?:(?!${letter})|${numerator})`}`;
    });
  return new RegExp(spelled.join('|') || '(?!)', 'gu');
}

/** Marks matches in HTML. Partly matching ligatures, such as ﬁ by "f", are marked whole. */
export function highlight(text: string, pattern: RegExp): string {
  const ranges = matchesIn(text, pattern);
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

/** Ranges of matches: in order, not overlapping, on whole letters with their combining marks. */
export function matchesIn(text: string, pattern: RegExp): Range[] {
  const { folded, origins } = isAscii(text) ? { folded: text.toLowerCase() } : foldWithOrigins(text);
  const ranges: Range[] = [];
  for (const { 0: match, index } of folded.matchAll(pattern)) {
    const start = origins?.[index]?.start ?? index;
    const end = origins?.[index + match.length - 1]?.end ?? index + match.length;
    const before = ranges.at(-1);
    if (before && start <= before.end) ranges[ranges.length - 1] = { start: before.start, end: Math.max(end, before.end) };
    else ranges.push({ start, end });
  }
  return ranges;
}

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

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
