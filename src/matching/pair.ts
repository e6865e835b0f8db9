import { isGenerated } from '../records/write/catalog-rows';

/** Reasons for a suspected duplicate, strongest first. */
export const pairReasons = ['barcode', 'link', 'number', 'tracks', 'works', 'dates', 'title', 'name'] as const;

export type PairReason = (typeof pairReasons)[number];

export const sureness = ['certain', 'likely', 'possible'] as const;

export type Sureness = (typeof sureness)[number];

/** Suggested relations: identical, or editions of one album. */
export const suggestions = ['same', 'editions'] as const;

export type Suggestion = (typeof suggestions)[number];

/** Kinds scanned for duplicates. */
export const pairedTypes = ['Release', 'Artist', 'Label'] as const;

export type PairedType = (typeof pairedTypes)[number];

export interface Judgement {
  readonly suggestion: Suggestion;
  readonly sureness: Sureness;
  readonly reasons: readonly PairReason[];
}

/** Two possible duplicates, by UUID. */
export interface FoundPair extends Judgement {
  /** The record to keep. */
  readonly one: string;
  readonly other: string;
  /** Whether the other is a provisional record of the first. */
  readonly isProvisional: boolean;
}

/** Rank in the list: provisional records first, then by certainty and number of reasons. */
export function pairRankOf({ suggestion, sureness: sure, reasons, isProvisional }: FoundPair): number {
  const unsure = sureness.indexOf(sure) * 2 + suggestions.indexOf(suggestion);
  return (isProvisional ? 0 : 1_000) + unsure * 100 + (pairReasons.length - reasons.length) * 10 + reasonPlace(reasons);
}

const reasonPlace = ([best]: readonly PairReason[]): number => (best === undefined ? 9 : pairReasons.indexOf(best));

/** Finds pairs of one kind. */
export interface PairFinder {
  readonly type: PairedType;
  readonly table: 'release' | 'artist' | 'label';
  /** Records in a key range (inclusive) that share something with others and need comparing. */
  sharing(first: number, last: number): number[];
  /** Pairs of a record. */
  pairsOf(key: number): FoundPair[];
  /** Drops what others may have changed since the last transaction. */
  begin?(): void;
  /** Called before a key range is scanned. */
  prepare?(first: number, last: number): void;
}

/** SQL: records of a key range for which any of the queries, bound to ?1, finds another record. */
export const sharingInRange = (table: PairFinder['table'], queries: readonly string[]): string => `
  SELECT seen.key FROM "${table}" AS seen WHERE seen.key BETWEEN ?1 AND ?2 AND (
    ${queries.map((query) => `EXISTS (${query.replaceAll('?1', 'seen.key')})`).join(' OR ')})
  ORDER BY seen.key`;

interface Compared {
  readonly key: number;
  readonly id: string;
  readonly isProvisional?: boolean;
}

/** Pairs of a record that are judged related. */
export function judgePairs<R extends Compared>(
  own: R,
  candidates: readonly R[],
  judge: (one: R, other: R) => Judgement | undefined,
): FoundPair[] {
  return candidates.flatMap((candidate) => {
    const [one, other] = inOrder(own, candidate);
    const judgement = judge(one, other);
    const isProvisional = other.isProvisional === true && !one.isProvisional;
    return judgement ? [{ one: one.id, other: other.id, isProvisional, ...judgement }] : [];
  });
}

/** Orders two records, the one to keep first: real, from MusicBrainz, older. */
function inOrder<R extends Compared>(one: R, other: R): [R, R] {
  const standIns = Number(one.isProvisional ?? false) - Number(other.isProvisional ?? false);
  const own = Number(isGenerated(one.id)) - Number(isGenerated(other.id));
  return (standIns || own || one.key - other.key) < 0 ? [one, other] : [other, one];
}
