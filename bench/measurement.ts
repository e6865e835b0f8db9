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
  /** The value divided by the floor: both are those of the round in the middle. */
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
  readonly parts?: readonly Part[];
}

/** One of several that a measurement consists of. */
export interface Part extends Result {
  readonly title: string;
}

/** A quarter is below the first, a quarter above the second. */
export type Spread = readonly [lower: number, upper: number];

/** Whether a value is better that is larger than its floor, or one that is less. */
export type Bound = 'at least' | 'at most';

/** What the ratio to the floor should be, or the amount itself. */
export type Target = { readonly bound: Bound; readonly ratio: number } | { readonly bound: 'at most'; readonly amount: number };

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

/** What side by side rounds say: that with the median ratio, so that its ratio is the quotient of what stands beside it. */
export function compared(
  values: readonly number[],
  floors: readonly number[],
): Result & { readonly spread: Spread; readonly round: number } {
  const ratios = values.map((value, round) => value / (floors[round] as number));
  const order = ratios.map((_, round) => round).toSorted((a, b) => Number(ratios[a]) - Number(ratios[b]));
  const round = order[Math.floor((order.length - 1) / 2)];
  if (round === undefined) throw new BenchError('There is no round to compare.');
  const [value, floor] = [Number(values[round]), Number(floors[round])];
  return { value, floor, ratio: value / floor, spread: quartiles(ratios), round };
}

/** What a measurement of several says of itself: the part that is the furthest from its floor, on the side that is worse. */
export function worstOf(parts: readonly Result[], bound: Bound): Pick<Result, 'value' | 'floor' | 'ratio' | 'spread'> {
  const [worst] = parts.toSorted((one, other) => (bound === 'at least' ? one.ratio - other.ratio : other.ratio - one.ratio));
  if (!worst) throw new BenchError('Nothing was measured.');
  const { value, floor, ratio, spread } = worst;
  return { value, floor, ratio, spread };
}

/** Many short measurements as a few rounds of as many each, in their order: the median of each. */
export function inRounds(values: readonly number[], rounds = 5): number[] {
  const each = Math.ceil(values.length / rounds);
  return Array.from({ length: rounds }, (_, round) => values.slice(round * each, (round + 1) * each)).flatMap((some) =>
    some.length > 0 ? [median(some)] : [],
  );
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
