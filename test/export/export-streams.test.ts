import { afterAll, beforeAll, describe, expect, jest, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exportChunks, snapshotOf } from '../../src/export/export';
import { runningThreads } from '../../src/export/export-thread';
import { exportToFile } from '../../src/export/file';
import { artist, label } from '../records/numbered-records';
import { folderOfTests } from '../support/executable';
import { addRecords, exportText, linesOf, sequenceOf } from '../support/exports';
import { demoServer, emptyStore, serverOf, startServer, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';

setDefaultTimeout(60_000);

const folder = folderOfTests();
const demo = await demoServer();
const demoText = exportText(demo.store);

describe('a snapshot', () => {
  test.each(['a file', 'memory'])('excludes writes during an export of a database in %s', async (where) => {
    const store = where === 'memory' ? emptyStore() : createStore(join(folder, 'one-state'));
    await addRecords(store, [artist(1, 'Before')]);
    const snapshot = snapshotOf(store);
    const chunks = exportChunks(snapshot, {});
    const first = chunks.next().value as string;

    await store.write(() => store.writer.run("UPDATE artist SET name = 'After'"));
    const rest = [...chunks].join('');
    snapshot.close();

    expect(first + rest).toContain('Before');
    expect(exportText(store)).toContain('After');
    store.close();
  });
});

describe('exports of a database file', () => {
  let server: TestServer;
  let expected: string;
  beforeAll(async () => {
    const store = createStore(join(folder, 'exported'));
    await addRecords(
      store,
      Array.from({ length: 600 }, (_, number) => artist(number, `Nº ${number}`, { biography: 'x'.repeat(900) })),
    );
    server = await serverOf(store);
    expected = exportText(store);
  });
  afterAll(() => server.store.close());

  test('are complete when several run at once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(async () => (await server.request('/api/export?provisional=true')).text()));
    for (const text of all) expect(text).toBe(expected);
  });

  test('exclude later writes', async () => {
    const response = await server.request('/api/export?provisional=true');
    await server.store.write(() => server.store.writer.run("UPDATE artist SET biography = 'Later.', updated_at = created_at"));
    expect(await response.text()).toBe(expected);
  });

  test('release their snapshot after a cancelled read and a HEAD request', async () => {
    const others = runningThreads();
    for (let count = 0; count < 5; count++) {
      const reader = (await server.request('/api/export')).body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      await reader?.cancel();
      expect((await server.request('/api/export', { method: 'HEAD' })).status).toBe(200);
    }
    while (runningThreads() > others) await Bun.sleep(20);
    const sequence = sequenceOf(server.store);
    expect((await server.request(`/api/export?since=${sequence + 1}`)).status).toBe(400);
    expect(linesOf(await (await server.request(`/api/export?since=${sequence}`)).text())).toHaveLength(1);
  });
});

