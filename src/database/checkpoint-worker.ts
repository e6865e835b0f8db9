/** A thread that moves what is in the log of a database into the file: the disk's time, which nobody else waits for. */
import { constants, Database } from 'bun:sqlite';
import { isBusy } from './availability';

declare const self: Worker;

/** Says whether all of the log is in the file. What is written or read meanwhile is left for the next time. */
self.onmessage = ({ data: path }: MessageEvent<string>) => {
  const database = new Database(path, constants.SQLITE_OPEN_READWRITE);
  try {
    const done = database.query('PRAGMA wal_checkpoint(PASSIVE)').get() as { busy: number; log: number; checkpointed: number };
    self.postMessage(done.busy === 0 && done.checkpointed >= done.log);
  } catch (error) {
    if (!isBusy(error)) throw error;
    self.postMessage(false);
  } finally {
    database.close();
  }
};
