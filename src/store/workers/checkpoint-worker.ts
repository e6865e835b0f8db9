/** Worker that checkpoints a database, so that nothing else waits for the disk. */
import { constants, Database } from 'bun:sqlite';
import { isBusy } from '../database/availability';
import { lowerPriority, lowestPriority } from './thread-priority';

declare const self: Worker;

export interface Task {
  readonly path: string;
}

/** Result: whether the whole log is in the file, or the error. */
export interface Checkpointed {
  readonly isDone: boolean;
  readonly error?: string;
}

// Sent once all is closed: terminating a worker closes its databases, which truncates the log.
self.onmessage = ({ data: task }: MessageEvent<Task>) => {
  lowerPriority(lowestPriority);
  self.postMessage(checkpoint(task));
};

/** Concurrent reads and writes are left for the next run. An uncaught error would print its source. */
function checkpoint({ path }: Task): Checkpointed {
  let database: Database | undefined;
  try {
    database = new Database(path, constants.SQLITE_OPEN_READWRITE);
    const done = database.query('PRAGMA wal_checkpoint(PASSIVE)').get() as { busy: number; log: number; checkpointed: number };
    return { isDone: done.busy === 0 && done.checkpointed >= done.log };
  } catch (error) {
    return { isDone: false, error: isBusy(error) ? undefined : (error as Error).message };
  } finally {
    database?.close();
  }
}
