import { isIdOfOwnMaking } from '../records/catalog-rows';

/** Why two records are thought to be one, the best reason first. */
export const pairReasons = ['barcode', 'link', 'number', 'tracks', 'works', 'dates', 'title', 'name'] as const;

export type PairReason = (typeof pairReasons)[number];

/** How sure it is that two records are what is suggested. */
export const sureness = ['certain', 'likely', 'possible'] as const;

export type Sureness = (typeof sureness)[number];

/** What two records may be: one and the same, or two editions of one album. */
export const suggestions = ['same', 'editions'] as const;

export type Suggestion = (typeof suggestions)[number];

/** The kinds of records of which pairs are looked for. */
export const pairedTypes = ['Release', 'Artist', 'Label'] as const;

export type PairedType = (typeof pairedTypes)[number];

/** What is thought of two records. */
export interface Judgement {
  readonly suggestion: Suggestion;
  readonly sureness: Sureness;
  readonly reasons: readonly PairReason[];
}

/** Two records that may be one, by their UUIDs. */
export interface FoundPair extends Judgement {
  /** The one that would better be kept. */
  readonly one: string;
  readonly other: string;
  /** Whether the other stands in for a true one, which the first is. */
  readonly isProvisional: boolean;
}

/** Where a pair stands in its list: what stands in for a true one first, then what is surest, for the most reasons. */
export function placeOf({ suggestion, sureness: sure, reasons, isProvisional }: FoundPair): number {
  const unsure = sureness.indexOf(sure) * 2 + suggestions.indexOf(suggestion);
  return (isProvisional ? 0 : 1_000) + unsure * 100 + (pairReasons.length - reasons.length) * 10 + reasonPlace(reasons);
}

const reasonPlace = ([best]: readonly PairReason[]): number => (best === undefined ? 9 : pairReasons.indexOf(best));

/** Finds the pairs of one kind of record. */
export interface PairFinder {
  readonly type: PairedType;
  readonly table: 'release' | 'artist' | 'label';
  /** Of the records of a range of keys, both included: those that share something with another, by which it is looked at. */
  sharing(first: number, last: number): number[];
  /** The pairs that a record is of. */
  pairsOf(key: number): FoundPair[];
  /** Called before the records of a range of keys are looked at. */
  prepare?(first: number, last: number): void;
}

/** Which of two records would better be kept: what is no stand-in, what MusicBrainz has, what was there first. */
export function inOrder<R extends { readonly key: number; readonly id: string; readonly isProvisional?: boolean }>(
  one: R,
  other: R,
): [R, R] {
  const standIns = Number(one.isProvisional ?? false) - Number(other.isProvisional ?? false);
  const own = Number(isIdOfOwnMaking(one.id)) - Number(isIdOfOwnMaking(other.id));
  return (standIns || own || one.key - other.key) < 0 ? [one, other] : [other, one];
}
