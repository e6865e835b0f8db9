import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run, serve, tokenOf } from '../support/executable';

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const isOneLine = (text: string): boolean => text.endsWith('\n') && text.trim().split('\n').length === 1;

/** A data directory with a migrated database in it and no catalog. */
async function dataDirectory(cwd: string): Promise<string> {
  const data = join(cwd, 'data');
  expect((await run(['migrate', '--data', data], { cwd })).exitCode).toBe(0);
  return data;
}

test('the executable serves the demo from an empty folder, and prints a request that works', async () => {
  using folder = emptyFolder();
  await using server = await serve(['--demo', '--data', ':memory:'], { cwd: folder.path });

  const request = /curl -H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(server.said);
  const answer = await fetch(request?.[2] as string, withToken(request?.[1] as string));

  expect(answer.status).toBe(200);
  const document = (await answer.json()) as { data: { attributes: { name: string } }[] };
  expect(document.data[0]?.attributes.name).toBe('Bernard Herrmann');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('the executable answers HEAD, conditional reads, a missing token and other methods as the API says', async () => {
  using folder = emptyFolder();
  await using server = await serveDemo({ cwd: folder.path });
  const url = `${server.url}/api/artists`;
  const token = tokenOf(server);

  const read = await fetch(url, withToken(token));
  const head = await fetch(url, { method: 'HEAD', ...withToken(token) });
  const etag = read.headers.get('etag') as string;
  const again = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'if-none-match': etag } });

  expect(read.headers.get('content-type')).toBe('application/vnd.api+json');
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  const stranger = await fetch(url);
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="leitmotif"']);
  const deletion = await fetch(url, { method: 'DELETE', ...withToken(token) });
  expect([deletion.status, deletion.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

test('a wrong command line ends with one clear line and exit code 2', async () => {
  using folder = emptyFolder();
  for (const [args, named] of [
    [['serve', '--nonsense'], '--nonsense'],
    [['serve', '--port', 'many'], '--port'],
    [['serve', '--port', '65536'], '--port'],
    [['serve', 'more'], 'more'],
    [['sevre'], 'sevre'],
    [['migrate', 'stauts'], 'stauts'],
    [['token', 'create', '--name', 'x'], '--user'],
    [['user', 'create', 'ab', '--password-stdin'], '3 to 40'],
    [['user', 'create', 'somebody'], '--password-stdin'],
    [['serve', '--config', 'nowhere.toml'], 'nowhere.toml'],
  ] as const) {
    const { exitCode, stderr, stdout } = await run(args, { cwd: folder.path, stdin: 'long enough a password\n' });
    expect({ args, exitCode, isOneLine: isOneLine(stderr), names: stderr.includes(named), stdout }).toEqual({
      args,
      exitCode: 2,
      isOneLine: true,
      names: true,
      stdout: '',
    });
  }
});

test('an unknown command is answered with the nearest one', async () => {
  using folder = emptyFolder();
  for (const [args, sentence] of [
    [['help', 'bakcup'], 'Unknown command: leitmotif bakcup. Did you mean leitmotif backup?'],
    [['help', 'backup', 'crate'], 'Unknown command: leitmotif backup crate. Did you mean leitmotif backup create?'],
    [['help', 'backup', 'zzz'], 'Unknown command: leitmotif backup zzz. leitmotif backup --help lists the commands.'],
    [['import', 'mb'], 'There is no file or command mb. Did you mean leitmotif import musicbrainz?'],
    [['import', 'discosg', 'x.xml.gz'], 'There is no file or command discosg. Did you mean leitmotif import discogs?'],
    [['import', 'zzz'], 'There is no file or command zzz. leitmotif import --help lists the commands.'],
    [['import', 'zzz.json'], 'There is no file zzz.json.'],
  ] as const)
    expect(await run(args, { cwd: folder.path })).toEqual({ exitCode: 2, stdout: '', stderr: `leitmotif: ${sentence}\n` });
});

test('every command explains itself', async () => {
  using folder = emptyFolder();
  for (const args of [
    ['help'],
    ['--help'],
    [],
    ...['serve', 'migrate', 'seed', 'user', 'token', 'import', 'export', 'mirror', 'openapi', 'version', 'completion'].flatMap((name) => [
      ['help', name],
      [name, '--help'],
    ]),
    ['user', 'create', '--help'],
    ['token', 'create', '--help'],
    ['migrate', 'status', '--help'],
    ['help', 'help'],
  ]) {
    const { exitCode, stdout } = await run(args, { cwd: folder.path });
    expect({ args, exitCode, usage: stdout.startsWith('Usage: leitmotif') }).toEqual({ args, exitCode: 0, usage: true });
  }
  for (const asked of [['backup', 'create'], ['import', 'musicbrainz'], ['migrate', 'status'], ['help']]) {
    const { stdout } = await run(['help', ...asked], { cwd: folder.path });
    expect(stdout).toStartWith(`Usage: leitmotif ${asked.join(' ')} [`);
  }
  const { version } = (await Bun.file(new URL('../../package.json', import.meta.url).pathname).json()) as { version: string };
  for (const asked of ['--version', '-V'])
    expect(await run([asked], { cwd: folder.path })).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  const withSchema = `${version}\nschema ${latestSchema()}\n`;
  expect(await run(['version'], { cwd: folder.path })).toEqual({ exitCode: 0, stdout: withSchema, stderr: '' });
});

test('a shell is told what may stand at the cursor: commands, options, choices, else the names of files', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const completions = async (...words: string[]) => {
    const lines = (await run(['complete', '--', ...words], { cwd })).stdout.trimEnd().split('\n');
    return lines.map((line) => line.split('\t')[0]);
  };
  const [noFiles, files, directories] = [':4', ':0', ':20'];
  expect(await completions('tok')).toEqual(['token', noFiles]);
  expect(await completions('user', 'set-')).toEqual(['set-role', noFiles]);
  expect(await completions('user', 'set-role', 'anna', '')).toEqual(['user', 'editor', 'admin', noFiles]);
  expect(await completions('user', 'reset-password', '--rev')).toEqual(['--revoke-tokens', noFiles]);
  expect(await completions('import', 'discogs', '')).toEqual([files]);
  expect(await completions('add', 'release', '--ti')).toEqual(['--title', noFiles]);
  expect(await completions('add', 'release', '--dr')).toEqual(['--dry-run', noFiles]);
  expect(await completions('serve', '--config', '')).toEqual([files]);
  expect(await completions('serve', '--data', '')).toEqual([directories]);
  expect(await completions('user', 'list', '--data', '')).toEqual([directories]);
  expect(await completions('serve', '--registration', '')).toEqual(['open', 'invitation', 'closed', noFiles]);
  expect(await completions('serve', '--log-format', '')).toEqual(['auto', 'text', 'json', noFiles]);
  expect(await completions('completion', '')).toEqual(['bash', 'zsh', 'fish', noFiles]);
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await run(['completion', shell], { cwd })).stdout).toContain('leitmotif complete -- ');
  expect((await run(['completion', 'powershell'], { cwd })).exitCode).toBe(2);
  expect((await run(['serve', '--help'], { cwd })).stdout.replace(/\s+/g, ' ')).toContain('(choices: "open", "invitation", "closed")');
});

