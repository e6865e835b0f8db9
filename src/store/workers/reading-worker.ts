/** Worker for long reads. */

import type { Numbered } from '../../worker-queue';
import { type BoundQuery, boundRows, type Connection } from '../database/connection';
import { openSnapshot } from '../database/connections';
import { lowerPriority } from './thread-priority';

declare const self: Worker;

/** Reads from one state: rows of several queries, or the keys of one. */
export interface ReadingTask {
  readonly path: string;
  /** Selects the catalog revision; no row if it is unknown. */
  readonly revision: string;
  readonly rows?: readonly BoundQuery[];
  readonly keys?: BoundQuery;
}

/** The result with its catalog revision. */
export interface ReadingAnswer {
  readonly number: number;
  readonly revision?: string | undefined;
  readonly rows?: readonly object[][];
  readonly keys?: Int32Array<ArrayBuffer>;
  readonly error?: string;
}

/** An uncaught error would print its source. */
self.onmessage = ({ data: task }: MessageEvent<Numbered<ReadingTask>>) => {
  lowerPriority(task.niceness);
  const answer = answerTo(task);
  self.postMessage(answer, answer.keys ? [answer.keys.buffer] : []);
};

function answerTo({ number, path, revision, rows, keys }: Numbered<ReadingTask>): ReadingAnswer {
  let database: Connection | undefined;
  try {
    // One connection per task: files may have been replaced, and tasks are few.
    database = openSnapshot(path);
    const found = database.get<{ revision: string }>(revision);
    const answer = { number, revision: found?.revision };
    if (keys) return { ...answer, keys: keysOf(database, keys) };
    return { ...answer, rows: boundRows(database, rows ?? []) };
  } catch (error) {
    return { number, error: (error as Error).message };
  } finally {
    database?.close();
  }
}

/** Keys as one text are read twice as fast as one object per row. */
function keysOf(database: Connection, { sql, values }: BoundQuery): Int32Array<ArrayBuffer> {
  const found = database.get<{ count: number; keys: Uint8Array | null }>(
    `SELECT count(*) AS count, CAST(group_concat(key) AS BLOB) AS keys FROM (${sql})`,
    values,
  );
  const keys = new Int32Array(found?.count ?? 0);
  if (found?.keys) readKeys(found.keys, keys);
  return keys;
}

/** Parses comma-separated numbers. */
function readKeys(text: Uint8Array, keys: Int32Array): void {
  let count = 0;
  let key = 0;
  for (let index = 0; index <= text.length; index++) {
    const code = text[index] ?? comma;
    if (code !== comma) key = key * 10 + code - zero;
    else {
      if (key > 2_147_483_647) throw new RangeError(`The key ${key} does not fit.`);
      keys[count++] = key;
      key = 0;
    }
  }
}

const comma = 0x2c;
const zero = 0x30;
