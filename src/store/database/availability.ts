import type { Database } from 'bun:sqlite';
import { DomainError, SetupError } from '../../errors';
import { message } from '../../messages/message';

/** Whether SQLite reports a lock held by another connection. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code);

/** Long enough for another program to finish, or for a person to notice that it does not. */
const retryAfterSeconds = 2;

/** 503 for a database locked by another program. */
export const busy = (): DomainError => new DomainError('unavailable', message('database_busy'), { retryAfterSeconds });

/** Whether SQLite or the system reports a full disk, or a quota or file size limit that is reached. */
export const isFull = (error: unknown): boolean => /^(SQLITE_(FULL|IOERR_(WRITE|SHMSIZE))|ENOSPC|EDQUOT|EFBIG)$/.test(codeOf(error));

/** 503 for a full disk; clients may retry once there is room. */
export const full = (): DomainError => new DomainError('unavailable', message('disk_full'));

/** Whether SQLite or the system reports unreadable or unwritable files, or a file that is no database. */
export const isUnusable = (error: unknown): boolean =>
  isDamaged(error) || /^(SQLITE_(IOERR|CANTOPEN|READONLY|PROTOCOL)|(EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE)$)/.test(codeOf(error));

/**
 * Whether SQLite reports corruption. JSON errors count too: stored JSON was validated when written, so the file must have
 * changed.
 */
export const isDamaged = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error)) ||
  (error instanceof Error && /^(malformed JSON|JSON cannot hold BLOB values)$/.test(error.message));

/** 503 without details, which are logged only. */
export const unusable = (error: unknown): DomainError =>
  new DomainError('unavailable', /^(SQLITE_READONLY|EROFS)/.test(codeOf(error)) ? message('disk_read_only') : message('files_unusable'), {
    retryAfterSeconds: 5,
  });

export const diskFullAt = (path: string): SetupError =>
  new SetupError(`The disk of ${path} is full. Nothing was written. Free some space and try again.`);

/** Message for a read-only file system; `undefined` for other errors. */
export function readOnlyDisk(error: unknown): SetupError | undefined {
  return codeOf(error) === 'EROFS' ? readOnlyDiskAt((error as { path?: string }).path) : undefined;
}

/** Even reading requires writing beside the database, unless another program left its files there. */
export const readOnlyDiskAt = (path: string | undefined): SetupError =>
  new SetupError(`The disk of ${path} is mounted read-only. Remount it for writing and try again.`);

/** 503 for files that another program moved or replaced. */
export const displaced = (): DomainError => new DomainError('unavailable', message('database_moved'));

/** Sets a busy timeout while the work runs, for startup only: later, waiting would block the whole server. */
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
