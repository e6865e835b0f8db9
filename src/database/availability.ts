import type { Database } from 'bun:sqlite';
import { DomainError } from '../errors';

/** Whether SQLite says that another connection holds what was asked for. */
export const isBusy = (error: unknown): boolean => String((error as { code?: unknown } | undefined)?.code).startsWith('SQLITE_BUSY');

/** Long enough for another program to be done, or for a person to see that it is not. */
const retryAfterSeconds = 2;

/** What a client, or a person at the terminal, is told where another program holds the database. */
export function busy(waitedMilliseconds: number): DomainError {
  const waited = waitedMilliseconds === 0 ? '' : `; waited ${waitedMilliseconds / 1000} s`;
  return new DomainError('unavailable', `The database is being written by another program${waited}.`, { retryAfterSeconds });
}

/** What a client is told where the file of the database was taken away under it. */
export const displaced = (): DomainError =>
  new DomainError(
    'unavailable',
    'The database is not where it was when it was opened: it was moved, replaced or deleted. Nothing is written until it is back, or the server is started again.',
  );

/**
 * Has a connection wait on the spot for other programs while it works: for what is done before anybody is served. At all
 * other times a connection waits for nobody, since all of a server would wait with it.
 */
export function patiently<T>(connection: Database, milliseconds: number, work: () => T): T {
  connection.run(`PRAGMA busy_timeout = ${milliseconds}`);
  try {
    return work();
  } catch (error) {
    throw isBusy(error) ? busy(milliseconds) : error;
  } finally {
    connection.run('PRAGMA busy_timeout = 0');
  }
}
