import type { Catalog } from './catalog';

/** What a measurement works with. */
export interface Bench {
  /** The executable under measurement. */
  readonly executable: string;
  readonly catalog: Catalog;
  /** A directory for what is needed during the run; it goes away after it. */
  readonly temporary: string;
  readonly pace: Pace;
}

/** How long is measured. An absolute figure drifts with the machine: every round has all contestants. */
export interface Pace {
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly warmUpSeconds: number;
}

/** What came out. The amounts are in the measurement's unit. */
export interface Result {
  readonly value: number;
  /** What the value is compared with: the least program that does the same work. */
  readonly floor: number;
  /** The least program that does no work. */
  readonly limit?: number;
  /** Of the value to the floor, as measured side by side: not always the quotient of the two medians shown. */
  readonly ratio: number;
  /** What else was seen, a line each. */
  readonly notes?: readonly string[];
  /** What the measurement consists of, where it is several; the ratio is then the worst of them. */
  readonly parts?: readonly (Result & { readonly title: string })[];
}

/** One line of the report. */
export interface Measurement {
  /** As it is named on the command line. */
  readonly name: string;
  readonly title: string;
  readonly unit: 'requests/s' | 'ms' | 'MB';
  /** What the ratio to the floor should be. */
  readonly target: { readonly bound: 'at least' | 'at most'; readonly ratio: number };
  readonly measure: (bench: Bench) => Promise<Result>;
}

/** The benchmark cannot be run: one line, exit code 1. */
export class BenchError extends Error {}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new BenchError('There is no median of nothing.');
  return sorted.length % 2 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
