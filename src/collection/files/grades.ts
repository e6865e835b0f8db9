// The words that Discogs, the Goldmine standard and sellers have for the state of a record, as those of the catalog.

/** In lower case, by the word and by its short form. */
const grades: Readonly<Record<string, string>> = {
  mint: 'mint',
  m: 'mint',
  'near mint': 'near_mint',
  nm: 'near_mint',
  'nm-': 'near_mint',
  'm-': 'near_mint',
  'mint minus': 'near_mint',
  'very good plus': 'very_good_plus',
  'very good+': 'very_good_plus',
  'vg+': 'very_good_plus',
  'vg++': 'very_good_plus',
  // Where a scale has it, it stands between near mint and very good.
  excellent: 'very_good_plus',
  ex: 'very_good_plus',
  'very good': 'very_good',
  vg: 'very_good',
  'good plus': 'good_plus',
  'good+': 'good_plus',
  'g+': 'good_plus',
  good: 'good',
  g: 'good',
  fair: 'fair',
  f: 'fair',
  poor: 'poor',
  p: 'poor',
};

/**
 * The condition that is meant by such words as "Near Mint (NM or M-)", "VG+" or "very_good_plus": by the word before the
 * brackets, else by the first one in them. `undefined` for what is none, such as "Not Graded" and "Generic".
 */
export function gradeOf(text: string): string | undefined {
  const [whole = '', inBrackets = ''] = text
    .toLowerCase()
    .split(/[()]/)
    .map((part) => part.replaceAll('_', ' ').trim());
  const short = inBrackets.split(/\s/)[0] ?? '';
  return find(whole) ?? find(short);
}

const find = (word: string): string | undefined => (Object.hasOwn(grades, word) ? grades[word] : undefined);
