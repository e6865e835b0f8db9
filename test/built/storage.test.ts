import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { copyDemo, serveDemo } from '../support/demo-catalog';
import { emptyFolder, eventsOf, type Finished, isOneLine, limitedProgram, run, serve } from '../support/executable';

const password = 'a long password\n';

let folder: ReturnType<typeof emptyFolder>;
let cwd: string;
/** Holds the write lock of the catalog "locked" during all tests. */
let lock: Database;
let besideLock: Promise<Record<string, Finished>>;
beforeAll(async () => {
  folder = emptyFolder();
  cwd = folder.path;
  await copyDemo(join(cwd, 'demo'));
  await leitmotif('user', 'create', 'collector', '--password-stdin', '--data', 'demo');
  copyCatalog('demo', 'locked');
  lock = new Database(join(cwd, 'locked', 'leitmotif.db'));
  lock.run('BEGIN IMMEDIATE');
  writeFileSync(
    join(cwd, 'artist.jsonl'),
    '{"type":"Artist","id":"/api/artists/aaaaaaaa-0000-4000-8000-000000000001","attributes":{"name":"A"}}\n',
  );
  // They wait for the lock while the other tests run.
  besideLock = allOf({
    read: leitmotif('user', 'list', '--data', 'locked'),
    write: leitmotif('user', 'disable', 'collector', '--data', 'locked'),
    import: leitmotif('import', 'ndjson', 'artist.jsonl', '--data', 'locked'),
  });
}, 60_000);
afterAll(() => {
  lock.close();
  folder[Symbol.dispose]();
});

const leitmotif = (...args: string[]): Promise<Finished> => run(args, { cwd, stdin: password });

async function allOf(running: Readonly<Record<string, Promise<Finished>>>): Promise<Record<string, Finished>> {
  return Object.fromEntries(await Promise.all(Object.entries(running).map(async ([name, ending]) => [name, await ending] as const)));
}

/** Copies the database and its write-ahead log. */
function copyCatalog(from: string, to: string): string {
  const target = join(cwd, to);
  mkdirSync(target);
  for (const file of ['leitmotif.db', 'leitmotif.db-wal'])
    if (existsSync(join(cwd, from, file))) copyFileSync(join(cwd, from, file), join(target, file));
  return target;
}

/** Contents of the files, without those that SQLite creates to read a database. */
const filesIn = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((file) => !file.endsWith('-shm') && !(file.endsWith('-wal') && statSync(join(directory, file)).size === 0))
      .map((file) => [file, readFileSync(join(directory, file)).toString('latin1')]),
  );

/** Expects that a server refuses to start with one line and changes no files. */
async function expectRefused(directory: string, ...reasons: string[]): Promise<void> {
  const before = filesIn(directory);
  const { exitCode, stderr, stdout } = await leitmotif('serve', '--port', '0', '--data', directory);
  expect({ exitCode, stdout, isOneLine: isOneLine(stderr) }).toEqual({ exitCode: 1, stdout: '', isOneLine: true });
  for (const reason of reasons) expect(stderr).toContain(reason);
  const after = filesIn(directory);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(Object.keys(after).filter((file) => after[file] !== before[file])).toEqual([]);
}

describe('a data directory without a catalog', () => {
  test.each([
    'user list',
    'user create anna --password-stdin',
    'user disable anna',
    'token list',
    'token create --user anna --name laptop',
    'export',
    'migrate status',
    'doctor',
    'backup create',
    'collection export --user anna',
    'covers fetch',
  ])('is refused by %s', async (command) => {
    const { exitCode, stdout, stderr } = await leitmotif(...command.split(' '), '--data', 'mistyped');
    const data = join(cwd, 'mistyped');
    const create = `To create one, run leitmotif serve --data ${data} or leitmotif import FILE --data ${data}.`;
    const wayBack = `To restore a backup, run leitmotif backup list --data ${data} and leitmotif restore NAME --data ${data}.`;
    expect([exitCode, stdout, stderr]).toEqual([1, '', `leitmotif: No catalog in ${data}. ${create} ${wayBack}\n`]);
    expect(existsSync(join(cwd, 'mistyped'))).toBe(false);
  });

  test.each(['migrate', 'seed', 'import ndjson artist.jsonl'])(
    'is created by %s, readable only by its owner, and reported',
    async (command) => {
      const data = join(cwd, `created by ${command}`);
      const { exitCode, stderr } = await leitmotif(...command.split(' '), '--data', data);
      expect([exitCode, stderr.split('\n')[0]]).toEqual([0, `leitmotif: Created a new catalog in ${data}.`]);
      expect(statSync(data).mode & 0o777).toBe(0o700);
      expect((await leitmotif('migrate', '--data', data)).stderr).toBe('');
    },
  );

  test('is created by serve and reported once', async () => {
    const data = join(cwd, 'made-by-serve');
    const first = await serve(['--data', data], { cwd });
    await first.signal('SIGTERM');
    await using second = await serve(['--data', data], { cwd });
    expect(first.said).toContain(`Created a new catalog in ${data}.\n`);
    expect(second.said).not.toContain('Created');
  });
});

