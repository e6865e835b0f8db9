import { Database } from 'bun:sqlite';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDemo, serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, run, tokenOf } from '../support/executable';

// Each of these runs the executable several times, and machines differ.
setDefaultTimeout(60_000);

const isOneLine = (text: string): boolean => text.endsWith('\n') && text.trim().split('\n').length === 1;

/** A data directory with the demo in it, of which some records have gone since. */
async function filledDirectory(cwd: string): Promise<string> {
  const data = join(cwd, 'original');
  await copyDemo(data);
  const database = new Database(join(data, 'leitmotif.db'));
  database.run('PRAGMA foreign_keys = ON');
  // What the user of the demo has and wants stays otherwise.
  for (const table of ['collection_item', 'wishlist_item']) database.run(`DELETE FROM ${table}`);
  for (const table of ['release', 'artist', 'organization', 'label'])
    database.run(`DELETE FROM "${table}" WHERE id IN (SELECT id FROM "${table}" ORDER BY id LIMIT 5)`);
  database.close();
  return data;
}

test('an export says how many provisional releases it omits', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const [data, file] = [join(cwd, 'data'), join(cwd, 'mine.ndjson')];
  const id = '/api/releases/00000000-0000-4000-8000-000000000002';
  writeFileSync(file, `${JSON.stringify({ type: 'Release', id, attributes: { title: 'Mine', provisional: true } })}\n`);
  await run(['import', 'ndjson', file, '--data', data], { cwd });
  const [without, whole] = [
    await run(['export', join(cwd, 'a'), '--data', data], { cwd }),
    await run(['export', join(cwd, 'b'), '--provisional', '--data', data], { cwd }),
  ];
  expect(without.stderr).toContain('Omitted 1 provisional release. Add --provisional to include them.');
  expect(whole.stderr).not.toContain('Omitted');
});

test('an export, put into an empty data directory, gives the identical export', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await filledDirectory(cwd);
  for (const name of ['catalog.ndjson', 'catalog.ndjson.zst', 'catalog.ndjson.gz']) {
    const copy = join(cwd, `copy of ${name}`);
    const [first, second] = [join(cwd, name), join(cwd, `second ${name}`)];
    const exported = await run(['export', first, '--data', data], { cwd });
    const imported = await run(['import', 'ndjson', first, '--data', copy], { cwd });
    const again = await run(['export', second, '--data', copy], { cwd });

    expect({ name, exitCodes: [exported.exitCode, imported.exitCode, again.exitCode], said: imported.stderr }).toMatchObject({
      name,
      exitCodes: [0, 0, 0],
    });
    expect({ name, isSame: readFileSync(first).equals(readFileSync(second)) }).toEqual({ name, isSame: true });
    expect(again.stderr).toBe(exported.stderr);
    expect(exported.stderr).toMatch(/SlugRedirect \d+, MergedRecord \d+, DeletedRecord \d\d/);
  }
  expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
});

test('an export that is told to stop says so, though nobody reads on', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await filledDirectory(cwd);
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    const pipe = join(cwd, signal);
    Bun.spawnSync(['mkfifo', pipe]);
    const child = Bun.spawn([executable, 'export', pipe, '--data', data], { cwd, stderr: 'pipe' });
    const reader = await open(pipe, 'r');
    await reader.read(Buffer.alloc(1));
    child.kill(signal);
    expect(await child.exited).toBe(code);
    expect(await new Response(child.stderr).text()).toContain('No export was written.');
    await reader.close();
  }
});

test('the server gives the same export as the command, and both work at once', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await using server = await serveDemo({ cwd });
  const authorization = `Bearer ${tokenOf(server)}`;

  const [response, { stdout }] = await Promise.all([
    fetch(`${server.url}/api/export`, { headers: { authorization, 'accept-encoding': 'zstd' } }),
    run(['export', '--data', data], { cwd }),
  ]);

  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'zstd']);
  expect((await response.text()) === stdout).toBe(true);
  const head = await fetch(`${server.url}/api/export`, { method: 'HEAD', headers: { authorization } });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
});

test('a client that goes away leaves the server as it was', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  await using server = await serveDemo({ cwd });
  const headers = { authorization: `Bearer ${tokenOf(server)}` };
  for (let index = 0; index < 20; index++) {
    const stop = new AbortController();
    const response = await fetch(`${server.url}/api/export`, { headers, signal: stop.signal });
    await response.body?.getReader().read();
    stop.abort();
  }
  expect((await fetch(`${server.url}/api/artists`, { headers })).status).toBe(200);
  expect(await server.signal('SIGTERM')).toBe(0);
});

test('who reads the first line of an export and closes the pipe gets it, and no complaint', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await filledDirectory(cwd);
  const child = Bun.spawn([executable, 'export', '--data', data], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  expect(new TextDecoder().decode(value)).toStartWith('{"type":"Export"');
  expect(await child.exited).toBe(0);
  expect(await new Response(child.stderr).text()).not.toContain('EPIPE');
});

test('what cannot be exported is said in one line, and makes no file', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await filledDirectory(cwd);
  for (const [args, exitCode, named] of [
    [['x.ndjson', '--data', join(cwd, 'nowhere')], 1, 'nowhere'],
    [['x.ndjson', '--data', data, '--since', '99999999'], 1, 'newest'],
    [['x.ndjson', '--data', data, '--since', 'many'], 2, '--since'],
    [['x.ndjson', '--data', data, '--since=-1'], 2, '--since'],
    [[join('no', 'folder', 'x.ndjson'), '--data', data], 1, 'x.ndjson'],
    [[data, '--data', data], 1, 'folder'],
  ] as const) {
    const { stderr, stdout, ...finished } = await run(['export', ...args], { cwd });
    expect({ args, exitCode: finished.exitCode, isOneLine: isOneLine(stderr), names: stderr.includes(named), stdout }).toEqual({
      args,
      exitCode,
      isOneLine: true,
      names: true,
      stdout: '',
    });
  }
  expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
  expect(readdirSync(cwd)).toEqual(['original']);
});

test('an export since a sequence brings another catalog up to date', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'original');
  const copy = join(cwd, 'copy');
  await run(['seed', '--data', data], { cwd });
  const first = (await run(['export', '--data', data], { cwd })).stdout;
  const { sequence } = JSON.parse(first.slice(0, first.indexOf('\n'))).attributes;
  await run(['import', 'ndjson', '-', '--data', copy], { cwd, stdin: first });

  await run(['seed', '--demo', '--data', data], { cwd });
  const since = (await run(['export', '--since', String(sequence), '--data', data], { cwd })).stdout;
  const imported = await run(['import', 'ndjson', '-', '--data', copy], { cwd, stdin: since });

  expect({ exitCode: imported.exitCode, said: imported.stderr }).toMatchObject({ exitCode: 0 });
  const [original, updated] = await Promise.all([data, copy].map((data) => run(['export', '--data', data], { cwd })));
  const records = (text = '') => text.slice(text.indexOf('\n'));
  expect(records(updated?.stdout) === records(original?.stdout)).toBe(true);
});
