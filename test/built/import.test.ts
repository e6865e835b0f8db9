import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { demo } from '../../seed';
import { lockForServer } from '../../src/store/files/file-lock';
import { copyDemo } from '../support/demo-catalog';
import {
  type Finished,
  folderOfTests,
  isOneLine,
  run,
  runOnTerminal,
  serve,
  start as startCommand,
  withoutNews,
} from '../support/executable';
import { generatedRecords, importedContents } from '../support/imports';

/** Enough for several batches, so that an import can be killed in between; `npm run faults -- load` kills many more. */
const count = 4_000;

const cwd = folderOfTests();
let whole: unknown[][][];
beforeAll(async () => {
  writeFileSync(join(cwd, 'records.jsonl.gz'), gzipSync(generatedRecords(count)));
  writeFileSync(join(cwd, 'few.jsonl'), generatedRecords(10));
  const { exitCode } = await importing(['records.jsonl.gz', '--data', 'whole']);
  expect(exitCode).toBe(0);
  whole = importedContents(join(cwd, 'whole'));
}, 60_000);

const importing = (args: readonly string[], stdin?: string): Promise<Finished> =>
  run(['import', 'ndjson', ...args], { cwd, ...(stdin === undefined ? {} : { stdin }) });

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startCommand(['import', 'ndjson', ...args], { cwd, env });

/** Creates a data directory that counts as served, so that an import writes batches of milliseconds on any machine. */
function lockedAsServed(data: string): Disposable {
  mkdirSync(join(cwd, data), { mode: 0o700 });
  const lock = lockForServer(join(cwd, data));
  return { [Symbol.dispose]: () => lock.release() };
}

/** Waits until a running import has written a number of records, and returns how many it has written. */
async function recordsIn(data: string, atLeast: number): Promise<number> {
  const path = join(cwd, data, 'leitmotif.db');
  for (;;) {
    await Bun.sleep(5);
    if (!existsSync(path)) continue;
    try {
      const database = new Database(path, { readonly: true });
      const { records } = database.query('SELECT count(*) AS records FROM imported_record').get() as { records: number };
      database.close();
      if (records >= atLeast) return records;
    } catch {
      // Not created yet.
    }
  }
}

interface Report {
  readonly event: string;
  readonly [name: string]: unknown;
}

const reportOf = ({ stdout }: Finished): Report => JSON.parse(stdout.trim().split('\n').at(-1) as string) as Report;

test('a killed import leaves a consistent catalog, and the same command resumes to the same result', async () => {
  const args = ['records.jsonl.gz', '--data', 'killed'];
  using _ = lockedAsServed('killed');
  for (let done = 0; done < 3; done++) {
    const child = start(args);
    await recordsIn('killed', done * 1_000 + Math.floor(Math.random() * 800));
    await Bun.sleep(Math.random() * 100);
    child.kill('SIGKILL');
    await child.exited;
    expect(importedContents(join(cwd, 'killed')).slice(0, 2)).toEqual([[['ok']], []]);
  }
  const finished = await importing([...args, '--json']);
  expect([finished.exitCode, finished.stderr]).toEqual([0, '']);
  expect(reportOf(finished)).toMatchObject({ event: 'report', outcome: 'done', resumed: true, documents: count, rejected: 0 });
  expect(importedContents(join(cwd, 'killed'))).toEqual(whole);
}, 120_000);

test('Ctrl-C ends an import after its batch and explains how to resume', async () => {
  const args = ['records.jsonl.gz', '--data', 'interrupted'];
  using _ = lockedAsServed('interrupted');
  let imported = 0;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const child = start(args);
    await recordsIn('interrupted', imported + 1);
    child.kill(signal);
    expect(await child.exited).toBe(code);
    expect(await new Response(child.stderr).text()).toContain('Run the same command to resume.');
    expect(await new Response(child.stdout).text()).toStartWith('Import interrupted');
    imported = await recordsIn('interrupted', imported + 1);
  }
  const finished = await importing(args);
  expect(finished.exitCode).toBe(0);
  expect(finished.stderr).toMatch(/^leitmotif: Resuming after [\d,]+ documents\.$/m);
  expect(importedContents(join(cwd, 'interrupted'))).toEqual(whole);
}, 60_000);

