/** Environment variable with the id of the run that a server has started as a child process. */
export const runVariable = 'LEITMOTIF_RUN_ID';

export const isChildOfServer = (): boolean => process.env[runVariable] !== undefined;

/**
 * Resolves when the server closes this process's standard input, to interrupt the import or because the server is gone. Windows
 * has no signals for this.
 */
export async function serverEnd(): Promise<void> {
  for await (const _ of Bun.stdin.stream());
}
