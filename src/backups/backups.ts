import { join } from 'node:path';
import { inMemory } from '../config';
import type { Context } from '../context';
import { requireInPlace } from '../database/availability';
import { isFileLocked } from '../database/file-lock';
import { conflict, DomainError } from '../errors';
import { type Backup, backupFolder, listBackups } from './backup-list';
import type { Made, WorkerTask } from './backup-worker';
import { lockOf } from './create-backup';
import type { Manifest } from './manifest';

/** How old the last good backup is, as the server is told to have them. */
export interface Standing {
  /** Hours between two backups of the schedule; 0 where there is none. */
  readonly every: number;
  readonly lastMadeAt: string | null;
  /** Whether that is longer ago than twice the schedule; or, without one, that the server runs. */
  readonly isLate: boolean;
  readonly isRunning: boolean;
  /** The same in a word. */
  readonly word: 'good' | 'late' | 'off';
}

/** Where the worker lies: beside this file, or where the compiler puts it, by its place below `src`. */
const workerAddress = /\$bunfs|~BUN/.test(import.meta.url)
  ? new URL('./backups/backup-worker.js', import.meta.url)
  : new URL('./backup-worker.ts', import.meta.url);

const hourMilliseconds = 3_600_000;

/**
 * A backup from further ahead than this was made while the clock was wrong. Waiting for its time would leave a catalog without
 * backups until then; clocks that are set right by seconds make no further one.
 */
const aheadMilliseconds = hourMilliseconds;

/** Backups are looked for again after so long: a list of them is read from the disk. */
const knownMilliseconds = 10_000;

/** The backups of a catalog that is served. */
export class Backups {
  readonly #startedAt = Date.now();
  /** From the moment that one is begun, until it is done: the lock is taken by its thread, a little later. */
  #isBegun = false;
  #known: { readonly at: number; readonly last: Backup | undefined } | undefined;

  constructor(private readonly context: Pick<Context, 'store' | 'settings' | 'log'>) {}

  /** A catalog in memory has none. */
  get isPossible(): boolean {
    return this.context.store.path !== inMemory;
  }

  get folder(): string {
    return backupFolder(this.context.settings);
  }

  list(): Backup[] {
    return this.isPossible ? listBackups(this.folder) : [];
  }

  get isRunning(): boolean {
    if (!this.isPossible || this.#isBegun) return this.#isBegun;
    try {
      return isFileLocked(lockOf(this.folder));
    } catch {
      // What cannot be looked at says why when a backup is begun.
      return false;
    }
  }

  standing(): Standing {
    const every = this.isPossible ? this.context.settings.backupEvery : 0;
    const last = this.#last();
    const since = last ? Date.parse(last.made_at) : this.#startedAt;
    const isLate = every > 0 && Date.now() - since > 2 * every * hourMilliseconds;
    const word = every === 0 ? 'off' : isLate ? 'late' : 'good';
    return { every, lastMadeAt: last ? last.made_at : null, isLate, isRunning: this.isRunning, word };
  }

  /** Whether it is time for the next one. */
  isDue(): boolean {
    const { every, lastMadeAt } = this.standing();
    return every > 0 && (lastMadeAt === null || Date.now() - Date.parse(lastMadeAt) >= every * hourMilliseconds);
  }

  /**
   * Begins a backup in a thread of its own, after which what need not stay is removed. What comes of it is in the log.
   * @throws {DomainError} conflict, at once, where one is being made or cannot be; unavailable, where the database is not at its place
   */
  begin(reason: Manifest['reason']): Promise<Backup> {
    if (!this.isPossible) throw conflict('A catalog in memory has no backups.');
    if (this.isRunning) throw conflict('A backup is being made already.');
    // Else it would be one of another file than the one that is served.
    requireInPlace(this.context.store.standing());
    this.#isBegun = true;
    return this.#make(reason).finally(() => {
      this.#isBegun = false;
    });
  }

  async #make(reason: Manifest['reason']): Promise<Backup> {
    const { store, settings, log } = this.context;
    const [started, folder] = [performance.now(), this.folder];
    const task = {
      database: store.path,
      covers: join(settings.data, 'covers'),
      folder,
      reason,
      extent: 'all',
      keep: settings.backupKeep,
    } as const;
    const made = await inThread(task);
    this.#known = undefined;
    if ('error' in made) {
      log('backup failed', { folder, error: made.error });
      throw new DomainError('unavailable', made.error);
    }
    const { backup, removed } = made;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const findings = backup.findings.length > 0 ? backup.findings : undefined;
    log('backup made', { name: backup.name, bytes: backup.bytes, seconds, findings, removed: removed.length > 0 ? removed : undefined });
    return backup;
  }

  #last(): Backup | undefined {
    if (!this.#known || performance.now() - this.#known.at > knownMilliseconds) {
      const latest = Date.now() + aheadMilliseconds;
      const last = this.list().find(({ extent, made_at }) => extent === 'all' && Date.parse(made_at) <= latest);
      this.#known = { at: performance.now(), last };
    }
    return this.#known.last;
  }
}

/** The end of the server waits for no backup: what was begun is cleared away by the next one. */
function inThread(task: WorkerTask): Promise<Made> {
  const worker = new Worker(workerAddress, { smol: true });
  const made = new Promise<Made>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Made>) => resolve(data);
    worker.onerror = (event) => {
      // Else it would be printed with its source as well.
      event.preventDefault();
      resolve({ error: event.message.split('\n', 1)[0] ?? '' });
    };
  });
  worker.postMessage(task);
  return made.finally(() => worker.terminate());
}
