import { fold } from './folding';

/**
 * A name as part of a URL: ASCII letters and digits, joined by hyphens. Names in other scripts than the Latin one are
 * written in its letters: Рыбников as rybnikov, 黃金甲 as huang-jin-jia. Empty where a name has neither letters nor digits.
 */
export function slugOf(name: string): string {
  const latin = hasOtherLetters.test(name) ? inLatinLetters(name) : name;
  return hyphenated(fold(latin).replace(unusualLetters, ascii));
}

/** The same of what `fold` makes ASCII alone: what is known by a name made so, stays known by it. */
export const latinSlugOf = (name: string): string => hyphenated(fold(name));

const hyphenated = (folded: string): string =>
  folded
    .replace(/['’ʼ`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longestSlug)
    .replace(/-+$/, '');

const longestSlug = 100;

/** Such as ə, which no mark makes of another one. */
const unusualLetters = /(?![a-z])\p{Script=Latin}/gu;

const hasOtherLetters = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Text of one other script, with its marks and what several scripts share. */
const otherLetters = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}][\p{Script=Inherited}ーｰ]*/gu;

/** Each is a word, or a part of one, that is read alone. */
const ideograph = /\p{Script=Han}/u;

/** Composed first (NFKC): a letter and its mark are another letter in many scripts, й in Cyrillic, ガ in Katakana. */
function inLatinLetters(name: string): string {
  return name.normalize('NFKC').replace(otherLetters, (letter) => (ideograph.test(letter) ? ` ${ascii(letter)} ` : ascii(letter)));
}

/** Half a megabyte of tables, which are read when the first name needs them, and not when a server starts. */
const ascii = (text: string): string => (require('any-ascii') as typeof import('any-ascii')).default(text);
