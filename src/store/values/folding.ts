/**
 * Letters that Unicode does not decompose into a letter and marks, with what people type for them.
 * All are in lower case: text is folded to lower case first.
 */
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
 * Text as "contains", equality and search compare it: decomposed (NFKD), without marks, in lower case, letters such
 * as ø and ð as people type them, any run of white space and control characters as one space.
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

/** Text without case but with its accents, so that what differs in case alone is equal (ß as SS). */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}

/**
 * Whether a text shows nothing: blanks, those of Braille and of musical notation, controls, marks without a letter, the placeholder
 * of objects, and what Unicode leaves out of sight (UAX 44, Default_Ignorable_Code_Point).
 */
export const isUnseen = (text: string): boolean => unseen.test(text);

const unseen = /^[\s\u2800\u{1D159}\uFFFC\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u;

/** Words that labels add to their name and that others leave out: "Intrada" is "Intrada Records". */
const companyWords = `
  record records recording recordings music musik entertainment disc discs disques dischi discos group production productions
  publishing company limited incorporated corporation ltd ltd. inc inc. corp corp. co co. llc gmbh`
  .trim()
  .split(/\s+/);

const companyWordAtEnd = new RegExp(`[\\s,]+(?:${companyWords.join('|').replaceAll('.', '\\.')})$`);

/** A label's name as labels are compared: without case, accents, punctuation and the words of a company. */
export function labelKey(name: string): string {
  let key = fold(name)
    .replace(/ \(\d+\)$/, '')
    .trim();
  while (companyWordAtEnd.test(key)) key = key.replace(companyWordAtEnd, '');
  return key.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The folded names of labels that differ by at most the last word of a company. Each of them has the name among its own. */
export function labelSpellings(name: string): string[] {
  const whole = fold(name).trim();
  const names = [...new Set([whole, whole.replace(companyWordAtEnd, '')])];
  return names.flatMap((one) => [one, ...companyWords.map((word) => `${one} ${word}`)]);
}
