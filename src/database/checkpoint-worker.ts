/** A thread that moves what is in the log of a database into the file: the disk's time, which nobody else waits for. */
import { constants, Database } from 'bun:sqlite';
import { isBusy } from './availability';

declare const self: Worker;

/** What came of it: whether all of the log is in the file, or why it could not be. */
export interface Checkpointed {
  readonly isDone: boolean;
  readonly error?: string;
}

const say = (done: Checkpointed): void => self.postMessage(done);

/** What is written or read meanwhile is left for the next time. An error that left the thread would print its source. */
self.onmessage = ({ data: path }: MessageEvent<string>) => {
  let database: Database | undefined;
  try {
    database = new Database(path, constants.SQLITE_OPEN_READWRITE);
    const done = database.query('PRAGMA wal_checkpoint(PASSIVE)').get() as { busy: number; log: number; checkpointed: number };
    say({ isDone: done.busy === 0 && done.checkpointed >= done.log });
  } catch (error) {
    say({ isDone: false, error: isBusy(error) ? undefined : (error as Error).message });
  } finally {
    database?.close();
  }
};
