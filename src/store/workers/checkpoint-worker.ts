/** A thread that moves what is in the log of a database into the file: the disk's time, which nobody else waits for. */
import { constants, Database } from 'bun:sqlite';
import { isBusy } from '../database/availability';
import { giveWay, leastOfAll } from './give-way';

declare const self: Worker;

export interface Task {
  readonly path: string;
}

/** What came of it: whether all of the log is in the file, or why it could not be. */
export interface Checkpointed {
  readonly isDone: boolean;
  readonly error?: string;
}

// Said when all is closed: a thread that is ended before has its databases closed with it, which empties the log.
self.onmessage = ({ data: task }: MessageEvent<Task>) => {
  giveWay(leastOfAll);
  self.postMessage(checkpoint(task));
};

/** What is written or read meanwhile is left for the next time. An error that left the thread would print its source. */
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
