import { type Bench, BenchError, type Measurement, type Pace } from '../measurement';
import { measurements } from '../measurements';
import { stopAll } from '../processes';
import { printLine } from '../report';
import type { Measured, Run } from './results';

/** As short as leaves the whole report within its minutes on a quiet machine. */
export const reportPace: Pace = { rounds: 3, roundSeconds: 1, warmUpSeconds: 1, share: 0.1 };

/** None takes this long; one that hangs must not take the others with it. */
const mostSecondsOfEach = 200;

/** The whole report, both catalogs: what is not begun by then is not measured. */
const mostMinutes = 17.3;

/** Of a report of two, what the first may take: the second has the rest. */
const shareOfFirst = 0.6;

/** When a catalog of a report has to be done, as `performance.now()` says it; the report begins with the process. */
export const endOf = (index: number, catalogs: number): number => mostMinutes * 60_000 * (index + 1 < catalogs ? shareOfFirst : 1);

/**
 * Measures everything on one catalog; of a further one, what the size decides. What fails, or has no time left, says so in
 * its place.
 * @param until when it ends, as `performance.now()` says it
 * @param keep is given what there is after each measurement: what comes later may never come
 */
export async function measureRun(
  bench: Bench,
  sizes: Run['sizes'],
  isFurther: boolean,
  until: number,
  keep: (run: Run) => Promise<unknown>,
): Promise<Run> {
  const started = performance.now();
  const measured: Measured[] = [];
  const run = (): Run => ({
    sizes,
    bytes: bench.catalog.bytes,
    copies: bench.catalog.copies,
    minutes: (performance.now() - started) / 60_000,
    measured,
  });
  for (const measurement of measurements.filter(({ isOfAnySize }) => !(isFurther && isOfAnySize))) {
    const began = performance.now();
    measured.push(await measureOne(bench, measurement, until));
    console.log(`  ${measurement.name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    await keep(run());
  }
  return run();
}

async function measureOne(bench: Bench, measurement: Measurement, until: number): Promise<Measured> {
  const { name, title, unit, target } = measurement;
  const seconds = Math.min(mostSecondsOfEach, Math.floor((until - performance.now()) / 1_000));
  if (seconds < leastSeconds) return { name, title, unit, target, failure: 'The time of the report was over.' };
  try {
    const result = await withinTime(measurement.measure(bench), seconds);
    printLine({ measurement, result });
    return { name, title, unit, target, result };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.error(`\n${title}: ${failure}`);
    await stopAll();
    return { name, title, unit, target, failure };
  }
}

/** In less than this nothing is measured. */
const leastSeconds = 5;

async function withinTime<R>(work: Promise<R>, seconds: number): Promise<R> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BenchError(`It took more than ${seconds} s.`)), seconds * 1_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // What comes of it later is nobody's concern.
    work.catch(() => undefined);
  }
}
