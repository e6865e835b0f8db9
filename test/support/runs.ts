/**
 * How often a property is tried, of the times that its test names: `npm run properties` tries each many times as often, the
 * gate a third as often, with other values each time. What a change has just broken it finds all the same, or the next gate does.
 */
export const runs = (named: number): number => Math.max(Math.min(named, fewest), Math.ceil(named * timesAsOften));

/** How long a test of properties may take, in milliseconds: as many times as long as they are tried as often, where that is more. */
export const limitOf = (named: number): number => named * Math.max(1, timesAsOften);

/** With fewer, a property is an example. */
const fewest = 3;

const timesAsOften = Number(process.env.TIMES_AS_OFTEN ?? 1 / 3);
