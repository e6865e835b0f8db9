import { closeSync, existsSync, fdatasync, fsyncSync, openSync } from 'node:fs';

/**
 * Flushes the database log to disk in a worker. An fsync takes milliseconds at best and hundreds under load; in the commit
 * itself it would block everyone.
 */
export class LogOnDisk {
  readonly #path: string;
  #committed = 0;
  #onDisk = 0;
  #log: number | undefined;
  #bringing: Promise<void> | undefined;

  /** @param checkpoint moves the log into the file and waits for the disk; `false` on failure */
  constructor(
    path: string,
    private readonly checkpoint: () => boolean,
  ) {
    this.#path = `${path}-wal`;
  }

  committed(): void {
    this.#committed++;
  }

  /** Waits for everything committed so far; `undefined` if nothing is pending. */
  wait(): Promise<void> | undefined {
    return this.#onDisk === this.#committed ? undefined : this.#until(this.#committed);
  }

  /** Opens the log early, since that would fail once connections use up all descriptors. */
  open(): void {
    if (existsSync(this.#path)) this.#log ??= openSync(this.#path, 'r+');
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
  }

  /** Requests during an fsync wait for the next one together. */
  async #until(commit: number): Promise<void> {
    while (this.#onDisk < commit) {
      this.#bringing ??= this.#bring().finally(() => {
        this.#bringing = undefined;
      });
      await this.#bringing;
    }
  }

  async #bring(): Promise<void> {
    const committed = this.#committed;
    try {
      await this.#synchronize();
    } catch (error) {
      // The system reports a write error only once; only rewritten data is safe then.
      if (!this.checkpoint()) throw error;
    }
    this.#onDisk = committed;
  }

  /** The log stays the same file while open; unlike the index, closing it releases no lock. */
  #synchronize(): Promise<void> {
    const log = this.#log ?? openSync(this.#path, 'r+');
    this.#log = log;
    return new Promise((resolve, reject) => fdatasync(log, (error) => (error ? reject(error) : resolve())));
  }
}

/** Flushes a file to disk. */
export const syncFile = (path: string): void => sync(path, 'r+');

/** Flushes directory entries to disk. Windows cannot do that. */
export const syncFolder = (path: string): void => {
  if (process.platform !== 'win32') sync(path, 'r');
};

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
