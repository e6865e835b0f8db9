import { openSync, readSync, type Stats, statSync } from 'node:fs';

/** How the files of an open database stand: as they stood, taken away or replaced, or written over by another program. */
export type Standing = 'in place' | 'displaced' | 'changed';

/** What the file was when no checkpoint was under way, and how far checkpoints had come. */
interface Settled {
  readonly size: number;
  readonly modified: number;
  readonly checkpoints: string;
}

/**
 * The files that a database was opened from. A system lets them be deleted, moved, replaced or written over under an open
 * database, which would go on with files that nobody finds again, or write what it knows into what it does not.
 */
export class Place {
  readonly #files: ReadonlyMap<string, Stats>;
  readonly #index: number | undefined;
  #settled: Settled | undefined;
  #isChanged = false;

  constructor(private readonly path: string) {
    const found = [path, `${path}-wal`, this.#indexPath].map((file) => [file, statusOf(file)] as const);
    this.#files = new Map(found.flatMap(([file, status]) => (status ? [[file, status]] : [])));
    this.#index = indexOf(this.#indexPath, this.#files.get(this.#indexPath));
    this.#look();
  }

  /** Whether the log stood beside the database. */
  get hasLog(): boolean {
    return this.#files.has(this.#indexPath);
  }

  standing(): Standing {
    for (const file of this.#files.keys()) if (!this.#stands(file)) return this.#isChanged ? 'changed' : 'displaced';
    this.#look();
    return this.#isChanged ? 'changed' : 'in place';
  }

  /**
   * Whether closing the database does no harm. It would move the log into a file that is another's by now; or from an
   * index of the log that others do not see, over what they wrote. A log that is left is read at the next start.
   */
  mayClose(): boolean {
    return this.standing() !== 'changed' && (!this.hasLog || statusOf(this.path) === undefined || this.#stands(this.#indexPath));
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

  /** With a log, checkpoints alone write the file, and say so in the log's index before they do. Any other write is a stranger's. */
  #look(): void {
    if (this.#index === undefined || this.#isChanged) return;
    const before = checkpointsIn(this.#index);
    const { size, mtimeMs: modified } = statusOf(this.path) ?? { size: 0, mtimeMs: 0 };
    const after = checkpointsIn(this.#index);
    const isSame = size === this.#settled?.size && modified === this.#settled.modified;
    if (this.#settled && !isSame && !after.isUnderWay && after.text === this.#settled.checkpoints) this.#isChanged = true;
    else if (!after.isUnderWay && before.text === after.text) this.#settled = { size, modified, checkpoints: after.text };
  }
}

/** Indexes of logs by device and inode. Never closed: closing one file would let go of the locks that SQLite has on it in this process. */
const indexes = new Map<string, number>();

function indexOf(path: string, status: Stats | undefined): number | undefined {
  if (!status) return undefined;
  const key = `${status.dev}:${status.ino}`;
  const known = indexes.get(key);
  if (known !== undefined) return known;
  try {
    const file = openSync(path, 'r');
    indexes.set(key, file);
    return file;
  } catch {
    return undefined;
  }
}

/** How far checkpoints have come: the round of the log, how much of it is in the file, and how much is about to be (https://www.sqlite.org/walformat.html, section 2.1). */
function checkpointsIn(index: number): { readonly text: string; readonly isUnderWay: boolean } {
  const [round, done, begun] = [Buffer.alloc(8), Buffer.alloc(4), Buffer.alloc(4)];
  readSync(index, round, 0, 8, 32);
  readSync(index, done, 0, 4, 96);
  readSync(index, begun, 0, 4, 128);
  return { text: Buffer.concat([round, done, begun]).toString('hex'), isUnderWay: !done.equals(begun) };
}

/** What cannot be looked at is not there, for whatever reason. */
function statusOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
