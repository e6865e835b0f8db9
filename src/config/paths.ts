import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { fileProblem, SetupError } from '../errors';

/** Expands a leading `~`. Shells do so only at the start of a word, not in files, after `=` or within quotes. */
export const pathOf = (text: string): string => (text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : text);

/** Whether a path is a folder or lies in it. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(join(folder, sep));

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
