import { closeSync, existsSync, fdatasync, openSync } from 'node:fs';

/**
 * Brings what was committed to the log of a database to the disk, on a thread, for those who wait for it. The disk takes
 * milliseconds at best, and hundreds where others use it: a commit that waited itself would have everybody wait.
 */
export class LogOnDisk {
  readonly #path: string;
  #committed = 0;
  #onDisk = 0;
  #log: number | undefined;
  #bringing: Promise<void> | undefined;

  /** @param checkpoint moves the log into the file, and waits for the disk itself; says `false` where it could not */
  constructor(
    path: string,
    private readonly checkpoint: () => boolean,
  ) {
    this.#path = `${path}-wal`;
  }

  committed(): void {
    this.#committed++;
  }

  /** Waits for all that was committed until now; `undefined` where nothing has to be waited for. */
  wait(): Promise<void> | undefined {
    return this.#onDisk === this.#committed ? undefined : this.#until(this.#committed);
  }

  /** Opens the log ahead, where it is there already: once connections have taken all descriptors, that would fail. */
  open(): void {
    if (existsSync(this.#path)) this.#log ??= openSync(this.#path, 'r+');
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
  }

  /** Who comes while the disk is at work waits for the next time, together with all others who do. */
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
      // A system tells once that it could not write, and not again: only what is written anew is sure to be there.
      if (!this.checkpoint()) throw error;
    }
    this.#onDisk = committed;
  }

  /** The log is the same file for as long as it is open; closing it lets go of no lock, as it would with the index beside it. */
  #synchronize(): Promise<void> {
    const log = this.#log ?? openSync(this.#path, 'r+');
    this.#log = log;
    return new Promise((resolve, reject) => fdatasync(log, (error) => (error ? reject(error) : resolve())));
  }
}
