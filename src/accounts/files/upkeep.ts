import type { Context } from '../../context';
import { undoEndedCommands } from './commands';

/** Half a collection is not to be seen for long. */
const intervalMilliseconds = 2_000;

/** Takes back, while the server runs, what commands left that were ended while they put a file in. */
export class FileUpkeep {
  readonly #timer: Timer;
  #isLooking = false;

  constructor(private readonly context: Pick<Context, 'store' | 'log'>) {
    this.#timer = setInterval(() => void this.#look(), intervalMilliseconds);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What is thrown in a timer would end the server. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await undoEndedCommands(this.context.store);
    } catch (error) {
      this.context.log('import not taken back', { error: (error as Error).message });
    } finally {
      this.#isLooking = false;
    }
  }
}
