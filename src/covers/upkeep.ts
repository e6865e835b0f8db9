import type { Context } from '../context';
import { Covers } from './covers';
import { coverFilesOf } from './files';

/** What imports leave without a name takes some room, and is in nobody's way. */
const intervalMilliseconds = 3_600_000;

/** Removes, every hour, the files of covers that no release has any more; an import takes covers away with their releases. */
export class CoverUpkeep {
  readonly #timer: Timer;
  readonly #covers: Covers;

  constructor(private readonly context: Pick<Context, 'store' | 'settings' | 'log'>) {
    const { store, settings } = context;
    this.#covers = new Covers(store, coverFilesOf(store, settings.data), settings.coverMegapixels * 1_000_000);
    this.#timer = setInterval(() => void this.#look(), intervalMilliseconds);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What is thrown in a timer would end the server. */
  async #look(): Promise<void> {
    try {
      await this.#covers.tidy();
    } catch (error) {
      this.context.log('covers not tidied', { error: (error as Error).message }, 'error');
    }
  }
}
