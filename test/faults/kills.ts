import { Database } from 'bun:sqlite';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run } from '../support/executable';

/** What is wrong with a data directory; nothing where it is as it was before or as it should be after. */
function faultOf(data: string): string | undefined {
  const database = new Database(join(data, 'leitmotif.db'));
  try {
    const { user_version: version } = database.query('PRAGMA user_version').get() as { user_version: number };
    if (version !== latestSchema()) return `the schema has version ${version}`;
    const [check] = database.query('PRAGMA integrity_check').values().flat();
    if (check !== 'ok') return String(check);
    const labels = database.query('SELECT count(*) AS n, count(DISTINCT name) AS names FROM label').get() as { n: number; names: number };
    if (labels.names > 1 && labels.names < labels.n - 5) return 'some labels are of the one, some of the other';
    return undefined;
  } finally {
    database.close();
  }
}

/** A catalog with a backup, and changed after it: what is restored is told from what is not. */
async function prepareOriginal(cwd: string): Promise<{ original: string; name: string }> {
  const original = join(cwd, 'original');
  await copyDemo(original);
  const made = await run(['backup', 'create', '--json', '--data', original], { cwd });
  const { name } = JSON.parse(made.stdout) as { name: string };
  const other = new Database(join(original, 'leitmotif.db'));
  other.run("UPDATE label SET name = 'changed', name_folded = 'changed'");
  other.close();
  return { original, name };
}

/** Starts a command and kills it at a random moment; says when. */
async function kill(arguments_: readonly string[], cwd: string, longestMilliseconds: number): Promise<string> {
  const milliseconds = Math.random() * longestMilliseconds;
  const child = Bun.spawn([executable, ...arguments_], { cwd, stdout: 'ignore', stderr: 'ignore' });
  await Bun.sleep(milliseconds);
  child.kill('SIGKILL');
  await child.exited;
  return `killed after ${milliseconds.toFixed(0)} ms`;
}

/** Kills backups and restores, and finds where neither the old catalog nor the new one is there. */
async function killedOnCatalog(cwd: string, times: number): Promise<string[]> {
  const { original, name } = await prepareOriginal(cwd);
  const wrong: string[] = [];
  for (const command of [
    ['backup', 'create'],
    ['restore', name],
  ]) {
    const what = command[0] as string;
    const data = join(cwd, what);
    cpSync(original, data, { recursive: true });
    for (let time = 0; time < times; time++) {
      const killed = await kill([...command, '--data', data], cwd, 600);
      const fault = faultOf(data);
      if (fault) wrong.push(`${what}, ${killed}: ${fault}`);
    }
    const { stdout, exitCode } = await run(['backup', 'verify', '--data', data], { cwd });
    if (exitCode !== 0) wrong.push(`${what}: a backup that is listed is damaged:\n${stdout}`);
  }
  return wrong;
}

/** Kills the making of a new catalog, and finds where a part of one stands in its place or the next start does not make one. */
async function killedWithoutCatalog(cwd: string, times: number): Promise<string[]> {
  const data = join(cwd, 'new');
  const wrong: string[] = [];
  for (let time = 0; time < times; time++) {
    rmSync(data, { recursive: true, force: true });
    const killed = await kill(['migrate', '--data', data], cwd, 200);
    const early = existsSync(join(data, 'leitmotif.db')) ? faultOf(data) : undefined;
    const { exitCode, stderr } = await run(['migrate', '--data', data], { cwd });
    const fault = early ?? (exitCode === 0 ? faultOf(data) : stderr);
    if (fault) wrong.push(`a new catalog, ${killed}: ${fault}`);
  }
  return wrong;
}

/** Kills commands at random moments, as often as is said, and says what is wrong then. */
export async function killedCommands(times: number): Promise<string[]> {
  using folder = emptyFolder();
  return [...(await killedOnCatalog(folder.path, times)), ...(await killedWithoutCatalog(folder.path, times))];
}
