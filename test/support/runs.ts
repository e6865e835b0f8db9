/**
 * Number of runs of a property: `npm run properties` multiplies the number in the test, and the
 * gate divides it by three, with new random values each time.
 */
export const runs = (named: number): number => Math.max(Math.min(named, fewest), Math.ceil(named * timesAsOften));

/** Timeout of a property test in milliseconds, scaled with its number of runs. */
export const limitOf = (named: number): number => named * Math.max(1, timesAsOften);

/** With fewer runs, a property is an example. */
const fewest = 3;

const timesAsOften = Number(process.env.TIMES_AS_OFTEN ?? 1 / 3);
