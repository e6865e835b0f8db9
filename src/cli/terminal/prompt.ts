import { pathOf, readNamedFile } from '../../config';
import { badUsage, SetupError } from '../../errors';
import { Interrupted } from '../serve/signals';
import { note } from './output';

/** Sources of a password. Arguments are not among them, because other users can see those. */
export interface PasswordSource {
  readonly passwordStdin?: true | undefined;
  readonly passwordFile?: string | undefined;
}

/**
 * Reads a new password from the named source, or twice from a terminal without echo.
 * @param before printed first
 * @throws {DomainError} badUsage, for two sources, none without a terminal, or an invalid password
 * @throws {SetupError} for an unreadable file or an aborted prompt
 * @throws {Interrupted} on Ctrl-C
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

/** Checked before anything else is asked or done. */
export function requirePasswordSource({ passwordStdin, passwordFile }: PasswordSource): void {
  if (passwordStdin && passwordFile !== undefined) throw badUsage('Set only one of --password-stdin and --password-file.');
  if (!passwordStdin && passwordFile === undefined && !process.stdin.isTTY)
    throw badUsage('Pass the password with --password-stdin or --password-file FILE, or run this on a terminal.');
}

/** @returns undefined if it is to be typed */
async function readNamed(source: PasswordSource): Promise<string | undefined> {
  requirePasswordSource(source);
  if (source.passwordStdin) return firstLine(await Bun.stdin.text());
  return source.passwordFile === undefined ? undefined : firstLine(readNamedFile(pathOf(source.passwordFile)).toString());
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] as string;

const enter = new Set(['\r', '\n']);
/** Raw mode sends no signal. */
const controlC = '\u0003';
/** End of input. */
const controlD = '\u0004';
const backspace = new Set(['\u007f', '\b']);
/** Ctrl-U. */
const eraseLine = '\u0015';

/**
 * Prompts in raw mode without echo, on standard error.
 * @param requireGood throws to stop early
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