describe('an incomplete or foreign database', () => {
  const directory = (name: string, files: Readonly<Record<string, string>>): string => {
    const path = join(cwd, name);
    mkdirSync(path);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
    return path;
  };

  test.each<[string, () => string | Uint8Array]>([
    ['text', () => 'Dear diary, this is no database.\n'.repeat(50)],
    ['random bytes', () => crypto.getRandomValues(new Uint8Array(8192))],
    ['damaged pages', () => readFileSync(join(cwd, 'demo', 'leitmotif.db')).fill(0xff, 100, 4096)],
  ])('with %s is refused', async (name, content) => {
    const path = directory(name, {});
    writeFileSync(join(path, 'leitmotif.db'), content());
    await expectRefused(path, join(path, 'leitmotif.db'));
  });

  test('of another program is refused', async () => {
    const path = directory('another program', {});
    const database = new Database(join(path, 'leitmotif.db'));
    database.run('CREATE TABLE notes (text TEXT)');
    database.close();
    await expectRefused(path, join(path, 'leitmotif.db'));
  });

  test('that is empty is refused', () => expectRefused(directory('empty', { 'leitmotif.db': '' }), 'leitmotif.db is empty'));

  test('that is empty but has a write-ahead log is refused', () =>
    expectRefused(
      directory('emptied', { 'leitmotif.db': '', 'leitmotif.db-wal': 'pages' }),
      'leitmotif.db is empty but leitmotif.db-wal is not: copy both.',
    ));

  test('of which only the write-ahead log exists is refused', () =>
    expectRefused(directory('log', { 'leitmotif.db-wal': 'pages' }), 'leitmotif.db is missing', 'copy both'));

  test('whose tables were in a missing write-ahead log is refused', async () => {
    const path = directory('tableless', {});
    const database = new Database(join(path, 'leitmotif.db'));
    database.run(`PRAGMA application_id = ${0x4c656974}`);
    database.run('PRAGMA journal_mode = WAL');
    database.close();
    await expectRefused(path, 'has no tables', 'copy both');
  });

  test('that is truncated is refused, even with its write-ahead log', async () => {
    const whole = new Database(join(cwd, 'demo', 'leitmotif.db'));
    whole.run("UPDATE artist SET name = name || ' in the log'");
    const path = copyCatalog('demo', 'half');
    whole.close();
    truncateSync(join(path, 'leitmotif.db'), statSync(join(path, 'leitmotif.db')).size - 400_000);
    await expectRefused(path, 'leitmotif.db is damaged: it ends after');
  });

  test.each(['serve --port 0', 'user list', 'export', 'seed', 'migrate', 'doctor', 'backup create'])(
    'that is damaged makes %s suggest a restore',
    async (command) => {
      const whole = copyCatalog('demo', crypto.randomUUID());
      const path = join(whole, 'leitmotif.db');
      const bytes = readFileSync(path);
      for (const damaged of [
        bytes.subarray(0, 400_000),
        Buffer.alloc(0),
        Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xff)]),
      ]) {
        rmSync(`${path}-wal`, { force: true });
        writeFileSync(path, damaged);
        const { exitCode, stderr } = await leitmotif(...command.split(' '), '--data', whole);
        expect([exitCode, stderr]).toEqual([
          1,
          expect.stringMatching(/^(leitmotif: [^\n]+\n)*leitmotif: [^\n]*leitmotif restore[^\n]*\n$/),
        ]);
      }
    },
  );

  test('whose last pages are in its write-ahead log is accepted', async () => {
    copyCatalog('demo', 'growing');
    const path = join(cwd, 'growing', 'leitmotif.db');
    const growing = new Database(path);
    growing.run('PRAGMA wal_autocheckpoint = 0');
    growing.run("INSERT INTO source_note VALUES ('test', 'long', printf('%.900000c', 'x'))");
    const size = statSync(path).size;
    const listed = await leitmotif('user', 'list', '--data', 'growing');
    expect([statSync(path).size, listed.exitCode, listed.stderr]).toEqual([size, 0, '']);
    growing.close();
  });

  test('with a newer schema version in its write-ahead log is refused', async () => {
    const whole = new Database(join(cwd, 'demo', 'leitmotif.db'));
    whole.run('PRAGMA user_version = 9999');
    const path = copyCatalog('demo', 'newer');
    whole.run(`PRAGMA user_version = ${latestSchema()}`);
    whole.close();
    await expectRefused(path, 'schema version 9999');
  });
});

