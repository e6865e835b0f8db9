import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathOf, s3Address } from '../../config';
import { fileProblem, SetupError } from '../../errors';
import { TarReader } from '../../import/streams/tar';
import { takeFileLock } from '../../store/files/file-lock';
import { type Backup, loadBackup, makeBackupFolder } from '../backup-list';
import type { CopySettings } from './state';

const isArchive = (nameOrPath: string): boolean => nameOrPath.startsWith('s3://') || /\.tar(\.age)?$/.test(nameOrPath);

interface BackupSource {
  /** Name or path of a backup, path of an archive, or its address in a bucket. */
  readonly address: string;
  /** File with private keys. */
  readonly identity: string | undefined;
  /** Where it is unpacked for a while. */
  readonly folder: string;
  /** Read for archives only. */
  readonly settings: () => CopySettings;
}

/**
 * Does work with a backup: one of the folder by its name or path, or one whose archive is unpacked for it.
 * @throws {SetupError} if it cannot be read, decrypted or unpacked
 */
export async function withBackup<T>(source: BackupSource, work: (backup: Backup) => T | Promise<T>): Promise<T> {
  const { address, folder } = source;
  return isArchive(address) ? withUnpacked(source, work) : work(loadBackup(folder, address));
}

async function withUnpacked<T>(
  { address, identity, folder, settings }: BackupSource,
  work: (backup: Backup) => T | Promise<T>,
): Promise<T> {
  makeBackupFolder(folder);
  const lock = takeFileLock(join(folder, '.unpacked.lock'));
  if (!lock) throw new SetupError('Another command unpacks an archive. Wait until it ends.');
  const place = join(folder, '.unpacked');
  try {
    // Also of a killed process.
    rmSync(place, { recursive: true, force: true });
    const isEncrypted = address.endsWith('.age');
    if (isEncrypted && identity === undefined)
      throw new SetupError(`${address} is encrypted. Give the file with your age private key: --identity FILE.`);
    const sent = await chunksAt(address, settings());
    const chunks = isEncrypted ? await (await import('./encryption')).decrypted(sent, address, identity ?? '') : sent;
    const name = await unpack(address, chunks, place).catch((error: Error) => {
      throw error instanceof SetupError ? error : new SetupError(`${address} cannot be unpacked: ${error.message.replace(/\.$/, '')}.`);
    });
    return await work(loadBackup(folder, join(place, name)));
  } finally {
    rmSync(place, { recursive: true, force: true });
    lock.release();
  }
}

async function chunksAt(address: string, settings: CopySettings): Promise<AsyncIterable<Uint8Array>> {
  const s3 = s3Address(address);
  if (!s3) return fileChunks(resolve(pathOf(address)));
  const { s3Target } = await import('./s3');
  const folder = s3.key.includes('/') ? dirname(s3.key) : '';
  return s3Target({ ...settings, backupTarget: address }, { ...s3, key: folder }).read(basename(s3.key));
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* Bun.file(path).stream();
  } catch (error) {
    throw new SetupError(fileProblem(path, error));
  }
}

const notOurs = 'it is not the archive of a backup. Extract others with tar first';

/**
 * Unpacks the files of a tar.
 * @returns the name of its folder
 */
async function unpack(address: string, chunks: AsyncIterable<Uint8Array>, into: string): Promise<string> {
  const reader = new TarReader(address);
  let folder = '';
  // To the end, since the last bytes authenticate the others.
  for await (const chunk of chunks)
    for (const { name, bytes } of reader.push(chunk)) {
      if (!name.split('/').every(isPlain)) throw new Error(notOurs);
      folder ||= name.split('/')[0] ?? '';
      const path = join(into, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, bytes, { mode: 0o600 });
    }
  reader.finish();
  if (folder === '') throw new Error(notOurs);
  return folder;
}

/** Whether part of a path leads nowhere else. */
const isPlain = (segment: string): boolean => /^[\w.-]*$/.test(segment) && !/^\.\.?$/.test(segment);
