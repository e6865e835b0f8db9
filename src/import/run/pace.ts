/** Beside a server a batch ends after this: a user's write waits no longer. */
const servedMilliseconds = 40;

/** Without one it may take longer: the fewer commits, the faster. */
const aloneMilliseconds = 500;

/** Long enough for another process, which asks for the lock every 1 to 3 ms, to get it. */
const restMilliseconds = 5;

/** A server may start or stop while an import runs. */
const askAgainMilliseconds = 1_000;

export class Pace {
  #served = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #writingMilliseconds = servedMilliseconds / 2;

  constructor(private readonly isServed: () => boolean) {}

  get milliseconds(): number {
    return this.#isServed() ? this.#writingMilliseconds : aloneMilliseconds;
  }

  /** Learns from how long a batch held the lock, with its commit, how long the next one may write. */
  learn(heldMilliseconds: number): void {
    const over = heldMilliseconds - servedMilliseconds * 0.8;
    this.#writingMilliseconds = Math.min(servedMilliseconds * 0.75, Math.max(3, this.#writingMilliseconds - over / 2));
  }

  /** Lets others write, and signals come in. */
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
