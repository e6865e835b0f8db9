import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, copyDemo } from '../support/demo-catalog';
import { eventsOf, executable, folderOfTests, limitedProgram, type Running, run, serve } from '../support/executable';

// Changes of other programs and full disks while a database is served.

const cwd = folderOfTests();
let account: Account;
beforeAll(async () => {
  await run(['seed', '--data', 'other'], { cwd });
}, 60_000);

const databaseOf = (data: string): string => join(cwd, data, 'leitmotif.db');

async function serveWithUser(data: string, options: Partial<Parameters<typeof serve>[1]> = {}): Promise<Running> {
  account = await copyDemo(join(cwd, data));
  return await serve(['--data', data], { cwd, ...options });
}

const signIn = (server: Running): Promise<Response> =>
  fetch(`${server.url}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });

/** Stops a server and returns its log. */
async function logOf(server: Running): Promise<Record<string, unknown>[]> {
  expect(await server.signal('SIGTERM')).toBe(0);
  return await eventsOf(server);
}

test.concurrent('a server without the index of its write-ahead log refuses writes, and works again after a restart', async () => {
  await using server = await serveWithUser('index');
  rmSync(`${databaseOf('index')}-shm`);
  const users = new Database(databaseOf('index'));
  users.query('SELECT count(*) FROM user').get();
  users.close();
  expect((await fetch(`${server.url}/health`)).status).toBe(503);
  expect((await signIn(server)).status).toBe(503);
  await Bun.sleep(2_500);
  // A check before the other program opens the database finds it unusable first.
  const events = (await logOf(server)).map(({ event }) => event).filter((event) => event !== 'files unusable');
  expect(events).toEqual(['database missing from its path']);
  await using next = await serve(['--data', 'index'], { cwd });
  expect((await signIn(next)).status).toBe(200);
}, 30_000);

describe('a disk that is full', () => {
  test.concurrent('makes writes fail with 503 until there is free space, without a restart', async () => {
    // A soft limit can be lifted.
    const program = limitedProgram(cwd, 5_000, '-S');
    await using server = await serveWithUser('freed', { program });
    const isReady = async () => (await (await fetch(`${server.url}/readyz`)).json()) as { checks: { checkpoint: { status: string } } };
    const other = new Database(databaseOf('freed'));
    other.run('PRAGMA wal_autocheckpoint = 0');
    other.run("INSERT INTO source_note VALUES ('test', 'long', printf('%.6000000c', 'x'))");
    const refused = await signIn(server);
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining('The disk of the server is full. Nothing was written.'),
    ]);
    while ((await isReady()).checks.checkpoint.status === 'ok') await Bun.sleep(100);
    await fetch(`${server.url}/api`).then(({ status }) => expect(status).toBe(200));

    expect(Bun.spawnSync(['prlimit', `--pid=${server.pid}`, '--fsize=unlimited']).exitCode).toBe(0);
    expect((await signIn(server)).status).toBe(200);
    while ((await isReady()).checks.checkpoint.status !== 'ok') await Bun.sleep(100);
    other.close();
    const logged = await logOf(server);
    expect(logged.map(({ event }) => event)).toEqual(expect.arrayContaining(['disk full', 'checkpoint failed', 'checkpoint works again']));
    expect(logged.filter(({ error }) => String(error).includes('\n'))).toEqual([]);
  }, 30_000);

  test.concurrent('makes a server fail to start with one line that names the file', async () => {
    const { exitCode, stderr } = await run(['serve', '--port', '0', '--data', 'never'], { cwd, program: limitedProgram(cwd, 100) });
    expect([exitCode, stderr]).toEqual([
      1,
      `leitmotif: The disk of ${databaseOf('never')} is full. Nothing was written. Free some space and try again.\n`,
    ]);
  });
});

describe('read-only files', () => {
  /** A wrapper that runs the executable without the privileges of root, which ignores file modes. */
  function unprivileged(data: string): string {
    const isRoot = process.getuid?.() === 0;
    const [program, path] = ['own', 'as-nobody'].map((name) => join(cwd, name)) as [string, string];
    copyFileSync(executable, program);
    writeFileSync(path, `#!/bin/bash\nexec ${isRoot ? 'setpriv --reuid 65534 --clear-groups ' : ''}${program} "$@"\n`, { mode: 0o755 });
    if (isRoot) for (const file of [data, databaseOf('read-only')]) chownSync(file, 65534, 65534);
    chmodSync(cwd, 0o755);
    return path;
  }

  test.concurrent('can be served for reading, and are writable again after a restart', async () => {
    account = await copyDemo(join(cwd, 'read-only'));
    const data = join(cwd, 'read-only');
    const program = unprivileged(data);
    chmodSync(databaseOf('read-only'), 0o400);
    {
      await using server = await serve(['--data', data], { cwd, program });
      const refused = await signIn(server);
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('The server cannot use its files.')]);
      expect((await fetch(`${server.url}/sign-in`)).status).toBe(200);
      expect((await logOf(server)).map(({ event }) => event)).toContain('files unusable');
    }
    // SQLite creates its other files with the mode of the database.
    for (const name of readdirSync(data)) if (name.startsWith('leitmotif.db')) chmodSync(join(data, name), 0o600);
    await using server = await serve(['--data', data], { cwd, program });
    expect((await signIn(server)).status).toBe(200);
  }, 30_000);
});

describe('a second server', () => {
  test.concurrent.each([
    ['symbolic', (from: string, to: string) => symlinkSync(from, to), 'Another leitmotif server uses'],
    ['hard', (from: string, to: string) => linkSync(from, to), 'a hard link'],
  ])('is refused a served database through a %s link', async (kind, link, reason) => {
    const data = `served-${kind}`;
    await using _ = await serve(['--data', data], { cwd });
    mkdirSync(join(cwd, kind));
    link(databaseOf(data), databaseOf(kind));
    const { exitCode, stderr } = await run(['serve', '--port', '0', '--data', kind], { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});
