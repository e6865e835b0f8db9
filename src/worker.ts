import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DomainError } from './errors';
import { message } from './messages/message';

const isCompiled = /\$bunfs|~BUN/.test(import.meta.url);

/** The command that runs this program again: the executable, or Bun with the source. */
export const ownCommand: readonly string[] = isCompiled
  ? [process.execPath]
  : [process.execPath, fileURLToPath(new URL('./main.ts', import.meta.url))];

/** Bun exits if a worker cannot open files at start, while connections are accepted. */
const descriptorsNeeded = 64;

/**
 * @param place file below `src`, such as `export/export-worker`; listed in `packaging/build.ts`
 * @throws {DomainError} unavailable, if file descriptors run out, which would end the process
 */
export function startWorker(place: string): Worker {
  if (!hasDescriptors(descriptorsNeeded))
    throw new DomainError('unavailable', message('many_files_open'), {
      retryAfterSeconds: 5,
    });
  // In the executable, or beside this file.
  return new Worker(new URL(`./${place}.${isCompiled ? 'js' : 'ts'}`, import.meta.url), { smol: true });
}

/** Tested by opening them: systems do not tell. */
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

export function onWorkerError(worker: Worker, tell: (error: string) => void): void {
  worker.onerror = (event) => {
    // Prevents printing source code.
    event.preventDefault();
    tell(event.message.split('\n', 1)[0] ?? '');
  };
}
