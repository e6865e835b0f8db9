const isCompiled = /\$bunfs|~BUN/.test(import.meta.url);

/**
 * Where what a thread runs lies: beside this file, or where the compiler puts it, by its place below `src`.
 * @param place such as `export/export-worker`; `packaging/build.ts` names each for the compiler
 */
export const workerUrl = (place: string): URL => new URL(`./${place}.${isCompiled ? 'js' : 'ts'}`, import.meta.url);

/** Tells in a line what ended a thread. */
export function onWorkerError(worker: Worker, tell: (error: string) => void): void {
  worker.onerror = (event) => {
    // Else it would be printed with its source as well.
    event.preventDefault();
    tell(event.message.split('\n', 1)[0] ?? '');
  };
}
