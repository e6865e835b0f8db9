import { Database } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importRecords, seedVocabularies } from '../../src/import/seed';
import { databasePath, openStore } from '../../src/store/database/open';
import { type Document, numbered, serverOf, type TestServer } from '../support/server';

// A server whose files are used by other programs.

const release = '/api/releases/aaaaaaaa-0000-4000-8000-000000000001';

/** Long enough for many reads on a busy machine. */
const patience = 1_000;

let folder: string;
let data: string;
let server: TestServer;
let user: string;
let item: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leitmotif-'));
  data = join(folder, 'data');
  const store = openStore(data, { mayCreate: true, patience });
  await seedVocabularies(store);
  await importRecords(store, numbered([{ type: 'Release', id: release, attributes: { title: 'Psycho' } }]));
  server = await serverOf(store);
  user = (await server.read('/api/users/me')).data.attributes._id;
  const made = await send('POST', `/api/users/${user}/collection`, {
    type: 'CollectionItem',
    relationships: { release: { data: { type: 'Release', id: release } } },
  });
  item = ((await made.json()) as Document).data.id;
});
afterAll(() => {
  server.store.close();
  rmSync(folder, { recursive: true });
});

const send = (method: string, path: string, document: object): Promise<Response> =>
  server.request(path, {
    method,
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: document }),
  });

const note = (text: string): Promise<Response> => send('PATCH', item, { type: 'CollectionItem', id: item, attributes: { notes: text } });

const notes = async (): Promise<string> => (await server.read(item)).data.attributes.notes;

let otherProgram: Database | undefined;
/** Takes the write lock as another program. */
function lock(): void {
  otherProgram = new Database(databasePath(data));
  otherProgram.run('BEGIN IMMEDIATE');
}
function unlock(): void {
  otherProgram?.close();
  otherProgram = undefined;
}
afterEach(unlock);

describe('while another program holds the write lock', () => {
  test('reads continue, and a write that times out answers 503 with Retry-After', async () => {
    lock();
    let isAnswered = false;
    const writing = Promise.all(['a', 'b', 'c'].map(note)).finally(() => {
      isAnswered = true;
    });
    let reads = 0;
    while (!isAnswered) {
      expect((await server.request('/api/releases')).status).toBe(200);
      reads++;
      await new Promise((resolve) => setImmediate(resolve));
    }

    expect(reads).toBeGreaterThan(10);
    for (const response of await writing) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const [error] = ((await response.json()) as { errors: { title: string; detail: string }[] }).errors;
      expect(error).toMatchObject({
        title: 'Service Unavailable',
        detail: 'Another program is writing to the database.',
      });
    }
  });

  test('writes wait for it and run in order of arrival', async () => {
    lock();
    const writing = Promise.all(['first', 'second', 'third'].map(note));
    await Bun.sleep(20);
    unlock();

    const answered = await Promise.all(
      (await writing).map(async (response) => ((await response.json()) as Document).data.attributes.notes),
    );
    expect(answered).toEqual(['first', 'second', 'third']);
    expect(await notes()).toBe('third');
  });

  test('a failed write does not block the writes behind it', async () => {
    lock();
    const writing = Promise.all([send('PATCH', item, { type: 'Hat', id: item }), note('behind')]);
    unlock();
    expect((await writing).map(({ status }) => status)).toEqual([409, 200]);
  });

  test('a sign-in answers 503 in its own format', async () => {
    lock();
    const body = JSON.stringify({ username: 'tester', password: 'correct horse battery' });
    const response = await server.request('/api/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ code: 503, message: 'Another program is writing to the database.', error: 'database_busy' });
  });

  test('the last use of a token is recorded later', async () => {
    const lastUse = async () => {
      const { data } = await server.read('/api/users/me/tokens');
      return (data as { attributes: { last_used_at: string | null } }[])[0]?.attributes.last_used_at;
    };
    server.store.writer.run('UPDATE token SET last_used_at = NULL');
    lock();
    expect(await lastUse()).toBeNull();
    unlock();
    expect(await lastUse()).toBeString();
  });

  test('every write documents its 503 answer in OpenAPI', async () => {
    const { paths } = (await (await server.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    const writes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) => (method === 'get' ? [] : [{ name: `${method} ${path}`, responses }])),
    );
    expect(writes.length).toBeGreaterThan(10);
    expect(writes.filter(({ responses }) => !('503' in responses)).map(({ name }) => name)).toEqual([]);
  });

  test('an import fails with one sentence', async () => {
    const { runImport } = await import('../../src/import/run/run');
    const { ndjsonSource } = await import('../../src/import/sources/ndjson');
    const file = join(folder, 'one.jsonl');
    writeFileSync(
      file,
      `${JSON.stringify({ type: 'Artist', id: '/api/artists/aaaaaaaa-0000-4000-8000-000000000002', attributes: { name: 'A' } })}\n`,
    );
    lock();
    await expect(runImport(server.store, ndjsonSource([file]), { maxRejects: 0 })).rejects.toThrow(
      'Another program is writing to the database. Records imported so far are in the catalog.',
    );
  });
});

describe('a database removed while the server runs', () => {
  const away = () => join(folder, 'away');

  test.each([
    ['moved', () => renameSync(data, away()), () => renameSync(away(), data)],
    [
      'replaced',
      () => {
        renameSync(data, away());
        openStore(data, { mayCreate: true }).close();
      },
      () => {
        rmSync(data, { recursive: true });
        renameSync(away(), data);
      },
    ],
    ['without its log', () => renameSync(`${databasePath(data)}-wal`, away()), () => renameSync(away(), `${databasePath(data)}-wal`)],
  ])('makes the server unhealthy and refuse writes until it is restored: %s', async (_, takeAway, bringBack) => {
    await note('before');
    takeAway();
    try {
      const health = await server.request('/health');
      expect(health.status).toBe(503);
      const refused = await note('lost');
      expect(refused.status).toBe(503);
      const text = await refused.text();
      expect(text).toContain('Nothing is written');
      expect(text).not.toContain(folder);
      expect(await notes()).toBe('before');
    } finally {
      bringBack();
    }
    expect((await server.request('/health')).status).toBe(200);
    expect((await note('after')).status).toBe(200);
  });
});

test('a write on a full disk leaves nothing in the log', async () => {
  const { writer } = server.store;
  const { page_count: pages } = writer.query('PRAGMA page_count').get() as { page_count: number };
  writer.run(`PRAGMA max_page_count = ${pages + 2_000}`);
  const insert = writer.prepare("INSERT INTO source_note VALUES ('test', ?, printf('%.100000c', 'x'))");
  try {
    const filling = server.store.write(() => {
      for (let row = 0; row < 1_000; row++) insert.run(`note ${row}`);
    });
    await expect(filling).rejects.toThrow('full');
    expect(statSync(`${databasePath(data)}-wal`).size).toBe(0);
    expect((await note('after')).status).toBe(200);
  } finally {
    insert.finalize();
    writer.run('PRAGMA max_page_count = 1073741823');
  }
});
