import type { Dice } from './dice';
import type { Schema } from './grammar';

/** Texts that have been somebody's undoing: in searches, numbers, dates, paths, encodings, spreadsheets. */
const troubles: readonly string[] = [
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '\0',
    'a\0b',
    "'",
    '"',
    '`',
    '\\',
    ';',
    '--',
    '%',
    '_',
    '*',
    'a*',
    '^',
    '-',
    '+',
    ':',
    '(',
    ')',
    '{}',
    '[]',
    '<b>',
  ],
  ...[
    '"open',
    'a"b"c',
    'name:a',
    'NEAR(a b)',
    'AND',
    'OR OR',
    'NOT',
    'a AND (b',
    "' OR 1=1 --",
    '$where',
    '?',
    '#',
    '&a=b',
    '..',
    '../../etc',
  ],
  ...[
    '0',
    '-0',
    '-1',
    '1.5',
    '1e3',
    '1e309',
    '0x10',
    ' 7',
    '007',
    '٣',
    '²',
    'NaN',
    'Infinity',
    'null',
    'undefined',
    'true',
    'TRUE',
    '[object Object]',
  ],
  ...['9007199254740993', '9223372036854775808', '99999999999999999999999999', '1'.repeat(400)],
  ...['0000', '1899', '1960-02-30', '1960-13', '-0001-01-01', '10000-01-01', '2026-01-15T25:00:00Z', '1960/09/08'],
  ...['é', 'e\u0301', 'İ', 'ß', 'ﬁ', '🎼', '👩‍👩‍👧', '\u202e', '\ufeff', '\u2028', '\ud800', '\uffff', 'ａｂｃ', '漢字', 'ا', '\u200b'],
  ...['=1+1', '@SUM(A1)', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.polluted'],
  ...['a'.repeat(201), 'a '.repeat(500), 'ä'.repeat(3_000), 'the '.repeat(60), 'a'.repeat(12_000)],
  ...['00000000-0000-0000-0000-000000000000', '0b7e3f5c-1d2a-5c4b-9e8f', 'urn:uuid:0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f'],
];

/** Escapes that no text gives: broken ones, and bytes that are no UTF-8. */
export const brokenEscapes: readonly string[] = [
  '%',
  '%f',
  '%zz',
  '%ff',
  '%c3',
  '%e2%82',
  '%ed%a0%80',
  '%c0%af',
  '%00',
  '%2f',
  '%252f',
  '%u0041',
  '%25ff',
];

export const trouble = (dice: Dice): string => dice.pick(troubles);

/** A text that may stand for a value of this schema, and mostly is one. */
export function textFor(schema: Schema, dice: Dice, words: readonly string[]): string {
  if (dice.errs(0.3)) return dice.chance(0.2) ? dice.pick(words) : trouble(dice);
  const options = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  if (options.length > 0) return textFor(dice.pick(options), dice, words);
  const known = [...(schema.enum ?? []), ...(schema.examples ?? []), ...('const' in schema ? [schema.const] : []), schema.default];
  const value = dice.pick(known.filter((one) => one !== undefined));
  if (value !== undefined && dice.chance(0.8)) return String(value);
  return madeUp(schema, dice, words);
}

function madeUp({ type, format, minimum = 0, maximum = minimum + 100 }: Schema, dice: Dice, words: readonly string[]): string {
  if (format === 'uuid') return dice.uuid();
  if (type === 'integer') return String(dice.between(minimum - (dice.errs(0.2) ? 1 : 0), Math.min(maximum, minimum + 100)));
  if (type === 'boolean') return dice.pick(['true', 'false', '1', '0']);
  if (/date/.test(format ?? '')) return dice.pick(['1960', '1960-09', '1960-09-08', '2026-01-15T09:30:00Z']);
  return dice.pick([listOf(dice, words), ...['herrmann', 'psycho', 'john williams', 'a', 'the wo', 'herm']]);
}

/** What `sort`, `include` and `fields` are made of. */
function listOf(dice: Dice, words: readonly string[]): string {
  const paths = Array.from({ length: dice.between(1, 4) }, () =>
    Array.from({ length: dice.between(1, 2) }, () => dice.pick(words)).join('.'),
  );
  return paths.map((path) => (dice.chance(0.3) ? `-${path}` : path)).join(',');
}

/** Percent-encoded as clients do it, and as they should not. A lone surrogate becomes what `encodeURIComponent` cannot give. */
export function encoded(text: string, dice: Dice): string {
  const plain = encodeURIComponent(text.toWellFormed());
  if (dice.errs(0.02)) return plain + dice.pick(brokenEscapes);
  if (dice.chance(0.1)) return plain.replaceAll('%20', '+');
  if (dice.chance(0.05)) return plain.replace(/%../g, (triplet) => triplet.toLowerCase());
  return dice.errs(0.02) ? encodeURIComponent(plain) : plain;
}