test('bash takes the script of completion again and again, and completes with it', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  mkdirSync(join(cwd, 'catalog'));
  writeFileSync(join(cwd, 'cat.txt'), '');
  // What the package bash-completion has, as far as it matters here.
  const script = `
    _get_comp_words_by_ref() { cur=\${COMP_WORDS[COMP_CWORD]}; words=("\${COMP_WORDS[@]}"); }
    compopt() { :; }
    leitmotif() { ${JSON.stringify(executable)} "$@"; }
    eval "$(leitmotif completion bash)"
    eval "$(leitmotif completion bash)"
    complete -p leitmotif
    for word in --registration --data; do
      COMP_WORDS=(leitmotif serve $word c) COMP_CWORD=3
      __leitmotif_complete
      echo "\${COMPREPLY[*]}"
    done`;
  const bash = Bun.spawn(['bash', '-c', script], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  expect([await new Response(bash.stdout).text(), await new Response(bash.stderr).text()]).toEqual([
    'complete -o default -F __leitmotif_complete leitmotif\nclosed\ncatalog\n',
    '',
  ]);
});

test('the end of the terminal ends a server as a service manager does, but not under nohup', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const server = await serve(['--data', 'data'], { cwd });
  expect(await server.signal('SIGHUP')).toBe(0);

  const started = ['--port', '0', '--data', 'data'];
  const child = Bun.spawn(['nohup', executable, 'serve', ...started], { cwd, env: { HOME: cwd }, stdout: 'pipe', stderr: 'ignore' });
  const said = child.stdout.getReader();
  await said.read();
  child.kill('SIGHUP');
  await Bun.sleep(200);
  const wasRunning = child.exitCode === null;
  child.kill('SIGTERM');
  expect([wasRunning, await child.exited]).toEqual([true, 0]);
});

