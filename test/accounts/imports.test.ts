import { describe, expect, test } from 'bun:test';
import { hostname } from 'node:os';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { journaled, RunJournal } from '../../src/import/run/journal';
import { runImport } from '../../src/import/run/run';
import { ndjsonSource } from '../../src/import/sources/ndjson';
import { emptyFolder } from '../support/executable';
import { generatedRecords } from '../support/imports';
import { type Document, startServer } from '../support/server';

/** A server with an administrator who reads imports. */
async function administered() {
  const server = await startServer();
  await createUser(server.store, 'anna', 'correct horse battery', 'admin');
  const token = await issueApiToken(server.store, 'anna', 'tests');
  const read = async (path: string) => {
    const response = await server.request(path, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    return (await response.json()) as Document;
  };
  return { store: server.store, server, read };
}

/** Imports a file of these lines with a journal; `running` is the list of imports meanwhile. */
async function imported({ store, read }: Awaited<ReturnType<typeof administered>>, lines: string, maxRejects = 100) {
  using folder = emptyFolder();
  const file = `${folder.path}/records.jsonl`;
  await Bun.write(file, lines);
  const journal = new RunJournal(store, { source: 'ndjson', inputs: [file] });
  const running = (await read('/api/imports')).data;
  const run = async () => {
    const report = await runImport(store, ndjsonSource([file]), { journal, maxRejects });
    journal.round(report);
    return report;
  };
  const report = await journaled(journal, run, ({ outcome }) => outcome);
  return { file, report, running, size: Bun.file(file).size };
}

describe('an import', () => {
  test('is listed while it runs, and has its report once it has ended', async () => {
    const catalog = await administered();
    const bad = '{"type":"Artist","id":"/api/artists/nobody","attributes":{}}\n';
    const { file, running, size } = await imported(catalog, generatedRecords(50) + bad);
    expect(running).toHaveLength(1);
    expect(running[0].attributes).toMatchObject({ source: 'ndjson', inputs: [file], state: 'running', records: 0, pid: process.pid });

    const [{ id, attributes }] = (await catalog.read('/api/imports')).data;
    expect(attributes).toMatchObject({
      state: 'done',
      finished_at: expect.any(String),
      records: 50,
      added: 50,
      rejected: 1,
      bytes: size,
      total_bytes: size,
      message: null,
    });
    expect(attributes).not.toHaveProperty('report');
    const { report } = (await catalog.read(id)).data.attributes;
    expect(report).toMatchObject({
      outcome: 'done',
      types: { Artist: { added: 20 }, ArtistAlias: { added: 20 }, Label: { added: 10 } },
      rejects: [{ file, line: 51, reason: expect.any(String) }],
    });
  });

  test('of an earlier version has its report under the current names', async () => {
    const catalog = await administered();
    await imported(catalog, generatedRecords(5));
    const former = { types: {}, rejects: [], ending: 'done', went_on: true, can_go_on: false, not_taken: { images: 2 } };
    catalog.store.writer.query('UPDATE import_run SET report = ?').run(JSON.stringify(former));
    const [{ id }] = (await catalog.read('/api/imports')).data;
    const current = { types: {}, rejects: [], outcome: 'done', resumed: true, resumable: false, ignored: { images: 2 } };
    expect((await catalog.read(id)).data.attributes.report).toEqual(current);
  });

  test('that fails has a message with the reason', async () => {
    const catalog = await administered();
    await imported(catalog, '{"type":"Nothing"}\n{"type":"Nothing"}\n', 1);
    const journal = new RunJournal(catalog.store, { source: 'mirror', inputs: ['https://other.example'] });
    await expect(
      journaled(
        journal,
        () => Promise.reject(new Error('a fault')),
        () => 'done',
      ),
    ).rejects.toThrow('a fault');
    const { data } = await catalog.read('/api/imports');
    expect(data.map(({ attributes }: { attributes: Record<string, unknown> }) => [attributes.state, attributes.message])).toEqual([
      ['failed', 'The import failed with an internal error.'],
      ['failed', 'More documents were rejected than --max-rejects allows.'],
    ]);
  });

  test('of several rounds adds up their counts', async () => {
    const { store, read } = await administered();
    const journal = new RunJournal(store, { source: 'mirror', inputs: ['https://other.example'] });
    const { file, report } = await imported(await administered(), generatedRecords(10));
    expect(file).toBeString();
    journal.round(report);
    journal.round(report);
    await journal.end('done');
    expect((await read('/api/imports')).data[0].attributes).toMatchObject({ records: 20, added: 20, state: 'done' });
    const { report: total } = (await read((await read('/api/imports')).data[0].id)).data.attributes;
    expect(total.types.Artist).toEqual({ added: 8 });
  });

  test('is interrupted if its process has ended or has reported nothing for three minutes', async () => {
    const { store, read } = await administered();
    const endedPid = Bun.spawnSync(['true']).pid;
    const add = (name: string, pid: number, host: string, secondsAgo: number) => {
      const at = new Date(Date.now() - secondsAgo * 1000).toISOString().replace('Z', '+00:00');
      store.writer.run(
        "INSERT INTO import_run (id, source, inputs, state, started_at, updated_at, pid, host) VALUES (?, 'mirror', json_array(?), 'running', ?, ?, ?, ?)",
        [crypto.randomUUID(), name, at, at, pid, host],
      );
    };
    add('lives', process.pid, hostname(), 100);
    add('gone', endedPid, hostname(), 1);
    add('elsewhere', endedPid, 'another-machine', 100);
    add('silent', process.pid, hostname(), 200);
    add('silent elsewhere', process.pid, 'another-machine', 200);
    const { data } = await read('/api/imports');
    expect(
      data.map(({ attributes }: { attributes: { inputs: string[]; state: string } }) => [attributes.inputs[0], attributes.state]),
    ).toEqual([
      ['silent elsewhere', 'interrupted'],
      ['silent', 'interrupted'],
      ['elsewhere', 'running'],
      ['gone', 'interrupted'],
      ['lives', 'running'],
    ]);
  });
});

test('GET /api/imports lists the last 200 imports in pages', async () => {
  const { store, read } = await administered();
  for (let count = 0; count < 205; count++) await new RunJournal(store, { source: 'mirror', inputs: [String(count)] }).end('done');
  const { data, meta } = await read('/api/imports?page=2&itemsPerPage=100');
  expect([meta?.totalItems, data.length, data.at(-1).attributes.inputs]).toEqual([200, 100, ['5']]);
});
