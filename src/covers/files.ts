import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type CoverSize, coverSizes } from '../catalog/cover';
import { inMemory } from '../config';
import type { Store } from '../store/database/open';
import type { CutPicture } from './picture';

/** Files being written. */
export interface Staged {
  /** Renames them into place; existing files are identical. */
  readonly place: () => void;
  /** Deletes those not placed. */
  readonly drop: () => void;
}

/** Files of covers, by hash of the image. */
export interface CoverFiles {
  stage(picture: CutPicture): Promise<Staged>;
  find(hash: string, size: CoverSize): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(hash: string): void;
  /** Deletes leftovers of others. */
  tidy(): void;
}

/** In the data directory, even for a database in memory. */
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

/** Writing a file never takes an hour. */
const leftMilliseconds = 3_600_000;

/** Paths such as `covers/1f/1f0c….320.webp`, readable by the owner only. */
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
      // No cover yet.
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

/** Synced before the rename, so that a power cut leaves no partial file. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
