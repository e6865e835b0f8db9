import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inMemory, type Settings } from '../config';
import type { Context } from '../context';
import { conflict, DomainError } from '../errors';
import { type Message as ErrorMessage, message } from '../messages/message';
import type { Store } from '../store/database/open';
import { isFileLocked } from '../store/files/file-lock';
import { dayMilliseconds, now, timestamp } from '../store/values/dates';
import { onWorkerError, startWorker } from '../worker';
import { type Backup, backupFolder, isPartFolder, listBackups, loadListed, lockOf } from './backup-list';
import type { BackupMessage, BackupTasks, WorkerOutcome } from './backup-worker';
import { type CopySettings, type CopyState, copyFor, copyLockOf, copyOf, isFirstEncrypted, keyAdvice, readCopyState } from './copies/state';
import type { BackupTask } from './create-backup';
import { dueAfter, hasOutgrown } from './due';
import type { Manifest } from './manifest';
import { isKnownGood, lastGood } from './verification';

/** How recent the last good backup is. */
export interface BackupStatus {
  /** Interval in hours; 0 if there is no schedule. */
  readonly every: number;
  readonly lastMadeAt: string | null;
  /** In milliseconds since the epoch; undefined without a schedule. */
  readonly dueAt: number | undefined;
  /** Whether it is overdue by a whole interval. */
  readonly isLate: boolean;
  readonly isRunning: boolean;
  /** Why the last attempt failed, unless a backup has succeeded since. */
  readonly failure: Failure | null;
  readonly word: 'good' | 'late' | 'off';
}

/** Pause after a failure, which usually needs an operator. */
export const retryMilliseconds = 3_600_000;

/** How long the list of backups is cached. */
const knownMilliseconds = 10_000;

export interface Failure {
  readonly failedAt: string;
  readonly detail: string;
  readonly problem: ErrorMessage | undefined;
}

/** The backups of a running server. */
export class Backups {
  readonly #startedAt = Date.now();
  /** From the request to the end; its thread takes the lock a little later. */
  #isBegun = false;
  /** Whether the current state is backed up: nothing was written since. */
  #isSaved = false;
  #known: { readonly at: number; readonly last: Backup | undefined; readonly outgrownAt: number | undefined } | undefined;
  /** The last backup that the catalog has outgrown, and when that was noticed. */
  #outgrown: { readonly name: string; readonly at: number } | undefined;

  #failure: Failure | null = null;
  #isCopying = false;
  /** Name of the backup that is being verified. */
  #verifying: string | undefined;

  /** @param schedule the current setting, which can change at runtime */
  constructor(
    private readonly context: Pick<Context, 'store' | 'settings' | 'log'>,
    private readonly schedule: () => Pick<Settings, 'backupEvery' | 'backupKeep'> & CopySettings = () => context.settings,
    private readonly notify: (failure: Pick<Failure, 'detail' | 'problem'>) => unknown = () => {},
  ) {
    if (this.isPossible) this.#failure = findInterrupted(this.folder);
  }

