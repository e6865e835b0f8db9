import { Random } from '../../bench/random';

/** Factors for the frequency of faults: from valid requests to mostly invalid ones. */
const faultFactors = [0, 0, 0.3, 1, 2];

/** Seeded random choices of one request. */
export class FuzzRandom extends Random {
  readonly #faultFactor: number;

  constructor(seed: number) {
    super(seed);
    this.#faultFactor = this.pick(faultFactors);
  }

  /** Whether to make a fault. The share applies to requests with a factor of 1. */
  errs(share: number): boolean {
    return this.chance(share * this.#faultFactor);
  }
}