test('a dry run reports changes and writes neither the catalog nor the checkpoint', async () => {
  await importing(['few.jsonl', '--data', 'dry']);
  writeFileSync(join(cwd, 'other.jsonl'), generatedRecords(20).replace('"Artist 0"', '"Another"'));
  const path = join(cwd, 'dry', 'leitmotif.db');
  const [bytes, contents] = [readFileSync(path), importedContents(join(cwd, 'dry'))];

  const { exitCode, stdout } = await importing(['other.jsonl', '--data', 'dry', '--dry-run']);

  expect(exitCode).toBe(0);
  expect(stdout).toContain('nothing written');
  expect(stdout).toMatch(/^Records: 10 added, 1 changed, 9 unchanged/m);
  expect(stdout).toMatch(/^artist +4 +1 +3$/m);
  expect(stdout).toContain('changed Artist /api/artists/aaaaaaaa-0000-5000-8000-000000000000');
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(importedContents(join(cwd, 'dry'))).toEqual(contents);
  expect(reportOf(await importing(['other.jsonl', '--data', 'dry', '--json']))).toMatchObject({ added: 10, changed: 1, unchanged: 9 });
});

test('an interrupted dry run creates no catalog and deletes its temporary copy', async () => {
  const temporary = join(cwd, 'temporary');
  mkdirSync(temporary);
  const child = start(['records.jsonl.gz', '--data', 'nothing', '--dry-run'], { TMPDIR: temporary });
  while (readdirSync(temporary).length === 0) await Bun.sleep(5);
  child.kill('SIGINT');
  expect(await child.exited).toBe(130);
  expect([readdirSync(temporary), existsSync(join(cwd, 'nothing'))]).toEqual([[], false]);
});

test('users can write while an import runs, and the server shows each batch', async () => {
  await copyDemo(join(cwd, 'live'));
  await run(['user', 'create', 'collector', '--password-stdin', '--data', 'live'], { cwd, stdin: 'a long password\n' });
  const token = (await run(['token', 'create', '--user', 'collector', '--name', 'tests', '--data', 'live'], { cwd })).stdout.trim();
  await using server = await serve(['--data', 'live', '--rate-limit', '0'], { cwd });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  const read = async (path: string) =>
    (await (await fetch(server.url + path, { headers })).json()) as { data: never; meta: { totalItems: number } };
  const user = (await read('/api/users/me')).data as { attributes: { _id: string } };
  const [release] = (await read('/api/releases?itemsPerPage=1')).data as { id: string }[];
  const items = `/api/users/${user.attributes._id}/collection`;
  const artists = async () => (await read('/api/artists?itemsPerPage=1')).meta.totalItems;

  const child = start(['records.jsonl.gz', '--data', 'live']);
  const seen = new Set<number>();
  let isRunning = true;
  child.exited.then(() => {
    isRunning = false;
  });
  let sent = 0;
  while (isRunning) {
    const data = {
      type: 'CollectionItem',
      attributes: { notes: `item ${sent}` },
      relationships: { release: { data: { type: 'Release', id: release?.id } } },
    };
    expect((await fetch(server.url + items, { method: 'POST', headers, body: JSON.stringify({ data }) })).status).toBe(201);
    sent++;
    seen.add(await artists());
  }

  expect(await child.exited).toBe(0);
  expect((await read(`${items}?itemsPerPage=1`)).meta.totalItems).toBe(sent);
  expect(sent).toBeGreaterThan(5);
  expect(seen.size).toBeGreaterThan(3);
  expect(await artists()).toBeGreaterThan(count * 0.4);
}, 60_000);

