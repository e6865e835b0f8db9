import type { Context } from '../context';
import { type Repeated, repeat } from '../interval';
import { type Backups, retryMilliseconds } from './backups';

const lookMilliseconds = 60_000;

const advice =
  'Look for "backup failed" in this log. Free space in the backup folder or set another one with --backups, then run leitmotif backup create.';

/** Creates backups on schedule and logs a daily warning if no recent one exists. */
export class BackupSchedule {
  readonly #looking: Repeated;
  #failedAt = Number.NEGATIVE_INFINITY;
  #warnedOn: string | undefined;

  constructor(
    private readonly backups: Backups,
    private readonly log: Context['log'],
    intervalMilliseconds = lookMilliseconds,
  ) {
    // The reason is already in the log.
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
    if (standing.isRunning) return;
    if (performance.now() - this.#failedAt >= retryMilliseconds && this.backups.isDue()) await this.backups.begin('schedule');
    // The log has the error. Slow copies do not delay the next backup.
    if (this.backups.isCopyDue()) this.backups.copy().catch(() => undefined);
  }

  #sayLate(last: string | null): void {
    const today = new Date().toDateString();
    if (this.#warnedOn === today) return;
    this.#warnedOn = today;
    this.log('no recent backup', { last, folder: this.backups.folder, advice });
  }
}
