import { appendFileSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathOf, s3Address } from '../../config';
import { fileProblem, SetupError } from '../../errors';
import { takeFileLock } from '../../store/files/file-lock';
import { tarBlockBytes } from '../../store/files/tar';
import { type Backup, loadBackup, makeBackupFolder } from '../backup-list';
import type { CopySettings } from './copy';

export const isArchive = (nameOrPath: string): boolean => nameOrPath.startsWith('s3://') || /\.tar(\.age)?$/.test(nameOrPath);

interface ArchiveSource {
  readonly address: string;
  /** File with private keys. */
  readonly identity: string | undefined;
  /** Where it is unpacked for a while. */
  readonly folder: string;
  readonly settings: CopySettings;
}

/**
 * Unpacks the archive of a backup for some work.
 * @param source the archive: a path, or an address in a bucket
 * @throws {SetupError} if it cannot be read, decrypted or unpacked
 */
export async function withUnpacked<T>(
  { address, identity, folder, settings }: ArchiveSource,
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
    const sent = await chunksAt(address, settings);
    const chunks = isEncrypted ? await (await import('./encryption')).decrypted(sent, address, identity ?? '') : sent;
    const name = await unpack(chunks, place).catch((error: Error) => {
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
 * Unpacks a tar of plain files, as {@link archiveOf} makes it.
 * @returns the name of its folder
 */
async function unpack(chunks: AsyncIterable<Uint8Array>, into: string): Promise<string> {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  const fill = async (size: number) => {
    while (rest.length < size) {
      const { done, value } = await source.next();
      if (done) throw new Error('it ends too early');
      rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    }
  };
  const take = (size: number): Uint8Array => {
    const taken = rest.subarray(0, size);
    rest = rest.subarray(size);
    return taken;
  };
  let folder = '';
  while (true) {
    await fill(tarBlockBytes);
    const header = Buffer.from(take(tarBlockBytes));
    if (header.every((byte) => byte === 0)) break;
    const [name, prefix] = [textAt(header, 0, 100), textAt(header, 345, 155)];
    const path = join(into, prefix, name);
    folder ||= name.split('/')[0] ?? '';
    if (textAt(header, 257, 5) !== 'ustar' || ![...prefix.split('/'), ...name.split('/')].every(isPlain)) throw new Error(notOurs);
    if (header[156] === 0x35) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      continue;
    }
    const bytes = header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, 'wx', 0o600);
    try {
      for (let left = bytes; left > 0; ) {
        await fill(1);
        const piece = take(left);
        appendFileSync(file, piece);
        left -= piece.length;
      }
    } finally {
      closeSync(file);
    }
    const padding = (tarBlockBytes - (bytes % tarBlockBytes)) % tarBlockBytes;
    await fill(padding);
    take(padding);
  }
  // The last bytes authenticate the others.
  while (!(await source.next()).done);
  return folder;
}

const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).split('\0', 1)[0] ?? '';

/** Whether part of a path leads nowhere else. */
const isPlain = (segment: string): boolean => /^[\w.-]*$/.test(segment) && !/^\.\.?$/.test(segment);
