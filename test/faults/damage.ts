import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDemo } from '../support/demo-catalog';
import { emptyFolder, type Finished, run, serve } from '../support/executable';
import { crashOf } from './crashes';

const pageSize = 4_096;

/** Damages a database file and returns a description. */
type Damage = (file: string) => string;

const below = (limit: number): number => Math.floor(Math.random() * limit);

const cut: Damage = (file) => {
  const at = below(readFileSync(file).length);
  truncateSync(file, at);
  return `truncated after ${at} bytes`;
};

const flip: Damage = (file) => {
  const bytes = readFileSync(file);
  const at = Array.from({ length: 1 + below(8) }, () => below(bytes.length));
  for (const offset of at) bytes[offset] = (bytes[offset] ?? 0) ^ (1 << below(8));
  writeFileSync(file, bytes);
  return `flipped bits at ${at.join(', ')}`;
};

const blank: Damage = (file) => {
  const bytes = readFileSync(file);
  const page = below(bytes.length / pageSize);
  bytes.fill(0, page * pageSize, (page + 1) * pageSize);
  writeFileSync(file, bytes);
  return `blanked page ${page}`;
};

const damages: readonly Damage[] = [cut, flip, blank];

/**
 * Damages a database repeatedly and runs commands on it. Faults are a stack trace, a crash, a truncated file that is served, and
 * half an export that succeeds although `doctor` finds nothing.
 */
export async function damagedDatabases(times: number): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  await copyDemo(join(cwd, 'whole'));
  const whole = (await run(['export', '--data', 'whole'], { cwd })).stdout;
  const faults: string[] = [];
  for (let time = 0; time < times; time++) {
    const damage = damages[time % damages.length] ?? cut;
    rmSync(join(cwd, 'data'), { recursive: true, force: true });
    cpSync(join(cwd, 'whole'), join(cwd, 'data'), { recursive: true });
    const what = damage(join(cwd, 'data', 'leitmotif.db'));
    faults.push(...(await faultsOf(cwd, whole, damage === cut)).map((fault) => `${what}: ${fault}`));
  }
  return faults;
}

async function faultsOf(cwd: string, whole: string, isCut: boolean): Promise<string[]> {
  const doctor = await run(['doctor', '--data', 'data'], { cwd });
  const exported = await run(['export', '--data', 'data'], { cwd });
  const started = await startAndStop(cwd);
  const faults = [...crashOf('doctor', doctor), ...crashOf('export', exported), ...crashOf('serve', started)];
  if (isCut && started.exitCode === 0) faults.push('a truncated file is served');
  if (doctor.exitCode === 0 && exported.exitCode === 0 && exported.stdout.length < whole.length / 2)
    faults.push('half of the catalog is missing, and doctor finds nothing');
  return faults;
}

/** Starts a server, sends requests and stops it; gives its exit code, also if it did not start. */
async function startAndStop(cwd: string): Promise<Finished> {
  try {
    const server = await serve(['--data', 'data'], { cwd });
    await Promise.all(['/readyz', '/releases', '/api/releases'].map(async (path) => (await fetch(server.url + path)).text()));
    const exitCode = await server.signal('SIGTERM');
    return { exitCode, stdout: '', stderr: await new Response(server.log).text() };
  } catch (error) {
    return { exitCode: 1, stdout: '', stderr: String(error) };
  }
}

/** Faults with a write-ahead log or an index of another file, or of noise. */
export async function foreignLogs(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const path = (data: string, file = 'leitmotif.db') => join(cwd, data, file);
  await copyDemo(join(cwd, 'whole'));
  const server = await serve(['--data', 'other'], { cwd });
  await run(['user', 'create', 'stranger', '--password-stdin', '--data', 'other'], { cwd, stdin: 'a long password\n' });
  await server.signal('SIGKILL');
  const log = path('other', 'leitmotif.db-wal');
  const cases: Readonly<Record<string, (data: string) => void>> = {
    'a log of another file': (data) => existsSync(log) && copyFileSync(log, path(data, 'leitmotif.db-wal')),
    'a log of noise': (data) => writeFileSync(path(data, 'leitmotif.db-wal'), crypto.getRandomValues(new Uint8Array(60_000))),
    'an index of noise': (data) => writeFileSync(path(data, 'leitmotif.db-shm'), crypto.getRandomValues(new Uint8Array(32_768))),
  };
  const faults: string[] = [];
  for (const [what, prepare] of Object.entries(cases)) {
    rmSync(join(cwd, 'data'), { recursive: true, force: true });
    cpSync(join(cwd, 'whole'), join(cwd, 'data'), { recursive: true });
    prepare('data');
    const started = await startAndStop(cwd);
    const doctor = await run(['doctor', '--data', 'data'], { cwd });
    faults.push(...[...crashOf('serve', started), ...crashOf('doctor', doctor)].map((fault) => `${what}: ${fault}`));
    if (started.exitCode === 0 && (await run(['user', 'list', '--data', 'data'], { cwd })).stdout.includes('stranger'))
      faults.push(`${what}: its contents were applied to the database`);
  }
  return faults;
}