  /** False for a catalog in memory. */
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
    return this.#isBegun || (this.isPossible && isLocked(lockOf(this.folder)));
  }

  standing(): BackupStatus {
    const every = this.isPossible ? this.schedule().backupEvery : 0;
    const { last, outgrownAt } = this.#look();
    const due = every > 0 ? dueAfter(last, every, this.#startedAt, outgrownAt) : undefined;
    const isLate = due !== undefined && Date.now() > due.lateFrom;
    const word = due === undefined ? 'off' : isLate ? 'late' : 'good';
    const lastMadeAt = last ? last.made_at : null;
    return { every, lastMadeAt, dueAt: due?.at, isLate, isRunning: this.isRunning, failure: this.#failure, word };
  }

  isDue(): boolean {
    const { dueAt } = this.standing();
    return dueAt !== undefined && Date.now() >= dueAt;
  }

  /**
   * Starts a backup in a worker and prunes old ones afterwards. The log has the result.
   * @throws {DomainError} conflict, if one is running or backups are impossible
   */
  begin(reason: Manifest['reason']): Promise<Backup> {
    if (!this.isPossible) throw conflict('backup_impossible');
    if (this.isRunning) throw conflict('backup_running');
    this.#isBegun = true;
    return this.#make(reason).finally(() => {
      this.#isBegun = false;
    });
  }

  /** Undefined without a target. */
  copies(): (CopyState & { readonly recipient: string; readonly isRunning: boolean }) | undefined {
    const { backupTarget: target, backupRecipient: recipient } = this.schedule();
    if (target === '' || !this.isPossible) return undefined;
    return { ...readCopyState(this.folder, target), recipient, isRunning: this.#isCopying || isLocked(copyLockOf(this.folder)) };
  }

  /** Whether a backup is newer than its copies, or the copies were not compared for a day. Failures are retried after an hour. */
  isCopyDue(): boolean {
    const state = this.copies();
    if (!state || state.isRunning) return false;
    const { checked_at: checkedAt, failure, copies, recipient } = state;
    if (failure) return Date.now() - Date.parse(failure.failedAt) > retryMilliseconds;
    if (checkedAt === null || Date.now() - Date.parse(checkedAt) > dayMilliseconds) return true;
    const newest = this.list().find((backup) => copyFor(backup, false) && isKnownGood(backup));
    const copied = Object.entries(copies).filter(([, copy]) => copy.recipient === recipient);
    return newest !== undefined && !copied.some(([file]) => (copyOf(file)?.name ?? '') >= newest.name);
  }

  /**
   * Copies backups to the target in a worker. The log and the stored state have the result.
   * @throws {DomainError} conflict, without a target or while backups are copied; unavailable, if it fails
   */
  copy(): Promise<void> {
    const state = this.copies();
    if (!state) throw conflict('copies_off');
    if (state.isRunning) throw conflict('copies_running');
    this.#isCopying = true;
    return this.#copy().finally(() => {
      this.#isCopying = false;
    });
  }

  /**
   * Saves a database whose file was deleted or replaced while it was open, before the server closes it. Nothing is lost if the
   * whole directory was moved.
   */
  async saveDisplaced(): Promise<void> {
    const { store, settings } = this.context;
    if (!this.isPossible || this.#isSaved || !store.isFileGone() || !existsSync(settings.data)) return;
    // The log has the error.
    await this.begin('replaced').catch(() => undefined);
  }

  /** Logs a backup that the end of the server interrupts. */
  end(): void {
    const { detail: error } = new DomainError('unavailable', interrupted);
    if (this.#isBegun) this.context.log('backup failed', { folder: this.folder, error }, 'error');
    if (this.#isCopying) this.context.log('backup copy failed', { target: this.schedule().backupTarget, error }, 'error');
  }

  /** Every failure that administrators should hear of. */
  #report(event: 'backup failed' | 'backup copy failed', where: object, { detail, problem }: DomainError): void {
    this.context.log(event, { ...where, error: detail }, 'error');
    this.notify({ detail, problem });
  }

  get verifying(): string | undefined {
    return this.#verifying;
  }

  /**
   * Verifies a backup in a worker and stores the result beside it.
   * @throws {DomainError} not_found; conflict, if another verification is running
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

  /** @throws {DomainError} not_found; conflict, for the only good backup or while one is running */
  async remove(name: string): Promise<void> {
    loadListed(this.list(), name);
    await inThread('remove', { folder: this.folder, name });
    this.#known = undefined;
    this.context.log('backup removed', { name });
  }

  /** @param user id of the person downloading it */
  tellTaken(name: string, user: string): void {
    this.context.log('backup downloaded', { name, user });
  }

  /** @param missing number of bytes */
  tellCutOff(name: string, missing: number): void {
    this.context.log('backup download incomplete', { name, missing_bytes: missing }, 'warn');
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

  async #copy(): Promise<void> {
    const { log } = this.context;
    const { folder } = this;
    const { backupKeep: keep, ...settings } = this.schedule();
    const { backupTarget: target, backupRecipient: recipient } = settings;
    if (isFirstEncrypted(folder, settings)) log('backups encrypted', { advice: keyAdvice(recipient) }, 'warn');
    const { copied, removed, lost } = await inThread('copy', { folder, keep, settings }).catch((error) => {
      this.#report('backup copy failed', { target }, error as DomainError);
      throw error;
    });
    if (lost.length > 0) log('backup copies lost', { target, files: lost }, 'warn');
    for (const { name, bytes } of copied) log('backup copied', { name, target, bytes });
    if (removed.length > 0) log('backup copies removed', { target, files: removed });
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

  /** Whether the open database is no longer reachable by its path. */
  #isDisplaced(): boolean {
    return this.context.store.fileStatus() === 'displaced';
  }

  #fail(error: DomainError): never {
    this.#known = undefined;
    this.#failure = { failedAt: now(), detail: error.detail, problem: error.problem };
    this.#report('backup failed', { folder: this.folder }, error);
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
      // An unreadable database is reported elsewhere.
      this.#outgrown = undefined;
    }
    return this.#outgrown?.at;
  }
}

