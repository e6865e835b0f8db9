import { type Stats, statSync } from 'node:fs';

/** Whether the files of an open database stand where they were opened, or were moved, replaced or deleted. */
export type Standing = 'in place' | 'displaced';

/**
 * The files that a database was opened from. A system lets them be deleted, moved or replaced under an open database, which
 * would go on with files that nobody finds again.
 */
export class Place {
  readonly #files: ReadonlyMap<string, Stats>;

  constructor(private readonly path: string) {
    const found = [path, `${path}-wal`, this.#indexPath].map((file) => [file, statusOf(file)] as const);
    this.#files = new Map(found.flatMap(([file, status]) => (status ? [[file, status]] : [])));
  }

  /** Whether the log stood beside the database. */
  get hasLog(): boolean {
    return this.#files.has(this.#indexPath);
  }

  standing(): Standing {
    return [...this.#files.keys()].every((file) => this.#stands(file)) ? 'in place' : 'displaced';
  }

  /**
   * Whether closing the database does no harm: it would move the log, from an index that others do not see, over what they
   * wrote. A log that is left is read at the next start.
   */
  mayClose(): boolean {
    return !this.hasLog || statusOf(this.path) === undefined || this.#stands(this.#indexPath);
  }

  /** Whether the file of the database is there as it was opened, whatever became of the log beside it. */
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

/** What cannot be looked at is not there, for whatever reason. */
function statusOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
