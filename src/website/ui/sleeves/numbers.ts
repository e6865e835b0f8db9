/** A list of which there is always one to be had. */
export type Choices<T> = readonly [T, ...T[]];

/** Whole numbers from 0, each below what it was asked for. */
export type Numbers = (below: number) => number;

/** A stream of numbers that is the same for the same seed: its FNV-1a hash, then mulberry32. */
export function numbers(seed: string): Numbers {
  let state = fnv1a(seed);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

export const pick = <T>(next: Numbers, choices: Choices<T>): T => cyclic(choices, next(choices.length));

/** The one at a place, counted on from the first when the list is through. */
export const cyclic = <T>(choices: Choices<T>, index: number): T => choices[index % choices.length] ?? choices[0];

/** As attributes have it: with one decimal. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

function fnv1a(seed: string): number {
  let hash = 2166136261;
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619);
  return hash;
}
