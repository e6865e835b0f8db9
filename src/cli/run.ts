import { DomainError, fileProblem, systemReason } from '../errors';
import { isDamaged, readOnlyDisk } from '../store/database/availability';
import { Interrupted } from './serve/signals';
import { note } from './terminal/output';

/**
 * Runs a command.
 * @returns the exit code: 0 success, 1 failure, 2 usage error, 128 and more a signal
 */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const { program } = await import('.');
    await program(argv[0]).parseAsync(argv.length > 0 ? [...argv] : ['help'], { from: 'user' });
    // Interrupted commands set it themselves.
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
  if (isOfTheSystem(error))
    return complain(error.path === undefined ? `${systemReason(error)}.` : fileProblem(error.path, error, 'written'), 1);
  return complain(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}

/** Such as a full disk: no stack trace needed. */
const isOfTheSystem = (error: unknown): error is Error & { readonly path?: string } =>
  error instanceof Error &&
  /^(E(NOENT|NOTDIR|ISDIR|NOSPC|ROFS|ACCES|PERM|IO|DQUOT|FBIG)|SQLITE_(BUSY|READONLY|FULL|IOERR|CANTOPEN))/.test(
    String((error as { code?: unknown }).code),
  );

interface CommandError {
  readonly code: string;
  readonly exitCode: number;
  readonly message: string;
  readonly command?: string;
}

/** By code, so that Commander need not be loaded. */
const isFromCommander = (error: unknown): error is CommandError =>
  String((error as { code?: unknown } | undefined)?.code).startsWith('commander.');

function complain(line: string, exitCode: number): number {
  note(`leitmotif: ${line}`);
  return exitCode;
}
