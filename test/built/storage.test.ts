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
import { emptyFolder, type Finished, run, serve } from '../support/executable';

const password = 'a long password\n';

let folder: ReturnType<typeof emptyFolder>;
let cwd: string;
/** The catalog that another program keeps from being written for the whole time of these tests. */
let held: Database;
let besideHeld: Promise<Record<string, Finished>>;
beforeAll(async () => {
  folder = emptyFolder();
  cwd = folder.path;
  await copyDemo(join(cwd, 'demo'));
  await leitmotif('user', 'create', 'collector', '--password-stdin', '--data', 'demo');
  copyCatalog('demo', 'held');
  held = new Database(join(cwd, 'held', 'leitmotif.db'));
  held.run('BEGIN IMMEDIATE');
  writeFileSync(
    join(cwd, 'artist.jsonl'),
    '{"type":"Artist","id":"/api/artists/aaaaaaaa-0000-4000-8000-000000000001","attributes":{"name":"A"}}\n',
  );
  // They wait while the other tests run.
  besideHeld = allOf({
    read: leitmotif('user', 'list', '--data', 'held'),
    write: leitmotif('user', 'disable', 'collector', '--data', 'held'),
    import: leitmotif('import', 'ndjson', 'artist.jsonl', '--data', 'held'),
  });
}, 60_000);
afterAll(() => {
  held.close();
  folder[Symbol.dispose]();
});

const leitmotif = (...args: string[]): Promise<Finished> => run(args, { cwd, stdin: password });

async function allOf(running: Readonly<Record<string, Promise<Finished>>>): Promise<Record<string, Finished>> {
  return Object.fromEntries(await Promise.all(Object.entries(running).map(async ([name, ending]) => [name, await ending] as const)));
}

/** Copies what is in the files of a catalog, as a backup of both would. */
function copyCatalog(from: string, to: string): string {
  const target = join(cwd, to);
  mkdirSync(target);
  for (const file of ['leitmotif.db', 'leitmotif.db-wal'])
    if (existsSync(join(cwd, from, file))) copyFileSync(join(cwd, from, file), join(target, file));
  return target;
}

const filesIn = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((file) => !file.endsWith('-shm'))
      .map((file) => [file, readFileSync(join(directory, file)).toString('latin1')]),
  );

const isOneLine = (text: string): boolean => /^leitmotif: [^\n]+\n$/.test(text);

/** A server that cannot start says why in one line, and leaves the directory as it was. */
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
  test.each<string[]>([
    ['user', 'list'],
    ['user', 'create', 'anna', '--password-stdin'],
    ['user', 'disable', 'anna'],
    ['token', 'list'],
    ['token', 'create', '--user', 'anna', '--name', 'laptop'],
    ['export'],
    ['migrate', 'status'],
    ['doctor'],
    ['backup', 'create'],
    ['collection', 'export', '--user', 'anna'],
    ['covers', 'fetch'],
  ])('is not made by %s %s', async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await leitmotif(...args, '--data', 'mistyped');
    const data = join(cwd, 'mistyped');
    const create = `To create one, run leitmotif serve --data ${data} or leitmotif import FILE --data ${data}.`;
    const wayBack = `To restore a backup, run leitmotif backup list --data ${data} and leitmotif restore NAME --data ${data}.`;
    expect([exitCode, stdout, stderr]).toEqual([1, '', `leitmotif: No catalog in ${data}. ${create} ${wayBack}\n`]);
    expect(existsSync(join(cwd, 'mistyped'))).toBe(false);
  });

  test.each<string[]>([['migrate'], ['seed'], ['import', 'ndjson', 'artist.jsonl']])(
    'is made by %s, which says so',
    async (...args: string[]) => {
      const data = join(cwd, `made-by-${args[0]}`);
      const { exitCode, stderr } = await leitmotif(...args, '--data', data);
      expect([exitCode, stderr.split('\n')[0]]).toEqual([0, `leitmotif: Created a new catalog in ${data}.`]);
      expect((await leitmotif('seed', '--data', data)).stderr).toBe('');
    },
  );

  test('is made by serve, which says so once', async () => {
    const data = join(cwd, 'made-by-serve');
    const first = await serve(['--data', data], { cwd });
    await first.signal('SIGTERM');
    await using second = await serve(['--data', data], { cwd });
    expect(first.said).toContain(`Created a new catalog in ${data}.\n`);
    expect(second.said).not.toContain('Made');
  });
});

