import { Database } from 'bun:sqlite';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run } from '../support/executable';

/** Checks that a catalog is either unchanged or completely restored. */
function faultOf(data: string): string | undefined {
  const database = new Database(join(data, 'leitmotif.db'));
  try {
    const { user_version: version } = database.query('PRAGMA user_version').get() as { user_version: number };
    if (version !== latestSchema()) return `the schema has version ${version}`;
    const [check] = database.query('PRAGMA integrity_check').values().flat();
    if (check !== 'ok') return String(check);
    const labels = database.query('SELECT count(*) AS n, count(DISTINCT name) AS names FROM label').get() as { n: number; names: number };
    if (labels.names > 1 && labels.names < labels.n - 5) return 'only some labels were restored';
    return undefined;
  } finally {
    database.close();
  }
}

/** A catalog that was changed after its backup, so that a restore is visible. */
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

/** Starts a command, kills it at a random moment and returns when. */
async function kill(arguments_: readonly string[], cwd: string, longestMilliseconds: number): Promise<string> {
  const milliseconds = Math.random() * longestMilliseconds;
  const child = Bun.spawn([executable, ...arguments_], { cwd, stdout: 'ignore', stderr: 'ignore' });
  await Bun.sleep(milliseconds);
  child.kill('SIGKILL');
  await child.exited;
  return `killed after ${milliseconds.toFixed(0)} ms`;
}

/** Kills backups and restores. */
async function killedBackups(cwd: string, times: number): Promise<string[]> {
  const { original, name } = await prepareOriginal(cwd);
  const faults: string[] = [];
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
      if (fault) faults.push(`${what}, ${killed}: ${fault}`);
    }
    const { stdout, exitCode } = await run(['backup', 'verify', '--data', data], { cwd });
    if (exitCode !== 0) faults.push(`${what}: a listed backup is damaged:\n${stdout}`);
  }
  return faults;
}

/** Kills the creation of a new catalog, and creates it again. */
async function killedCreation(cwd: string, times: number): Promise<string[]> {
  const data = join(cwd, 'new');
  const faults: string[] = [];
  for (let time = 0; time < times; time++) {
    rmSync(data, { recursive: true, force: true });
    const killed = await kill(['migrate', '--data', data], cwd, 200);
    const early = existsSync(join(data, 'leitmotif.db')) ? faultOf(data) : undefined;
    const { exitCode, stderr } = await run(['migrate', '--data', data], { cwd });
    const fault = early ?? (exitCode === 0 ? faultOf(data) : stderr);
    if (fault) faults.push(`a new catalog, ${killed}: ${fault}`);
  }
  return faults;
}

/** Faults after commands were killed at random moments. */
export async function killedCommands(times: number): Promise<string[]> {
  using folder = emptyFolder();
  return [...(await killedBackups(folder.path, times)), ...(await killedCreation(folder.path, times))];
}