test('openapi prints the document that the server answers', async () => {
  using folder = emptyFolder();
  await using server = await serve(['--data', ':memory:'], { cwd: folder.path });
  const printed = JSON.parse((await run(['openapi'], { cwd: folder.path })).stdout);
  expect(printed).toEqual(await (await fetch(`${server.url}/api/openapi.json`)).json());
});

test('flags win over the environment, that over the file, that over the defaults', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  writeFileSync(join(cwd, 'settings.toml'), 'data = "from-file"\n');
  const env = { LEITMOTIF_CONFIG: 'settings.toml' };

  await run(['seed'], { cwd });
  await run(['seed'], { cwd, env });
  await run(['seed'], { cwd, env: { ...env, LEITMOTIF_DATA: 'from-environment' } });
  await run(['seed', '--data', 'from-flag'], { cwd, env: { ...env, LEITMOTIF_DATA: 'from-environment-too' } });

  expect(existsSync(join(cwd, '.local/share/leitmotif/leitmotif.db'))).toBe(true);
  expect(readdirSync(cwd).sort()).toEqual(['.local', 'from-environment', 'from-file', 'from-flag', 'settings.toml']);
});

test('the log says once that nothing is limited, where others than this machine can reach the server', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const warnings = async (...flags: string[]) => {
    await using server = await serve(['--data', ':memory:', ...flags], { cwd });
    await server.signal('SIGTERM');
    return (await new Response(server.log).text()).split('\n').filter((line) => line.includes('limits are off'));
  };

  expect(await warnings('--rate-limit', '0', '--host', '0.0.0.0')).toEqual([expect.stringMatching(/sign-ins.*password.*registration/)]);
  expect(await warnings('--rate-limit', '0')).toEqual([]);
  expect(await warnings('--host', '0.0.0.0')).toEqual([]);
});

test('~ at the start of a path is the home directory, wherever it is set', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const home = join(cwd, 'home');
  mkdirSync(join(home, 'secrets'), { recursive: true });
  writeFileSync(join(home, 'settings.toml'), 'data = "~/from-file"\n');
  writeFileSync(join(home, 'secrets', 'password'), 'correct horse battery\n');
  writeFileSync(join(home, 'secrets', 'token'), '');
  const seed = (args: readonly string[], env = {}) => run(['seed', ...args], { cwd, env: { HOME: home, ...env } });

  expect((await seed(['--config', '~/settings.toml'])).exitCode).toBe(0);
  expect((await seed([], { LEITMOTIF_DATA: '~/from-environment' })).exitCode).toBe(0);
  expect((await seed(['--data', '~/from-flag'])).exitCode).toBe(0);
  const created = await run(['user', 'create', 'someone', '--password-file', '~/secrets/password', '--data', '~/from-flag'], {
    cwd,
    env: { HOME: home },
  });
  expect([created.exitCode, created.stderr]).toEqual([0, '']);
  const mirrored = await run(['mirror', 'http://127.0.0.1:1', '--token-file', '~/secrets/token', '--data', '~'], {
    cwd,
    env: { HOME: home },
  });
  expect(mirrored.stderr).toContain('~/secrets/token contains no token.');

  expect(readdirSync(cwd)).toEqual(['home']);
  expect(readdirSync(home).sort()).toEqual(['from-environment', 'from-file', 'from-flag', 'secrets', 'settings.toml']);
});

