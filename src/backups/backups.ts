import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inMemory, type Settings } from '../config';
import type { Context } from '../context';
import { conflict, DomainError } from '../errors';
import type { Message as ErrorMessage } from '../messages/message';
import { message } from '../messages/message';
import { requireInPlace } from '../store/database/availability';
import type { Store } from '../store/database/open';
import { isFileLocked } from '../store/files/file-lock';
import { now } from '../store/values/time';
import { onWorkerError, startWorker } from '../worker';
import { type Backup, backupFolder, listBackups, loadListed, lockOf } from './backup-list';
import type { Message, Outcome, Works } from './backup-worker';
import type { BackupTask } from './create-backup';
import { dueAfter, hasOutgrown } from './due';
import type { Manifest } from './manifest';
import { lastGood } from './verification';

/** How old the last good backup is, as the server is told to have them. */
export interface Standing {
  /** Hours between two backups of the schedule; 0 where there is none. */
  readonly every: number;
  readonly lastMadeAt: string | null;
  /** When the next one is to be made, as the milliseconds of a `Date`; `undefined` where there is no schedule. */
  readonly dueAt: number | undefined;
  /** Whether that is longer ago than the time between two. */
  readonly isLate: boolean;
  readonly isRunning: boolean;
  /** Why none came of the last try, where none was made since. */
  readonly failure: Failure | null;
  /** Whether it is late, in a word. */
  readonly word: 'good' | 'late' | 'off';
}

/** Backups are looked for again after so long: a list of them is read from the disk. */
const knownMilliseconds = 10_000;

/** A backup that could not be made. */
export interface Failure {
  readonly failedAt: string;
  readonly detail: string;
  readonly problem: ErrorMessage | undefined;
}

/** The backups of a catalog that is served. */
export class Backups {
  readonly #startedAt = Date.now();
  /** From the moment that one is begun, until it is done: the lock is taken by its thread, a little later. */
  #isBegun = false;
  /** Whether what this server alone has is in a backup: nothing has been written since. */
  #isSaved = false;
  #known: { readonly at: number; readonly last: Backup | undefined; readonly outgrownAt: number | undefined } | undefined;
  /** The last backup that the catalog has outgrown, and when that was first seen. */
  #outgrown: { readonly name: string; readonly at: number } | undefined;

  #failure: Failure | null = null;
  /** The name of the one that is being read whole. */
  #verifying: string | undefined;

