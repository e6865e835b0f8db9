import type { Catalog } from './catalog';

/** What a measurement works with. */
export interface Bench {
  /** The executable under measurement. */
  readonly executable: string;
  /** The option that sets how much it keeps in memory of what it answered; `undefined` for a build without. */
  readonly cacheOption: string | undefined;
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
  /** Of what is made to be read: how much of it, at most 1. */
  readonly share: number;
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
  /** The quartiles of the ratios of the rounds. */
  readonly spread?: Spread;
  /** What each round gave, by who was measured. */
  readonly rounds?: Readonly<Record<string, readonly number[]>>;
  /** Other amounts that were seen, by name. */
  readonly figures?: Readonly<Record<string, number>>;
  /** Where it is another than that of the measurement. */
  readonly target?: Target;
  /** What else was seen, a line each. */
  readonly notes?: readonly string[];
  /** What the measurement consists of, where it is several; the ratio is then the worst of them. */
  readonly parts?: readonly (Result & { readonly title: string })[];
}

/** A quarter is below the first, a quarter above the second. */
export type Spread = readonly [lower: number, upper: number];

/** What the ratio to the floor should be, or the amount itself. */
export type Target =
  | { readonly bound: 'at least' | 'at most'; readonly ratio: number }
  | { readonly bound: 'at most'; readonly amount: number };

/** One line of the report. */
export interface Measurement {
  /** As it is named on the command line. */
  readonly name: string;
  readonly title: string;
  readonly unit: 'requests/s' | 'ms' | 'MB';
  readonly target: Target;
  /** Whether a larger catalog says nothing new, since it is of generated input, or of what does not grow. */
  readonly isOfAnySize?: boolean;
  readonly measure: (bench: Bench) => Promise<Result>;
}

/** The benchmark cannot be run: one line, exit code 1. */
export class BenchError extends Error {}

/** What side by side rounds say: medians, and the ratios within each round. */
export function compared(values: readonly number[], floors: readonly number[]): Result & { readonly spread: Spread } {
  const ratios = values.map((value, round) => value / (floors[round] as number));
  return { value: median(values), floor: median(floors), ratio: median(ratios), spread: quartiles(ratios) };
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quartiles = (values: readonly number[]): Spread => [quantile(values, 0.25), quantile(values, 0.75)];

/** The value that this share of all is below, between two of them where it falls between. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [lower, upper] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (lower === undefined || upper === undefined) throw new BenchError('There is no quantile of nothing.');
  return lower + (upper - lower) * (place - Math.floor(place));
}

/** Milliseconds that some work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
