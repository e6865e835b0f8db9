import { DomainError } from '../errors';
import type { Message, Outcome, Works } from './backup-worker';

/** Where the worker lies: beside this file, or where the compiler puts it, by its place below `src`. */
const workerAddress = /\$bunfs|~BUN/.test(import.meta.url)
  ? new URL('./backups/backup-worker.js', import.meta.url)
  : new URL('./backup-worker.ts', import.meta.url);

/**
 * Does some work on backups in a thread of its own. The end of the server waits for none: what was begun is cleared away by the next.
 * @throws {DomainError} what the work throws; unavailable, where that is none or of the machine
 */
export async function inThread<W extends keyof Works>(work: W, task: Works[W]['task']): Promise<Works[W]['done']> {
  const worker = new Worker(workerAddress, { smol: true });
  try {
    const outcome = await new Promise<Outcome<W>>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Outcome<W>>) => resolve(data);
      worker.onerror = (event) => {
        // Else it would be printed with its source as well.
        event.preventDefault();
        resolve({ error: event.message.split('\n', 1)[0] ?? '', code: undefined });
      };
      const message: Message<W> = { work, task };
      worker.postMessage(message);
    });
    if ('done' in outcome) return outcome.done;
    // What an operator has to set right is no client's fault.
    const { code = 'setup', error } = outcome;
    throw new DomainError(code === 'setup' ? 'unavailable' : code, error);
  } finally {
    worker.terminate();
  }
}
