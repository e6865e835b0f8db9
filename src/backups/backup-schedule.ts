import type { Context } from '../context';
import { type Repeated, repeat } from '../repeated';
import type { Backups } from './backups';

const lookMilliseconds = 60_000;

/** What failed is tried again after that: somebody has to make room first. */
const againMilliseconds = 3_600_000;

const advice =
  'Look for "backup failed" in this log. Free space in the backup folder or set another one with --backups, then run leitmotif backup create.';

/** Makes a backup whenever one is due, and says so, once a day, where there is none that is young enough. */
export class BackupSchedule {
  readonly #looking: Repeated;
  #failedAt = Number.NEGATIVE_INFINITY;
  #saidOn: string | undefined;

  constructor(
    private readonly backups: Backups,
    private readonly log: Context['log'],
    intervalMilliseconds = lookMilliseconds,
  ) {
    // What is told of one that failed is in the log already.
    const failed = () => {
      this.#failedAt = performance.now();
    };
    this.#looking = repeat(() => this.#look(), intervalMilliseconds, failed);
  }

  stop(): void {
    this.#looking.stop();
  }

  async #look(): Promise<void> {
    const standing = this.backups.standing();
    if (standing.isLate) this.#sayLate(standing.lastMadeAt);
    if (standing.isRunning || performance.now() - this.#failedAt < againMilliseconds || !this.backups.isDue()) return;
    await this.backups.begin('schedule');
  }

  #sayLate(last: string | null): void {
    const today = new Date().toDateString();
    if (this.#saidOn === today) return;
    this.#saidOn = today;
    this.log('no recent backup', { last, folder: this.backups.folder, advice });
  }
}
