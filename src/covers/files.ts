import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type CoverSize, coverSizes } from '../catalog/cover';
import { inMemory } from '../config';
import type { Store } from '../store/database/open';
import type { CutPicture } from './picture';

/** Files on their way to their place. */
export interface Staged {
  /** Puts them there, at once each; what is there already is the same. */
  readonly place: () => void;
  /** Leaves nothing of those that were not placed. */
  readonly drop: () => void;
}

/** Where the files of covers are, by the hash of the picture. */
export interface CoverFiles {
  stage(picture: CutPicture): Promise<Staged>;
  find(hash: string, size: CoverSize): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(hash: string): void;
  /** Removes what others left on its way. */
  tidy(): void;
}

/** The files beside a database; those of a database in memory are there as well. */
export const coverFilesOf = ({ path }: Store, dataDirectory: string): CoverFiles =>
  path === inMemory ? new FilesInMemory() : new FilesInFolder(join(dataDirectory, 'covers'));

class FilesInMemory implements CoverFiles {
  readonly #files = new Map<string, CutPicture['files']>();

  async stage({ hash, files }: CutPicture): Promise<Staged> {
    return { place: () => void this.#files.set(hash, files), drop: () => {} };
  }

  async find(hash: string, size: CoverSize): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = this.#files.get(hash)?.get(size);
    return bytes && new Uint8Array(bytes);
  }

  remove(hash: string): void {
    this.#files.delete(hash);
  }

  tidy(): void {}
}

/** Nothing takes an hour to be put in its place. */
const leftMilliseconds = 3_600_000;

/** As `covers/1f/1f0c….320.webp`, which nobody but the owner reads. */
class FilesInFolder implements CoverFiles {
  constructor(private readonly folder: string) {}

  async stage({ hash, files }: CutPicture): Promise<Staged> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const moves: (readonly [from: string, to: string])[] = [];
    const drop = () => {
      for (const [from] of moves) rmSync(from, { force: true });
    };
    try {
      for (const [size, bytes] of files) {
        const from = join(this.folder, `${hash}.${size}.${crypto.randomUUID()}.part`);
        moves.push([from, this.#path(hash, size)]);
        await writeWhole(from, bytes);
      }
    } catch (error) {
      drop();
      throw error;
    }
    const place = () => {
      mkdirSync(this.#folderOf(hash), { recursive: true, mode: 0o700 });
      for (const [from, to] of moves) renameSync(from, to);
    };
    return { place, drop };
  }

  async find(hash: string, size: CoverSize): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const file = Bun.file(this.#path(hash, size));
    return (await file.exists()) ? file.bytes() : undefined;
  }

  remove(hash: string): void {
    for (const size of coverSizes) rmSync(this.#path(hash, size), { force: true });
  }

  tidy(): void {
    for (const name of this.#names()) {
      const path = join(this.folder, name);
      const status = name.endsWith('.part') ? statSync(path, { throwIfNoEntry: false }) : undefined;
      if (status && Date.now() - status.mtimeMs > leftMilliseconds) rmSync(path, { force: true });
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      // There was no cover yet.
      return [];
    }
  }

  #folderOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2));
  }

  #path(hash: string, size: CoverSize): string {
    return join(this.#folderOf(hash), `${hash}.${size}.webp`);
  }
}

/** On the disk before it gets its name: a power cut leaves no half of a file under it. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
