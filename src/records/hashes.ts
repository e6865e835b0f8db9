import type { Value } from '../database/prepare';

/** 53 bits of a text: what a number holds. */
export const contentHash = (text: string): number => Number(BigInt.asUintN(53, Bun.hash(text) as bigint));

const nameHashes = new Map<string, number>();

/** 32 bits of the name of a field. */
export function nameHash(name: string): number {
  let hash = nameHashes.get(name);
  if (hash === undefined) {
    hash = Bun.hash.xxHash32(name);
    nameHashes.set(name, hash);
  }
  return hash;
}

/** 32 bits of a value; 0 for none. */
export const valueHash = (value: Value): number => (value === null ? 0 : Bun.hash.xxHash32(String(value)) || 1);

/** 32 bits of a list of rows, each as JSON, in any order; 0 for none. */
export const listHash = (rows: readonly string[]): number => (rows.length === 0 ? 0 : Bun.hash.xxHash32([...rows].sort().join('\n')) || 1);

/** 32 bits of something as JSON; never 0. */
export const jsonHash = (value: unknown): number => Bun.hash.xxHash32(JSON.stringify(value)) || 1;
