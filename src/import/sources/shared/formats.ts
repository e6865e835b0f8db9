import { type FormatType, formatTypes } from '../../../catalog/vocabularies/vocabularies';

interface FormatWords {
  /** Matches the format within a longer name, such as "Hybrid SACD (CD layer)". */
  readonly within?: RegExp;
  readonly names?: string;
  /** Prefix of its track positions: "CD2-5". */
  readonly positions?: string;
  readonly hasSides?: true;
}

/**
 * Names of formats in the sources. Within a name, earlier entries win: an SACD is also called a CD, and a Blu-ray may come with
 * a DVD.
 */
const words: Readonly<Record<FormatType, FormatWords>> = {
  sacd: { within: /SACD/, names: 'sacd', positions: 'SACD CD' },
  blu_ray: { within: /Blu-ray/i, names: 'blu-ray, blu-ray-r', positions: 'BD BR BLURAY VIDEO' },
  dvd: { within: /DVD/, names: 'dvd, dvdr, dvdplus, dualdisc, hd dvd, hd dvd-r', positions: 'DVD VIDEO' },
  minidisc: { within: /MiniDisc/i, names: 'minidisc', positions: 'MD' },
  cd: { within: /CD/, names: 'cd, cdr, cdr mini, mini cd, cd mini, hdcd, cdv', positions: 'CD CDR SACD' },
  vinyl: {
    within: /Vinyl|Shellac|Acetate|Flexi/i,
    names: 'vinyl, lp, flexi-disc, lathe cut, acetate, shellac',
    positions: 'LP EP',
    hasSides: true,
  },
  cassette: { within: /Cassette/i, names: 'cassette, microcassette, dcc', positions: 'MC CASS CASSETTE TAPE', hasSides: true },
  digital: { within: /Digital|Download/i, names: 'file, memory stick', positions: 'FILE DL DIGITAL' },
  other: { positions: 'VIDEO' },
};

const types = Object.entries(words) as [FormatType, FormatWords][];

/** Format found within a name. */
export const formatWithin = (name: string): FormatType => types.find(([, { within }]) => within?.test(name))?.[0] ?? 'other';

export const formatNamed = (name: string): FormatType => byName.get(name.trim().toLowerCase()) ?? 'other';

const byName = new Map(types.flatMap(([type, { names = '' }]) => names.split(', ').map((name) => [name, type] as const)));

/** Formats whose positions start with an upper-case word; `undefined` for unknown words. */
export const formatsOfPosition = (word: string): readonly FormatType[] | undefined => byPosition.get(word);

const byPosition = new Map<string, FormatType[]>();
for (const [type, { positions = '' }] of types)
  for (const word of positions.split(' ')) byPosition.set(word, [...(byPosition.get(word) ?? []), type]);

/** Formats with sides; "other" may have them. */
export const formatsWithSides: readonly FormatType[] = formatTypes.words.filter((type) => words[type].hasSides || type === 'other');

export const formatsWithNumbers: readonly FormatType[] = formatTypes.words.filter((type) => !words[type].hasSides);
