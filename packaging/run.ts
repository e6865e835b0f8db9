/** The root of the source. */
export const root = new URL('../', import.meta.url).pathname;

/** Runs a program to its end, and gives what it says; throws that where it fails. */
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
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}\n${output}${errors}`);
  return output;
}