test('a bad setting is refused by the name of its origin', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  writeFileSync(join(cwd, 'port.toml'), 'port = "many"\n');
  writeFileSync(join(cwd, 'unknown.toml'), '# Mine\nhost = "::1"\nprot = 1\n');
  writeFileSync(join(cwd, 'far.toml'), '[server]\nlisten = 1\n');
  writeFileSync(join(cwd, 'broken.toml'), 'port = 1\ncors_origins = [\n  "*",\n]\nhost == 3\ncontact = "x"\n');
  writeFileSync(join(cwd, 'open.toml'), 'port = 1\n\ncors_origins = [\n  "*",\neditors = 3\n');
  for (const [args, env, named] of [
    [['serve'], { LEITMOTIF_PORT: 'many' }, 'LEITMOTIF_PORT'],
    [['serve', '--config', 'port.toml'], {}, 'port in port.toml'],
    [['serve'], { LEITMOTIF_PROT: '1' }, 'LEITMOTIF_PROT is not a known setting. Did you mean LEITMOTIF_PORT?'],
    [['config', 'print'], { LEITMOTIF_METRIC_TOKEN_FILE: 'x' }, 'Did you mean LEITMOTIF_METRICS_TOKEN?'],
    [['serve', '--config', 'unknown.toml'], {}, 'unknown.toml, line 3: unknown setting "prot". Did you mean port?\n'],
    [['serve', '--config', 'far.toml'], {}, 'line 1: unknown setting "server". "leitmotif config print" lists all settings.\n'],
    [['serve', '--config', 'broken.toml'], {}, 'broken.toml, line 5: TOML Parse error: Expected a value'],
    [['serve', '--config', 'open.toml'], {}, 'open.toml, line 3: '],
  ] as const) {
    const { exitCode, stderr } = await run(args, { cwd, env });
    expect({ named, exitCode, isOneLine: isOneLine(stderr), names: stderr.includes(named) }).toEqual({
      named,
      exitCode: 2,
      isOneLine: true,
      names: true,
    });
  }
});

test('variables of clients and of Kubernetes, which are no settings, are left alone', async () => {
  using folder = emptyFolder();
  const env = { LEITMOTIF_TOKEN: 'lm_pat_x', LEITMOTIF_USER: 'anna', LEITMOTIF_SERVICE_HOST: '10.0.0.1', LEITMOTIF_PORT_80_TCP_PORT: '80' };
  expect(await run(['config', 'print'], { cwd: folder.path, env })).toMatchObject({ exitCode: 0, stderr: '' });
});

test('what another process writes is seen by a running server at once', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await dataDirectory(cwd);
  await run(['user', 'create', 'curator', '--password-stdin', '--data', data], { cwd, stdin: 'a long password\n' });
  const token = (await run(['token', 'create', '--user', 'curator', '--name', 'laptop', '--data', data], { cwd })).stdout.trim();
  await using server = await serve(['--data', data], { cwd });
  const total = async () =>
    ((await (await fetch(`${server.url}/api/artists`, withToken(token))).json()) as { meta: { totalItems: number } }).meta.totalItems;

  const before = await total();
  const record = { type: 'Artist', id: `/api/artists/${crypto.randomUUID()}`, attributes: { name: 'Another', _type: 'person' } };
  const imported = await run(['import', 'ndjson', '-', '--data', data], { cwd, stdin: `${JSON.stringify(record)}\n` });

  expect([before, imported.exitCode, await total()]).toEqual([0, 0, 1]);
});

