import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathOf, s3Address } from '../../config';
import { DomainError, fileProblem, SetupError } from '../../errors';
import { TarReader } from '../../import/streams/tar';
import { takeFileLock } from '../../store/files/file-lock';
import { type Backup, findBackup, loadBackup, makeBackupFolder } from '../backup-list';
import { fileNames } from '../manifest';
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
      throw error instanceof DomainError
        ? error
        : new SetupError(`${address} cannot be unpacked: ${error.message.replace(/\.$/, '')}. Download or copy it again.`);
    });
    const backup = findBackup(join(place, name));
    if (!backup) throw notOurs(address, `it has no readable ${fileNames.manifest}`);
    return await work(backup);
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

const notOurs = (address: string, reason: string): SetupError =>
  new SetupError(
    `${address} is not the archive of a backup: ${reason}. Give an archive that leitmotif made, or extract this one with tar and give the path of its folder.`,
  );

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
      const [first = '', ...inner] = name.split('/');
      folder ||= first;
      if (first !== folder || inner.length === 0 || !name.split('/').every(isPlain))
        throw notOurs(address, `${JSON.stringify(name)} is not below one folder with a plain name`);
      const path = join(into, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      appendFileSync(path, bytes, { mode: 0o600 });
    }
  reader.finish();
  if (reader.firstSpecial !== undefined) throw notOurs(address, `${JSON.stringify(reader.firstSpecial)} is a link or special file`);
  if (folder === '') throw notOurs(address, 'it has no files');
  return folder;
}

/** Whether part of a path leads nowhere else. */
const isPlain = (segment: string): boolean => /^[\w.-]*$/.test(segment) && !/^\.\.?$/.test(segment);
