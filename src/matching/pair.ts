import { isIdOfOwnMaking } from '../records/write/catalog-rows';

/** Why two records are thought to be one, the best reason first. */
export const pairReasons = ['barcode', 'link', 'number', 'tracks', 'works', 'dates', 'title', 'name'] as const;

export type PairReason = (typeof pairReasons)[number];

export const sureness = ['certain', 'likely', 'possible'] as const;

export type Sureness = (typeof sureness)[number];

/** What two records may be: one and the same, or two editions of one album. */
export const suggestions = ['same', 'editions'] as const;

export type Suggestion = (typeof suggestions)[number];

/** The kinds of records of which pairs are looked for. */
export const pairedTypes = ['Release', 'Artist', 'Label'] as const;

export type PairedType = (typeof pairedTypes)[number];

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

/** In SQL, the records of a range of keys that one of these queries, each for the record of the key ?1, leads to another one. */
export const sharingInRange = (table: PairFinder['table'], queries: readonly string[]): string => `
  SELECT seen.key FROM "${table}" AS seen WHERE seen.key BETWEEN ?1 AND ?2 AND (
    ${queries.map((query) => `EXISTS (${query.replaceAll('?1', 'seen.key')})`).join(' OR ')})
  ORDER BY seen.key`;

interface Compared {
  readonly key: number;
  readonly id: string;
  readonly isProvisional?: boolean;
}

/** The pairs of a record with those of others that are judged to be more than strangers. */
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

/** Two records, the one to keep first: no stand-in, from MusicBrainz, the older one. */
function inOrder<R extends Compared>(one: R, other: R): [R, R] {
  const standIns = Number(one.isProvisional ?? false) - Number(other.isProvisional ?? false);
  const own = Number(isIdOfOwnMaking(one.id)) - Number(isIdOfOwnMaking(other.id));
  return (standIns || own || one.key - other.key) < 0 ? [one, other] : [other, one];
}
