import type { Schema } from './grammar';
import type { FuzzRandom } from './random-source';

/** Texts that break searches, numbers, dates, paths, encodings or spreadsheets. */
const troubles: readonly string[] = [
  ...['', ' ', '\t', '\n', '\0', 'a\0b', "'", '\\', ...'" ` ; -- % _ * a* ^ - + : ( ) {} [] <b>'.split(' ')],
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
  ...'0 -0 -1 1.5 1e3 1e309 0x10 007 ٣ ² NaN Infinity null undefined true TRUE'.split(' '),
  ...[' 7', '[object Object]', '9007199254740993', '9223372036854775808', '99999999999999999999999999', '1'.repeat(400)],
  ...'0000 1899 1960-02-30 1960-13 -0001-01-01 10000-01-01 2026-01-15T25:00:00Z 1960/09/08'.split(' '),
  ...['é', 'e\u0301', 'İ', 'ß', 'ﬁ', '🎼', '👩‍👩‍👧', '\u202e', '\ufeff', '\u2028', '\ud800', '\uffff', 'ａｂｃ', '漢字', 'ا', '\u200b'],
  ...['=1+1', '@SUM(A1)', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.polluted'],
  ...['a'.repeat(201), 'a '.repeat(500), 'ä'.repeat(3_000), 'the '.repeat(60), 'a'.repeat(12_000)],
  ...['00000000-0000-0000-0000-000000000000', '0b7e3f5c-1d2a-5c4b-9e8f', 'urn:uuid:0b7e3f5c-1d2a-5c4b-9e8f-7a6b5c4d3e2f'],
];

/** Malformed percent-encodings and invalid UTF-8. */
export const brokenEscapes: readonly string[] = '% %f %zz %ff %c3 %e2%82 %ed%a0%80 %c0%af %00 %2f %252f %u0041 %25ff'.split(' ');

export const trouble = (random: FuzzRandom): string => random.pick(troubles);

/** A value for a schema, usually valid. */
export function textFor(schema: Schema, random: FuzzRandom, words: readonly string[]): string {
  if (random.errs(0.3)) return random.chance(0.2) ? random.pick(words) : trouble(random);
  const options = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  if (options.length > 0) return textFor(random.pick(options), random, words);
  const known = [...(schema.enum ?? []), ...(schema.examples ?? []), ...('const' in schema ? [schema.const] : []), schema.default];
  const value = random.pick(known.filter((one) => one !== undefined));
  if (value !== undefined && random.chance(0.8)) return String(value);
  return madeUp(schema, random, words);
}

function madeUp({ type, format, minimum = 0, maximum = minimum + 100 }: Schema, random: FuzzRandom, words: readonly string[]): string {
  if (format === 'uuid') return random.uuid();
  if (type === 'integer') return String(random.between(minimum - (random.errs(0.2) ? 1 : 0), Math.min(maximum, minimum + 100)));
  if (type === 'boolean') return random.pick(['true', 'false', '1', '0']);
  if (/date/.test(format ?? '')) return random.pick(['1960', '1960-09', '1960-09-08', '2026-01-15T09:30:00Z']);
  return random.pick([listOf(random, words), ...['herrmann', 'psycho', 'john williams', 'a', 'the wo', 'herm']]);
}

/** A list of names as in `sort`, `include` and `fields`. */
function listOf(random: FuzzRandom, words: readonly string[]): string {
  const paths = Array.from({ length: random.between(1, 4) }, () =>
    Array.from({ length: random.between(1, 2) }, () => random.pick(words)).join('.'),
  );
  return paths.map((path) => (random.chance(0.3) ? `-${path}` : path)).join(',');
}

/** Percent-encodes a text as good and bad clients do. A lone surrogate becomes U+FFFD. */
export function encoded(text: string, random: FuzzRandom): string {
  const plain = encodeURIComponent(text.toWellFormed());
  if (random.errs(0.02)) return plain + random.pick(brokenEscapes);
  if (random.chance(0.1)) return plain.replaceAll('%20', '+');
  if (random.chance(0.05)) return plain.replace(/%../g, (triplet) => triplet.toLowerCase());
  return random.errs(0.02) ? encodeURIComponent(plain) : plain;
}
