import { DomainError } from '../errors';
import { onWorkerError, startWorker } from '../worker';
import type { Message, Outcome, Works } from './backup-worker';

/**
 * Does some work on backups in a thread of its own. The end of the server waits for none: what was begun is cleared away by the next.
 * @throws {DomainError} what the work throws; unavailable, where that is none or of the machine
 */
export async function inThread<W extends keyof Works>(work: W, task: Works[W]['task']): Promise<Works[W]['done']> {
  const worker = startWorker('backups/backup-worker');
  try {
    const outcome = await new Promise<Outcome<W>>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Outcome<W>>) => resolve(data);
      onWorkerError(worker, (error) => resolve({ error, code: undefined }));
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
