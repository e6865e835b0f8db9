import type { Context } from '../../context';
import { conflict, DomainError } from '../../errors';
import { type Repeated, repeat } from '../../interval';
import type { Store } from '../../store/database/open';
import { directoryOf, isServed, lockForFile } from '../../store/files/file-lock';
import { isUnfinished, undoUnfinishedImports } from './journal';

// The command line and the server import into the same lists. Each undoes what the other left only after that process has ended,
// which an operating system lock shows.

/**
 * Runs an import as the only command.
 * @throws {DomainError} conflict, if another import of the user is running
 */
export async function asOneCommand<T>(store: Store, user: number, work: () => Promise<T>): Promise<T> {
  const lock = lockForFile(directoryOf(store));
  if (!lock) throw new DomainError('conflict', 'Another command is importing a file. Try again when it has ended.');
  try {
    await undoUnfinishedImports(store, 'command_line');
    // The next server undoes what a server left; without a server, do it here.
    if (!isServed(directoryOf(store))) await undoUnfinishedImports(store, 'server');
    else if (isUnfinished(store, 'server', user))
      throw new DomainError('conflict', 'The server is importing another file of this user. Try again in a moment.');
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Undoes imports of killed commands.
 * @returns false if one is still running
 */
export async function undoEndedCommands(store: Store): Promise<boolean> {
  if (!isUnfinished(store, 'command_line')) return true;
  const lock = lockForFile(directoryOf(store));
  if (!lock) return false;
  try {
    await undoUnfinishedImports(store, 'command_line');
    return true;
  } finally {
    lock.release();
  }
}

/** @throws {DomainError} conflict, if a command is importing for the user */
export async function requireNoCommand(store: Store, user: number): Promise<void> {
  if (isUnfinished(store, 'command_line', user) && !(await undoEndedCommands(store))) throw conflict('file_busy_on_server');
}

/** Half-finished imports should disappear quickly. */
const intervalMilliseconds = 2_000;

/** Undoes imports of killed commands while the server runs. */
export function fileUpkeep({ store, log }: Pick<Context, 'store' | 'log'>): Repeated {
  let lastError: string | undefined;
  const look = async () => {
    // Storage problems are already logged.
    if (store.fileStatus() !== 'in place') return;
    await undoEndedCommands(store);
    lastError = undefined;
  };
  return repeat(look, intervalMilliseconds, ({ message }) => {
    if (message !== lastError) log('files of ended commands not looked for', { error: message }, 'error');
    lastError = message;
  });
}
