import { DomainError } from '../errors';
import { isDamaged, readOnlyDisk } from '../store/database/availability';
import { Interrupted } from './serve/signals';
import { note } from './terminal/output';

/** Runs one command and says how the process is to end: 0 done, 1 failed, 2 asked for wrongly, 128 and more a signal. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const { program } = await import('.');
    await program().parseAsync(argv.length > 0 ? [...argv] : ['help'], { from: 'user' });
    // A command that a signal broke off says so itself.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return present(readOnlyDisk(error) ?? error, argv);
  }
}

function present(error: unknown, argv: readonly string[]): number {
  if (isFromCommander(error)) {
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help')
      return complain(`a command is missing; ${['leitmotif', 'help', ...argv].join(' ')} lists the commands`, 2);
    const fault = error.message
      .replace(/^error: /, '')
      .replace(/\n/g, ' ')
      .replace(/\.$/, '');
    return complain(`${fault}. See ${error.command ?? 'leitmotif'} --help.`, 2);
  }
  if (error instanceof Interrupted) return complain(error.detail, error.exitCode);
  if (error instanceof DomainError) return complain(error.detail, error.kind === 'invalid' ? 2 : 1);
  if (error instanceof Error && isDamaged(error))
    return complain(
      `The database is damaged: ${error.message}. Run leitmotif doctor to check it, leitmotif backup list to list backups, and leitmotif restore NAME to restore one.`,
      1,
    );
  if (isOfTheSystem(error)) return complain(`${error.message.replace(/^Error: /, '')}.`, 1);
  return complain(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}

/** A disk that is full or cannot be written, say: a person can do something about it, and needs no stack. */
const isOfTheSystem = (error: unknown): error is Error =>
  error instanceof Error &&
  /^(E(NOSPC|ROFS|ACCES|PERM|IO|DQUOT|FBIG)|SQLITE_(BUSY|READONLY|FULL|IOERR|CANTOPEN))/.test(String((error as { code?: unknown }).code));

/** Of the library that reads command lines, with the command that was asked for wrongly. */
interface CommandError {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly command?: string;
}

/** Known by its code, so that the library need not be loaded for it. */
const isFromCommander = (error: unknown): error is CommandError =>
  String((error as { code?: unknown } | undefined)?.code).startsWith('commander.');

function complain(line: string, exitCode: number): number {
  note(`leitmotif: ${line}`);
  return exitCode;
}
