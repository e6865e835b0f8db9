/** Never empty. */
export type NonEmpty<T> = readonly [T, ...T[]];

/** Integers from 0, below the argument. */
export type RandomNumbers = (below: number) => number;

/** Deterministic by seed: FNV-1a, then mulberry32. */
export function numbers(seed: string): RandomNumbers {
  let state = fnv1a(seed);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

export const pick = <T>(next: RandomNumbers, choices: NonEmpty<T>): T => cyclic(choices, next(choices.length));

export const cyclic = <T>(choices: NonEmpty<T>, index: number): T => choices[index % choices.length] ?? choices[0];

/** One decimal. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

function fnv1a(seed: string): number {
  let hash = 2166136261;
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619);
  return hash;
}