describe('a part of a catalog', () => {
  const directory = (name: string, files: Readonly<Record<string, string>>): string => {
    const path = join(cwd, name);
    mkdirSync(path);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
    return path;
  };

  test('an empty file is refused', () => expectRefused(directory('empty', { 'leitmotif.db': '' }), 'leitmotif.db is empty'));

  test('an empty file beside a log is refused', () =>
    expectRefused(
      directory('emptied', { 'leitmotif.db': '', 'leitmotif.db-wal': 'pages' }),
      'leitmotif.db is empty but leitmotif.db-wal is not: copy both.',
    ));

  test('a log alone is refused', () =>
    expectRefused(directory('log', { 'leitmotif.db-wal': 'pages' }), 'leitmotif.db is missing', 'copy both'));

  test('a file whose tables stood in a log that was left behind is refused', async () => {
    const path = directory('tableless', {});
    const database = new Database(join(path, 'leitmotif.db'));
    database.run(`PRAGMA application_id = ${0x4c656974}`);
    database.run('PRAGMA journal_mode = WAL');
    database.close();
    await expectRefused(path, 'has no tables', 'copy both');
  });

  test('half a file is refused, although a log stands beside it', async () => {
    const whole = new Database(join(cwd, 'demo', 'leitmotif.db'));
    whole.run("UPDATE artist SET name = name || ' in the log'");
    const path = copyCatalog('demo', 'half');
    whole.close();
    truncateSync(join(path, 'leitmotif.db'), statSync(join(path, 'leitmotif.db')).size - 400_000);
    await expectRefused(path, 'leitmotif.db is damaged: it ends after');
  });

  test.each<string[]>([['serve', '--port', '0'], ['user', 'list'], ['export'], ['seed'], ['migrate'], ['doctor'], ['backup', 'create']])(
    'every command names restore where the database is damaged: %p',
    async (...args: string[]) => {
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
        const { exitCode, stderr } = await leitmotif(...args, '--data', whole);
        expect([exitCode, stderr]).toEqual([
          1,
          expect.stringMatching(/^(leitmotif: [^\n]+\n)*leitmotif: [^\n]*leitmotif restore[^\n]*\n$/),
        ]);
      }
    },
  );

  test('a file whose last pages stand in its log is whole', async () => {
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

  test('a newer schema that stands in the log alone is refused', async () => {
    const whole = new Database(join(cwd, 'demo', 'leitmotif.db'));
    whole.run('PRAGMA user_version = 9999');
    const path = copyCatalog('demo', 'newer');
    whole.run(`PRAGMA user_version = ${latestSchema()}`);
    whole.close();
    await expectRefused(path, 'schema version 9999');
  });
});

test('JSON that a disk made unreadable is damage, which is said in a line', async () => {
  const path = copyCatalog('demo', 'malformed');
  const database = new Database(join(path, 'leitmotif.db'));
  database.run('PRAGMA ignore_check_constraints = ON');
  database.run(`UPDATE release_format SET descriptions = '["Gatefold"' WHERE key = (SELECT min(key) FROM release_format)`);
  database.close();
  const { exitCode, stdout, stderr } = await leitmotif('doctor', '--data', path);
  expect([exitCode, isOneLine(stderr), stdout]).toEqual([1, true, expect.stringContaining('release_format has invalid JSON.')]);
  expect((await leitmotif('export', '--data', path)).stderr).toContain('The database is damaged: malformed JSON.');
});

test('a copy of the file alone has what was written seconds ago', async () => {
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
  for (let tries = 0; tries < 50 && (await usersOfCopy()).length < 2; tries++) await Bun.sleep(200);
  expect(await usersOfCopy()).toEqual(['anna', 'demo']);
}, 60_000);

test('all files of the database are their owner’s alone, also in a directory that is not, which is said', async () => {
  const data = join(cwd, 'open');
  mkdirSync(data);
  chmodSync(data, 0o755);
  await using server = await serve(['--demo', '--data', data], { cwd });
  const files = readdirSync(data);
  expect(files).toEqual(expect.arrayContaining(['leitmotif.db', 'leitmotif.db-shm', 'leitmotif.db-wal', 'server.lock']));
  expect(files.filter((file) => (statSync(join(data, file)).mode & 0o777) !== 0o600)).toEqual([]);
  expect(server.said).toContain(`Note: other users of this machine can read ${data}. Run chmod 700 to prevent that.\n`);
});

test('a server whose directory was taken away says so once, and is not healthy', async () => {
  const server = await serve(['--data', 'taken'], { cwd });
  renameSync(join(cwd, 'taken'), join(cwd, 'away'));
  expect((await fetch(`${server.url}/health`)).status).toBe(503);
  await Bun.sleep(5_000);
  await server.signal('SIGTERM');
  const logged = (await new Response(server.log).text()).split('\n').filter((line) => line.includes('database missing from its path'));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'database missing from its path', path: join(cwd, 'taken', 'leitmotif.db') },
  ]);
}, 60_000);

test('commands beside a program that holds the lock read, and give up writing in one line', async () => {
  const { read, write, import: importing } = await besideHeld;
  expect([read?.exitCode, read?.stdout.includes('collector')]).toEqual([0, true]);
  expect([write?.exitCode, write?.stdout, write?.stderr]).toEqual([1, '', 'leitmotif: Another program is writing to the database.\n']);
  expect([importing?.exitCode, importing?.stdout, importing?.stderr.split('\n').at(-2)]).toEqual([
    1,
    '',
    'leitmotif: Another program is writing to the database. Records imported so far are in the catalog.',
  ]);
}, 60_000);
