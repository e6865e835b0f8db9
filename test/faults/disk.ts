import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { copyDemo, serveDemo } from '../support/demo-catalog';
import { emptyFolder, type Finished, run, serve } from '../support/executable';
import { crashesIn, crashOf } from './crashes';
import { type Confirmed, faultsOfData, nothingConfirmed } from './data-checks';
import { writeImports } from './imports';

const megabyte = 1_048_576;

/** Mounts a file system in memory; undefined if this user may not mount one. */
function smallDisk(at: string, megabytes: number): { [Symbol.dispose](): void } | undefined {
  mkdirSync(at);
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], { stderr: 'ignore' });
  if (mounted.exitCode !== 0) return undefined;
  return { [Symbol.dispose]: () => void Bun.spawnSync(['umount', '--lazy', at]) };
}

/** Faults of a server whose disk fills up and has space again, and of commands meanwhile. */
export async function fullDisk(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = join(folder.path, 'small');
  using disk = smallDisk(cwd, 24);
  if (!disk) return skipped('a full disk');
  await using server = await serveDemo({ cwd, flags: ['--rate-limit', '0'] });
  const logged = new Response(server.log).text();
  const client = await ApiClient.of(server, { cwd });
  const confirmed = nothingConfirmed();
  writeImports(folder.path);
  fill(join(cwd, 'filler'));
  const faults = [
    ...(await writeWhileFull(client, confirmed)),
    ...(await readAll(client)),
    ...(await commandsOnFullDisk(cwd)),
    ...(await checksOfFullDisk(client, cwd)),
  ];
  rmSync(join(cwd, 'filler'));
  const status = await statusAfterRecovery(client, confirmed);
  if (status !== 201) faults.push(`with free space again, a write returns ${status}`);
  const exitCode = await server.signal('SIGTERM');
  if (exitCode !== 0) faults.push(`the server exited with ${exitCode}`);
  return [...faults, ...crashesIn('serve', await logged), ...faultsOfData(join(cwd, 'data'), confirmed)];
}

const skipped = (what: string): string[] => {
  console.log(`skipped ${what}: it needs a file system of its own, which only root may mount`);
  return [];
};

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = megabyte; size >= 1; size /= 4) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch {
        // A smaller block may still fit.
      }
    }
  } finally {
    closeSync(file);
  }
}

const writesWhileFull = 300;

/** Writes until the write-ahead log is full too, from when every write is refused with a reason. */
async function writeWhileFull(client: ApiClient, confirmed: Confirmed): Promise<string[]> {
  let refused = 0;
  for (let sent = 0; sent < writesWhileFull && refused < 20; sent++) {
    const notes = `writer full, item ${sent}`;
    const response = await client.addItem(notes);
    const text = await response.text();
    if (response.status === 201) confirmed.items.push(notes);
    else if (response.status !== 503 || !text.includes('disk')) return [`a write on a full disk returns ${response.status}: ${text}`];
    else refused++;
  }
  if (refused === 0) return ['the disk was never full'];
  const { status } = await client.putCover(7);
  return status === 503 ? [] : [`a cover on a full disk returns ${status}`];
}

export async function readAll(client: ApiClient): Promise<string[]> {
  const paths = ['/healthz', '/', '/releases', '/api/releases', '/api/search?q=vertigo'];
  const statuses = await Promise.all(
    paths.map(async (path) => {
      const response = await client.ask(path);
      await response.arrayBuffer();
      return [path, response.status] as const;
    }),
  );
  return statuses.filter(([, status]) => status !== 200).map(([path, status]) => `${path} returns ${status} meanwhile`);
}

