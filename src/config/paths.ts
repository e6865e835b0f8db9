import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { fileProblem, SetupError } from '../errors';

/** Expands a leading `~`. Shells do so only at the start of a word, not in files, after `=` or within quotes. */
export const pathOf = (text: string): string => (text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : text);

/** Whether a path is a folder or lies in it, also by a link. */
export function isWithin(path: string, folder: string): boolean {
  const [real, around] = [realPathOf(path), realPathOf(folder)];
  return real === around || real.startsWith(join(around, sep));
}

/** Through links, where there is such a path. */
const realPathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

/** Quoted for a shell if necessary. */
export const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** @throws {SetupError} for a file that cannot be read */
export function readNamedFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new SetupError(fileProblem(path, error));
  }
}
