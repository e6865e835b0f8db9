/** Worker for searches of large catalogs. */

import { type Store, storeOf } from '../store/database/store';
import { lowerPriority } from '../store/workers/thread-priority';
import type { Numbered } from '../worker-queue';
import { type FinderResult, type FinderTask, SearchFinder } from './finder';

declare const self: Worker;

export interface FinderAnswer {
  readonly number: number;
  readonly found?: FinderResult;
  readonly text?: string | null;
  readonly error?: string;
}

type WorkerTask = Numbered<FinderTask & { readonly path: string }>;

/** Keeps prepared statements between tasks. */
let opened: { readonly store: Store; readonly finder: SearchFinder } | undefined;

self.onmessage = ({ data: task }: MessageEvent<WorkerTask>) => {
  lowerPriority(task.niceness);
  const answer = answerTo(task);
  // Only once the store has released its snapshot, also by setImmediate: the next task must see writes made after this answer.
  setImmediate(() => self.postMessage(answer));
};

function answerTo({ number, path, ...task }: WorkerTask): FinderAnswer {
  try {
    // The file may have been replaced.
    if (opened?.store.fileStatus() !== 'in place') {
      opened?.store.close();
      const store = storeOf(path, { isNew: false, patience: 0, isServed: false });
      opened = { store, finder: new SearchFinder(store) };
    }
    const { store, finder } = opened;
    return store.read(() => ({ number, ...('words' in task ? { text: finder.correct(task) } : { found: finder.find(task) }) }));
  } catch (error) {
    return { number, error: (error as Error).message };
  }
}