async function commandsOnFullDisk(cwd: string): Promise<string[]> {
  const commands = {
    backup: ['backup', 'create'],
    import: ['import', 'ndjson', '../labels.jsonl', '--quiet'],
    collection: ['collection', 'import', '--user', 'demo', '../rows.csv'],
    user: ['user', 'create', 'another', '--password-stdin'],
  };
  const faults: string[] = [];
  for (const [what, command] of Object.entries(commands)) {
    const finished = await run([...command, '--data', 'data'], { cwd, stdin: 'a long password\n' });
    faults.push(...unclear(what, finished));
    if (!finished.stderr.includes(join(cwd, 'data'))) faults.push(`${what} does not name the disk: ${finished.stderr}`);
  }
  const left = readdirSync(join(cwd, 'data', 'backups')).filter((name) => name !== '.lock');
  return left.length === 0 ? faults : [...faults, `a backup on a full disk leaves ${left.join(', ')}`];
}

async function checksOfFullDisk(client: ApiClient, cwd: string): Promise<string[]> {
  const fault = 'The database disk has less than 64 MB left.';
  const readiness = await (await client.ask('/readyz')).text();
  const doctor = await run(['doctor', '--data', 'data'], { cwd });
  return [
    ...(readiness.includes(`"disk":{"status":"failed","detail":"${fault}"}`) && readiness.includes('"backup_space":{"status":"warning"')
      ? []
      : [`readiness with a full disk: ${readiness}`]),
    ...(doctor.stdout.includes(`${fault}\n`) && doctor.stdout.includes('data has less free space than twice the size of the database.')
      ? []
      : [`the doctor with a full disk: ${doctor.stdout}`]),
  ];
}

function unclear(what: string, finished: Finished): string[] {
  const isClear = finished.exitCode !== 0 && /^leitmotif: [^\n]+\n$/.test(finished.stderr);
  return [...crashOf(what, finished), ...(isClear ? [] : [`${what} exits with ${finished.exitCode}: ${finished.stderr.slice(0, 300)}`])];
}

const recoveryAttempts = 100;

/** Repeats a write until it is not refused with 503. */
export async function statusAfterRecovery(client: ApiClient, confirmed: Confirmed): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const notes = `writer back, item ${attempt}`;
    const { status } = await client.addItem(notes);
    if (status === 201) confirmed.items.push(notes);
    if (status !== 503 || attempt === recoveryAttempts) return status;
    await Bun.sleep(100);
  }
}

/** Faults on a read-only file system: commands must name it and change nothing. */
export async function readOnlyDisk(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = join(folder.path, 'small');
  using disk = smallDisk(cwd, 24);
  if (!disk) return skipped('a read-only disk');
  await copyDemo(join(cwd, 'data'));
  Bun.spawnSync(['mount', '-o', 'remount,ro', cwd]);
  const faults: string[] = [];
  for (const command of [
    ['serve', '--port', '0'],
    ['backup', 'create'],
    ['user', 'disable', 'demo'],
    ['user', 'list'],
    ['doctor', '--fix'],
  ]) {
    const finished = await run([...command, '--data', 'data'], { cwd });
    faults.push(...unclear(command.join(' '), finished));
    if (!/The disk of .+\/data\/?\S* is mounted read-only/.test(finished.stderr)) faults.push(`${command.join(' ')}: ${finished.stderr}`);
  }
  const { stderr } = await run(['doctor', '--data', 'data'], { cwd });
  if (!/^leitmotif: The disk of .+ is mounted read-only\. .+\n$/m.test(stderr)) faults.push(`the doctor on a closed catalog: ${stderr}`);
  // On a read-only disk SQLite can only read a database with an existing write-ahead log.
  Bun.spawnSync(['mount', '-o', 'remount,rw', cwd]);
  await (await serve(['--data', 'data'], { cwd })).signal('SIGKILL');
  Bun.spawnSync(['mount', '-o', 'remount,ro', cwd]);
  const fault = 'The database disk is mounted read-only.';
  const { stdout } = await run(['doctor', '--data', 'data'], { cwd });
  if (!stdout.includes(fault)) faults.push(`the doctor on a read-only disk: ${stdout}`);
  await using server = await serve(['--data', 'data'], { cwd });
  const readiness = await (await fetch(`${server.url}/readyz`)).text();
  if (!readiness.includes(`"disk_access":{"status":"failed","detail":"${fault}"}`))
    faults.push(`readiness on a read-only disk: ${readiness}`);
  return faults;
}