test('a second server on the same directory is refused, and the first goes on', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await using first = await serve(['--data', data], { cwd });

  const second = await run(['serve', '--port', '0', '--data', data], { cwd });

  expect([second.exitCode, isOneLine(second.stderr), second.stderr.includes(data)]).toEqual([1, true, true]);
  expect((await fetch(`${first.url}/health`)).status).toBe(200);
});

test('a taken port is said in one line', async () => {
  using folder = emptyFolder();
  await using first = await serve(['--data', ':memory:'], { cwd: folder.path });
  const { port } = new URL(first.url);
  const { exitCode, stderr } = await run(['serve', '--data', ':memory:', '--port', port], { cwd: folder.path });
  expect([exitCode, isOneLine(stderr), stderr.includes(port)]).toEqual([1, true, true]);
  expect(await run(['serve', '--data', 'unmade', '--port', port], { cwd: folder.path })).toEqual({ exitCode, stdout: '', stderr });
  expect(existsSync(join(folder.path, 'unmade'))).toBe(false);
});

test('the data directory is for its owner alone', async () => {
  using folder = emptyFolder();
  const data = await dataDirectory(folder.path);
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

test('the demo never touches a catalog that has data', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await dataDirectory(cwd);
  const database = new Database(join(data, 'leitmotif.db'));
  database.run(
    "INSERT INTO artist (id, name, name_folded, artist_type, slug, created_at) VALUES ('6f1b2d9e-3c4a-5b7d-8e9f-0a1b2c3d4e5f', 'Own', 'own', 'person', 'own', '2026-01-01T00:00:00.000+00:00')",
  );
  database.close();

  await using server = await serve(['--demo', '--data', data], { cwd });
  await server.signal('SIGTERM');

  const after = new Database(join(data, 'leitmotif.db'));
  expect(after.query('SELECT name FROM artist').values()).toEqual([['Own']]);
  expect(after.query('SELECT count(*) FROM user').values()).toEqual([[0]]);
  after.close();
  expect(server.said).toContain('the demo was not added');
});

test('the demo gives a fresh token each time it is served, and the one before ends', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const first = await serveDemo({ cwd });
  expect(await first.signal('SIGINT')).toBe(0);

  await using second = await serve(['--demo', '--data', 'data'], { cwd });

  expect((await fetch(`${second.url}/api/artists`, withToken(tokenOf(second)))).status).toBe(200);
  expect((await fetch(`${second.url}/api/artists`, withToken(tokenOf(first)))).status).toBe(401);
  expect(second.said).not.toContain('password');
});

