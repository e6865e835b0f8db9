import { fold } from '../database/folding';

/** Words that labels add to their name and that others leave out: "Intrada" is "Intrada Records". */
const companyWords =
  /\s+(?:records?|recordings?|music|musik|entertainment|discs?|disques|dischi|discos|ltd|limited|inc|incorporated|corp|corporation|co|company|llc|gmbh|group|productions?|publishing)$/;

/** A label's name as labels are compared: without case, accents, punctuation and the words of a company. */
export function labelKey(name: string): string {
  let key = fold(name)
    .replace(/ \(\d+\)$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  while (companyWords.test(key)) key = key.replace(companyWords, '');
  return key;
}
