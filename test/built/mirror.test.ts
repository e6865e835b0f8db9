import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fake, json } from '../import/mirror-fakes';
import { serveDemo } from '../support/demo-catalog';
import { type DemoRecord, demoRecordNamed, demoRecords, uuidOf } from '../support/demo-records';
import { emptyFolder, type Running, run, serve, start, tokenOf, withoutNews } from '../support/executable';

/** Serves the demo. Only the last test changes it. */
let server: Running;
const shared = emptyFolder();
beforeAll(async () => {
  server = await serveDemo({ cwd: shared.path, flags: ['--rate-limit', '0'] });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  shared[Symbol.dispose]();
});

let mirrored: Promise<string> | undefined;

/** Copies a mirror of the shared server, which is made once. */
async function copyMirror(data: string): Promise<void> {
  mirrored ??= (async () => {
    const path = join(shared.path, 'mirrored');
    const args = ['mirror', server.url, '--token-file', '-', '--data', path];
    expect((await run(args, { cwd: shared.path, stdin: tokenOf(server) })).exitCode).toBe(0);
    return path;
  })();
  cpSync(await mirrored, data, { recursive: true });
}

/** The export of a catalog. */
async function exported(data: string, cwd: string): Promise<string> {
  const { exitCode, stdout, stderr } = await run(['export', '--data', data], { cwd });
  expect([exitCode, stderr.startsWith('Exported')]).toEqual([0, true]);
  return stdout;
}

/** Imports records into a catalog, also while it is served. */
async function change(data: string, cwd: string, records: readonly object[]): Promise<void> {
  const file = join(cwd, 'changes.jsonl');
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { exitCode, stderr } = await run(['import', 'ndjson', file, '--data', data, '--max-rejects', '0'], { cwd });
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
}

/** An addition, a change, a new slug, a merge and a deletion. */
function changes(): object[] {
  const [first, second, , doomed] = demoRecords('Label') as [DemoRecord, DemoRecord, DemoRecord, DemoRecord];
  const artist = demoRecordNamed('Artist', 'Bernard Herrmann');
  const added = '/api/artists/00000000-0000-4000-8000-000000000001';
  const resource = { resource: { data: { type: 'Label', id: first.id } } };
  return [
    { type: 'Artist', id: added, attributes: { name: 'Bernard Herrmann', _type: 'person', disambiguation: 'another' } },
    { ...artist, attributes: { ...artist.attributes, biography: 'Wrote for films.' } },
    { ...first, attributes: { ...first.attributes, slug: 'another-slug' } },
    { type: 'MergedRecord', id: uuidOf(second.id), attributes: { resource_type: 'Label' }, relationships: resource },
    {
      type: 'DeletedRecord',
      id: uuidOf(doomed.id),
      attributes: { resource_type: 'Label', iri: doomed.id, deleted_at: '2026-02-03T04:05:06.789+00:00' },
    },
  ];
}

test('a mirror equals its original byte for byte, also after changes, which its report counts', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const [original, copy] = [join(cwd, 'original'), join(cwd, 'copy')];
  await using server = await serveDemo({ cwd, data: 'original' });
  writeFileSync(join(cwd, 'token'), `${tokenOf(server)}\n`, { mode: 0o600 });
  const mirror = (...flags: string[]) => run(['mirror', server.url, '--token-file', 'token', '--data', copy, ...flags], { cwd });

  const first = await mirror();
  expect([first.exitCode, withoutNews(first.stderr)]).toEqual([0, '']);
  expect(await exported(copy, cwd)).toBe(await exported(original, cwd));

  await change(original, cwd, changes());
  const dry = await mirror('--dry-run');
  expect(dry.stdout).toMatch(/\(dry run, nothing written\)[\s\S]*^label +/m);
  const second = await mirror('--json');
  expect([second.exitCode, second.stderr]).toEqual([0, '']);
  expect(JSON.parse(second.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    ...{ outcome: 'done', resumed: false, added: 4, changed: 12, waiting: 0, gone: 0, skippedByLicence: 0 },
    types: { Artist: { added: 1, changed: 1 }, Label: { changed: 1 }, MergedRecord: { added: 1 }, DeletedRecord: { changed: 1 } },
  });
  expect(await exported(copy, cwd)).toBe(await exported(original, cwd));

  const third = await mirror();
  expect(third.exitCode).toBe(0);
  expect(third.stdout).toContain('0 added, 0 changed');
  expect(readdirSync(copy)).not.toContain('rejects');
});

