/** The length of a track as a record says it. */
export interface Length {
  readonly minutes: number;
  readonly seconds: number;
}

/** Whole seconds as minutes and seconds. */
export const lengthOf = (seconds: number): Length => ({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
