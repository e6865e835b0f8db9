/** Environment variable with the id of the run that a server has started as a child process. */
export const runVariable = 'LEITMOTIF_RUN_ID';

/** Whether the administrator who requested a row of `import_run` may still import. */
export const mayImport = `EXISTS (SELECT 1 FROM user WHERE key = import_run.requester_key AND role = 'admin' AND disabled_at IS NULL)`;

export const isChildOfServer = (): boolean => process.env[runVariable] !== undefined;

/**
 * Resolves when the server closes this process's standard input, to interrupt the import or because the server is gone. Windows
 * has no signals for this.
 */
export async function serverEnd(): Promise<void> {
  for await (const _ of Bun.stdin.stream());
}
