import { catalog } from '../catalog';
import type { Kinds } from '../kinds';
import { readSearchText, type SearchText, words as wordPattern } from '../store/database/full-text';
import type { Store } from '../store/database/open';
import { hitKeyOf } from './documents';
import { Hits } from './hits';
import { Identifiers } from './identifiers';
import { type SearchedKind, searchedKindsOf } from './kinds';
import { compareHits, nearness, type SearchHit } from './ranking';
import { Records } from './records';
import { Suggestions } from './suggestions';
import { UnderstoodHits, type UnderstoodWord } from './understood';

/** With fewer hits of all words, words are also taken as filters. */
export const fewHits = 10;

/** What a search looks for, as it can be sent to a worker. */
export interface SearchTask {
  readonly typed: string;
  /** All if not limited. */
  readonly types: readonly string[] | undefined;
  readonly limit: number;
  /** Whether to find all ranked records of each type, not only as many as the limit. */
  readonly isWhole: boolean;
}

/** Looks for a corrected text with so many hits. */
interface CorrectionTask {
  /** The folded text, with its marks. */
  readonly exact: string;
  readonly words: readonly string[];
  readonly types: readonly string[] | undefined;
  readonly least: number;
}

export type FinderTask = SearchTask | CorrectionTask;

/** A found record, as a worker can send it. */
export interface RankedRecord {
  readonly type: string;
  readonly key: number;
  /** Equal among records that may change places; none of identified and unranked records. */
  readonly rank?: string;
  /** The matching attribute of an identified record, with its value. */
  readonly field?: string;
  readonly value?: string;
}

/** Exact matches first. */
export interface FinderResult {
  readonly records: readonly RankedRecord[];
  readonly counts: Readonly<Record<string, number>>;
  readonly atLeast: readonly string[];
  readonly total: number;
  readonly filters: readonly UnderstoodWord[];
}

export class SearchFinder {
  readonly #kinds: readonly SearchedKind[];
  readonly #hits: Hits;
  readonly #understood: UnderstoodHits;
  readonly #identifiers: Identifiers;
  readonly #suggestions: Suggestions;

  constructor(store: Store, kinds: Kinds = catalog, records: Records = new Records(store, kinds)) {
    this.#kinds = searchedKindsOf(kinds);
    this.#hits = new Hits(store, () => this.isLarge());
    this.#understood = new UnderstoodHits(store, this.#hits, this.#kinds);
    this.#identifiers = new Identifiers(store, records, kinds);
    this.#suggestions = new Suggestions(store);
  }

  isLarge(): boolean {
    return this.#suggestions.isLargeCatalog();
  }

  find({ typed, types, limit, isWhole }: SearchTask): FinderResult {
    const isAsked = (type: string) => !types || types.includes(type);
    const text = readSearchText(typed);
    const identified = this.#identifiers.find(typed, isAsked);
    const known = new Set(identified.map(hitKeyOf));
    const found = this.#hits.best(this.#kinds, text, { limit, isWhole });
    const hits = unknownIn(known, found);
    const counts: Record<string, number> = Object.fromEntries(found.map(({ kind, total }) => [kind.resource.type, total]));
    const atLeast = new Set(found.filter(({ isMore }) => isMore).map(({ kind }) => kind.resource.type));
    for (const { resource, key } of identified) {
      if (!found.find(({ kind }) => kind.resource === resource)?.includes(key)) counts[resource.type] = (counts[resource.type] ?? 0) + 1;
    }
    const isLittle = Object.values(counts).reduce((sum, count) => sum + count, 0) < fewHits;
    const understood = isLittle ? this.#understood.find(typed, known.size + hits.length > 0, { limit, isWhole }) : undefined;
    for (const { kind, hits, total, isMore } of understood?.found ?? []) {
      const { type } = kind.resource;
      counts[type] = (counts[type] ?? 0) + total - hits.filter((hit) => known.has(nameOf(hit))).length;
      if (isMore) atLeast.add(type);
    }
    const more = unknownIn(known, understood?.found ?? []);
    const total = Object.entries(counts).reduce((sum, [type, count]) => (isAsked(type) ? sum + count : sum), 0);
    const records = [
      ...identified.map(({ resource: { type }, key, field, value }) => ({ type, key, field, value })),
      ...hits.map((hit) => recordOf(hit, '')),
      ...more.map((hit) => recordOf(hit, 'understood')),
    ];
    const filters = more.length > 0 ? (understood?.filters ?? []) : [];
    return { records: records.filter(({ type }) => isAsked(type)), counts, atLeast: [...atLeast], total, filters };
  }

  correct({ exact, words, types, least }: CorrectionTask): string | null {
    const kinds = this.#kinds.filter(({ resource }) => !types || types.includes(resource.type));
    // Millions of tracks are not read for each of many texts.
    const counted = kinds.length === 1 ? kinds : kinds.filter((kind) => !kind.isVast || !this.#suggestions.isLarge(kind));
    const hasHits = (text: SearchText) =>
      counted.reduce((sum, kind) => (sum < least ? sum + this.#hits.count(kind, text, least) : sum), 0) >= least;
    const texts = this.#suggestions.texts(words, kinds, least === 1).map((corrected) => withMarks(exact, words, corrected));
    return texts.find((text) => hasHits(readSearchText(text))) ?? null;
  }
}

/** The text with other words between its marks, if these are as many. */
function withMarks(exact: string, words: readonly string[], corrected: readonly string[]): string {
  const typed = exact.match(wordPattern) ?? [];
  if (typed.join(' ') !== words.join(' ') || corrected.length !== words.length) return corrected.join(' ');
  const left = [...corrected];
  return exact.replace(wordPattern, (word) => left.shift() ?? word);
}

const nameOf = ({ kind: { resource }, key }: SearchHit): string => hitKeyOf({ resource, key });

/** Best first, without those known before, and known from now on. */
function unknownIn(known: Set<string>, found: readonly { readonly hits: readonly SearchHit[] }[]): SearchHit[] {
  const hits = found
    .flatMap(({ hits }) => hits)
    .filter((hit) => !known.has(nameOf(hit)))
    .sort(compareHits);
  for (const hit of hits) known.add(nameOf(hit));
  return hits;
}

const recordOf = ({ kind, key, near }: SearchHit, part: string): RankedRecord => {
  const { type } = kind.resource;
  return near === nearness.unranked ? { type, key } : { type, key, rank: `${part} ${type} ${near}` };
};