test('a mirror can be mirrored', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const [copy, another] = [join(cwd, 'copy'), join(cwd, 'another')];
  await copyMirror(copy);
  await run(['user', 'create', 'curator', '--password-stdin', '--data', copy], { cwd, stdin: 'a long password\n' });
  const { stdout: token } = await run(['token', 'create', '--user', 'curator', '--name', 'mirror', '--data', copy], { cwd });
  await using middle = await serve(['--data', copy], { cwd });
  const mirrored = await run(['mirror', middle.url, '--token-file', '-', '--data', another], { cwd, stdin: token });

  expect([mirrored.exitCode, withoutNews(mirrored.stderr)]).toEqual([0, '']);
  expect(await exported(another, cwd)).toBe(await exported(join(shared.path, 'data'), cwd));
});

test('mirror arguments that cannot work are refused with one line without the token', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  using page = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
  });
  const secret = 'lm_pat_secretsecretsecretsecretsecretsecretsec';
  for (const [url, exitCode, said] of [
    [`http://127.0.0.1:${page.port}`, 1, 'returned text/html instead of JSON. Is this a Leitmotif server?'],
    [server.url, 1, 'rejected the token (401)'],
    ['music.example.org', 2, 'is not a server address'],
    ['https://anna:secret@music.example.org', 2, 'must not contain a user name or password'],
  ] as const) {
    const finished = await run(['mirror', url, '--token-file', '-', '--data', 'data'], { cwd, stdin: secret });
    expect([url, finished.exitCode, finished.stderr.includes(said)]).toEqual([url, exitCode, true]);
    expect(withoutNews(finished.stderr).trim().split('\n').length).toBe(1);
    expect(finished.stdout + finished.stderr).not.toContain(secret);
  }
  const twoLines = await run(['mirror', server.url, '--token-file', '-', '--data', 'data'], { cwd, stdin: `${secret}\n${secret}\n` });
  expect([twoLines.exitCode, twoLines.stderr]).toEqual([1, 'leitmotif: Standard input must contain only the token, on one line.\n']);
  for (const [args, said] of [
    [['--watch', '0s'], '30s, 5m or 1h'],
    [['--watch', '5'], '30s, 5m or 1h'],
    [['--watch', '5m', '--dry-run'], '--watch'],
    [['--limit', 'many'], 'whole number'],
  ] as const) {
    const finished = await run(['mirror', server.url, '--token-file', '-', ...args], { cwd, stdin: secret });
    expect([args, finished.exitCode, finished.stderr.includes(said)]).toEqual([args, 2, true]);
  }
});

test('an address without a catalog is refused, and no catalog is created', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  using nothing = fake(() => undefined);
  const mirror = (url: string, ...flags: string[]) =>
    run(['mirror', url, '--token-file', '-', '--data', 'data', ...flags], { cwd, stdin: tokenOf(server) });
  for (const url of [`${server.url}/api-reference`, nothing.url]) {
    const ways = [[], ['--dry-run', '--quiet'], ['--watch', '1s']];
    for (const { exitCode, stderr } of await Promise.all(ways.map((flags) => mirror(url, ...flags)))) {
      expect([exitCode, stderr]).toEqual([1, `leitmotif: No catalog at ${url}: ${url}/api and the lists of the API were not found.\n`]);
      expect(readdirSync(cwd)).toEqual([]);
    }
  }
  await run(['migrate', '--data', 'data'], { cwd });
  const known = await mirror(nothing.url, '--quiet');
  expect([known.exitCode, known.stderr.includes('No catalog at')]).toEqual([1, true]);
});

