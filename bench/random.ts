/** Seeded pseudorandom number generator (mulberry32): the same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 inclusive to 1 exclusive. */
  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer, bounds included. */
  between(lowest: number, highest: number): number {
    return lowest + Math.floor(this.number() * (highest - lowest + 1));
  }

  chance(share: number): boolean {
    return this.number() < share;
  }

  pick<V>(values: readonly V[]): V {
    return values[this.between(0, values.length - 1)] as V;
  }

  uuid(): string {
    const digits = Array.from({ length: 4 }, () =>
      Math.floor(this.number() * 4_294_967_296)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  }
}