  /** @param schedule as it is now: an administrator may change it while the server runs */
  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'log'>,
    private readonly schedule: () => Pick<Settings, 'backupEvery' | 'backupKeep'> = () => context.settings,
  ) {}

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
    const every = this.isPossible ? this.schedule().backupEvery : 0;
    const { last, outgrownAt } = this.#look();
    const due = every > 0 ? dueAfter(last, every, this.#startedAt, outgrownAt) : undefined;
    const isLate = due !== undefined && Date.now() > due.lateFrom;
    const word = due === undefined ? 'off' : isLate ? 'late' : 'good';
    const lastMadeAt = last ? last.made_at : null;
    return { every, lastMadeAt, dueAt: due?.at, isLate, isRunning: this.isRunning, failure: this.#failure, word };
  }

  /** Whether it is time for the next one. */
  isDue(): boolean {
    const { dueAt } = this.standing();
    return dueAt !== undefined && Date.now() >= dueAt;
  }

  /**
   * Begins a backup in a thread of its own, after which what need not stay is removed. What comes of it is in the log.
   * @throws {DomainError} conflict, at once, where one is being made or cannot be; unavailable, where the database is not at its place
   */
  begin(reason: Manifest['reason']): Promise<Backup> {
    if (!this.isPossible) throw conflict('backup_impossible');
    if (this.isRunning) throw conflict('backup_running');
    // Else it would be one of another file than the one that is served.
    if (!this.#isDisplaced()) requireInPlace(this.context.store.standing());
    this.#isBegun = true;
    return this.#make(reason).finally(() => {
      this.#isBegun = false;
    });
  }

  /**
   * Saves by a backup, before the server lets go of it, a database whose file was deleted or replaced, with all that was
   * answered as written. Of a whole directory that was moved elsewhere nothing is lost.
   */
  async saveDisplaced(): Promise<void> {
    const { store, settings } = this.context;
    if (!this.isPossible || this.#isSaved || !store.isFileGone() || !existsSync(settings.data)) return;
    // What it could not do is in the log.
    await this.begin('replaced').catch(() => undefined);
  }

  get verifying(): string | undefined {
    return this.#verifying;
  }

  /**
   * Begins to read a backup whole, in a thread of its own. What is found is kept beside it.
   * @throws {DomainError} at once: not_found, or conflict where one is being read
   */
  verify(name: string): Promise<void> {
    const backup = loadListed(this.list(), name);
    if (this.#verifying !== undefined) throw conflict('backup_verifying');
    this.#verifying = name;
    return this.#read(backup).finally(() => {
      this.#verifying = undefined;
      this.#known = undefined;
    });
  }

  /**
   * Removes a backup for good.
   * @throws {DomainError} not_found; conflict, for the only one that is good, and while one is being made
   */
  async remove(name: string): Promise<void> {
    loadListed(this.list(), name);
    await inThread('remove', { folder: this.folder, name });
    this.#known = undefined;
    this.context.log('backup removed', { name });
  }

  /** @param user the id of whoever takes it out */
  tellTaken(name: string, user: string): void {
    this.context.log('backup downloaded', { name, user });
  }

  async #read(backup: Backup): Promise<void> {
    const { log } = this.context;
    const { faults, findings } = await inThread('verify', backup).catch((error) => {
      log('backup not verified', { name: backup.name, error: (error as DomainError).detail }, 'error');
      throw error;
    });
    const found = [...faults, ...findings];
    log('backup verified', { name: backup.name, findings: found.length > 0 ? found : undefined }, faults.length > 0 ? 'error' : 'info');
  }

  async #make(reason: Manifest['reason']): Promise<Backup> {
    const { store, settings, log } = this.context;
    const [started, folder] = [performance.now(), this.folder];
    const task = { database: store.path, covers: join(settings.data, 'covers'), folder, reason, extent: 'all' } as const;
    const isDisplaced = this.#isDisplaced();
    const making = isDisplaced ? saveDisplaced(store, task) : inThread('create', { ...task, keep: this.schedule().backupKeep });
    const { backup, removed } = await making.catch((error) => this.#fail(error as DomainError));
    [this.#known, this.#failure] = [undefined, null];
    this.#isSaved = isDisplaced;
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const findings = backup.findings.length > 0 ? backup.findings : undefined;
    log('backup made', { name: backup.name, bytes: backup.bytes, seconds, findings, removed: removed.length > 0 ? removed : undefined });
    return backup;
  }

  /** Whether this server alone may have the database, still open: a backup is the only way to save it then. */
  #isDisplaced(): boolean {
    return this.context.store.standing() === 'displaced';
  }

  #fail(error: DomainError): never {
    this.#known = undefined;
    this.#failure = { failedAt: now(), detail: error.detail, problem: error.problem };
    this.context.log('backup failed', { folder: this.folder, error: error.detail });
    throw error;
  }

  #look() {
    if (!this.#known || performance.now() - this.#known.at > knownMilliseconds) {
      const last = lastGood(this.list());
      this.#known = { at: performance.now(), last, outgrownAt: last && this.#outgrownAt(last) };
    }
    return this.#known;
  }

  #outgrownAt(last: Backup): number | undefined {
    try {
      if (!hasOutgrown(this.context.store.reader, last)) this.#outgrown = undefined;
      else if (this.#outgrown?.name !== last.name) this.#outgrown = { name: last.name, at: Date.now() };
    } catch {
      // A database that cannot be read is told of elsewhere.
      this.#outgrown = undefined;
    }
    return this.#outgrown?.at;
  }
}

/**
 * Does some work on backups in a thread of its own. The end of the server waits for none: what was begun is cleared away by the next.
 * @throws {DomainError} what the work throws; unavailable, where that is none or of the machine
 */
async function inThread<W extends keyof Works>(work: W, task: Works[W]['task']): Promise<Works[W]['done']> {
  const worker = startWorker('backups/backup-worker');
  try {
    const outcome = await new Promise<Outcome<W>>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Outcome<W>>) => resolve(data);
      onWorkerError(worker, (error) => resolve({ error, kind: undefined }));
      const request: Message<W> = { work, task };
      worker.postMessage(request);
    });
    if ('done' in outcome) return outcome.done;
    // What an operator has to set right is no client's fault.
    const { kind = 'setup', error } = outcome;
    const problem = typeof error === 'string' ? message('backup_failed', { reason: error }) : error;
    throw new DomainError(kind === 'setup' ? 'unavailable' : kind, problem);
  } finally {
    worker.terminate();
  }
}

/**
 * Makes a backup of a database whose file was deleted, moved or replaced while it is open here. No other thread can open it by its name, so that this
 * one does the work, and answers nobody meanwhile: all that it could say is about to be lost. Nothing is removed to make room.
 * @throws {DomainError} which says why there is none
 */
async function saveDisplaced({ reader }: Store, task: BackupTask): Promise<{ backup: Backup; removed: readonly string[] }> {
  const { createBackup } = await import('./create-backup');
  // A copy is not made within what this turn of the event loop reads.
  while (reader.inTransaction) await new Promise((resolve) => setImmediate(resolve));
  try {
    return { backup: createBackup(task, reader), removed: [] };
  } catch (error) {
    if (error instanceof DomainError) throw new DomainError('unavailable', error.detail);
    throw new DomainError('unavailable', message('database_not_saved', { reason: (error as Error).message }));
  }
}
