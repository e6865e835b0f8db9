import { Database } from 'bun:sqlite';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run } from '../support/executable';

/** Whoever takes longer has most likely hung. */
const longestMilliseconds = 600;

interface Fault {
  /** What is killed, in a data directory. */
  readonly command: (data: string) => readonly string[];
  /** Whether it begins without a database each time. */
  readonly isNew?: true;
}

const kills = (name: string): Readonly<Record<string, Fault>> => ({
  backup: { command: (data) => ['backup', 'create', '--data', data] },
  restore: { command: (data) => ['restore', name, '--data', data] },
  creation: { command: (data) => ['migrate', '--data', data], isNew: true },
});

/** What is wrong with a data directory; nothing where it is as it was before or as it should be after. */
function faultOf(data: string): string | undefined {
  const path = join(data, 'leitmotif.db');
  if (!existsSync(path)) return undefined;
  const database = new Database(path);
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

/** Kills backups, restores and the creation of catalogs at random moments, as often as is said, and says where neither the old catalog nor the new one is there. */
export async function killedCommands(times: number): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const { original, name } = await prepareOriginal(cwd);
  const wrong: string[] = [];
  for (const [what, { command, isNew }] of Object.entries(kills(name))) {
    const data = join(cwd, what);
    cpSync(original, data, { recursive: true });
    for (let time = 0; time < times; time++) {
      if (isNew) for (const file of readdirSync(data)) if (file.startsWith('leitmotif.db')) rmSync(join(data, file));
      const milliseconds = Math.random() * longestMilliseconds;
      const child = Bun.spawn([executable, ...command(data)], { cwd, stdout: 'ignore', stderr: 'ignore' });
      await Bun.sleep(milliseconds);
      child.kill('SIGKILL');
      await child.exited;
      const fault = faultOf(data);
      if (fault) wrong.push(`${what}, killed after ${milliseconds.toFixed(0)} ms: ${fault}`);
    }
    const { stdout, exitCode } = await run(['backup', 'verify', '--data', data], { cwd });
    if (exitCode !== 0) wrong.push(`${what}: a backup that is listed is damaged:\n${stdout}`);
  }
  return wrong;
}
