import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFile } from '../database/sync';
import { fileNames } from './manifest';

/** Hashed by so much at a time: the memory that a database of any size takes. */
const chunkBytes = 1_048_576;

/** The SHA-256 of a file, in hexadecimal digits. */
export function sha256Of(path: string): string {
  const hasher = new Bun.CryptoHasher('sha256');
  const chunk = new Uint8Array(chunkBytes);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hasher.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hasher.digest('hex');
}

/** The sums of files by their paths in a folder, in the form that `sha256sum --check` reads. */
export function writeSums(folder: string, sums: ReadonlyMap<string, string>): void {
  const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, sum]) => `${sum}  ${file}\n`);
  const path = join(folder, fileNames.sums);
  writeFileSync(path, lines.join(''), { mode: 0o600, flag: 'wx' });
  syncFile(path);
}

/** Where there are none, an empty map. */
export function readSums(folder: string): Map<string, string> {
  const path = join(folder, fileNames.sums);
  if (!existsSync(path)) return new Map();
  const found = readFileSync(path, 'utf8').matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm);
  return new Map([...found].map(([, sum = '', file = '']) => [file, sum]));
}

/** The files below a folder by their paths in it, with slashes. What is on its way to its place is none. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.endsWith('.part') && statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .map((file) => file.replaceAll('\\', '/'));
}
