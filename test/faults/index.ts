/**
 * Kills backups, restores and upgrades at random moments, as often as is said, and looks whether the old catalog or the new
 * one is there each time: `npm run faults`, or `npm run faults -- 500`. Ends with 1 where neither is.
 */
import { Database } from 'bun:sqlite';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../db/migrations';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run } from '../support/executable';
import { unpackSchema } from '../support/schema-databases';

const times = Number(process.argv[2] ?? 200);

/** Whoever takes longer has most likely hung. */
const longestMilliseconds = 600;

interface Fault {
  /** What is killed, in a data directory. */
  readonly command: (data: string) => readonly string[];
  /** Prepares the data directory before each time. */
  readonly prepare?: (data: string) => void;
}

using folder = emptyFolder();
const cwd = folder.path;
const original = join(cwd, 'original');
await copyDemo(original);
const made = await run(['backup', 'create', '--json', '--data', original], { cwd });
const { name } = JSON.parse(made.stdout) as { name: string };
const other = new Database(join(original, 'leitmotif.db'));
other.run("UPDATE label SET name = 'changed', name_folded = 'changed'");
other.close();

const faults: Readonly<Record<string, Fault>> = {
  backup: { command: (data) => ['backup', 'create', '--data', data] },
  restore: { command: (data) => ['restore', name, '--data', data] },
  upgrade: { command: (data) => ['migrate', '--data', data], prepare: (data) => unpackSchema(3, join(data, 'leitmotif.db')) },
};

/** What is wrong with a data directory; nothing where it is as it was before or as it should be after. */
function faultOf(data: string): string | undefined {
  const database = new Database(join(data, 'leitmotif.db'));
  try {
    const { user_version: version } = database.query('PRAGMA user_version').get() as { user_version: number };
    if (version !== 3 && version !== migrations.length) return `the schema has version ${version}`;
    const [check] = database.query('PRAGMA integrity_check').values().flat();
    if (check !== 'ok') return String(check);
    const labels = database.query('SELECT count(*) AS n, count(DISTINCT name) AS names FROM label').get() as { n: number; names: number };
    if (version === migrations.length && labels.names > 1 && labels.names < labels.n - 5)
      return 'some labels are of the one, some of the other';
    return undefined;
  } finally {
    database.close();
  }
}

let wrong = 0;
for (const [what, { command, prepare }] of Object.entries(faults)) {
  const data = join(cwd, what);
  cpSync(original, data, { recursive: true });
  for (let time = 0; time < times; time++) {
    if (prepare) for (const file of readdirSync(data)) if (file.startsWith('leitmotif.db')) rmSync(join(data, file));
    prepare?.(data);
    const milliseconds = Math.random() * longestMilliseconds;
    const child = Bun.spawn([executable, ...command(data)], { cwd, stdout: 'ignore', stderr: 'ignore' });
    await Bun.sleep(milliseconds);
    child.kill('SIGKILL');
    await child.exited;
    const fault = faultOf(data);
    if (fault) console.log(`${what}, killed after ${milliseconds.toFixed(0)} ms: ${fault}`);
    if (fault) wrong++;
  }
  const { stdout, exitCode } = await run(['backup', 'verify', '--data', data], { cwd });
  if (exitCode !== 0) console.log(`${what}: a backup that is listed is damaged:\n${stdout}`);
  if (exitCode !== 0) wrong++;
  console.log(`${what}: killed ${times} times`);
}
process.exit(wrong === 0 ? 0 : 1);
