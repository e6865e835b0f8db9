import { readFileSync } from 'node:fs';
import { pathOf } from '../../config';
import { SetupError } from '../../errors';
import { readableNote } from '../terminal/data-directory';
import { note } from '../terminal/output';

/**
 * The token in a file, or on standard input, which is `-`.
 * @throws {SetupError} where there is none, or more
 */
export async function readToken(file: string): Promise<string> {
  const token = (file === '-' ? await Bun.stdin.text() : readTokenFile(pathOf(file))).trim();
  const where = file === '-' ? 'Standard input' : file;
  // What else is in the file is not shown: it may be a secret of another kind.
  if (/[\r\n]/.test(token)) throw new SetupError(`${where} has more than one line: it must hold the token alone.`);
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new SetupError(`${where} holds no token.`);
  return token;
}

function readTokenFile(file: string): string {
  try {
    for (const line of readableNote(file)) note(`leitmotif: ${line}`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SetupError(`The token file ${file} cannot be read (${(error as { code?: string }).code}).`);
  }
}
