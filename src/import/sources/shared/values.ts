import { longText, shortText } from '../../../kinds/attribute';
import { uuidOf } from '../../../records/write/uuid-v5';
import { isUnseen } from '../../../store/values/folding';
import { normalizeIsrc } from '../../../store/values/identifiers';
import { isPartialDate } from '../../../store/values/partial-date';

/**
 * `YYYY`, `YYYY-MM-DD` and what lies between; a month or day of 00 or "??" is not known, and one of no calendar is left
 * out.
 */
export function partialDateOf(text: string | undefined): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const parts = [year, month?.padStart(2, '0'), day?.padStart(2, '0')];
  const candidates = [3, 2, 1].map((count) => parts.slice(0, count)).filter((some) => !some.includes(undefined) && !some.includes('00'));
  return candidates.map((some) => some.join('-')).find(isPartialDate);
}

/** The ISRC that a text is, which may say "ISRC" before it and have any signs in between; `undefined` where it is none. */
export const isrcOf = (text: string): string | undefined => normalizeIsrc(text) ?? normalizeIsrc(bare(text)) ?? undefined;

const bare = (text: string): string =>
  text
    .toUpperCase()
    .replace(/^\s*ISRC/, '')
    .replace(/[^A-Z0-9]/g, '');

export interface Length {
  readonly minutes: number;
  readonly seconds: number;
}

export const lengthOf = (seconds: number): Length => ({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });

/** The bytes of all files; `undefined` where nobody knows those of one, as with standard input. */
export const totalOf = (sizes: readonly (number | undefined)[]): number | undefined =>
  sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);

/** No release has more; it bounds what one document can become. */
export const mostTracks = 5_000;

/** Enough of a bad document to see what is wrong with it; the place that is named with it leads to the rest. */
export const maximumRawCharacters = 10_000;

/** What can be read of the beginning of a document that is refused. A character has four bytes at most. */
export const rawOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 4 * maximumRawCharacters)).slice(0, maximumRawCharacters);

/** Counts what is taken of no document's record, since the catalog has no place for it. One is made for one document. */
export class NotTaken {
  readonly #counts = new Map<string, number>();

  /** @param name as a person finds it in the source: "images", "data_quality" */
  add(name: string, count = 1): void {
    if (count > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** What was counted, for the item of the document; `undefined` where that is nothing. */
  get counts(): Readonly<Record<string, number>> | undefined {
    return this.#counts.size === 0 ? undefined : Object.fromEntries(this.#counts);
  }
}

/** The UUID of what an item of Wikidata is about, by itself: an artist, or a production that has no IMDb id. */
export const ownWikidataId = (item: string): string => uuidOf(`wikidata:${item}`);

// Texts of others as a catalog holds them: composed (NFC), without control characters, and no longer than they may be.

/** A text that is no longer than it may be. A character of two code units is not cut in half. */
export function cut(text: string, maximum: number, ending = ''): string {
  if (text.length <= maximum) return text;
  const kept = text.slice(0, maximum - ending.length).replace(/[\ud800-\udbff]$/, '');
  return kept.trimEnd() + ending;
}

/** A text of paragraphs, without white space around it. */
export const prose = (text: string, maximum = longText): string =>
  cut(
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
    maximum,
  );

/** A text of one line, where all white space is one blank; empty where nothing of it can be seen. */
export function line(text: string, maximum = shortText): string {
  if (text.length <= maximum && plain.test(text)) return text;
  return isUnseen(text) ? '' : prose(text.replace(/\s+/g, ' '), maximum);
}

/** What most texts are, and needs nothing done. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** A line as it is printed, with the blanks it has; control characters are blanks. */
export const printed = (text: string): string => text.toWellFormed().normalize('NFC').replace(controls, ' ');

const controls = /\p{Cc}+/gu;

/** The sum of two sets of counts, key by key. */
export function sumOfCounts(first: Readonly<Record<string, number>>, second: Readonly<Record<string, number>>): Record<string, number> {
  const sum = { ...first };
  for (const [name, count] of Object.entries(second)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