test('a server with a single list is mirrored', async () => {
  using folder = emptyFolder();
  using server = fake((path) => (path.startsWith('/api/portrayals') ? json({ data: [], links: {}, meta: { totalItems: 0 } }) : undefined));
  const args = ['mirror', server.url, '--token-file', '-', '--data', 'data'];
  const { exitCode, stdout } = await run(args, { cwd: folder.path, stdin: 'lm_pat_x' });
  expect([exitCode, stdout.includes('Import complete: 0 documents read')]).toEqual([0, true]);
});

test('a dry run without changes prints no table', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const mirror = (...flags: string[]) =>
    run(['mirror', server.url, '--token-file', '-', '--data', 'data', ...flags], { cwd, stdin: tokenOf(server) });
  await copyMirror(join(cwd, 'data'));
  const { stdout } = await mirror('--dry-run');
  expect([stdout.includes('0 documents read'), stdout.includes('KIND')]).toEqual([true, false]);
});

test('a catalog mirrors a second server only with --also', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  await using second = await serveDemo({ cwd: shared.path, data: 'second' });
  const mirror = (from: Running, ...flags: string[]) =>
    run(['mirror', from.url, '--token-file', '-', '--data', 'data', '--quiet', ...flags], { cwd, stdin: tokenOf(from) });
  await copyMirror(join(cwd, 'data'));
  for (const flags of [[], ['--dry-run'], ['--watch', '1s']])
    expect(await mirror(second, ...flags)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `leitmotif: The catalog in ${join(cwd, 'data')} mirrors ${server.url}. Set another --data for ${second.url}, or use --also to combine both.\n`,
    });
  expect((await mirror(second, '--also')).exitCode).toBe(0);
  for (const either of [server, second]) expect((await mirror(either)).exitCode).toBe(0);
});

test('a watch reports when it retries, and ends if the server comes back without a catalog', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  let asked = 0;
  using server = fake(() => (asked++ === 0 ? json({}, { status: 429, headers: { 'retry-after': '3600' } }) : undefined));
  const { exitCode, stderr } = await run(['mirror', server.url, '--token-file', '-', '--data', 'data', '--watch', '1s'], {
    cwd,
    stdin: 'lm_pat_x',
  });
  const [away, wrong] = stderr.split('\n');
  expect(away).toMatch(/^leitmotif: .* Next attempt in 2 s, at 20\S+Z\.$/);
  expect([exitCode, wrong?.startsWith('leitmotif: No catalog at'), readdirSync(cwd)]).toEqual([1, true, []]);
});

test('a watch reports an unreachable server at the first attempt, and ends with Ctrl-C', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const closed = fake(() => undefined);
  closed[Symbol.dispose]();
  const args = ['mirror', closed.url, '--token-file', '-', '--data', 'data', '--watch', '1s'];
  const watching = start(args, { cwd, stdin: 'lm_pat_x' });
  const { value } = await watching.stderr.getReader().read();
  expect(new TextDecoder().decode(value)).toBe(`leitmotif: ${closed.url}/api cannot be reached (ECONNREFUSED). Retrying in 1 s.\n`);
  watching.kill('SIGINT');
  expect([await watching.exited, readdirSync(cwd)]).toEqual([0, []]);
});

test('a watch follows changes and checkpoints them, and ends with Ctrl-C', async () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const [original, copy] = [join(shared.path, 'data'), join(cwd, 'copy')];
  const args = ['mirror', server.url, '--token-file', '-', '--data', copy, '--watch', '1s'];
  const watching = start(args, { cwd, stdin: tokenOf(server) });
  const said = watching.stdout.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>).getReader();

  expect((await said.read()).value).toMatch(/^\S+Z [1-9]\d* added/);
  const artist = demoRecordNamed('Artist', 'Bernard Herrmann');
  await change(original, cwd, [{ ...artist, attributes: { ...artist.attributes, biography: 'Wrote for films.' } }]);
  expect((await said.read()).value).toMatch(/^\S+Z 0 added, 1 changed\.\n$/);
  // Each round is checkpointed, so that the write-ahead log stays small.
  while (statSync(join(copy, 'leitmotif.db-wal')).size > 0) await Bun.sleep(100);

  watching.kill('SIGINT');
  expect(await watching.exited).toBe(0);
  expect(await exported(copy, cwd)).toBe(await exported(original, cwd));
});
