import { fold } from './folding';

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
