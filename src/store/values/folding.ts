/** Letters that Unicode does not decompose, with their usual transcription. Lower case, since text is lower-cased first. */
const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ß: 'ss',
  ſ: 's',
  ς: 'σ',
};

const marks = /\p{M}+/gu;
const lettersWithoutDecomposition = /[æœøðđþłħıŋßſς]/gu;
const blanks = /[\s\p{Cc}]+/gu;
const plain = /^[a-z0-9]*(?:[ .,'&!?:()-][a-z0-9]+)*$/;

/**
 * Folds text for search and comparison: NFKD without marks, lower case, letters such as ø and ð transcribed, and whitespace and
 * control characters collapsed.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(lettersWithoutDecomposition, (letter) => letters[letter] as string)
    .replace(blanks, ' ');
}

/** Case-folds text, keeping accents (ß becomes SS). */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}

/**
 * Whether a text is invisible: blanks (including Braille and musical ones), controls, marks without a letter, object
 * placeholders and default-ignorable code points (UAX 44).
 */
export const isUnseen = (text: string): boolean => unseen.test(text);

const unseen = /^[\s\u2800\u{1D159}\uFFFC\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u;

/** Normalizes text to one composed line of limited length; `undefined` if invisible. */
export function oneLine(text: string, maximum: number): string | undefined {
  const line = inOneLine(text);
  // Does not split surrogate pairs.
  const cut =
    line.length <= maximum
      ? line
      : line
          .slice(0, maximum)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd();
  return cut === '' || isUnseen(cut) ? undefined : cut;
}

/** The same without a length limit. Few lines need a change, and each is read several times. */
export const inOneLine = (text: string): string =>
  /[^ -~]|^ | $| {2}/.test(text)
    ? text
        .toWellFormed()
        .normalize('NFC')
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
    : text;

/** Words that labels add to their name and others leave out: "Intrada" is "Intrada Records". */
const companyWords: ReadonlySet<string> = new Set(
  `
  record records recording recordings music musik entertainment disc discs disques dischi discos group production productions
  publishing company limited incorporated corporation ltd ltd. inc inc. corp corp. co co. llc gmbh`
    .trim()
    .split(/\s+/),
);

const wordAtEnd = /(?<![\s,])[\s,]+([^\s,]+)$/;

/** Comparison key of a label name: without case, accents, punctuation and company words. */
export function labelKey(name: string): string {
  const words = fold(name)
    .replace(/ \(\d+\)$/, '')
    .trim()
    .split(/[\s,]+/);
  while (words.length > 1 && companyWords.has(words.at(-1) ?? '')) words.pop();
  return words
    .join(' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Folded label names that differ by at most the last company word, the name itself included. */
export function labelSpellings(name: string): string[] {
  const whole = fold(name).trim();
  const [end = '', word = ''] = wordAtEnd.exec(whole) ?? [];
  const names = companyWords.has(word) ? [whole, whole.slice(0, -end.length)] : [whole];
  return names.flatMap((one) => [one, ...[...companyWords].map((word) => `${one} ${word}`)]);
}

/** Embeddings, overrides and isolates, which show a text in another order (Unicode Technical Report 36). */
export const bidirectionalControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Control characters (C0 and C1) but line breaks and tabs. */
const controls = /[^\P{Cc}\n\t]/gu;

/** A text without control characters, apart from line breaks and tabs. */
export const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(controls, '').replace(bidirectionalControls, '');

/** In JSON, escaped or not. */
const inJson = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\\[bfr]|\\u(?:00[01]|007f|00[89]|202[a-e]|206[6-9])/i;

/** A parsed value whose texts have no control characters. @param json its text, which is searched faster than the value */
export function valueWithoutControls<T>(value: T, json: string): T {
  if (!inJson.test(json)) return value;
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? withoutControls(one) : one)) as T;
}
