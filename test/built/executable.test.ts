import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '../../src/accounts/users';
import { nobodysHash } from '../../src/accounts/users/passwords';
import { openStore } from '../../src/store/database/open';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, folderOfTests, isOneLine, type Running, run, serve, tokenOf } from '../support/executable';

// Servers as they are started from a shell. The command line itself is tested in command-line.test.ts.

const cwd = folderOfTests();
const demoFolder = join(cwd, 'demo');
let demo: Running;
beforeAll(async () => {
  mkdirSync(demoFolder);
  demo = await serve(['--demo', '--data', ':memory:'], { cwd: demoFolder });
}, 60_000);
afterAll(() => demo[Symbol.asyncDispose]());

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('serve --demo', () => {
  test('prints a request that works, and writes no files for a catalog in memory', async () => {
    const request = /curl -H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(demo.said);
    const answer = await fetch(request?.[2] as string, withToken(request?.[1] as string));

    expect(answer.status).toBe(200);
    const document = (await answer.json()) as { data: { attributes: { name: string } }[] };
    expect(document.data[0]?.attributes.name).toBe('Bernard Herrmann');
    expect(readdirSync(demoFolder)).toEqual([]);
  });

  test('creates an administrator with a collection and a wishlist, and prints the password', async () => {
    const [, username, password] = /Sign in as (\S+) with the password (\w+)/.exec(demo.said) ?? [];
    const headers = { 'content-type': 'application/json' };
    const pair = await fetch(`${demo.url}/api/token`, { method: 'POST', headers, body: JSON.stringify({ username, password }) });
    const { access_token } = (await pair.json()) as { access_token: string };
    const read = async (path: string) => {
      const answer = await fetch(demo.url + path, withToken(access_token));
      // biome-ignore lint/suspicious/noExplicitAny: documents of several kinds.
      return (await answer.json()) as any;
    };
    const me = (await read('/api/users/me')).data;
    const lists = `/api/users/${me.attributes._id}`;

    expect(me.attributes).toMatchObject({ username: 'demo', role: 'admin' });
    expect((await read(`${lists}/collection`)).meta.totalItems).toBeGreaterThanOrEqual(40);
    expect((await read(`${lists}/collection?status=ordered`)).meta.totalItems).toBe(1);
    expect((await read(`${lists}/wishlist`)).meta.totalItems).toBeGreaterThanOrEqual(12);
    const { copies, items, by_condition, spending } = (await read(`${lists}/collection/statistics`)).data.attributes;
    expect([copies > items, by_condition.length > 3, spending.length > 10]).toEqual([true, true, true]);
    const { owned, wanted } = (await read('/api/releases?catalogNumber[]=MG 20384&catalogNumber[]=ISC 350')).meta;
    expect([owned.length, wanted.length].map((length) => length > 0)).toEqual([true, true]);
  });

  test('does not change a catalog that has data', async () => {
    await run(['migrate', '--data', 'own'], { cwd });
    const database = new Database(join(cwd, 'own', 'leitmotif.db'));
    database.run(
      "INSERT INTO artist (id, name, name_folded, artist_type, slug, created_at) VALUES ('6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f', 'Own', 'own', 'person', 'own', '2026-01-01T00:00:00.000+00:00')",
    );

    await using server = await serve(['--demo', '--data', 'own'], { cwd });
    await server.signal('SIGTERM');

    expect(database.query('SELECT name FROM artist').values()).toEqual([['Own']]);
    expect(database.query('SELECT count(*) FROM user').values()).toEqual([[0]]);
    database.close();
    expect(server.said).toContain('the demo was not added');
  });

  test('keeps an existing user named demo, and replaces the token at each start', async () => {
    await run(['migrate', '--data', 'user'], { cwd });
    await run(['user', 'create', 'demo', '--password-stdin', '--data', 'user'], { cwd, stdin: 'correct horse battery\n' });

    const first = await serve(['--demo', '--data', 'user'], { cwd });
    const collection = await fetch(`${first.url}/api/users/me/collection`, withToken(tokenOf(first)));
    expect(await collection.json()).toMatchObject({ meta: { totalItems: 0 } });
    expect(await first.signal('SIGINT')).toBe(0);
    await using second = await serve(['--demo', '--data', 'user'], { cwd });

    expect((await fetch(`${second.url}/api/artists`, withToken(tokenOf(second)))).status).toBe(200);
    expect((await fetch(`${second.url}/api/artists`, withToken(tokenOf(first)))).status).toBe(401);
    expect(first.said + second.said).not.toContain('password');
  });
});