test("the demo's user is an administrator with a collection, whose password is printed", async () => {
  using folder = emptyFolder();
  await using server = await serve(['--demo', '--data', ':memory:'], { cwd: folder.path });
  const [, username, password] = /Sign in as (\S+) with the password (\w+)/.exec(server.said) ?? [];

  const headers = { 'content-type': 'application/json' };
  const pair = await fetch(`${server.url}/api/token`, { method: 'POST', headers, body: JSON.stringify({ username, password }) });
  const { access_token } = (await pair.json()) as { access_token: string };
  const read = async (path: string) => {
    const answer = await fetch(server.url + path, withToken(access_token));
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

test('the demo leaves a user of its name as they were', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await dataDirectory(cwd);
  writeFileSync(join(cwd, 'password'), 'correct horse battery\n');
  await run(['user', 'create', 'demo', '--password-file', 'password', '--data', data], { cwd });

  await using server = await serve(['--demo', '--data', data], { cwd });
  const { data: me } = (await (await fetch(`${server.url}/api/users/me`, withToken(tokenOf(server)))).json()) as {
    data: { attributes: { _id: string } };
  };
  const collection = await fetch(`${server.url}/api/users/${me.attributes._id}/collection`, withToken(tokenOf(server)));

  expect(server.said).not.toContain('password');
  expect(await collection.json()).toMatchObject({ meta: { totalItems: 0 } });
});

test('a foreign or damaged file in place of the database is refused in one line, and not touched', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const good = await dataDirectory(cwd);
  const foreign = new Database(join(cwd, 'foreign.db'));
  foreign.run('CREATE TABLE notes (text TEXT)');
  foreign.close();
  const damaged = readFileSync(join(good, 'leitmotif.db')).fill(0xff, 100, 4096);

  const files: Record<string, (path: string) => void> = {
    text: (path) => writeFileSync(path, 'Dear diary, this is no database.\n'.repeat(50)),
    bytes: (path) => writeFileSync(path, crypto.getRandomValues(new Uint8Array(8192))),
    foreign: (path) => copyFileSync(join(cwd, 'foreign.db'), path),
    truncated: (path) => {
      copyFileSync(join(good, 'leitmotif.db'), path);
      truncateSync(path, 20_000);
    },
    damaged: (path) => writeFileSync(path, damaged),
  };
  for (const [name, make] of Object.entries(files)) {
    const data = join(cwd, `data-${name}`);
    const path = join(data, 'leitmotif.db');
    mkdirSync(data);
    make(path);
    const before = readFileSync(path);

    const { exitCode, stderr, stdout } = await run(['serve', '--port', '0', '--data', data], { cwd });

    expect({ name, exitCode, isOneLine: isOneLine(stderr), namesFile: stderr.includes(path), stdout }).toEqual({
      name,
      exitCode: 1,
      isOneLine: true,
      namesFile: true,
      stdout: '',
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  }
});

test('a database of a newer leitmotif is refused in one line', async () => {
  using folder = emptyFolder();
  const data = await dataDirectory(folder.path);
  const database = new Database(join(data, 'leitmotif.db'));
  database.run('PRAGMA user_version = 9999');
  database.close();
  const { exitCode, stderr } = await run(['serve', '--port', '0', '--data', data], { cwd: folder.path });
  expect([exitCode, isOneLine(stderr), stderr.includes('9999')]).toEqual([1, true, true]);
});

test('nothing that lies in the current folder is run or read', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  writeFileSync(join(cwd, 'bunfig.toml'), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(cwd, 'evil.ts'), 'await Bun.write("evil-ran", "yes");\n');
  writeFileSync(join(cwd, '.env'), 'LEITMOTIF_PORT=many\n');
  const { exitCode } = await run(['seed', '--data', ':memory:'], { cwd });
  await using server = await serve(['--data', ':memory:'], { cwd });
  expect([exitCode, (await fetch(`${server.url}/health`)).status, existsSync(join(cwd, 'evil-ran'))]).toEqual([0, 200, false]);
});

test('an error inside the server shows nothing of its inside, and is in the log with the lines of the source', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await using server = await serveDemo({ cwd });
  const database = new Database(join(data, 'leitmotif.db'));
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

test('a build leaves the executable alone in its folder, beside what was released', async () => {
  using folder = emptyFolder();
  const root = join(import.meta.dir, '../..');
  cpSync(join(root, 'packaging'), join(folder.path, 'packaging'), { recursive: true });
  for (const name of ['src', 'db', 'seed', 'node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(join(root, name), join(folder.path, name));
  mkdirSync(join(folder.path, 'dist/release'), { recursive: true });
  writeFileSync(join(folder.path, 'dist/release/SHA256SUMS'), '');

  const { exitCode, stderr } = await run(['packaging/build.ts'], { cwd: folder.path, program: process.execPath });

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const made = readdirSync(join(folder.path, 'dist'), { recursive: true });
  expect(made.toSorted()).toEqual([process.platform === 'win32' ? 'leitmotif.exe' : 'leitmotif', 'release', 'release/SHA256SUMS']);
});