test('invalid lines are counted and written to the reject file with their positions, and the rest is imported', async () => {
  writeFileSync(join(cwd, 'bad.jsonl'), `{"type":"Artist"}\n${generatedRecords(5)}not JSON\n{"type":"Hat","id":"/api/hats/1"}\n`);
  const finished = await importing(['bad.jsonl', '--data', 'bad', '--json']);
  const report = reportOf(finished);
  expect([finished.exitCode, report.added, report.rejected]).toEqual([0, 5, 3]);
  const rejects = readFileSync(report.rejectFile as string, 'utf8')
    .trim()
    .split('\n');
  expect(rejects.map((line) => JSON.parse(line)).map(({ file, line, offset, raw }) => [file, line, offset > 0, raw.slice(0, 8)])).toEqual([
    ['bad.jsonl', 1, false, '{"type":'],
    ['bad.jsonl', 7, true, 'not JSON'],
    ['bad.jsonl', 8, true, '{"type":'],
  ]);
  expect(readdirSync(join(cwd, 'bad', 'rejects')).length).toBe(1);
  const stopped = await importing(['bad.jsonl', '--data', 'bad', '--restart', '--max-rejects', '1', '--rejects', 'mine.jsonl']);
  expect([stopped.exitCode, isOneLine(stopped.stderr), stopped.stderr.includes('--max-rejects 1')]).toEqual([1, true, true]);
  expect(readFileSync(join(cwd, 'mine.jsonl'), 'utf8').trim().split('\n').length).toBe(2);
});

test('--limit imports only the first documents', async () => {
  const finished = await importing(['records.jsonl.gz', '--data', 'sample', '--limit', '7', '--json']);
  expect([finished.exitCode, reportOf(finished).added]).toEqual([0, 7]);
});

test('an incomplete export is imported as far as it goes and reported', async () => {
  const header = { type: 'Export', id: '/api/export', attributes: { format_version: 1, sequence: 70, counts: { Artist: 5, Label: 6 } } };
  writeFileSync(join(cwd, 'cut.jsonl'), `${JSON.stringify(header)}\n${generatedRecords(10)}`);
  const { exitCode, stderr } = await importing(['cut.jsonl', '--data', 'cut']);
  expect([exitCode, isOneLine(withoutNews(stderr)), stderr.includes('11 records, but it contains 10')]).toEqual([1, true, true]);
  writeFileSync(join(cwd, 'cut.jsonl'), `${JSON.stringify(header)}\n${generatedRecords(11)}`);
  expect((await importing(['cut.jsonl', '--data', 'cut'])).exitCode).toBe(0);
  const database = new Database(join(cwd, 'cut', 'leitmotif.db'));
  expect(database.query('SELECT sequence, action FROM change').values()).toEqual([[70, 'restored']]);
  database.close();
});

test('an export imported with an interruption is exported again byte for byte', async () => {
  const exported = async (data: string) => (await run(['export', '--data', data], { cwd })).stdout;
  cpSync(join(cwd, 'whole'), join(cwd, 'original'), { recursive: true });
  expect((await importing([...demo.map(({ path }) => path), '--data', 'original', '--quiet'])).exitCode).toBe(0);
  const original = await exported('original');
  writeFileSync(join(cwd, 'export.jsonl'), original);
  const child = start(['export.jsonl', '--data', 'copy']);
  await recordsIn('copy', 2_000);
  child.kill('SIGKILL');
  await child.exited;
  expect((await importing(['few.jsonl', '--data', 'copy'])).stderr).toContain('imported only partly');
  expect((await importing(['export.jsonl', '--data', 'copy'])).exitCode).toBe(0);
  expect((await exported('copy')) === original).toBe(true);
}, 60_000);

test('--quiet prints nothing, and output without a terminal has no control characters', async () => {
  const quiet = await importing(['few.jsonl', '--data', 'quiet', '--quiet']);
  expect([quiet.exitCode, quiet.stdout, quiet.stderr]).toEqual([0, '', '']);
  const plain = await importing(['few.jsonl', '--data', 'plain']);
  expect(plain.stdout).toStartWith('Import complete: 10 documents read');
  expect(plain.stdout + plain.stderr).not.toContain('\u001b');
});

