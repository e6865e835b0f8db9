import { setTimeout } from 'node:timers/promises';
import { note } from './output';
import { duration } from './progress';

/** A server that stays away is asked ever more rarely, but this often at least. */
const longestPauseSeconds = 60 * 60;

/** The times at which another server is asked, until a signal comes. */
export class Rounds {
  #failures = 0;

  constructor(
    private readonly seconds: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Waits for the next round after one that the server answered; `false` where none is to come. */
  next(): Promise<boolean> {
    this.#failures = 0;
    return this.#wait(this.seconds);
  }

  /** Says why the server could not be read, and when it is asked again; waits until then, or for the signal: `false`. */
  again(message: string): Promise<boolean> {
    this.#failures++;
    const seconds = Math.max(this.seconds, Math.min(this.seconds * 2 ** this.#failures, longestPauseSeconds));
    const at = new Date(Date.now() + seconds * 1000).toISOString();
    note(`leitmotif: ${message} It is asked again in ${duration(seconds)}, at ${at}.`);
    return this.#wait(seconds);
  }

  async #wait(seconds: number): Promise<boolean> {
    await setTimeout(seconds * 1000, undefined, { signal: this.signal }).catch(() => {});
    return !this.signal.aborted;
  }
}
