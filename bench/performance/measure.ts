import { type Bench, BenchError, type Measurement, type Pace } from '../measurement';
import { measurements } from '../measurements';
import { stopAll } from '../processes';
import { printResult } from '../report';
import type { Measured, Run } from './results';

/** Short enough for the whole report to finish within `maxMinutes` on an idle machine. */
export const reportPace: Pace = { rounds: 3, roundSeconds: 1, warmUpSeconds: 1, share: 0.1 };

/** Timeout of a single measurement, so that one that hangs does not block the others. */
const measurementTimeoutSeconds = 200;

/** Time limit of the whole report. Measurements that have not started by then are skipped. */
const maxMinutes = 17.3;

/** Share of the time limit for the first of two catalogs. */
const firstCatalogShare = 0.6;

/** Deadline for a catalog of the report, on the `performance.now()` clock: milliseconds since the process started. */
export const deadlineOf = (index: number, catalogs: number): number => maxMinutes * 60_000 * (index + 1 < catalogs ? firstCatalogShare : 1);

/**
 * Measures everything on one catalog; on a second one, only what depends on the size. A failed or skipped measurement has
 * its reason in place of a result.
 * @param deadline on the `performance.now()` clock
 * @param save stores the results so far; called after each measurement, in case the next one crashes
 */
export async function measureRun(
  bench: Bench,
  sizes: Run['sizes'],
  isSecond: boolean,
  deadline: number,
  save: (run: Run) => Promise<unknown>,
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
  for (const measurement of measurements.filter(({ isSizeIndependent }) => !(isSecond && isSizeIndependent))) {
    const began = performance.now();
    measured.push(await measureOne(bench, measurement, deadline));
    console.log(`  ${measurement.name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    await save(run());
  }
  return run();
}

async function measureOne(bench: Bench, measurement: Measurement, deadline: number): Promise<Measured> {
  const { name, title, unit, target } = measurement;
  const seconds = Math.min(measurementTimeoutSeconds, Math.floor((deadline - performance.now()) / 1_000));
  if (seconds < minSeconds) return { name, title, unit, target, failure: 'Skipped: the time limit of the report was reached.' };
  try {
    const result = await withTimeout(measurement.measure(bench), seconds);
    printResult({ measurement, result });
    return { name, title, unit, target, result };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.error(`\n${title}: ${failure}`);
    await stopAll();
    return { name, title, unit, target, failure };
  }
}

/** With less time left, a measurement is skipped. */
const minSeconds = 5;

async function withTimeout<R>(work: Promise<R>, seconds: number): Promise<R> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BenchError(`Timed out after ${seconds} s.`)), seconds * 1_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // Ignores a rejection after the timeout.
    work.catch(() => undefined);
  }
}
