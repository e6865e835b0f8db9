/** Root of the repository, with a trailing slash. */
export const root = new URL('../', import.meta.url).pathname;

/** Runs a command and returns its standard output. @throws {Error} with its whole output if the exit code is not 0 */
export async function run(
  command: readonly string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const child = Bun.spawn([...command], { cwd, env: { ...process.env, ...env }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [exitCode, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (exitCode !== 0) throw new Error(`${command.join(' ')} exited with code ${exitCode}\n${output}${errors}`);
  return output;
}
