import { Random } from '../../bench/random';

/** How far a request is from what the API asks for: some are right in everything, some in hardly anything. */
const mischiefs = [0, 0, 0.3, 1, 2];

/** What one request is thrown with: the same dice for the same seed. */
export class Dice extends Random {
  readonly #mischief: number;

  constructor(seed: number) {
    super(seed);
    this.#mischief = this.pick(mischiefs);
  }

  /** Whether a fault is made here, of which requests in the middle have this share. */
  errs(share: number): boolean {
    return this.chance(share * this.#mischief);
  }
}
