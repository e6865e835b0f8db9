import { conflict, DomainError } from '../../errors';
import type { Store } from '../../store/database/open';
import { directoryOf, type FileLock, isServed, lockForFile } from '../../store/files/file-lock';
import { isUnfinished, undoUnfinishedImports } from './journal';

// A command and the server put files into the same lists. Each takes back what the other left only when that has ended: a
// lock of the operating system, which ends with the process that holds it, tells whether it has.

/**
 * Puts a file in as the one command that does so.
 * @throws {DomainError} a conflict, where another command or the server does so for the user
 */
export async function asOneCommand<T>(store: Store, user: number, work: () => Promise<T>): Promise<T> {
  const lock = lockOf(store);
  if (!lock) throw new DomainError('conflict', 'Another command is importing a file. Try again when it has ended.');
  try {
    await undoUnfinishedImports(store, 'command_line');
    // What a server left is taken back by the next one, or here where none runs.
    if (!isServed(directoryOf(store))) await undoUnfinishedImports(store, 'server');
    else if (isUnfinished(store, 'server', user))
      throw new DomainError('conflict', 'The server is importing another file of this user. Try again in a moment.');
    return await work();
  } finally {
    lock.release();
  }
}

/** Takes back what commands left that were ended in their midst; says `false` where one still runs. */
export async function undoEndedCommands(store: Store): Promise<boolean> {
  if (!isUnfinished(store, 'command_line')) return true;
  const lock = lockOf(store);
  if (!lock) return false;
  try {
    await undoUnfinishedImports(store, 'command_line');
    return true;
  } finally {
    lock.release();
  }
}

/** @throws {DomainError} a conflict, where a command is putting a file of the user in */
export async function requireNoCommand(store: Store, user: number): Promise<void> {
  if (isUnfinished(store, 'command_line', user) && !(await undoEndedCommands(store))) throw conflict('file_busy_on_server');
}

const lockOf = (store: Store): FileLock | undefined => lockForFile(directoryOf(store));
