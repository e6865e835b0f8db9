import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDemo } from '../support/demo-catalog';
import { folderOfTests, run, serve } from '../support/executable';

// Recovery of a catalog whose database was deleted or replaced.

setDefaultTimeout(60_000);

const cwd = folderOfTests();

const leitmotif = (...args: string[]) => run(args, { cwd });
/** Reads the log of a server until it satisfies a condition. */
async function logged(log: ReadableStream<Uint8Array>, isEnough: (log: string) => boolean): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of log) {
    text += decoder.decode(chunk, { stream: true });
    if (isEnough(text)) break;
  }
  return text;
}

const databaseOf = (data: string): string => join(cwd, data, 'leitmotif.db');

const backupsIn = (data: string): string[] => readdirSync(join(cwd, data, 'backups')).filter((name) => !name.startsWith('.'));

/** The backup in the data directory "lost", whose database was deleted. */
let backup: string;
beforeAll(async () => {
  await copyDemo(join(cwd, 'lost'));
  expect((await leitmotif('backup', 'create', '--data', 'lost')).exitCode).toBe(0);
  for (const suffix of ['', '-wal', '-shm']) rmSync(databaseOf('lost') + suffix, { force: true });
  [backup = ''] = backupsIn('lost');
}, 60_000);

const copyLost = (data: string): void => cpSync(join(cwd, 'lost'), join(cwd, data), { recursive: true });

describe('a data directory with backups and no database', () => {
  test.concurrent.each<string[]>([['serve', '--port', '0'], ['seed'], ['migrate']])(
    'makes %s fail and explain how to restore',
    async (...command: string[]) => {
      const data = `lost-to-${command[0]}`;
      copyLost(data);
      const refused = await leitmotif(...command, '--data', data);
      expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toMatch(/^leitmotif: [^\n]+\n$/);
      expect(refused.stderr).toContain(`leitmotif restore ${backup} --data ${join(cwd, data)}.`);
      expect(refused.stderr).toContain(`To start with a new catalog, move ${join(cwd, data, 'backups')} away`);
      expect(existsSync(databaseOf(data))).toBe(false);

      expect((await leitmotif('restore', backup, '--data', data)).exitCode).toBe(0);
      await using server = await serve(['--data', data], { cwd });
      expect(server.said).not.toContain('Created a new catalog');
    },
  );

  test.concurrent('gets a new catalog if another folder of backups is set', async () => {
    copyLost('anew');
    const { exitCode, stderr } = await leitmotif('migrate', '--data', 'anew', '--backups', join(cwd, 'others'));
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Created a new catalog')]);
  });
});

describe('a data directory with a write-ahead log and no database', () => {
  test.concurrent.each([
    ['an empty log', '-wal', ''],
    ['the index of a log', '-shm', 'index'],
    ['a log with pages', '-wal', 'pages'],
  ])('gets no new catalog, and a backup can be restored: %s', async (name, suffix, text) => {
    const data = name.replaceAll(' ', '-');
    mkdirSync(join(cwd, data));
    writeFileSync(databaseOf(data) + suffix, text);
    const refused = await leitmotif('serve', '--port', '0', '--data', data);
    expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('leitmotif restore NAME --data');
    expect(refused.stderr).toContain(`To start with a new catalog, move leitmotif.db${suffix} away.`);

    const path = join(cwd, 'lost', 'backups', backup);
    const restored = await leitmotif('restore', path, '--data', data);
    expect([restored.exitCode, restored.stdout]).toEqual([0, expect.stringContaining('leitmotif.db.damaged-')]);
    expect((await leitmotif('user', 'list', '--data', data)).stdout).toContain('demo');
  });
});

test.concurrent.each<[string, string, string]>([
  ['a file', 'afile', 'is not a directory.'],
  ['a name that is too long', 'x'.repeat(300), 'too long'],
])('%s as the data directory is refused with one line', async (_, data, reason) => {
  writeFileSync(join(cwd, 'afile'), '');
  for (const command of [['seed'], ['import', 'ndjson', 'x.jsonl'], ['migrate'], ['restore', 'x'], ['backup', 'create']]) {
    const { exitCode, stderr } = await leitmotif(...command, '--data', data);
    expect([exitCode > 0, stderr]).toEqual([true, expect.stringMatching(/^leitmotif: [^\n]+\n$/)]);
    if (['seed', 'migrate'].includes(command[0] ?? '')) expect(stderr).toContain(reason);
  }
});

/** Serves a catalog with the administrator anna, who creates the user "last". */
async function servedWithLastUser(data: string) {
  await run(['user', 'create', 'anna', '--admin', '--password-stdin', '--data', data], { cwd, stdin: 'correct horse battery\n' });
  const token = (await leitmotif('token', 'create', '--user', 'anna', '--name', 'x', '--data', data)).stdout.trim();
  const server = await serve(['--data', data], { cwd });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const body = JSON.stringify({ data: { type: 'User', attributes: { username: 'last', password: 'correct horse battery' } } });
  expect((await fetch(`${server.url}/api/users`, { method: 'POST', headers, body })).status).toBe(201);
  return { server, headers };
}

test.concurrent('a backup saves a database that was deleted while the server runs', async () => {
  await copyDemo(join(cwd, 'deleted'));
  const { server, headers } = await servedWithLastUser('deleted');
  for (const suffix of ['', '-wal', '-shm']) rmSync(databaseOf('deleted') + suffix);
  expect(await (await fetch(`${server.url}/readyz`)).text()).toContain('Do not stop the server: its log says how');
  expect((await fetch(`${server.url}/api/backups`, { method: 'POST', headers })).status).toBe(202);
  const log = await logged(server.log, (text) => ['backup made', 'database missing from its path'].every((event) => text.includes(event)));
  expect(log).toContain('leitmotif restore NAME');
  expect(await server.signal('SIGTERM')).toBe(0);

  const [backup = ''] = backupsIn('deleted');
  expect((await leitmotif('serve', '--port', '0', '--data', 'deleted')).stderr).toContain(`leitmotif restore ${backup}`);
  expect((await leitmotif('restore', backup, '--data', 'deleted')).exitCode).toBe(0);
  expect((await leitmotif('user', 'list', '--data', 'deleted')).stdout).toContain('last');
});

test.concurrent('a server whose database was replaced backs up the open one when it stops', async () => {
  await copyDemo(join(cwd, 'replaced'));
  copyFileSync(databaseOf('replaced'), join(cwd, 'other.db'));
  const { server } = await servedWithLastUser('replaced');
  renameSync(join(cwd, 'other.db'), databaseOf('replaced'));
  expect(await server.signal('SIGTERM')).toBe(0);

  const [backup = ''] = backupsIn('replaced');
  expect(await new Response(server.log).text()).toContain(backup);
  expect((await leitmotif('restore', backup, '--data', 'replaced')).exitCode).toBe(0);
  expect((await leitmotif('user', 'list', '--data', 'replaced')).stdout).toContain('last');
});
