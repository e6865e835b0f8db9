import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, chownSync, copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, copyDemo } from '../support/demo-catalog';
import { executable, folderOfTests, type Running, run, serve } from '../support/executable';

// What other programs and a full disk do to the files of a database that is served.

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

/** What it logged to its end, each line of which is JSON. */
async function logOf(server: Running): Promise<{ event: string; error?: string }[]> {
  expect(await server.signal('SIGTERM')).toBe(0);
  const lines = (await new Response(server.log).text()).trimEnd().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

test.concurrent('a log without its index takes no write, and what is in it is there at the next start', async () => {
  await using server = await serveWithUser('index');
  rmSync(`${databaseOf('index')}-shm`);
  const users = new Database(databaseOf('index'));
  users.query('SELECT count(*) FROM user').get();
  users.close();
  expect((await fetch(`${server.url}/health`)).status).toBe(503);
  expect((await signIn(server)).status).toBe(503);
  await Bun.sleep(2_500);
  // A check of the server before the file changes hands finds it unusable first.
  const events = (await logOf(server)).map(({ event }) => event).filter((event) => event !== 'files unusable');
  expect(events).toEqual(['database missing from its path']);
  await using next = await serve(['--data', 'index'], { cwd });
  expect((await signIn(next)).status).toBe(200);
}, 30_000);

describe('a disk that is full', () => {
  /** Runs the executable where no file may grow past so many kilobytes: writing more fails as it does on a full disk. */
  const limited = (name: string, kilobytes: number, kind = ''): string => {
    const path = join(cwd, name);
    writeFileSync(path, `#!/bin/bash\ntrap '' XFSZ\nulimit ${kind} -f ${kilobytes}\nexec ${executable} "$@"\n`, { mode: 0o755 });
    return path;
  };

  test.concurrent('is a 503 that says so, and is written again once there is room, without a new start', async () => {
    // Of the limit that a process has itself, so that it can be lifted.
    const program = limited('soft', 5_000, '-S');
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
    expect(logged.filter(({ error }) => error?.includes('\n'))).toEqual([]);
  }, 30_000);

  test.concurrent('keeps a server from starting with a sentence that names the file', async () => {
    const { exitCode, stderr } = await run(['serve', '--port', '0', '--data', 'never'], { cwd, program: limited('tight', 100) });
    expect([exitCode, stderr]).toEqual([
      1,
      `leitmotif: The disk of ${databaseOf('never')} is full. Nothing was written. Free some space and try again.\n`,
    ]);
  });
});

describe('files that may not be written any more', () => {
  /** Runs a copy of the executable as somebody whom modes of files hold, where these tests are run by root, whom none does. */
  function unprivileged(data: string): string {
    const isRoot = process.getuid?.() === 0;
    const [program, path] = ['own', 'as-nobody'].map((name) => join(cwd, name)) as [string, string];
    copyFileSync(executable, program);
    writeFileSync(path, `#!/bin/bash\nexec ${isRoot ? 'setpriv --reuid 65534 --clear-groups ' : ''}${program} "$@"\n`, { mode: 0o755 });
    if (isRoot) for (const file of [data, databaseOf('read-only')]) chownSync(file, 65534, 65534);
    chmodSync(cwd, 0o755);
    return path;
  }

  test.concurrent('are read, also where a server is started on them, and written by the next that may', async () => {
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
    // SQLite gives those beside a database its mode.
    for (const name of readdirSync(data)) if (name.startsWith('leitmotif.db')) chmodSync(join(data, name), 0o600);
    await using server = await serve(['--data', data], { cwd, program });
    expect((await signIn(server)).status).toBe(200);
  }, 30_000);
});

describe('a second server', () => {
  test.concurrent.each([
    ['symbolic', (from: string, to: string) => symlinkSync(from, to), 'Another leitmotif server uses'],
    ['hard', (from: string, to: string) => linkSync(from, to), 'a hard link'],
  ])('does not get at a database that is served by a %s link to it', async (kind, link, reason) => {
    const data = `served-${kind}`;
    await using _ = await serve(['--data', data], { cwd });
    mkdirSync(join(cwd, kind));
    link(databaseOf(data), databaseOf(kind));
    const { exitCode, stderr } = await run(['serve', '--port', '0', '--data', kind], { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });
});
