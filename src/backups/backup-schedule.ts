import type { Context } from '../context';
import { Backups } from './backups';

/** How late a backup may begin. */
const lookMilliseconds = 60_000;

/** What failed is tried again after that: somebody has to make room first. */
const againMilliseconds = 3_600_000;

const advice =
  'Look for "backup failed" in this log, make room where backups are or name another folder with --backups, and run leitmotif backup create.';

/** Makes a backup whenever one is due, and says so, once a day, where there is none that is young enough. */
export class BackupSchedule {
  readonly #timer: Timer;
  readonly #backups: Backups;
  #failedAt = Number.NEGATIVE_INFINITY;
  #saidOn: string | undefined;

  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'log'>,
    intervalMilliseconds = lookMilliseconds,
  ) {
    this.#backups = new Backups(context);
    this.#timer = setInterval(() => void this.#look(), intervalMilliseconds);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What is thrown in a timer would end the server. */
  async #look(): Promise<void> {
    try {
      const standing = this.#backups.standing();
      if (standing.isLate) this.#sayLate(standing.lastMadeAt);
      if (standing.isRunning || performance.now() - this.#failedAt < againMilliseconds || !this.#backups.isDue()) return;
      await this.#backups.begin('schedule');
    } catch {
      // It is in the log already.
      this.#failedAt = performance.now();
    }
  }

  #sayLate(last: string | null): void {
    const today = new Date().toDateString();
    if (this.#saidOn === today) return;
    this.#saidOn = today;
    this.context.log('no recent backup', { last, folder: this.#backups.folder, advice });
  }
}
