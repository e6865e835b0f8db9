import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { SetupError } from '../errors';
import { inMemory } from './open';

/** Held by the one server of a data directory. */
export interface ServerLock {
  release(): void;
}

/**
 * Takes a data directory for one server. The lock is one of the operating system, on a file of its own, that SQLite
 * takes for us: it ends with the process, however the process ends, and leaves nothing stale behind.
 * @throws {SetupError} where another server has it
 */
export function lockForServer(dataDirectory: string): ServerLock {
  if (dataDirectory === inMemory) return { release() {} };
  const file = new Database(join(dataDirectory, 'server.lock'));
  try {
    file.run('PRAGMA busy_timeout = 0');
    file.run('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
    throw new SetupError(`Another leitmotif server already serves ${dataDirectory}. Stop it first, or name another directory with --data.`);
  }
  return {
    release() {
      file.run('ROLLBACK');
      file.close();
    },
  };
}