describe('GET /api/export', () => {
  const lines = async (response: Response) => linesOf(await response.text());

  test('sends the export as an attachment', async () => {
    const response = await demo.request('/api/export');
    const sequence = sequenceOf(demo.store);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="leitmotif-${sequence}.ndjson"`);
    expect(await response.text()).toBe(demoText);
    expect(await lines(await demo.request(`/api/export?since=${sequence - 3}`))).toEqual(linesOf(exportText(demo.store, sequence - 3)));
  });

  test.each([
    ['zstd, gzip', 'zstd'],
    ['gzip', 'gzip'],
    ['gzip;q=1, zstd;q=0.5', 'gzip'],
    ['*', 'zstd'],
    ['identity', null],
    ['zstd;q=0', null],
    ['br', null],
  ])('with Accept-Encoding %s encodes the body as %p', async (accepted, encoding) => {
    const response = await demo.request('/api/export', { headers: { 'accept-encoding': accepted } });
    const body = new Uint8Array(await response.arrayBuffer());
    const plain = encoding === 'zstd' ? Bun.zstdDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(new TextDecoder().decode(plain)).toBe(demoText);
  });

  test('has a HEAD counterpart with the headers only', async () => {
    const response = await demo.request('/api/export', { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'application/x-ndjson', '']);
  });

  test.each([
    ['/api/export', { authorization: '' }, 401],
    ['/api/export', { accept: 'text/html' }, 406],
    ['/api/export', { accept: 'application/x-ndjson;q=0, */*' }, 406],
    ['/api/export', { accept: 'application/x-ndjson' }, 200],
    ['/api/export?since=-1', {}, 400],
    ['/api/export?since=1e3', {}, 400],
    ['/api/export?since=1&since=2', {}, 400],
    ['/api/export?since=99999999', {}, 400],
  ])('responds to %s with the headers %p by the status %p', async (path, headers, status) => {
    const response = await demo.request(path, { headers: headers as Record<string, string> });
    expect(response.status).toBe(status);
    await response.body?.cancel();
  });

  test('answers 410 for changes before the export that a catalog was restored from', async () => {
    const server = await startServer();
    server.store.writer.run('DELETE FROM change');
    server.store.writer.run("INSERT INTO change VALUES (45, 'restored', 'Export', '', NULL, NULL, '2026-01-15T09:30:00.000+00:00')");
    expect((await server.request('/api/export?since=44')).status).toBe(410);
    expect((await lines(await server.request('/api/export?since=45')))[0]?.attributes).toMatchObject({
      sequence: 45,
      since: 45,
      counts: {},
    });
  });

  test('stops when the client disconnects, and does not block other requests', async () => {
    const response = await demo.request('/api/export');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    const [other] = await Promise.all([demo.request('/api/artists'), reader.read()]);
    await reader.cancel();
    expect(new TextDecoder().decode(value)).toStartWith('{"type":"Export"');
    expect(other.status).toBe(200);
    expect((await reader.read()).done).toBe(true);
  });
});

test('at most 32 exports run at once, and disconnected clients make room for others', async () => {
  const server = await startServer([]);
  const ask = (leaving: AbortController) =>
    server.app.handle(
      new Request('http://localhost/api/export', { headers: { authorization: `Bearer ${server.token}` }, signal: leaving.signal }),
    );
  const readers = Array.from({ length: 32 }, () => new AbortController());
  const read = await Promise.all(readers.map(ask));
  const refused = await ask(new AbortController());

  for (const reader of readers.slice(16)) reader.abort();
  await Promise.all(read.slice(0, 15).map((response) => response.body?.cancel()));
  await read[15]?.text();
  const after = await Promise.all(readers.map(() => ask(new AbortController())));

  expect(read.map(({ status }) => status)).toEqual(readers.map(() => 200));
  expect([refused.status, refused.headers.get('retry-after'), ((await refused.json()) as { errors: unknown }).errors]).toMatchObject([
    503,
    '10',
    [{ detail: '32 exports are running, the most at a time.' }],
  ]);
  expect(after.map(({ status }) => status)).toEqual(readers.map(() => 200));
});

test('an export that takes longer than an hour fails and makes room for others', async () => {
  // More than the pieces that are read ahead.
  const server = await startServer(Array.from({ length: 2_000 }, (_, index) => label(index, `Label ${index} ${'x'.repeat(200)}`)));
  const ask = () => server.request('/api/export');
  jest.useFakeTimers();
  try {
    const slow = await Promise.all(Array.from({ length: 32 }, ask));
    expect((await ask()).status).toBe(503);
    jest.advanceTimersByTime(3_599_000);
    expect((await ask()).status).toBe(503);
    jest.advanceTimersByTime(1_000);
    const after = await ask();
    expect(after.status).toBe(200);
    await after.body?.cancel();
    for (const response of slow)
      expect(await response.text().catch((error: Error) => error.message)).toBe('The export took longer than 60 minutes.');
  } finally {
    jest.useRealTimers();
  }
});

describe('an export to a file', () => {
  test('is compressed by its extension, with the same bytes each time', async () => {
    const read = async (name: string) => {
      const path = join(folder, name);
      await exportToFile(demo.store, path, {});
      return readFileSync(path);
    };
    const [plain, gzip, zstd] = [await read('a.ndjson'), await read('a.ndjson.gz'), await read('a.ndjson.zst')];
    expect(plain.toString()).toBe(demoText);
    expect(gunzipSync(gzip).toString()).toBe(demoText);
    expect(Bun.zstdDecompressSync(zstd).toString()).toBe(demoText);
    expect((await read('b.ndjson.gz')).equals(gzip)).toBe(true);
    expect((await read('a.ndjson.zst')).equals(zstd)).toBe(true);
  });

  test('replaces an existing file only once it is complete', async () => {
    const path = join(folder, 'kept.ndjson');
    writeFileSync(path, 'the one before');
    await expect(exportToFile(demo.store, path, { since: 99_999_999 })).rejects.toThrow('newest change');
    expect(readFileSync(path, 'utf8')).toBe('the one before');

    const link = join(folder, 'link.ndjson');
    symlinkSync(path, link);
    await exportToFile(demo.store, link, {});
    expect(readFileSync(path, 'utf8')).toBe(demoText);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('fails for a folder or a missing directory and leaves nothing behind', async () => {
    mkdirSync(join(folder, 'a folder'));
    await expect(exportToFile(demo.store, join(folder, 'a folder'), {})).rejects.toThrow('is a folder');
    await expect(exportToFile(demo.store, join(folder, 'nowhere', 'x.ndjson'), {})).rejects.toThrow('cannot be written');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });
});
