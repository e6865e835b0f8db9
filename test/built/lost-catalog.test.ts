import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDemo } from '../support/demo-catalog';
import { folderOfTests, run, serve } from '../support/executable';

// What is left of a catalog whose database is gone, and how it is had back.

setDefaultTimeout(30_000);

const cwd = folderOfTests();

const leitmotif = (...args: string[]) => run(args, { cwd });
/** Reads what a server logs until that is there. */
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

/** A catalog with a backup, whose database was deleted; gives the name of the backup. */
async function lose(data: string): Promise<string> {
  await copyDemo(join(cwd, data));
  expect((await leitmotif('backup', 'create', '--data', data)).exitCode).toBe(0);
  for (const suffix of ['', '-wal', '-shm']) rmSync(databaseOf(data) + suffix, { force: true });
  const [backup = ''] = readdirSync(join(cwd, data, 'backups')).filter((name) => !name.startsWith('.'));
  return backup;
}

describe('where backups lie without a database', () => {
  test.concurrent.each<string[]>([['serve', '--port', '0'], ['seed'], ['migrate']])(
    '%s makes no new catalog, and says how to have the old one back',
    async (...command: string[]) => {
      const data = `lost-to-${command[0]}`;
      const backup = await lose(data);
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

  test.concurrent('a new catalog is made on purpose with another folder of backups', async () => {
    await lose('anew');
    const { exitCode, stderr } = await leitmotif('migrate', '--data', 'anew', '--backups', join(cwd, 'others'));
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Created a new catalog')]);
  }, 30_000);
});

describe('where a log lies without its database', () => {
  test.concurrent.each([
    ['an empty log', '-wal', ''],
    ['the index of a log', '-shm', 'index'],
    ['a log with pages', '-wal', 'pages'],
  ])('%s is enough for no new catalog to be made, and a backup takes its place', async (name, suffix, text) => {
    const data = name.replaceAll(' ', '-');
    mkdirSync(join(cwd, data));
    writeFileSync(databaseOf(data) + suffix, text);
    const refused = await leitmotif('serve', '--port', '0', '--data', data);
    expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('leitmotif restore NAME --data');
    expect(refused.stderr).toContain(`To start with a new catalog, move leitmotif.db${suffix} away.`);

    const backup = await lose(`${data}-source`);
    const path = join(cwd, `${data}-source`, 'backups', backup);
    const restored = await leitmotif('restore', path, '--data', data);
    expect([restored.exitCode, restored.stdout]).toEqual([0, expect.stringContaining('leitmotif.db.damaged-')]);
    expect((await leitmotif('doctor', '--data', data)).stdout).not.toContain('is missing');
  });
});

test.concurrent.each<[string, string, string]>([
  ['a file', 'afile', 'is not a directory.'],
  ['a name that is too long', 'x'.repeat(300), 'too long'],
])('%s as the data directory is refused in a line', async (_, data, reason) => {
  writeFileSync(join(cwd, 'afile'), '');
  for (const command of [['seed'], ['import', 'ndjson', 'x.jsonl'], ['migrate'], ['restore', 'x'], ['backup', 'create']]) {
    const { exitCode, stderr } = await leitmotif(...command, '--data', data);
    expect([exitCode > 0, stderr]).toEqual([true, expect.stringMatching(/^leitmotif: [^\n]+\n$/)]);
    if (['seed', 'migrate'].includes(command[0] ?? '')) expect(stderr).toContain(reason);
  }
});

test.concurrent('a database that was deleted under a server is saved by a backup, with what was written last', async () => {
  await copyDemo(join(cwd, 'deleted'));
  await run(['user', 'create', 'anna', '--admin', '--password-stdin', '--data', 'deleted'], { cwd, stdin: 'correct horse battery\n' });
  const token = (await leitmotif('token', 'create', '--user', 'anna', '--name', 'x', '--data', 'deleted')).stdout.trim();
  const server = await serve(['--data', 'deleted'], { cwd });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const written = await fetch(`${server.url}/api/users`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data: { type: 'User', attributes: { username: 'last', password: 'correct horse battery' } } }),
  });
  expect(written.status).toBe(201);
  for (const suffix of ['', '-wal', '-shm']) rmSync(databaseOf('deleted') + suffix);
  expect(await (await fetch(`${server.url}/readyz`)).text()).toContain('Do not stop the server: its log says how');
  expect((await fetch(`${server.url}/api/backups`, { method: 'POST', headers })).status).toBe(202);
  const log = await logged(server.log, (text) => ['backup made', 'database missing from its path'].every((event) => text.includes(event)));
  expect(log).toContain('leitmotif restore NAME');
  expect(await server.signal('SIGTERM')).toBe(0);

  const [backup = ''] = readdirSync(join(cwd, 'deleted', 'backups')).filter((name) => !name.startsWith('.'));
  expect((await leitmotif('serve', '--port', '0', '--data', 'deleted')).stderr).toContain(`leitmotif restore ${backup}`);
  expect((await leitmotif('restore', backup, '--data', 'deleted')).exitCode).toBe(0);
  expect((await leitmotif('user', 'list', '--data', 'deleted')).stdout).toContain('last');
}, 30_000);

test.concurrent('what was written to a database that was replaced under a server is saved as the server stops', async () => {
  await copyDemo(join(cwd, 'replaced'));
  await run(['user', 'create', 'anna', '--admin', '--password-stdin', '--data', 'replaced'], { cwd, stdin: 'correct horse battery\n' });
  const token = (await leitmotif('token', 'create', '--user', 'anna', '--name', 'x', '--data', 'replaced')).stdout.trim();
  copyFileSync(databaseOf('replaced'), join(cwd, 'other.db'));
  const server = await serve(['--data', 'replaced'], { cwd });
  const written = await fetch(`${server.url}/api/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'User', attributes: { username: 'last', password: 'correct horse battery' } } }),
  });
  expect(written.status).toBe(201);
  renameSync(join(cwd, 'other.db'), databaseOf('replaced'));
  expect(await server.signal('SIGTERM')).toBe(0);

  const [backup = ''] = readdirSync(join(cwd, 'replaced', 'backups')).filter((name) => !name.startsWith('.'));
  expect(await new Response(server.log).text()).toContain(backup);
  expect((await leitmotif('restore', backup, '--data', 'replaced')).exitCode).toBe(0);
  expect((await leitmotif('user', 'list', '--data', 'replaced')).stdout).toContain('last');
}, 30_000);
