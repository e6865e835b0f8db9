import { fold } from '../values/folding';

/** Words as the tokenizer defines them: letters and digits of any script (FTS5, unicode61). */
export const words = /[\p{L}\p{N}\p{Co}]+/gu;

/** Words of a folded text. The numerator of a fraction is one: 8½ has 8, 1 and 2. */
export const wordsIn = (folded: string): string[] => separated(folded).match(words) ?? [];

const separated = (folded: string): string => (folded.includes('⁄') ? folded.replace(/[1-57]⁄/g, ' $&') : folded);

/** Marks inside words that other spellings omit. `db/migrations/words-of.sql` indexes such words without them too. */
export const innerMarks = "'’‘ʼ`.*/·•・‐-";

const anyInnerMark = new RegExp(`[${innerMarks}]`, 'gu');

/** A mark between letters, one of which may be a digit: `schindler's`, `k-9`, but not `1/2`. */
const markBetweenLetters = new RegExp(`[^ -@][${innerMarks}][^ -/:-@]|[^ -/:-@][${innerMarks}][^ -@]`, 'u');

/** Letters of scripts without blanks between words. Korean letters are decomposed. */
const unspaced = /[々-〇ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄯㇰ-ㇿ㐀-䶿一-鿿豈-﫿ก-ะาเ-ๆ\u{20000}-\u{3ffff}\u1100-\u11ff]/u;
const korean = /[\u1100-\u11ff]/;
const koreanInitial = /[\u1100-\u115f]/;

/** Whether a word is found by any part of it. */
export const isUnspaced = (word: string): boolean => unspaced.test(word);

/** A folded text without the marks inside words. */
export const withoutInnerMarks = (folded: string): string => folded.replace(anyInnerMark, '');

/**
 * Most words searched. Each walks another index list while all requests wait; "Dr. Strangelove or: How I Learned to Stop
 * Worrying and Love the Bomb" has thirteen.
 */
export const maximumWords = 16;

/** A word, or words joined by marks, with its spellings. */
export interface SearchTerm {
  /** As typed, without marks, with another numeral, in full. Each is a list of words or phrases. */
  readonly spellings: readonly (readonly string[])[];
  /** MATCH expression. */
  readonly whole: string;
  /** MATCH expression of texts that continue what was typed. */
  readonly beginning: string;
}

/** A search text prepared for FTS5. */
export interface SearchText {
  /** Folded words as typed, at most {@link maximumWords}. */
  readonly words: readonly string[];
  readonly terms: readonly SearchTerm[];
  /** MATCH expression: all words, the last as a prefix. `null` without words. */
  readonly match: string | null;
  /** The whole text, folded, for exact matches. */
  readonly exact: string;
}

/**
 * Makes typed text safe for FTS5: each word becomes a quoted string; quotes, operators and brackets only separate words. Words
 * are found in all their spellings.
 */
export function readSearchText(text: string): SearchText {
  const exact = fold(text).trim();
  const groups = groupsOf(separated(exact));
  const terms = groups.map((group, at) => termOf(group, groups[at - 1]?.words.at(-1)));
  return { words: groups.flatMap(({ words }) => words), terms, match: matchOf(terms), exact };
}

/** Distinct words, up to the limit. */
export const distinctWords = (typed: readonly string[]): string[] => [...new Set(typed)].slice(0, maximumWords);

/** MATCH expression of all terms. */
export const allOf = (expressions: readonly string[]): string =>
  expressions.join(expressions.some((one) => one.startsWith('(')) ? ' AND ' : ' ');

/** MATCH expression of whole words. */
export const wholeMatch = ({ terms }: SearchText): string => allOf(distinctWords(terms.map(({ whole }) => whole)));

interface Group {
  readonly words: readonly string[];
  /** The same without marks, if there are some inside. */
  readonly joined?: readonly string[];
}

/** Words, those with marks inside together, and initials together. */
function groupsOf(exact: string): Group[] {
  const groups: Group[] = [];
  let left = maximumWords;
  for (const chunk of exact.match(chunks) ?? []) {
    const found = (chunk.match(words) ?? []).slice(0, left);
    left -= found.length;
    const joined = left > 0 ? joinedIn(chunk) : undefined;
    if (joined) groups.push({ words: found, joined });
    else groups.push(...found.map((word) => ({ words: [word] })));
  }
  return groups;
}

/** Text without blanks. "s w a t" and "j. s." are like one word, and so are "8 1/2" and "eight and a half". */
const chunks = /(?<!\S)(?:[a-z]\.?(?: [a-z]\.?)+|\d+ ?1[/⁄]2|[a-z]+ and a half)(?!\S)|\S+/g;

