import { readFileSync } from 'node:fs';
import { pathOf } from '../../config';
import { badUsage, SetupError } from '../../errors';
import { Interrupted } from '../serve/signals';
import { note } from './output';

/** Where a password may come from. An argument is no such place: other users of the machine see those. */
export interface PasswordSource {
  readonly passwordStdin?: true | undefined;
  readonly passwordFile?: string | undefined;
}

/**
 * Reads a new password: the first line of standard input or of a file, else typed twice on a terminal that does not show
 * it, after what a password has to be.
 * @param before a sentence to say first to whoever types
 * @throws {DomainError} badUsage, where no source is named and there is no terminal, where two are named, and for what is no password
 * @throws {SetupError} for a file that cannot be read, and where the prompt ends without an answer
 * @throws {Interrupted} where Ctrl-C breaks the prompt off
 */
export async function readPassword(source: PasswordSource, before = ''): Promise<string> {
  const { passwordRule, requirePassword } = await import('../../accounts/users');
  const named = await readNamed(source);
  if (named !== undefined) {
    requirePassword(named);
    return named;
  }
  note(`${before} A password ${passwordRule}.`.trim());
  const [password = '', again] = await askHidden(['Password: ', 'Repeat: '], requirePassword);
  if (password !== again) throw badUsage('The passwords do not match.');
  return password;
}

/** Throws unless there is a place to read a password from: said before anything else is asked or done. */
export function requirePasswordSource({ passwordStdin, passwordFile }: PasswordSource): void {
  if (passwordStdin && passwordFile !== undefined) throw badUsage('Set only one of --password-stdin and --password-file.');
  if (!passwordStdin && passwordFile === undefined && !process.stdin.isTTY)
    throw badUsage('Pass the password with --password-stdin or --password-file FILE, or run this on a terminal.');
}

/** From the place that was named; `undefined` where it is to be typed. */
async function readNamed(source: PasswordSource): Promise<string | undefined> {
  requirePasswordSource(source);
  if (source.passwordStdin) return firstLine(await Bun.stdin.text());
  return source.passwordFile === undefined ? undefined : firstLine(readPasswordFile(pathOf(source.passwordFile)));
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] as string;

function readPasswordFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SetupError(`The password file ${path} cannot be read (${(error as { code?: string }).code}).`);
  }
}

const enter = new Set(['\r', '\n']);
/** In raw mode the terminal makes no signal of it. */
const controlC = '\u0003';
/** The end of what is typed. */
const controlD = '\u0004';
const backspace = new Set(['\u007f', '\b']);
/** Ctrl-U. */
const eraseLine = '\u0015';

/**
 * Asks on the terminal, in raw mode so that nothing typed is shown. The questions go to standard error.
 * @param requireGood throws for an answer after which there is no use in asking further
 */
function askHidden(questions: readonly string[], requireGood: (answer: string) => void): Promise<string[]> {
  const { stdin, stderr } = process;
  const answers: string[] = [];
  let typed = '';
  return new Promise((resolve, reject) => {
    const ask = () => stderr.write(questions[answers.length] as string);
    const finish = (settle: () => void) => {
      stdin.off('data', takeAll).setRawMode(false).pause();
      settle();
    };
    const takeLine = () => {
      stderr.write('\n');
      requireGood(typed);
      answers.push(typed);
      typed = '';
      if (answers.length === questions.length) finish(() => resolve(answers));
      else ask();
    };
    const brokenOff = (key: string) => {
      stderr.write('\n');
      const detail = 'Cancelled. Nothing was done.';
      return key === controlC ? new Interrupted(detail, 'SIGINT') : new SetupError(detail);
    };
    const take = (key: string) => {
      if (enter.has(key)) takeLine();
      else if (backspace.has(key)) typed = [...typed].slice(0, -1).join('');
      else if (key === eraseLine) typed = '';
      else if (key >= ' ') typed += key;
    };
    const takeAll = (keys: string) => {
      try {
        for (const key of keys) {
          if (answers.length === questions.length) break;
          if (key === controlC || key === controlD) throw brokenOff(key);
          take(key);
        }
      } catch (error) {
        finish(() => reject(error));
      }
    };
    stdin.setRawMode(true).setEncoding('utf8').on('data', takeAll).resume();
    ask();
  });
}
