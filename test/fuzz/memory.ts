import { median } from '../../bench/measurement';

/** From the second to the last quarter, when caches and pools are full. */
const maximumGrowth = 1.25;

/** Additional growth that is tolerated. */
const slackMegabytes = 20;

export class MemoryOverTime {
  readonly #samples: number[] = [];

  add(megabytes: number): void {
    this.#samples.push(megabytes);
  }

  /** Medians of the four quarters of the run, in megabytes. */
  get quarters(): readonly number[] {
    const length = this.#samples.length / 4;
    return [0, 1, 2, 3].map((quarter) => median(this.#samples.slice(Math.floor(quarter * length), Math.ceil((quarter + 1) * length))));
  }

  /** Whether memory rose throughout the second half of the run. */
  get keepsGrowing(): boolean {
    const [, second = 0, third = 0, fourth = 0] = this.quarters;
    return fourth > second * maximumGrowth + slackMegabytes && fourth > third + slackMegabytes / 2;
  }

  toString(): string {
    const shown = (megabytes: number | undefined) => `${(megabytes ?? 0).toFixed(0)} MB`;
    const { length } = this.#samples;
    const [first, middle, last] = [this.#samples[0], this.#samples[length >> 1], this.#samples[length - 1]];
    const quarters = this.quarters.map(shown).join(', ');
    return `memory: ${shown(first)} at the start, ${shown(middle)} in the middle, ${shown(last)} at the end; medians of the quarters ${quarters}`;
  }
}