test('malformed JSON in the database is reported as damage', async () => {
  const path = copyCatalog('demo', 'malformed');
  const database = new Database(join(path, 'leitmotif.db'));
  database.run('PRAGMA ignore_check_constraints = ON');
  database.run(`UPDATE release_format SET descriptions = '["Gatefold"' WHERE key = (SELECT min(key) FROM release_format)`);
  database.close();
  const { exitCode, stdout, stderr } = await leitmotif('doctor', '--data', path);
  expect([exitCode, isOneLine(stderr), stdout]).toEqual([1, true, expect.stringContaining('release_format has invalid JSON.')]);
  expect((await leitmotif('export', '--data', path)).stderr).toContain('The database is damaged: malformed JSON.');
});

test.concurrent('a copy of only the database file has recent writes after a checkpoint', async () => {
  await using _ = await serveDemo({ cwd, data: 'copied' });
  await leitmotif('user', 'create', 'anna', '--password-stdin', '--data', 'copied');
  const usersOfCopy = async (): Promise<unknown[]> => {
    copyFileSync(join(cwd, 'copied', 'leitmotif.db'), join(cwd, 'copy.db'));
    const copy = new Database(join(cwd, 'copy.db'));
    try {
      return copy.query('SELECT username FROM user ORDER BY username').values().flat();
    } finally {
      copy.close();
    }
  };
  expect(await usersOfCopy()).toContain('demo');
  while ((await usersOfCopy()).length < 2) await Bun.sleep(200);
  expect(await usersOfCopy()).toEqual(['anna', 'demo']);
}, 60_000);

test.concurrent('database files are readable only by their owner, and a data directory readable by others is reported', async () => {
  const data = join(cwd, 'open');
  mkdirSync(data);
  chmodSync(data, 0o755);
  await using server = await serve(['--data', data], { cwd });
  const files = readdirSync(data);
  expect(files).toEqual(expect.arrayContaining(['leitmotif.db', 'leitmotif.db-shm', 'leitmotif.db-wal', 'server.lock']));
  expect(files.filter((file) => (statSync(join(data, file)).mode & 0o777) !== 0o600)).toEqual([]);
  expect(server.said).toContain(`Note: other users of this machine can read ${data}. Run chmod 700 to prevent that.\n`);
});

test.concurrent('a server whose data directory is moved is unhealthy and logs it once', async () => {
  const server = await serve(['--data', 'moved'], { cwd });
  renameSync(join(cwd, 'moved'), join(cwd, 'away'));
  expect((await fetch(`${server.url}/health`)).status).toBe(503);
  let log = '';
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of server.log) log += decoder.decode(chunk, { stream: true });
  })();
  while (!log.includes('database missing from its path')) await Bun.sleep(50);
  // Longer than the interval of the check.
  await Bun.sleep(2_500);
  await server.signal('SIGTERM');
  await reading;
  const logged = log.split('\n').filter((line) => line.includes('database missing from its path'));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'database missing from its path', path: join(cwd, 'moved', 'leitmotif.db') },
  ]);
}, 60_000);

test.concurrent('a server that starts on a full disk says so, reads, refuses writes, and works normally after a restart', async () => {
  await copyDemo(join(cwd, 'full'));
  const token = (await leitmotif('token', 'create', '--user', 'demo', '--name', 'x', '--data', 'full')).stdout.trim();
  // Files may not grow beyond 16 kB: neither does the index of the log fit, nor more than three pages of the log.
  const program = limitedProgram(cwd, 16);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const releaseOf = async (url: string) =>
    ((await (await fetch(`${url}/api/releases?itemsPerPage=1`, { headers })).json()) as { data: { id: string }[] }).data[0]?.id;
  const add = async (url: string) => {
    const relationships = { release: { data: { type: 'Release', id: await releaseOf(url) } } };
    const body = JSON.stringify({ data: { type: 'CollectionItem', attributes: { notes: 'x'.repeat(10_000) }, relationships } });
    return await fetch(`${url}/api/users/me/collection`, { method: 'POST', headers, body });
  };
  {
    await using server = await serve(['--data', 'full'], { cwd, program });
    const logged = eventsOf(server);
    expect(await releaseOf(server.url)).toMatch(/^\/api\/releases\//);
    const refused = await add(server.url);
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('"code":"disk_full"')]);
    expect(await server.signal('SIGTERM')).toBe(0);
    expect((await logged)[0]).toMatchObject({ event: 'disk full at start', path: join(cwd, 'full', 'leitmotif.db'), level: 'error' });
  }
  await using server = await serve(['--data', 'full'], { cwd });
  expect((await add(server.url)).status).toBe(201);
}, 60_000);

test.concurrent('while another program holds the write lock, commands can read and fail to write with one line', async () => {
  const { read, write, import: importing } = await besideLock;
  expect([read?.exitCode, read?.stdout.includes('collector')]).toEqual([0, true]);
  expect([write?.exitCode, write?.stdout, write?.stderr]).toEqual([1, '', 'leitmotif: Another program is writing to the database.\n']);
  expect([importing?.exitCode, importing?.stdout, importing?.stderr.split('\n').at(-2)]).toEqual([
    1,
    '',
    'leitmotif: Another program is writing to the database. Records imported so far are in the catalog.',
  ]);
}, 60_000);
