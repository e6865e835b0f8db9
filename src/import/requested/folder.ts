import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportFile } from '../../accounts/imports/files';
import type { Settings } from '../../config';
import { conflict, DomainError, invalid, notFound, SetupError, tooLarge } from '../../errors';
import { readChunks } from '../../http/body';
import { message } from '../../messages/message';
import { full } from '../../store/database/availability';
import { writeCheck } from '../../store/database/transactions';
import { freeBytes } from '../../store/files/disk-space';
import { syncFolder } from '../../store/files/sync';
import { timestamp } from '../../store/values/dates';
import type { FileSource } from '../sources/recognize';

/** More than a page can offer. */
const maximumFiles = 1_000;

/** File systems take 255; uploads add a suffix. */
const maximumNameBytes = 200;

const uploadPattern = /^\.[0-9a-f-]{36}\.upload$/;

/** The only files of the machine that the website can import: those directly in a folder, without links. */
export class ImportFolder {
  readonly path: string;

  constructor(private readonly settings: Pick<Settings, 'data' | 'importFolder' | 'importUploadMegabytes'>) {
    this.path = settings.importFolder || join(settings.data, 'imports');
  }

  get maximumBytes(): number {
    return this.settings.importUploadMegabytes * 1_000_000;
  }

  /** By name. */
  list(): ImportFile[] {
    if (!existsSync(this.path)) return [];
    const files = readdirSync(this.path, { withFileTypes: true }).filter((entry) => entry.isFile() && isFileName(entry.name));
    const names = files.map(({ name }) => name).toSorted();
    return names.slice(0, maximumFiles).flatMap((name) => {
      const status = lstatSync(join(this.path, name), { throwIfNoEntry: false });
      return status ? [{ name, bytes: status.size, modified_at: timestamp(status.mtime) }] : [];
    });
  }

  /**
   * The path of a file.
   * @throws {DomainError} not_found, also for links, which could lead out of the folder
   */
  pathOf(name: string): string {
    const path = join(this.path, name);
    if (isFileName(name) && lstatSync(path, { throwIfNoEntry: false })?.isFile()) return path;
    throw notFound('no_import_file', { name: name.slice(0, 100), folder: this.path });
  }

  /**
   * Writes an upload to the folder. Nothing is left of one that fails.
   * @throws {DomainError} for a bad or used name, a size above the limit, a full disk or an unknown format
   */
  async receive(name: string, request: Request): Promise<void> {
    if (!isFileName(name)) throw invalid('import_file_name', { max: maximumNameBytes });
    const path = join(this.path, name);
    const requireRights = writeCheck();
    if (existsSync(path)) throw conflict('import_file_exists', { name });
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const announced = Number(request.headers.get('content-length') ?? 0);
    if (announced <= this.maximumBytes && announced > freeBytes(this.path)) throw full();
    const partial = join(this.path, `.${crypto.randomUUID()}.upload`);
    try {
      await this.#write(partial, request);
      if ((await sourceOf(partial)) === undefined) throw invalid('import_file_unknown', { name });
      requireRights();
      // Another upload may have been faster.
      if (existsSync(path)) throw conflict('import_file_exists', { name });
      renameSync(partial, path);
      syncFolder(this.path);
    } finally {
      rmSync(partial, { force: true });
    }
  }

  /** @throws {DomainError} not_found */
  remove(name: string): void {
    rmSync(this.pathOf(name));
  }

  /** Deletes uploads that the end of a server interrupted. */
  tidy(): void {
    if (!existsSync(this.path)) return;
    for (const name of readdirSync(this.path)) if (uploadPattern.test(name)) rmSync(join(this.path, name), { force: true });
  }

  async #write(path: string, request: Request): Promise<void> {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of readChunks(request, this.maximumBytes)) await file.writeFile(chunk);
      await file.sync();
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'too_large')) throw error;
      throw tooLarge('import_upload_too_large', { max: this.settings.importUploadMegabytes, folder: this.path });
    } finally {
      await file.close();
    }
  }
}

/** Hidden files are uploads in progress and tokens. */
const isFileName = (name: string): boolean => /^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u.test(name) && Buffer.byteLength(name) <= maximumNameBytes;

/** The source of a file by its content; undefined if it is unknown or not supported. */
export async function sourceOf(path: string): Promise<FileSource | undefined> {
  const { recognize } = await import('../sources/recognize');
  try {
    return await recognize(path);
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}

/** @throws {DomainError} unprocessable, for files of several sources or none */
export async function sharedSourceOf(paths: readonly string[]): Promise<FileSource> {
  const sources = new Set<FileSource>();
  for (const path of paths) {
    const source = await sourceOf(path);
    if (source === undefined) throw new DomainError('unprocessable', message('import_file_unknown', { name: basename(path) }));
    sources.add(source);
  }
  const [first = 'ndjson', ...others] = sources;
  if (others.length > 0) throw new DomainError('unprocessable', message('import_files_mixed', { sources: [...sources] }));
  return first;
}