function joinedIn(chunk: string): readonly string[] | undefined {
  const [, number] = /^(\w+?)(?: ?1[/⁄]2| and a half)$/.exec(chunk) ?? [];
  const spelled = number === undefined ? undefined : numbers[Number(number)];
  if (spelled !== undefined) return [spelled, 'and', 'a', 'half'];
  if (number !== undefined && numbers.includes(number)) return [String(numbers.indexOf(number)), '1', '2'];
  const isJoined = number === undefined && (chunk.includes(' ') || markBetweenLetters.test(chunk));
  return (isJoined && withoutInnerMarks(chunk.replaceAll(' ', '')).match(words)) || undefined;
}

function termOf({ words, joined }: Group, before: string | undefined): SearchTerm {
  const [word = '', ...more] = words;
  const typed = joined ? [words, joined] : [words];
  const others = more.length > 0 ? [] : [...numeralsOf(word, before), ...(abbreviations.get(word) ?? [])].map((other) => [other]);
  const expressionOf = (spelling: readonly string[], isBeginning: boolean) =>
    grouped(
      spelling.map((phrase, at) => quoted(phrase, isBeginning && at === spelling.length - 1)),
      'AND',
    );
  const expressions = (isBeginning: boolean) =>
    grouped([...typed.map((one) => expressionOf(one, isBeginning)), ...others.map((one) => expressionOf(one, false))], 'OR');
  return { spellings: [...typed, ...others], whole: expressions(false), beginning: expressions(true) };
}

const grouped = (expressions: readonly string[], operator: string): string =>
  expressions.length > 1 ? `(${expressions.join(` ${operator} `)})` : expressions.join('');

const numbers = (
  'zero one two three four five six seven eight nine ten ' +
  'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
).split(' ');
const romanNumerals = ' i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');

/** The number to twenty that a word is in digits, letters or Roman numerals; negative if it is none. */
export const numeralValue = (word: string): number =>
  /^(?:1?\d|20)$/.test(word) ? Number(word) : Math.max(romanNumerals.indexOf(word), numbers.indexOf(word));

/** Only after these are "i" and "one" numbers. */
const parts = /^(?:part|parts|teil|partie|parte|vol|volume|chapter|episode|act|book|no|number|nr)$/;

/** The other numerals of a number to twenty. The first word of a text is none: "V for Vendetta", "Two Women". */
function numeralsOf(word: string, before: string | undefined): string[] {
  if (before === undefined) return [];
  const number = numeralValue(word);
  if (number < 1 || (number === 1 && !parts.test(before))) return [];
  return [romanNumerals[number], String(number), numbers[number]].flatMap((one) => (one === undefined || one === word ? [] : [one]));
}

export const isAbbreviation = (word: string): boolean => abbreviations.has(word);

/** Names that labels and collectors abbreviate. */
const abbreviations: ReadonlyMap<string, readonly string[]> = new Map([
  ['bsx', ['buysoundtrax']],
  ['ddr', ['dragons domain records']],
  ['fsm', ['film score monthly']],
  ['lll', ['la la land records']],
  ['mmm', ['monstrous movie music']],
  ['msm', ['moviescore media']],
  ['vsd', ['varese sarabande']],
]);

/** A phrase of the index, a prefix if its last word may continue. */
function quoted(phrase: string, isBeginning: boolean): string {
  const tokens = phrase.split(' ').flatMap(tokensOf);
  const last = tokens.at(-1) ?? '';
  if (!isUnspaced(last)) return `"${tokens.join(' ')}"${isBeginning ? '*' : ''}`;
  const length = [...last].length;
  // The pair before has the last character too.
  if (length === 1 && tokens.at(-2)?.endsWith(last)) return `"${tokens.slice(0, -1).join(' ')}"`;
  return `"${tokens.join(' ')}"${length < (korean.test(last) ? 3 : 2) ? '*' : ''}`;
}

/** Tokens that the index has of a word, as `db/migrations/words-of.sql` writes them. */
export function tokensOf(word: string): string[] {
  if (!isUnspaced(word)) return [word];
  const letters = [...word];
  const tokens: string[] = [];
  let isContinued = false;
  for (const [at, letter] of letters.entries()) {
    const [next = '', third = ''] = letters.slice(at + 1);
    if (!isUnspaced(letter)) tokens.push((isContinued ? tokens.pop() : '') + letter);
    else if (koreanInitial.test(letter)) tokens.push(letter + (korean.test(next) ? next + (korean.test(third) ? third : '') : ''));
    else if (!korean.test(letter)) tokens.push(letter + (isUnspaced(next) && !korean.test(next) ? next : ''));
    isContinued = !isUnspaced(letter);
  }
  // A vowel alone, which nobody types.
  return tokens.length === 0 ? [word] : tokens;
}

function matchOf(terms: readonly SearchTerm[]): string | null {
  const last = terms.at(-1);
  if (last === undefined) return null;
  const whole = distinctWords(terms.slice(0, -1).map(({ whole }) => whole));
  // Redundant if another word starts with the last one.
  const isRepeated = whole.length === maximumWords || whole.some((one) => one.startsWith(last.whole.slice(0, -1)));
  return allOf([...whole, ...(isRepeated ? [] : [last.beginning])]);
}
