import type { Database } from 'bun:sqlite';
import { DomainError, SetupError } from '../../errors';
import { message } from '../../messages/message';
import type { Standing } from '../files/place';

/** Whether SQLite says that another connection holds what was asked for. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code);

/** Long enough for another program to be done, or for a person to see that it is not. */
const retryAfterSeconds = 2;

/** What a client, or a person at the terminal, is told where another program holds the database. */
export const busy = (): DomainError => new DomainError('unavailable', message('database_busy'), { retryAfterSeconds });

/** Whether SQLite or the system says that there is no room for what was to be written. */
export const isFull = (error: unknown): boolean => /^(SQLITE_(FULL|IOERR_(WRITE|SHMSIZE))|ENOSPC|EDQUOT)$/.test(codeOf(error));

/** What a client is told where the disk is full. It may come again: somebody has to make room first. */
export const full = (): DomainError => new DomainError('unavailable', message('disk_full'));

/** Whether SQLite or the system says that files cannot be read or written, or that what is read there is no database. */
export const isUnusable = (error: unknown): boolean =>
  isDamaged(error) || /^(SQLITE_(IOERR|CANTOPEN|READONLY|PROTOCOL)|(EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE)$)/.test(codeOf(error));

/**
 * Whether SQLite says that what it reads is damaged, or is no database. What it is given as JSON was written by this program, and
 * what it keeps as JSON was checked when it was: where it cannot read that, the file has changed since.
 */
export const isDamaged = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error)) ||
  (error instanceof Error && /^(malformed JSON|JSON cannot hold BLOB values)$/.test(error.message));

/** What a client is told then: the log says what is wrong with the files, which is nobody else's business. */
export const unusable = (error: unknown): DomainError =>
  new DomainError('unavailable', /^(SQLITE_READONLY|EROFS)/.test(codeOf(error)) ? message('disk_read_only') : message('files_unusable'), {
    retryAfterSeconds: 5,
  });

export const diskFullAt = (path: string): SetupError =>
  new SetupError(`The disk of ${path} is full. Nothing was written. Free some space and try again.`);

/** What a person at the terminal is told where a disk is mounted read-only; `undefined` for any other error. */
export function readOnlyDisk(error: unknown): SetupError | undefined {
  return codeOf(error) === 'EROFS' ? readOnlyDiskAt((error as { path?: string }).path) : undefined;
}

/** SQLite writes beside a database that it reads, unless another program left these files there. */
export const readOnlyDiskAt = (path: string | undefined): SetupError =>
  new SetupError(`The disk of ${path} is mounted read-only. Remount it for writing and try again.`);

/**
 * Nothing is served well from files that another program took away or replaced.
 * @throws {DomainError} unavailable
 */
export function requireInPlace(standing: Standing): void {
  if (standing === 'in place') return;
  const detail = message('database_moved');
  throw new DomainError('unavailable', detail);
}

/**
 * Has a connection wait on the spot for other programs while it works: for what is done before anybody is served. At all
 * other times a connection waits for nobody, since all of a server would wait with it.
 */
export function patiently<T>(connection: Database, milliseconds: number, work: () => T): T {
  connection.run(`PRAGMA busy_timeout = ${milliseconds}`);
  try {
    return work();
  } catch (error) {
    throw isBusy(error) ? busy() : error;
  } finally {
    connection.run('PRAGMA busy_timeout = 0');
  }
}
