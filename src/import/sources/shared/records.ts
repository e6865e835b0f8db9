import { catalog } from '../../../catalog';
import { longText, shortText } from '../../../kinds/attribute';
import type { ImportedRecord } from '../../../records/write/record';
import { isPartialDate } from '../../../store/values/dates';
import { bidirectionalControls, isUnseen, withoutControls } from '../../../store/values/folding';
import { normalizeIsrc, uuidOf } from '../../../store/values/identifiers';
import { localeOf } from '../../../store/values/slug';

/** Path of the list of a type; with `:name` for each parent. */
export function listPathOf(type: string): string {
  const kind = catalog.find(type);
  if (!kind) throw new Error(`No kind of record is declared for the type ${type}.`);
  return kind.path;
}

/** IRI from its UUIDs, outermost first. */
export function iriFrom(type: string, ids: readonly string[]): string {
  let parts = partsOfPaths.get(type);
  if (!parts) {
    parts = `${listPathOf(type)}/`.split(/:\w+/);
    partsOfPaths.set(type, parts);
  }
  let iri = (parts[0] as string) + ids[0];
  for (let index = 1; index < parts.length; index++) iri += (parts[index] as string) + ids[index];
  return iri;
}

const partsOfPaths = new Map<string, readonly string[]>();

export const recordIri = (type: string, ...ids: readonly string[]): string => iriFrom(type, ids);

export const linkTo = (type: string, ...ids: readonly string[]) => ({ data: { type, id: iriFrom(type, ids) } });

/** Productions that a title names. Several have ids of their own, so that no other record of the album merges with one of them. */
export const productionsNamed = (only: string, films: readonly string[]): readonly string[] =>
  films.length === 1 ? [only] : films.map((_, index) => uuidOf(`${only}:${index + 1}`));

/** Item of a credit list (docs/records.md). */
export interface Credit {
  readonly iri: string;
  name_variation?: string | null;
  readonly position?: number;
  join_phrase?: string | null;
  /** Role slug; absent if the source states no role. */
  readonly credit_role?: string;
  readonly detail?: string;
  /** Tracks as printed, if they could not be resolved. */
  readonly tracks?: string;
}

/** Real credit lists are shorter. Each credit updates the search entry, so thousands would take hours. */
export const longestCreditList = 500;

/** Credits of a release including its tracks. */
export const mostCredited = 2_000;

/** Identity of a credit within its list. */
export const creditKey = ({ iri, credit_role = '', detail = '', tracks = '' }: Credit): string =>
  detail === '' && tracks === '' ? `${iri} ${credit_role}` : `${iri} ${credit_role} [${detail}] ${tracks}`;

/** Write mode and source rank of a record. */
export type Provenance = Omit<ImportedRecord, 'record' | 'text'>;

/** The same provenance, with some attributes marked as guesses. */
export const withGuesses = (provenance: Provenance, ...guessed: readonly string[]): Provenance => ({ ...provenance, guessed });

/** Only the defined properties: an absent attribute stays unchanged in the catalog. */
export const present = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Partial date from `YYYY` to `YYYY-MM-DD`; a month or day of 00 or "??" is unknown, and invalid dates and decades are dropped. */
export function partialDateOf(text: string | undefined): string | undefined {
  const [, year, month, day] = /^\s*(\d{4})(?!['’]?s|-?er)(?:-(\d{1,2})(?:-(\d{1,2}))?)?/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const parts = [year, month?.padStart(2, '0'), day?.padStart(2, '0')];
  const candidates = [3, 2, 1].map((count) => parts.slice(0, count)).filter((some) => !some.includes(undefined) && !some.includes('00'));
  return candidates.map((some) => some.join('-')).find(isPartialDate);
}

/**
 * "Goldsmith, Jerry" for a person's name in Latin letters, as MusicBrainz sorts it: the last word first, "Jr." at the end. `undefined`
 * for a single word, a title or an article ("The Edge", "Dr. Dre"), and anything else that is no first and last name.
 */
export function sortNameOf(name: string): string | undefined {
  const [, firstNames, family, suffix] = /^(.+?) ([^ ]+?)(?:,? (Jr\.?|Sr\.?|I{2,3}|IV))?$/u.exec(name) ?? [];
  if (firstNames === undefined || family === undefined || !/^[\p{Script=Latin}'’.-]+$/u.test(family) || !/\p{L}{2}/u.test(family))
    return undefined;
  if (/[\d,&+/"]/.test(firstNames) || /^(?:the|dr|dj|mc|sir|lil|big|el|la|los|las|les|die|der)\b/i.test(firstNames)) return undefined;
  return [family, firstNames, ...(suffix === undefined ? [] : [suffix])].join(', ');
}

/** ISO 639 code, except those of several and of no languages. */
export const languageOf = (code: string | undefined): string | undefined =>
  code === 'mul' || code === 'zxx' || code === 'und' ? undefined : localeOf(code)?.language;

/** ISRC in a text, with any separators and an optional "ISRC"; `undefined` if none. */
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

export const lengthFromSeconds = (seconds: number): Length => ({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });

/** Total size; `undefined` if one is unknown, such as standard input. */
export const totalOf = (sizes: readonly (number | undefined)[]): number | undefined =>
  sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);

/** Track limit of a document; no real release has more. */
export const mostTracks = 5_000;

/** Enough to see what is wrong; the position in the report leads to the rest. */
export const maximumRawCharacters = 10_000;

/** Decodes the beginning of a rejected document; characters have at most four bytes. */
export const rawOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 4 * maximumRawCharacters)).slice(0, maximumRawCharacters);

/** Counts unsupported fields of one document. */
export class NotTaken {
  readonly #counts = new Map<string, number>();

  /** @param name as in the source: "images", "data_quality" */
  add(name: string, count = 1): void {
    if (count > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** Counts for the item; `undefined` if none. */
  get counts(): Readonly<Record<string, number>> | undefined {
    return this.#counts.size === 0 ? undefined : Object.fromEntries(this.#counts);
  }
}

/** UUID of a Wikidata artist, or of a production without an IMDb id. */
export const ownWikidataId = (item: string): string => uuidOf(`wikidata:${item}`);

// Normalizes foreign text: NFC, without control characters, limited in length.

/** Truncates text without splitting surrogate pairs. */
export function truncate(text: string, maximum: number, ending = ''): string {
  if (text.length <= maximum) return text;
  const start = text.slice(0, maximum - ending.length).replace(/[\ud800-\udbff]$/, '');
  return start.trimEnd() + ending;
}

/** Multi-paragraph text, trimmed. */
export const prose = (text: string, maximum = longText): string => truncate(withoutControls(text.normalize('NFC')).trim(), maximum);

/** Single-line text with collapsed white space; empty if invisible. */
export function line(text: string, maximum = shortText): string {
  if (text.length <= maximum && plain.test(text)) return text;
  return isUnseen(text) ? '' : prose(text.replace(/\s+/g, ' '), maximum);
}

/** Matches most texts, which need no normalization. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** A printed line with its spaces; control characters become spaces. */
export const printed = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(bidirectionalControls, '').replace(controls, ' ');

const controls = /\p{Cc}+/gu;

/** Adds two sets of counts by key. */
export function sumOfCounts(first: Readonly<Record<string, number>>, second: Readonly<Record<string, number>>): Record<string, number> {
  const sum = { ...first };
  for (const [name, count] of Object.entries(second)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
