import { Database } from 'bun:sqlite';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDemo, serveDemo } from '../support/demo-catalog';
import { demoRecords } from '../support/demo-records';
import { emptyFolder, expectRefusal, run, start, tokenOf } from '../support/executable';

setDefaultTimeout(60_000);

/** A data directory with the demo catalog, from which some records were deleted. */
async function filledDirectory(cwd: string): Promise<string> {
  const data = join(cwd, 'original');
  await copyDemo(data);
  const database = new Database(join(data, 'leitmotif.db'));
  database.run('PRAGMA foreign_keys = ON');
  // They would keep their releases from being deleted.
  for (const table of ['collection_item', 'wishlist_item']) database.run(`DELETE FROM ${table}`);
  for (const table of ['release', 'artist', 'organization', 'label'])
    database.run(`DELETE FROM "${table}" WHERE id IN (SELECT id FROM "${table}" ORDER BY id LIMIT 5)`);
  database.close();
  return data;
}

test('export reports how many provisional releases it omits', async () => {
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
  expect(without.stderr).toContain('Omitted 1 placeholder. Add --provisional to include them.');
  expect(whole.stderr).not.toContain('Omitted');
});

test('an export imported into an empty data directory gives the identical export', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await filledDirectory(cwd);
  const exported = await run(['export', 'catalog.ndjson.zst', '--data', data], { cwd });
  const imported = await run(['import', 'ndjson', 'catalog.ndjson.zst', '--data', 'copy'], { cwd });
  const again = await run(['export', 'copy.ndjson.zst', '--data', 'copy'], { cwd });

  expect({ exitCodes: [exported.exitCode, imported.exitCode, again.exitCode], said: imported.stderr }).toMatchObject({
    exitCodes: [0, 0, 0],
  });
  const [first, second] = ['catalog', 'copy'].map((name) => readFileSync(join(cwd, `${name}.ndjson.zst`)));
  expect(second?.equals(first ?? new Uint8Array())).toBe(true);
  expect(again.stderr).toBe(exported.stderr);
  expect(exported.stderr).toMatch(/SlugRedirect \d+, MergedRecord \d+, DeletedRecord \d\d/);

  expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
});

test('an export stopped by a signal reports that nothing was written, even if its pipe is not read', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await filledDirectory(cwd);
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    const pipe = join(cwd, signal);
    Bun.spawnSync(['mkfifo', pipe]);
    const child = start(['export', pipe, '--data', data], { cwd });
    const reader = await open(pipe, 'r');
    await reader.read(Buffer.alloc(1));
    child.kill(signal);
    expect(await child.exited).toBe(code);
    expect(await new Response(child.stderr).text()).toContain('No export was written.');
    await reader.close();
  }
});

test('the server and the command produce the same export concurrently', async () => {
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

test('a server survives clients that abort an export', async () => {
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

test('an export to a pipe that is closed after the first line ends without an error', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = await filledDirectory(cwd);
  const child = start(['export', '--data', data], { cwd });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  expect(new TextDecoder().decode(value)).toStartWith('{"type":"Export"');
  expect(await child.exited).toBe(0);
  expect(await new Response(child.stderr).text()).not.toContain('EPIPE');
});

test('an export that cannot be written fails with one line and creates no file', async () => {
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
  ] as const)
    await expectRefusal(['export', ...args], exitCode, named, { cwd });
  expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
  expect(readdirSync(cwd)).toEqual(['original']);
});

test('export --since brings another catalog up to date', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'original');
  const copy = join(cwd, 'copy');
  await run(['seed', '--data', data], { cwd });
  const first = (await run(['export', '--data', data], { cwd })).stdout;
  const { sequence } = JSON.parse(first.slice(0, first.indexOf('\n'))).attributes;
  await run(['import', 'ndjson', '-', '--data', copy], { cwd, stdin: first });

  const added = demoRecords('Artist').slice(0, 20);
  await run(['import', 'ndjson', '-', '--data', data], { cwd, stdin: added.map((record) => `${JSON.stringify(record)}\n`).join('') });
  const since = (await run(['export', '--since', String(sequence), '--data', data], { cwd })).stdout;
  const imported = await run(['import', 'ndjson', '-', '--data', copy], { cwd, stdin: since });

  expect({ exitCode: imported.exitCode, said: imported.stderr }).toMatchObject({ exitCode: 0 });
  expect(since).toContain(added[0]?.id ?? 'no artist');
  const [original, updated] = await Promise.all([data, copy].map((data) => run(['export', '--data', data], { cwd })));
  const records = (text = '') => text.slice(text.indexOf('\n'));
  expect(records(updated?.stdout) === records(original?.stdout)).toBe(true);
});
