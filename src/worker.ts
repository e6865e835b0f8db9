import { closeSync, openSync } from 'node:fs';
import { DomainError } from './errors';
import { message } from './messages/message';

const isCompiled = /\$bunfs|~BUN/.test(import.meta.url);

/** A worker opens some as it starts, and the runtime ends the process where one fails; connections are accepted meanwhile. */
const descriptorsNeeded = 64;

/**
 * Starts a worker.
 * @param place of its file below `src`, such as `export/export-worker`; `packaging/build.ts` names each for the compiler
 * @throws {DomainError} unavailable, where too few files may be opened: the runtime would end the process
 */
export function startWorker(place: string): Worker {
  if (!hasDescriptors(descriptorsNeeded))
    throw new DomainError('unavailable', message('many_files_open'), {
      retryAfterSeconds: 5,
    });
  // Where the compiler puts it, or beside this file.
  return new Worker(new URL(`./${place}.${isCompiled ? 'js' : 'ts'}`, import.meta.url), { smol: true });
}

/** Whether so many more files and connections may be opened: tried, since no system says it without opening one. */
export function hasDescriptors(count: number): boolean {
  if (process.platform === 'win32') return true;
  const open: number[] = [];
  try {
    while (open.length < count) open.push(openSync('/dev/null', 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const one of open) closeSync(one);
  }
}

/** Tells in a line what ended a thread. */
export function onWorkerError(worker: Worker, tell: (error: string) => void): void {
  worker.onerror = (event) => {
    // Else it would be printed with its source as well.
    event.preventDefault();
    tell(event.message.split('\n', 1)[0] ?? '');
  };
}