function isLocked(file: string): boolean {
  try {
    return isFileLocked(file);
  } catch {
    // The reason is reported when work starts.
    return false;
  }
}

const interrupted = message('backup_interrupted');

/** A backup that the end of a process interrupted: it leaves a folder, which the next backup deletes. */
function findInterrupted(folder: string): Failure | null {
  try {
    const name = isFileLocked(lockOf(folder)) ? undefined : readdirSync(folder).find((name) => isPartFolder(name));
    if (name === undefined) return null;
    const failedAt = timestamp(statSync(join(folder, name)).mtimeMs);
    return { failedAt, detail: new DomainError('unavailable', interrupted).detail, problem: interrupted };
  } catch {
    // The folder is missing, or the next backup reports why it is unusable.
    return null;
  }
}

/**
 * Runs a task in a worker. Shutdown does not wait for it.
 * @throws {DomainError} from the task; unavailable, for problems of the machine
 */
async function inThread<W extends keyof BackupTasks>(work: W, task: BackupTasks[W]['task']): Promise<BackupTasks[W]['done']> {
  const worker = startWorker('backups/backup-worker');
  try {
    const outcome = await new Promise<WorkerOutcome<W>>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerOutcome<W>>) => resolve(data);
      onWorkerError(worker, (error) => resolve({ error, kind: undefined }));
      const request: BackupMessage<W> = { work, task };
      worker.postMessage(request);
    });
    if ('done' in outcome) return outcome.done;
    // A setup problem is not the client's fault.
    const { kind = 'setup', error } = outcome;
    const problem = typeof error === 'string' ? message('backup_failed', { reason: error }) : error;
    throw new DomainError(kind === 'setup' ? 'unavailable' : kind, problem);
  } finally {
    worker.terminate();
  }
}

/**
 * Backs up a database whose file was deleted, moved or replaced while open. No worker can open it by path, so this blocks the
 * server. Nothing is pruned to make room.
 * @throws {DomainError}
 */
async function saveDisplaced({ reader }: Store, task: BackupTask): Promise<{ backup: Backup; removed: readonly string[] }> {
  const { createBackup } = await import('./create-backup');
  // A backup cannot start inside a read transaction.
  while (reader.inTransaction) await new Promise((resolve) => setImmediate(resolve));
  try {
    return { backup: createBackup(task, reader), removed: [] };
  } catch (error) {
    if (error instanceof DomainError) throw new DomainError('unavailable', error.detail);
    throw new DomainError('unavailable', message('database_not_saved', { reason: (error as Error).message }));
  }
}
