import { afterAll, beforeAll, expect, jest, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { fileNames } from '../../src/backups/manifest';
import { withPatience } from '../../src/http/body';
import { type AdministeredServer, administeredServer } from '../support/administered-server';
import { flip } from '../support/flip';
import { serverOf, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';

// Download, verification and deletion of a single backup over the API.

let administered: AdministeredServer;
let folder: string;
let data: string;
let server: TestServer;
let token: string;
beforeAll(async () => {
  administered = await administeredServer();
  ({ folder, data, server, token } = administered);
});
afterAll(() => administered[Symbol.dispose]());

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  server.request(path, { method, headers: { authorization: `Bearer ${token}`, ...headers } });

const shown = async () => (await (await send('GET', '/api/backups')).json()).data.attributes;

async function made(): Promise<string> {
  await send('POST', '/api/backups');
  while ((await shown()).is_running) await Bun.sleep(10);
  return (await shown()).backups[0].name;
}

/** Large backups are verified after the answer. */
async function verified(name: string): Promise<Response> {
  const answer = await send('POST', below(name, '/verification'));
  const isRunning = async () => (await shown()).backups.some(({ is_being_verified }: { is_being_verified: boolean }) => is_being_verified);
  while (await isRunning()) await Bun.sleep(10);
  return answer;
}

const below = (name: string, rest = '') => `/api/backups/${name}${rest}`;

test('a backup is downloaded as a tar archive of its folder, uncached, and the download is logged', async () => {
  const name = await made();
  const answer = await send('GET', below(name, '/archive'));
  const file = join(folder, 'taken.tar');
  await Bun.write(file, await answer.arrayBuffer());
  expect(Object.fromEntries(['content-type', 'cache-control', 'content-disposition'].map((one) => [one, answer.headers.get(one)]))).toEqual(
    {
      'content-type': 'application/x-tar',
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="leitmotif-${name}.tar"`,
    },
  );
  expect(answer.headers.get('content-length')).toBe(String(Bun.file(file).size));
  const unpacked = join(folder, 'unpacked');
  expect(Bun.spawnSync(['sh', '-c', `mkdir ${unpacked} && tar -xf ${file} -C ${unpacked}`]).exitCode).toBe(0);
  expect(Bun.spawnSync(['diff', '-r', join(data, 'backups', name), join(unpacked, name)]).stdout.toString()).toBe('');
  expect(server.logged).toContainEqual({ event: 'backup downloaded', details: { name, user: expect.any(String) } });
});

test('a range request resumes an interrupted download', async () => {
  const { name } = (await shown()).backups[0];
  const path = below(name, '/archive');
  const whole = await send('GET', path);
  const etag = whole.headers.get('etag') ?? '';
  const bytes = Buffer.from(await whole.arrayBuffer());
  const parts = [
    ['bytes=0-99', 0, 100],
    ['bytes=500-1600', 500, 1601],
    ['bytes=2000-', 2000, bytes.length],
    ['bytes=-700', bytes.length - 700, bytes.length],
    ['bytes=100-99999999999', 100, bytes.length],
  ] as const;
  for (const [range, from, to] of parts) {
    const answer = await send('GET', path, { range, 'if-range': etag });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/${bytes.length}`]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
  }
  const other = await send('GET', path, { range: 'bytes=0-99', 'if-range': '"another"' });
  const several = await send('GET', path, { range: 'bytes=0-9,20-29' });
  const behind = await send('GET', path, { range: `bytes=${bytes.length}-` });
  expect([other.status, several.status, behind.status, behind.headers.get('content-range')]).toEqual([
    200,
    200,
    416,
    `bytes */${bytes.length}`,
  ]);
  for (const answer of [other, several]) await answer.body?.cancel();
});

test('a HEAD request for an archive ignores Range', async () => {
  const { name } = (await shown()).backups[0];
  for (const range of ['bytes=0-99', 'bytes=99999999999-']) {
    const answer = await send('HEAD', below(name, '/archive'), { range });
    const headers = ['accept-ranges', 'content-range', 'transfer-encoding'].map((header) => answer.headers.get(header));
    expect([answer.status, ...headers]).toEqual([200, 'bytes', null, 'chunked']);
  }
});

test('a slow download is not cut off, and fails and is logged once the client takes nothing for ten minutes', async () => {
  const { name } = (await shown()).backups[0];
  const timeouts: number[] = [];
  const serve = withPatience((request) => server.app.handle(request));
  const headers = { authorization: `Bearer ${token}` };
  const earlier = server.logged.length;
  const incomplete = () => server.logged.slice(earlier).filter(({ event }) => event === 'backup download incomplete');
  jest.useFakeTimers();
  try {
    const answer = await serve(new Request(`http://localhost${below(name, '/archive')}`, { headers }), {
      timeout: (_, seconds) => void timeouts.push(seconds),
    });
    expect(timeouts).toEqual([0]);
    const bytes = Number(answer.headers.get('content-length'));
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    for (let pause = 0; pause < 3; pause++) {
      expect((await reader.read()).done).toBeFalse();
      jest.advanceTimersByTime(599_000);
    }
    expect(incomplete()).toEqual([]);
    jest.advanceTimersByTime(600_000);
    expect(incomplete().map(({ details }) => details?.name)).toEqual([name]);
    expect(Number(incomplete()[0]?.details?.missing_bytes)).toBeWithin(1, bytes);
    const end = async () => {
      while (!(await reader.read()).done);
    };
    await expect(end()).rejects.toThrow('took nothing of the backup');
    const left = await send('GET', below(name, '/archive'));
    await left.body?.cancel();
    expect(incomplete()).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
  expect((await (await send('GET', below(name, '/archive'))).bytes()).length).toBeGreaterThan(0);
  expect(incomplete()).toHaveLength(2);
});

test('a backup that the end of the server interrupted is shown as failed until the next one', async () => {
  const own = join(folder, 'interrupted');
  mkdirSync(join(own, 'backups', '.2026-01-15T04-00-00Z.part'), { recursive: true });
  const store = createStore(own);
  const restarted = await serverOf(store, { data: own });
  await createUser(store, 'anna', 'correct horse battery', 'admin');
  const headers = { authorization: `Bearer ${await issueApiToken(store, 'anna', 'tests')}` };
  const last = async () => (await (await restarted.request('/api/backups', { headers })).json()).data.attributes.last_failure;
  expect(await last()).toMatchObject({ code: 'backup_interrupted', detail: 'The server stopped before the backup was complete.' });
  await restarted.request('/api/backups', { method: 'POST', headers });
  while ((await last()) !== null) await Bun.sleep(10);
  expect(readdirSync(join(own, 'backups')).filter((name) => name.endsWith('.part'))).toEqual([]);
  store.close();
});

test('a verification that fails to read the backup is answered with 503 and logged', async () => {
  const name = await made();
  const sums = join(data, 'backups', name, fileNames.sums);
  rmSync(sums);
  mkdirSync(sums);
  let answer = await verified(name);
  // On a busy machine the worker may start after the answer.
  while (answer.status === 202) answer = await verified(name);
  expect(answer.status).toBe(503);
  const entry = server.logged.find(({ event }) => event === 'backup not verified');
  expect(entry?.details).toEqual({ name, error: expect.stringContaining('EISDIR') });
  expect((await send('DELETE', below(name))).status).toBe(204);
});

test('a name that is not in the list of backups is not found, even if it is a path', async () => {
  for (const name of ['2020-01-01T00-00-00Z', '..', '%2e%2e%2f%2e%2e', '.lock', '..%2Fbackups'])
    for (const [method, rest] of [
      ['GET', '/archive'],
      ['POST', '/verification'],
      ['DELETE', ''],
    ] as const)
      expect([404, 405]).toContain((await send(method, below(name, rest))).status);
  expect(existsSync(join(data, 'leitmotif.db'))).toBe(true);
});

test('verification finds a damaged backup, which no longer counts as the last backup and may be deleted', async () => {
  const [good, bad] = [(await shown()).backups[0].name, await made()];
  expect((await verified(bad)).status).toBe(202);
  expect((await shown()).backups[0]).toMatchObject({ name: bad, faults: [], is_being_verified: false });
  flip(join(data, 'backups', bad, 'leitmotif.db'));
  const [, { made_at: lastGood }] = (await shown()).backups;
  await verified(bad);
  const now = await shown();
  expect(now.backups[0].faults).toEqual(['leitmotif.db has a wrong checksum.']);
  expect([now.backups[1].name, now.last_made_at]).toEqual([good, lastGood]);
  // The last good backup cannot be deleted.
  const refused = await send('DELETE', below(good));
  expect([refused.status, (await refused.json()).errors[0].detail]).toEqual([
    409,
    `${good} is the only backup from which the catalog can be restored. Make another one first.`,
  ]);
  expect((await send('DELETE', below(bad))).status).toBe(204);
  expect(readdirSync(join(data, 'backups')).toSorted()).toEqual(['.lock', good]);
});
