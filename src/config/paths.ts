import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * A path as it was set, with `~` at its start for the home directory. A shell puts that in for a word that begins with it,
 * and for nothing else: not in a file of settings, not after `=`, not within quotes.
 */
export const pathOf = (text: string): string => (text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : text);

/** A path as a shell reads it back. */
export const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
