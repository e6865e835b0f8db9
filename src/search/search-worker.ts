/** Worker for searches of large catalogs. */

import { type Store, storeOf } from '../store/database/store';
import { lowerPriority } from '../store/workers/thread-priority';
import type { Numbered } from '../worker-queue';
import { Finder, type FinderTask, type Found } from './finder';

declare const self: Worker;

export interface FinderAnswer {
  readonly number: number;
  readonly found?: Found;
  readonly text?: string | null;
  readonly error?: string;
}

/** Keeps prepared statements between tasks. */
let opened: { readonly store: Store; readonly finder: Finder } | undefined;

self.onmessage = ({ data: task }: MessageEvent<Numbered<FinderTask & { readonly path: string }>>) => {
  lowerPriority(task.niceness);
  self.postMessage(answerTo(task));
};

function answerTo({ number, path, ...task }: Numbered<FinderTask & { readonly path: string }>): FinderAnswer {
  try {
    const { store, finder } = openedAt(path);
    return store.read(() => ({ number, ...('texts' in task ? { text: finder.textWithHits(task) } : { found: finder.find(task) }) }));
  } catch (error) {
    return { number, error: (error as Error).message };
  }
}

/** The file may have been replaced. */
function openedAt(path: string): NonNullable<typeof opened> {
  if (opened && (opened.store.path !== path || opened.store.standing() !== 'in place')) {
    opened.store.close();
    opened = undefined;
  }
  if (!opened) {
    const store = storeOf(path, { isNew: false, patience: 0, isServed: false });
    opened = { store, finder: new Finder(store) };
  }
  return opened;
}