test('the server answers HEAD, conditional requests, missing tokens and unsupported methods over HTTP', async () => {
  const url = `${demo.url}/api/artists`;
  const token = tokenOf(demo);

  const read = await fetch(url, withToken(token));
  const head = await fetch(url, { method: 'HEAD', ...withToken(token) });
  const etag = read.headers.get('etag') as string;
  const again = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'if-none-match': etag } });

  expect(read.headers.get('content-type')).toBe('application/vnd.api+json');
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  const anonymous = await fetch(url);
  expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="leitmotif"']);
  const deletion = await fetch(url, { method: 'DELETE', ...withToken(token) });
  expect([deletion.status, deletion.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

test('openapi prints the document that the server returns', async () => {
  const printed = JSON.parse((await run(['openapi'], { cwd })).stdout);
  expect(printed).toEqual(await (await fetch(`${demo.url}/api/openapi.json`)).json());
});

test('a port in use is refused with one line, and no data directory is created', async () => {
  const { port } = new URL(demo.url);
  const { exitCode, stderr, stdout } = await run(['serve', '--data', 'unmade', '--port', port], { cwd });
  expect([exitCode, stdout, isOneLine(stderr), stderr.includes(port)]).toEqual([1, '', true, true]);
  expect(existsSync(join(cwd, 'unmade'))).toBe(false);
});

test('a second server on the same data directory is refused, and SIGHUP stops the first', async () => {
  const data = join(cwd, 'twice');
  await using first = await serve(['--data', data], { cwd });

  const second = await run(['serve', '--port', '0', '--data', data], { cwd });

  expect([second.exitCode, isOneLine(second.stderr), second.stderr.includes(data)]).toEqual([1, true, true]);
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
  expect(await first.signal('SIGHUP')).toBe(0);
});

test('a server under nohup ignores SIGHUP', async () => {
  const child = Bun.spawn(['nohup', executable, 'serve', '--port', '0', '--data', ':memory:'], {
    cwd,
    env: { HOME: cwd },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const output = child.stdout.getReader();
  await output.read();
  child.kill('SIGHUP');
  await Bun.sleep(200);
  const wasRunning = child.exitCode === null;
  child.kill('SIGTERM');
  expect([wasRunning, await child.exited]).toEqual([true, 0]);
});

test('the server warns once that rate limits are off if other machines can reach it', async () => {
  const warnings = async (...flags: string[]) => {
    await using server = await serve(['--data', ':memory:', ...flags], { cwd });
    await server.signal('SIGTERM');
    return (await new Response(server.log).text()).split('\n').filter((line) => line.includes('limits are off'));
  };

  expect(
    await Promise.all([warnings('--rate-limit', '0', '--host', '0.0.0.0'), warnings('--rate-limit', '0'), warnings('--host', '0.0.0.0')]),
  ).toEqual([[expect.stringMatching(/sign-ins.*password.*registration/)], [], []]);
});

test('the server warns if nobody can sign in any more', async () => {
  const warnings = async (data: string, ...flags: string[]) => {
    await using server = await serve(['--data', data, ...flags], { cwd });
    await server.signal('SIGTERM');
    return (await new Response(server.log).text()).split('\n').filter((line) => line.includes('no administrator can sign in'));
  };
  await run(['migrate', '--data', 'locked'], { cwd });
  const store = openStore(join(cwd, 'locked'));
  await createUser(store, 'anna', 'correct horse battery', 'admin');
  store.writer.change('UPDATE user SET password_hash = :hash', { hash: nobodysHash() });
  store.close();

  expect([
    await warnings('locked', '--passwords', 'no'),
    await warnings('locked', '--passwords', 'yes'),
    await warnings(':memory:'),
  ]).toEqual([[expect.stringContaining('--passwords yes')], [expect.stringContaining('user reset-password')], []]);
});

test('bunfig.toml, .env and scripts in the current folder are ignored', async () => {
  using folder = emptyFolder();
  writeFileSync(join(folder.path, 'bunfig.toml'), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(folder.path, 'evil.ts'), 'await Bun.write("evil-ran", "yes");\n');
  writeFileSync(join(folder.path, '.env'), 'LEITMOTIF_PORT=many\n');
  await using server = await serve(['--data', ':memory:'], { cwd: folder.path });
  expect([(await fetch(`${server.url}/health`)).status, existsSync(join(folder.path, 'evil-ran'))]).toEqual([200, false]);
});

test('an internal error reveals nothing to the client and is logged with its source lines', async () => {
  await using server = await serveDemo({ cwd, data: 'broken' });
  const database = new Database(join(cwd, 'broken', 'leitmotif.db'));
  database.run('DROP TABLE portrayal_aspect');
  database.close();

  const answer = await fetch(`${server.url}/api/portrayals`, withToken(tokenOf(server)));
  const body = (await answer.json()) as { errors: { status: number; detail: string }[] };

  expect(answer.status).toBe(500);
  expect(Object.keys(body)).toEqual(['errors']);
  expect(JSON.stringify(body)).not.toMatch(/sql|portrayal_aspect|src\/|\.ts/i);
  await server.signal('SIGTERM');
  const failed = (await new Response(server.log).text()).split('\n').filter((line) => line.includes('request failed'));
  expect(failed).toEqual([expect.stringMatching(/portrayal_aspect.* \(src\/[\w/]+\/[\w-]+\.ts:\d+:\d+/)]);
});

test('a build leaves only the executable in dist, next to earlier releases', async () => {
  using folder = emptyFolder();
  const root = join(import.meta.dir, '../..');
  cpSync(join(root, 'packaging'), join(folder.path, 'packaging'), { recursive: true });
  // Empty modules in place of the program: the compiler leaves the same files.
  const script = readFileSync(join(root, 'packaging/build.ts'), 'utf8');
  for (const [, entry = ''] of script.matchAll(/^ {2}'(src\/.+\.ts)',$/gm)) await Bun.write(join(folder.path, entry), 'export {};\n');
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  mkdirSync(join(folder.path, 'dist/release'), { recursive: true });
  writeFileSync(join(folder.path, 'dist/release/SHA256SUMS'), '');

  const { exitCode, stderr } = await run(['packaging/build.ts'], { cwd: folder.path, program: process.execPath });

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const made = readdirSync(join(folder.path, 'dist'), { recursive: true });
  expect(made.toSorted()).toEqual([process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif', 'release', 'release/SHA256SUMS']);
});
