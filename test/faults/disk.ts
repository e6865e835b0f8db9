import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { copyDemo, serveDemo } from '../support/demo-catalog';
import { emptyFolder, type Finished, run, serve } from '../support/executable';
import { crashesIn, crashOf } from './crashes';
import { writeImports } from './imports';
import { type Answered, faultsOfData, nothingAnswered } from './kept';

const megabyte = 1_048_576;

/** A file system of one's own in memory, of so many megabytes; nothing where this user may not mount one. */
function smallDisk(at: string, megabytes: number): { [Symbol.dispose](): void } | undefined {
  mkdirSync(at);
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], { stderr: 'ignore' });
  if (mounted.exitCode !== 0) return undefined;
  return { [Symbol.dispose]: () => void Bun.spawnSync(['umount', '--lazy', at]) };
}

/** What is wrong with a server whose disk fills up and has room again, and with commands meanwhile. */
export async function fullDisk(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = join(folder.path, 'small');
  using disk = smallDisk(cwd, 24);
  if (!disk) return leftOut('a full disk');
  await using server = await serveDemo({ cwd, flags: ['--rate-limit', '0'] });
  const logged = new Response(server.log).text();
  const client = await ApiClient.of(server, { cwd });
  const answered = nothingAnswered();
  writeImports(folder.path);
  fill(join(cwd, 'filler'));
  const faults = [
    ...(await writeWhileFull(client, answered)),
    ...(await readAll(client)),
    ...(await commandsOnFullDisk(cwd)),
    ...(await looksAtFullDisk(client, cwd)),
  ];
  rmSync(join(cwd, 'filler'));
  const status = await statusOnceBack(client, answered);
  if (status !== 201) faults.push(`with room again, a write answers ${status}`);
  const exitCode = await server.signal('SIGTERM');
  if (exitCode !== 0) faults.push(`the server ended with ${exitCode}`);
  return [...faults, ...crashesIn('serve', await logged), ...faultsOfData(join(cwd, 'data'), answered)];
}

const leftOut = (what: string): string[] => {
  console.log(`${what} is left out: it needs a file system of its own, which root alone may mount`);
  return [];
};

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = megabyte; size >= 1; size /= 4) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch {
        // It did not fit: less may.
      }
    }
  } finally {
    closeSync(file);
  }
}

const writesWhileFull = 300;

/** The log may have room left; from when it has none, every write is refused in a document that says why. */
async function writeWhileFull(client: ApiClient, answered: Answered): Promise<string[]> {
  let refused = 0;
  for (let sent = 0; sent < writesWhileFull && refused < 20; sent++) {
    const notes = `writer full, item ${sent}`;
    const response = await client.addItem(notes);
    const text = await response.text();
    if (response.status === 201) answered.items.push(notes);
    else if (response.status !== 503 || !text.includes('disk')) return [`a write on a full disk answers ${response.status}: ${text}`];
    else refused++;
  }
  if (refused === 0) return ['the disk was never full'];
  const { status } = await client.putCover(7);
  return status === 503 ? [] : [`a cover on a full disk answers ${status}`];
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
  return statuses.filter(([, status]) => status !== 200).map(([path, status]) => `${path} answers ${status} meanwhile`);
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
  return left.length === 0 ? faults : [...faults, `of a backup on a full disk is left: ${left.join(', ')}`];
}

async function looksAtFullDisk(client: ApiClient, cwd: string): Promise<string[]> {
  const fault = 'The database disk has less than 64 MB left.';
  const readiness = await (await client.ask('/readyz')).text();
  const doctor = await run(['doctor', '--data', 'data'], { cwd });
  return [
    ...(readiness.includes(`"disk":{"status":"failed","detail":"${fault}"}`) && readiness.includes('"backup_space":{"status":"warning"')
      ? []
      : [`readiness on a full disk: ${readiness}`]),
    ...(doctor.stdout.includes(`${fault}\n`) && doctor.stdout.includes('data has less free space than twice the size of the database.')
      ? []
      : [`the doctor on a full disk: ${doctor.stdout}`]),
  ];
}

function unclear(what: string, finished: Finished): string[] {
  const isClear = finished.exitCode !== 0 && /^leitmotif: [^\n]+\n$/.test(finished.stderr);
  return [...crashOf(what, finished), ...(isClear ? [] : [`${what} ends with ${finished.exitCode}: ${finished.stderr.slice(0, 300)}`])];
}

const triesOnceBack = 100;

/** The first answer to a write that is none of a full disk. */
export async function statusOnceBack(client: ApiClient, answered: Answered): Promise<number> {
  for (let tries = 0; ; tries++) {
    const notes = `writer back, item ${tries}`;
    const { status } = await client.addItem(notes);
    if (status === 201) answered.items.push(notes);
    if (status !== 503 || tries === triesOnceBack) return status;
    await Bun.sleep(100);
  }
}

/** What is wrong with how a file system is met that may only be read: nothing may be done there, and that is said. */
export async function readOnlyDisk(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = join(folder.path, 'small');
  using disk = smallDisk(cwd, 24);
  if (!disk) return leftOut('a disk that may only be read');
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
  // SQLite reads on such a disk what another program did not close.
  Bun.spawnSync(['mount', '-o', 'remount,rw', cwd]);
  await (await serve(['--data', 'data'], { cwd })).signal('SIGKILL');
  Bun.spawnSync(['mount', '-o', 'remount,ro', cwd]);
  const fault = 'The database disk is mounted read-only.';
  const { stdout } = await run(['doctor', '--data', 'data'], { cwd });
  if (!stdout.includes(fault)) faults.push(`the doctor on a disk that may only be read: ${stdout}`);
  await using server = await serve(['--data', 'data'], { cwd });
  const readiness = await (await fetch(`${server.url}/readyz`)).text();
  if (!readiness.includes(`"disk_access":{"status":"failed","detail":"${fault}"}`)) faults.push(`readiness there: ${readiness}`);
  return faults;
}
