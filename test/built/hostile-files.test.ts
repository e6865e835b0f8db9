import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder, type Running, run, serve } from '../support/executable';
import { hostileFiles } from '../support/hostile-files';
import { processOf, type Taken } from '../support/process';
import { uuid } from '../support/uuids';

setDefaultTimeout(300_000);

/** Releases, 20 of which share a barcode. */
const barcode = '4006408126348';
const records = Array.from({ length: 500 }, (_, index) => ({
  type: 'Release',
  id: `/api/releases/${uuid(index)}`,
  attributes: { title: `Release ${index}`, barcode: index < 20 ? barcode : String(1_000_000 + index) },
}));

/** Fewer than the limit: the cost grows with them. */
const acceptedRows = 600;

/** An idle machine takes some 30 ms, a busy one many times as long, and a file that blocks more than five seconds. */
const longestWaitMilliseconds = 3_000;

/** Above the idle server, including mapped pages of the database; 180 to 280 were measured, since memory is freed late. */
const mostMemoryMegabytes = 400;

let folder: ReturnType<typeof emptyFolder>;
let server: Running;
let token: string;
let list: string;

/** Enough that the server is killed before the end. */
const killedRows = 1_500;

const data = ['--data', 'data'];

beforeAll(async () => {
  folder = emptyFolder();
  const cwd = folder.path;
  writeFileSync(join(cwd, 'releases.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'));
  await run(['import', 'ndjson', 'releases.jsonl', ...data], { cwd });
  await run(['user', 'create', 'anna', '--password-stdin', ...data], { cwd, stdin: 'correct horse battery\n' });
  token = (await run(['token', 'create', '--user', 'anna', '--name', 'tests', ...data], { cwd })).stdout.trim();
  server = await serve([...data, '--rate-limit', '0'], { cwd });
  list = `/api/users/${(await read('/api/users/me')).data.attributes._id}/collection`;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) } });

// biome-ignore lint/suspicious/noExplicitAny: documents of several kinds.
const read = async (path: string): Promise<any> => (await ask(path)).json();

const send = (body: string | Uint8Array<ArrayBuffer>, type: string, query = '') =>
  ask(`${list}/import${query}`, { method: 'POST', body, headers: { 'content-type': type } });

/** Sends small requests until stopped, and returns the longest response time. */
function poll(): () => Promise<number> {
  let [isOver, longest] = [false, 0];
  const polling = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await ask('/api/releases?itemsPerPage=1')).text();
      longest = Math.max(longest, performance.now() - startedAt);
      await Bun.sleep(10);
    }
  })();
  return async () => {
    isOver = true;
    await polling;
    return longest;
  };
}

/** Growth from the idle server to its peak in megabytes, on Linux. */
const growth = (idle: Taken | undefined): number => (idle ? processOf(server.pid).mostMemory - idle.memory : 0);

const measured = (): Taken | undefined => (existsSync('/proc/self/status') ? processOf(server.pid) : undefined);

test('hostile files neither block other requests nor take much memory, and are refused with a reason', async () => {
  const before = measured();
  for (const { name, type, body, status, says } of hostileFiles(barcode, acceptedRows)) {
    const content = body();
    const stop = poll();
    const answer = await send(content, type);
    const text = await answer.text();
    const longest = await stop();
    expect([name, answer.status]).toEqual([name, status]);
    if (says) expect([name, JSON.parse(text).errors[0].detail]).toEqual([name, expect.stringMatching(says)]);
    expect([name, longest < longestWaitMilliseconds || longest]).toEqual([name, true]);
  }
  expect(growth(before)).toBeLessThan(mostMemoryMegabytes);
});

test('concurrent imports are processed in turn or refused with Retry-After', async () => {
  const before = measured();
  const file = `barcode\n${'1\n'.repeat(9_000)}"${'x'.repeat(7_000_000)}`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(file, 'text/csv', '?dryRun=true')));
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.map(({ status }) => status).filter((status) => status !== 409 && status !== 413)).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
  expect(growth(before)).toBeLessThan(mostMemoryMegabytes);
});

test('an import interrupted by a kill of the server leaves nothing', async () => {
  const before = (await read(list)).meta.totalItems;
  const file = `barcode,shop\n${Array.from({ length: killedRows }, (_, index) => `${1_000_020 + (index % 400)},Shop ${index}`).join('\n')}`;
  const answer = send(file, 'text/csv').catch(() => undefined);
  let partial = before;
  while (partial === before) partial = (await read(list)).meta.totalItems;
  await server.signal('SIGKILL');
  await answer;
  expect(partial).toBeLessThan(before + killedRows);
  server = await serve([...data, '--rate-limit', '0'], { cwd: folder.path });
  expect((await read(list)).meta.totalItems).toBe(before);
  const report = (await (await send(file, 'text/csv')).json()) as { data: { attributes: { added: number } } };
  expect(report.data.attributes.added).toBe(killedRows);
});
