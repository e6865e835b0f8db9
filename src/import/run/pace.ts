/** Beside a server, a batch ends after this time, so that users' writes wait no longer. */
const servedMilliseconds = 40;

/** Without a server, longer batches need fewer commits, each of which writes all changed pages of all indexes. */
const aloneMilliseconds = 1_000;

/** Long enough for another process, which retries every 1 to 3 ms, to get the lock. */
const restMilliseconds = 5;

/** A server may start or stop during an import. */
const askAgainMilliseconds = 1_000;

export class Pace {
  #served = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #writingMilliseconds = servedMilliseconds / 2;

  constructor(private readonly isServed: () => boolean) {}

  get milliseconds(): number {
    return this.#isServed() ? this.#writingMilliseconds : aloneMilliseconds;
  }

  /** Adapts the next batch to how long the last one held the lock, including its commit. */
  learn(heldMilliseconds: number): void {
    const over = heldMilliseconds - servedMilliseconds * 0.8;
    this.#writingMilliseconds = Math.min(servedMilliseconds * 0.75, Math.max(3, this.#writingMilliseconds - over / 2));
  }

  /** Yields to other writers and to signals. */
  async rest(): Promise<void> {
    if (this.#served) await Bun.sleep(restMilliseconds);
    else await new Promise((resolve) => setImmediate(resolve));
  }

  #isServed(): boolean {
    if (performance.now() - this.#askedAt > askAgainMilliseconds) {
      this.#served = this.isServed();
      this.#askedAt = performance.now();
    }
    return this.#served;
  }
}
