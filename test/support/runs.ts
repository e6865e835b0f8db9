/**
 * How often a property is tried. In the gate that is as often as finds what a change has just broken; `npm run properties`
 * tries each many times as often, with other values each time.
 */
export const runs = (inGate: number): number => inGate * timesAsOften;

/** How long a test of properties may take, in milliseconds: as many times as long as they are tried as often. */
export const limitOf = (inGate: number): number => inGate * timesAsOften;

const timesAsOften = Number(process.env.TIMES_AS_OFTEN ?? 1);
