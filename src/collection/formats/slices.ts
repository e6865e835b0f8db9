/** How long others wait at most, plus one step. A transaction costs a tenth of it. */
const sliceMilliseconds = 2;

/** Cuts long work into slices, between which other requests run. */
export class Slices {
  #endsAt = performance.now() + sliceMilliseconds;

  /** Starts a new slice after a pause. */
  begin(): void {
    this.#endsAt = performance.now() + sliceMilliseconds;
  }

  /** Whether it is time to yield. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Yields if it is time. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.begin();
  }

  /** Yields between elements when it is time. */
  async each<T>(all: Iterable<T>, work: (item: T) => void): Promise<void> {
    for (const item of all) {
      work(item);
      // Awaiting each of a million tokens takes longer than reading them.
      if (this.isOver) await this.rest();
    }
  }
}
