import { type Stats, statSync } from 'node:fs';

/** Whether the files of an open database are still at their path, or were moved, replaced or deleted. */
export type FileStatus = 'in place' | 'displaced';

/**
 * Identity of the files that a database was opened from. Systems allow them to be deleted, moved or replaced while open; writes
 * would then go to files nobody finds again.
 */
export class FileIdentity {
  readonly #files: ReadonlyMap<string, Stats>;

  constructor(private readonly path: string) {
    const found = [path, `${path}-wal`, this.#indexPath].map((file) => [file, statusOf(file)] as const);
    this.#files = new Map(found.flatMap(([file, status]) => (status ? [[file, status]] : [])));
  }

  /** Whether the log stood beside the database. */
  get hasLog(): boolean {
    return this.#files.has(this.#indexPath);
  }

  standing(): FileStatus {
    return [...this.#files.keys()].every((file) => this.#stands(file)) ? 'in place' : 'displaced';
  }

  /** Whether closing is safe: it could checkpoint a stale log over newer data. A remaining log is recovered at the next start. */
  mayClose(): boolean {
    return !this.hasLog || statusOf(this.path) === undefined || this.#stands(this.#indexPath);
  }

  /** Whether the database file itself is still the opened one. */
  get hasFile(): boolean {
    return this.#stands(this.path);
  }

  get #indexPath(): string {
    return `${this.path}-shm`;
  }

  #stands(file: string): boolean {
    const [before, now] = [this.#files.get(file), statusOf(file)];
    return now !== undefined && now.ino === before?.ino && now.dev === before.dev;
  }
}

/** An unreadable file counts as missing. */
function statusOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
