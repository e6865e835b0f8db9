import { type Stats, statSync } from 'node:fs';

/**
 * The files that a database was opened from. A system lets them be deleted, moved or replaced under an open database,
 * which would go on with files that nobody finds again.
 */
export class Place {
  readonly #files: ReadonlyMap<string, Stats>;

  constructor(path: string) {
    const found = [path, `${path}-wal`].map((file) => [file, statusOf(file)] as const);
    this.#files = new Map(found.flatMap(([file, status]) => (status ? [[file, status]] : [])));
  }

  /** Whether each of them still stands where it stood. */
  isKept(): boolean {
    for (const [file, { dev, ino }] of this.#files) {
      const status = statusOf(file);
      if (status?.ino !== ino || status.dev !== dev) return false;
    }
    return true;
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
