import { fold } from './folding';

/**
 * A name as a URL segment: ASCII letters and digits joined by hyphens. Other scripts are transliterated: Рыбников becomes
 * rybnikov, 黃金甲 huang-jin-jia. Empty if there are no letters or digits.
 */
export function slugOf(name: string): string {
  const separated = name.replace(fractionAfterNumber, ' ');
  const latin = hasOtherLetters.test(separated) ? inLatinLetters(separated) : separated;
  return hyphenated(fold(latin).replace(unusualLetters, ascii));
}

/** Slug from folded Latin letters only, for addresses made before transliteration. */
export const latinSlugOf = (name: string): string => hyphenated(fold(name));

const hyphenated = (folded: string): string =>
  folded
    .replace(/['’ʼ`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longestSlug)
    .replace(/-$/, '');

const longestSlug = 100;

/** 8½ is 8 and 1/2, not 81/2. */
const fractionAfterNumber = /(?<=\d)(?=[¼-¾⅐-⅟↉])/g;

/** Letters such as ə, which are not composed with a mark. */
const unusualLetters = /(?![a-z])\p{Script=Latin}/gu;

const hasOtherLetters = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether all letters of a name are Latin. */
export const isLatin = (name: string): boolean => /\p{Script=Latin}/u.test(name) && !hasOtherLetters.test(name);

/** Canonical: `ja` for `jpn`, with the script it is written in; `undefined` for no code of ISO 639. */
export const localeOf = (language: string | null | undefined): Intl.Locale | undefined =>
  language && /^[a-z]{2,3}$/.test(language) ? new Intl.Locale(language).maximize() : undefined;

/** Whether a title in Latin letters is in a language with another script: "Sen to Chihiro" in Japanese. */
export const isTransliteration = ({ title, language }: { readonly title: string; readonly language?: string | null }): boolean =>
  isLatin(title) && (localeOf(language)?.script ?? 'Latn') !== 'Latn';

/** Runs of one other script, with marks and shared characters. */
const otherLetters = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}][\p{Script=Inherited}ーｰ]*/gu;

/** Each ideograph is transliterated on its own. */
const ideograph = /\p{Script=Han}/u;

/** Composed first (NFKC), since a marked letter is a separate letter in many scripts: й in Cyrillic, ガ in Katakana. */
const inLatinLetters = (name: string): string =>
  name.normalize('NFKC').replace(kanaRun, kanaInLatinLetters).replace(otherLetters, transliterated);

const kanaRun = /[ぁ-ゖァ-ヺー]+/g;

/**
 * Hepburn without macrons, which are all that ー would add: a small tsu doubles the next consonant, and a small vowel replaces the one
 * before it, or makes w or y of it (ウォ wo, クァ kwa, イェ ye).
 */
function kanaInLatinLetters(run: string): string {
  let latin = '';
  let isDoubled = false;
  let before = ' ';
  for (const letter of run.replaceAll('ー', '')) {
    const sound = transliterated(letter);
    const isSmallTsu = 'っッ'.includes(letter);
    if ('ゃゅょャュョ'.includes(letter))
      latin = /(?:sh|ch|j)i$/.test(latin) ? latin.slice(0, -1) + sound.slice(1) : latin.replace(/[iue]$/, '') + sound;
    else if ('ぁぃぅぇぉァィゥェォゎヮ'.includes(letter)) {
      const vowel = sound.slice(-1);
      if ('うくぐウクグ'.includes(before) && vowel !== 'u') latin = `${latin.slice(0, -1)}w${vowel}`;
      else if ('いイ'.includes(before) && vowel === 'e') latin = `${latin.slice(0, -1)}ye`;
      else latin = latin.replace(/(?<=[^aeiou])[aeiou]$/, '') + sound;
    } else if (!isSmallTsu)
      latin += isDoubled ? sound.replace(/^(?:c(?=h)|[^aeiou])/, (first) => `${first === 'c' ? 't' : first}${first}`) : sound;
    isDoubled = isSmallTsu;
    before = letter;
  }
  return latin;
}

/** Transliterated letters, 100 bytes each: a catalog has few different ones. */
const transliterations = new Map<string, string>();
const maximumTransliterations = 10_000;

function transliterated(letter: string): string {
  const known = transliterations.get(letter);
  if (known !== undefined) return known;
  const found = ideograph.test(letter) ? ` ${ascii(letter)} ` : ascii(letter);
  if (transliterations.size >= maximumTransliterations) transliterations.clear();
  transliterations.set(letter, found);
  return found;
}

/** Half a megabyte of tables, loaded when first needed instead of at startup. */
const ascii = (text: string): string => (require('any-ascii') as typeof import('any-ascii')).default(text);