test('a terminal shows a progress bar, and a narrow one only the parts that fit', async () => {
  writeFileSync(join(cwd, 'some.jsonl'), generatedRecords(2_000));
  for (const cols of [120, 40, 20, 0]) {
    const args = ['import', 'ndjson', 'some.jsonl', '--data', `bar-${cols}`];
    const { exitCode, shown } = await runOnTerminal(args, { cwd, cols, env: { TERM: 'xterm' } });
    expect(exitCode).toBe(0);
    expect(shown).toContain('Import complete: 2,000 documents read');
    // A bar is drawn from the first column, and the rest of its line is cleared.
    const drawn = shown
      .split('\u001b[1G')
      .slice(1)
      .map((after) => after.split('\u001b', 1)[0] ?? '');
    expect(drawn.length).toBeGreaterThan(0);
    for (const line of drawn) {
      expect(line.length).toBeLessThan(cols || 80);
      expect(line).toMatch(/(^|[\d.]+ (MB|kB)|left|records?|\/s|matching records)$/);
    }
    if (cols > 0) expect(drawn.some((line) => line.includes('█'))).toBe(cols === 120);
  }
}, 60_000);

test('a deletion prevented by a user’s list is not reported as an edit', async () => {
  const data = join(cwd, 'on-a-list');
  const release = { type: 'Release', id: '/api/releases/aaaaaaaa-0000-5000-8000-00000000000f', attributes: { title: 'Vertigo' } };
  const uuid = release.id.slice(-36);
  const deletion = { type: 'DeletedRecord', id: uuid, attributes: { resource_type: 'Release', iri: release.id } };
  await importing(['-', '--data', data], JSON.stringify(release));
  await run(['user', 'create', 'owner', '--password-stdin', '--data', data], { cwd, stdin: 'a long password' });
  const database = new Database(join(data, 'leitmotif.db'));
  database.run(
    "INSERT INTO wishlist_item (id, user_key, release_key, created_at, updated_at) SELECT ?, user.key, release.key, '2026-01-01', '2026-01-01' FROM user, release",
    [Bun.randomUUIDv7()],
  );
  database.close();
  const { exitCode, stdout } = await importing(['-', '--data', data], JSON.stringify(deletion));
  expect([exitCode, stdout.includes('0 locked by editors, 1 not deleted because it is on a user’s list, ')]).toEqual([0, true]);
});

test('an import reports the records it defers, and in one line those deferred earlier', async () => {
  const alias = (id: string, artist: string) =>
    JSON.stringify({ type: 'ArtistAlias', id: `/api/artists/${artist}/aliases/${id}`, attributes: { variation: 'Benny' } });
  const [one, two, absent] = ['1', '2', '9'].map((digit) => `bbbbbbbb-0000-5000-8000-00000000000${digit}`) as [string, string, string];
  const data = join(cwd, 'deferred');
  const rejects = () => (existsSync(join(data, 'rejects')) ? readdirSync(join(data, 'rejects')).length : 0);
  const imported = async (lines: string) => {
    const { exitCode, stdout } = await importing(['-', '--data', data], lines);
    const older = /^Still deferred from earlier imports: (.*)\.$/m.exec(stdout)?.[1];
    return [exitCode, Number(/(\d+) deferred/.exec(stdout)?.[1]), older, rejects()];
  };
  expect(await imported(alias(one, absent))).toEqual([0, 1, undefined, 1]);
  expect(await imported(generatedRecords(3))).toEqual([0, 0, '1 record', 1]);
  expect(await imported(alias(two, absent))).toEqual([0, 1, '1 record', 2]);
  expect(await imported(generatedRecords(3))).toEqual([0, 0, '2 records', 2]);
  // A record deferred again counts for the new import.
  expect(await imported(alias(one, absent))).toEqual([0, 1, '1 record', 3]);
  const artist = JSON.stringify({ type: 'Artist', id: `/api/artists/${absent}`, attributes: { name: 'Herrmann', _type: 'person' } });
  expect(await imported(artist)).toEqual([0, 0, undefined, 3]);
});
