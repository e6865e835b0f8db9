/** What somebody else waits for at most, with what one step more than that may take. A transaction for each takes a tenth of it. */
const sliceMilliseconds = 2;

/** Parts long work, so that the requests of others are answered between its slices. */
export class Slices {
  #endsAt = performance.now() + sliceMilliseconds;

  /** Begins a slice anew: what was to be done in it has waited. */
  begin(): void {
    this.#endsAt = performance.now() + sliceMilliseconds;
  }

  /** Whether it is the others' turn. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets the others have their turn, where it is theirs. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.begin();
  }

  /** Does the work for each one, with a rest wherever it is time. */
  async each<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
    for (const one of all) {
      work(one);
      await this.rest();
    }
  }
}
