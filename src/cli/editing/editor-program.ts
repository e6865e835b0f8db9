import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../../errors';

/**
 * Opens a text in the editor of whoever runs the command ($VISUAL, else $EDITOR), and gives it as it was saved.
 * @param name of the file, by whose ending an editor knows what it is
 * @throws {SetupError} where there is no editor, or where it failed
 */
export async function openEditor(text: string, name: string): Promise<string> {
  const program = process.env.VISUAL || process.env.EDITOR || 'vi';
  // Only its owner may look into it.
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-'));
  const file = join(folder, name);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    await run(program, file);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts a text into a file of its owner's alone, and says where. */
export function keepText(text: string, name: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'leitmotif-')), name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** As others do it: the variable may have options, such as "code --wait". */
async function run(program: string, file: string): Promise<void> {
  const command =
    process.platform === 'win32' ? ['cmd', '/c', `${program} "${file}"`] : ['/bin/sh', '-c', `${program} "$1"`, program, file];
  const exitCode = await Bun.spawn(command, { stdio: ['inherit', 'inherit', 'inherit'] }).exited;
  if (exitCode !== 0)
    throw new SetupError(`The editor ${program} ended with ${exitCode}: nothing was written. Name another one in $EDITOR.`);
}
