import type { trackVersions } from '../../../catalog/vocabularies/vocabularies';

/** How many copies were made, and whether they are numbered, as far as a text says so. */
export interface LimitedEdition {
  readonly edition_size?: number;
  readonly numbered?: true;
}

/** Larger numbers are copies sold rather than made. */
const largestEdition = 100_000;

/** "3000", "3,000", "3.000" or "3 000". */
const number = String.raw`(\d{1,3}(?:[,. ]\d{3}){1,2}|\d{1,6})(?![\d.,]*\d)`;
const copies = `(?:(?:individually |hand[- ]?)?numbered )?(?:copies|units|pieces|sets|lps|cds|records)`;
const pattern = (source: string) => new RegExp(source, 'gi');

/** In running text, "500 copies" alone may be those sold. */
const inNotes = [
  pattern(String.raw`\blimited (?:edition )?(?:(?:pressing|run|release|quantity) )?(?:to|of) (?:only |just )?${number}(?: ${copies})?\b`),
  pattern(String.raw`\b(?:edition|pressing|run) of (?:only |just )?${number} ${copies}\b`),
  pattern(String.raw`(?<![\w.,])${number} ${copies} (?:(?:were |was )?(?:made|pressed|produced|issued|printed)|only|worldwide)\b`),
  pattern(String.raw`\bonly ${number} ${copies}\b`),
];

/** Texts of formats speak of nothing else. */
const inFormats = [...inNotes, pattern(String.raw`(?<![\w.,])${number} ${copies}\b`)];

/** Nearly all notes lack these words. */
const mayBeLimited = /limited|copies|pressing|edition|units|numbered/i;

const isNumbered =
  /\b(?:individually|hand|machine|sequentially|consecutively)[- ]?numbered\b|\bnumbered (?:limited )?(?:edition|copies|copy)\b/i;

/**
 * Size and numbering of an edition. Where texts state several sizes, such as one for each color, there is none.
 * @param formats texts and descriptions of the formats
 */
export function limitedEditionOf(formats: readonly string[], notes: string): LimitedEdition {
  const running = mayBeLimited.test(notes) ? notes : '';
  const [size, another] = new Set([...formats.flatMap((text) => sizesIn(text, inFormats)), ...sizesIn(running, inNotes)]);
  const numbered = isNumbered.test(running) || formats.some((text) => /(?<!\b(?:un|not|non)[- ]?)numbered\b/i.test(text));
  return { ...(size !== undefined && another === undefined && { edition_size: size }), ...(numbered && { numbered }) };
}

const sizesIn = (text: string, patterns: readonly RegExp[]): number[] =>
  /\d/.test(text)
    ? patterns
        .flatMap((one) => [...text.matchAll(one)].map(([, digits = '']) => Number(digits.replace(/\D/g, ''))))
        .filter((size) => size > 0 && size <= largestEdition)
    : [];

/** Version remarks in a track title. */
interface TrackRemarks {
  readonly versions?: readonly (typeof trackVersions.words)[number][];
  readonly source_cue?: true;
}

/** Nothing else is meant by these words in the brackets of a title, or where recordings are told apart. */
const wordings: readonly (readonly [(typeof trackVersions.words)[number], RegExp])[] = [
  [
    'film_version',
    /\b(?:film|movie|motion picture) (?:version|take|mix|edit)\b|\bas (?:heard|used|featured) in (?:the )?(?:film|movie)\b/i,
  ],
  ['album_version', /\b(?:(?:soundtrack )?album|lp) (?:version|take|mix|edit)\b/i],
  ['alternate', /\balternate\b|\balternative (?:version|take|mix|cue)\b|\balt\.? (?:version|take|mix)\b/i],
  ['previously_unreleased', /\bpreviously unreleased\b/i],
];

const sourceCue = /\bsource (?:music|cue)\b|^source$/i;

const brackets = /[([]([^()[\]]+)[)\]]/g;

/** Reads the brackets of a title, and what distinguishes its recording. What they do not say stays open. */
export function trackRemarks(title: string | undefined, disambiguation?: string): TrackRemarks {
  const remarks = [...(title ?? '').matchAll(brackets)].map(([, text = '']) => text.trim());
  if (disambiguation) remarks.push(disambiguation);
  const isNamed = (wording: RegExp) => remarks.some((remark) => wording.test(remark));
  const versions = wordings.flatMap(([version, wording]) => (isNamed(wording) ? [version] : []));
  return { ...(versions.length > 0 && { versions }), ...(isNamed(sourceCue) && { source_cue: true }) };
}
