import type { Catalog } from './catalog';

/** The executable, catalog and pace of a run. */
export interface Bench {
  /** Path of the executable under test. */
  readonly executable: string;
  /** Command-line option for the size of the response cache; `undefined` for a build without one. */
  readonly cacheOption: string | undefined;
  readonly catalog: Catalog;
  /** Temporary directory, removed after the run. */
  readonly temporary: string;
  readonly pace: Pace;
}

/** Number and duration of rounds. Each round measures all contestants, since absolute times drift with the machine. */
export interface Pace {
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly warmUpSeconds: number;
  /** Share of the generated input to use, up to 1. */
  readonly share: number;
}

/** A result, with amounts in the measurement's unit. */
export interface Result {
  readonly value: number;
  /** Baseline: a minimal program that does the same work. */
  readonly floor: number;
  /** A minimal program that does no work: the maximum for runtime and network. */
  readonly limit?: number;
  /** Value divided by floor, both from the round with the median ratio. */
  readonly ratio: number;
  /** Quartiles of the ratios of all rounds. */
  readonly spread?: Spread;
  /** Amounts of each round, by contestant. */
  readonly rounds?: Readonly<Record<string, readonly number[]>>;
  /** Further amounts by name. */
  readonly figures?: Readonly<Record<string, number>>;
  /** Overrides the measurement's target. */
  readonly target?: Target;
  /** Further findings, one per line. */
  readonly notes?: readonly string[];
  /** Results of a measurement with several parts; its ratio is the worst of theirs. */
  readonly parts?: readonly Part[];
}

export interface Part extends Result {
  readonly title: string;
}

/** Lower and upper quartile. */
export type Spread = readonly [lower: number, upper: number];

/** Direction of a target: `at least` for rates, `at most` for times and memory. */
export type Bound = 'at least' | 'at most';

/** Required ratio to the floor, or required amount. */
export type Target = { readonly bound: Bound; readonly ratio: number } | { readonly bound: 'at most'; readonly amount: number };

/** A measurement that can be selected on the command line and has a row in the report. */
export interface Measurement {
  /** Name on the command line and in `report.json`. */
  readonly name: string;
  readonly title: string;
  readonly unit: 'requests/s' | 'ms' | 'MB';
  readonly target: Target;
  /** Whether the result does not depend on the size of the catalog, so that a second catalog is not measured. */
  readonly isSizeIndependent?: boolean;
  readonly measure: (bench: Bench) => Promise<Result>;
}

/** An expected failure of the benchmark, printed without a stack trace; exit code 1. */
export class BenchError extends Error {}

/**
 * Result of side-by-side rounds: that of the round with the median ratio, so that the ratio is exactly value divided by floor.
 * `round` is its index.
 */
export function compared(
  values: readonly number[],
  floors: readonly number[],
): Result & { readonly spread: Spread; readonly round: number } {
  const ratios = values.map((value, round) => value / (floors[round] as number));
  const order = ratios.map((_, round) => round).toSorted((a, b) => Number(ratios[a]) - Number(ratios[b]));
  const round = order[Math.floor((order.length - 1) / 2)];
  if (round === undefined) throw new BenchError('No round was measured.');
  const [value, floor] = [Number(values[round]), Number(floors[round])];
  return { value, floor, ratio: value / floor, spread: quartiles(ratios), round };
}

/** The part with the worst ratio: the lowest for `at least`, the highest for `at most`. */
export function worstOf(parts: readonly Result[], bound: Bound): Pick<Result, 'value' | 'floor' | 'ratio' | 'spread'> {
  const [worst] = parts.toSorted((one, other) => (bound === 'at least' ? one.ratio - other.ratio : other.ratio - one.ratio));
  if (!worst) throw new BenchError('Nothing was measured.');
  const { value, floor, ratio, spread } = worst;
  return { value, floor, ratio, spread };
}

/** Groups many short measurements into consecutive rounds of equal length, and returns the median of each. */
export function mediansOfRounds(values: readonly number[], rounds = 5): number[] {
  const length = Math.ceil(values.length / rounds);
  return Array.from({ length: rounds }, (_, round) => values.slice(round * length, (round + 1) * length)).flatMap((group) =>
    group.length > 0 ? [median(group)] : [],
  );
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quartiles = (values: readonly number[]): Spread => [quantile(values, 0.25), quantile(values, 0.75)];

/** Quantile with linear interpolation. @param share from 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [lower, upper] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (lower === undefined || upper === undefined) throw new BenchError('No quantile of an empty list.');
  return lower + (upper - lower) * (position - Math.floor(position));
}

/** Duration of the work in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
