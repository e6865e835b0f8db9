import { type Bench, BenchError, type Measurement, type Pace } from '../measurement';
import { measurements } from '../measurements';
import { stopAll } from '../processes';
import { printLine } from '../report';
import type { Measured, Run } from './results';

/** As short as leaves the whole report within some twenty minutes. */
export const reportPace: Pace = { rounds: 5, roundSeconds: 1, warmUpSeconds: 1, share: 0.25 };

/** None takes this long; one that hangs must not take the others with it. */
const mostSecondsOfEach = 240;

/**
 * Measures everything on one catalog; of a further one, what the size decides. What fails says so in its place.
 * @param keep is given what there is after each measurement: what comes later may never come
 */
export async function measureRun(
  bench: Bench,
  sizes: Run['sizes'],
  isFurther: boolean,
  keep: (run: Run) => Promise<unknown>,
): Promise<Run> {
  const started = performance.now();
  const measured: Measured[] = [];
  const run = (): Run => ({ sizes, bytes: bench.catalog.bytes, minutes: (performance.now() - started) / 60_000, measured });
  for (const measurement of measurements.filter(({ isOfAnySize }) => !(isFurther && isOfAnySize))) {
    const began = performance.now();
    measured.push(await measureOne(bench, measurement));
    console.log(`  ${measurement.name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    await keep(run());
  }
  return run();
}

async function measureOne(bench: Bench, measurement: Measurement): Promise<Measured> {
  const { name, title, unit, target } = measurement;
  try {
    const result = await withinTime(measurement.measure(bench));
    printLine({ measurement, result });
    return { name, title, unit, target, result };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.error(`\n${title}: ${failure}`);
    await stopAll();
    return { name, title, unit, target, failure };
  }
}

async function withinTime<R>(work: Promise<R>): Promise<R> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BenchError(`It took more than ${mostSecondsOfEach} s.`)), mostSecondsOfEach * 1_000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // What comes of it later is nobody's concern.
    work.catch(() => undefined);
  }
}
