import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import type { Settings } from '../../src/config';
import { RunJournal } from '../../src/import/run/journal';
import type { Store } from '../../src/store/database/open';
import { emptyFolder } from '../support/executable';
import { generatedRecords } from '../support/imports';
import { serverOf, startServer, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';
import { signedIn } from '../support/visitor';

const samples = join(import.meta.dir, '../../seed/samples/discogs-soundtrack-masters.xml.gz');
const discogsXml = '<?xml version="1.0"?>\n<labels><label><id>1</id><name>Varèse</name></label></labels>';

const used: Disposable[] = [];
afterAll(() => {
  for (const one of used.splice(0)) one[Symbol.dispose]();
});

interface Administered {
  readonly server: TestServer;
  readonly store: Store;
  readonly folder: string;
  /** @returns the status and the codes of the errors, if any */
  readonly ask: (method: string, path: string, body?: object | string) => Promise<[status: number, ...codes: string[]]>;
  readonly start: (attributes: object) => Promise<[status: number, ...codes: string[]]>;
  readonly runs: () => number;
}

/** A server with a data directory and requests by its administrator. */
async function administered(settings: Partial<Settings> = {}, file = true): Promise<Administered> {
  const disk = emptyFolder();
  const store = createStore(disk.path);
  used.push({ [Symbol.dispose]: () => store.close() }, disk);
  const server = await serverOf(store, { data: disk.path, ...settings });
  await createUser(store, 'anna', 'correct horse battery', 'admin');
  const authorization = `Bearer ${await issueApiToken(store, 'anna', 'tests')}`;
  const folder = settings.importFolder || join(disk.path, 'imports');
  mkdirSync(folder, { recursive: true });
  if (file) writeFileSync(join(folder, 'records.jsonl'), generatedRecords(5));
  const ask: Administered['ask'] = async (method, path, body) => {
    const type = typeof body === 'string' ? 'application/octet-stream' : 'application/vnd.api+json';
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const response = await server.request(path, {
      method,
      headers: { authorization, 'content-type': type },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    const { errors = [], meta } = text === '' ? {} : JSON.parse(text);
    const found: { code: string }[] = meta?.errors ?? errors;
    return [response.status, ...found.map(({ code }) => code)];
  };
  const start = (attributes: object) => ask('POST', '/api/imports', { data: { type: 'ImportRun', attributes } });
  const runs = () => (store.reader.query('SELECT count(*) AS count FROM import_run').get() as { count: number }).count;
  return { server, store, folder, ask, start, runs };
}

describe('an import request is refused without side effects', () => {
  let refusing: Administered;
  beforeAll(async () => {
    refusing = await administered();
    const { folder } = refusing;
    mkdirSync(join(folder, 'below'));
    symlinkSync('/etc/passwd', join(folder, 'link.jsonl'));
    symlinkSync(join(folder, 'records.jsonl'), join(folder, 'inner.jsonl'));
    for (const [name, content] of [
      ['.hidden.jsonl', generatedRecords(1)],
      ['notes.txt', 'Buy more shelves.\n'],
      ['items.bz2', 'BZh91AY&SY…'],
      ['empty.jsonl', ''],
      ['labels.xml.gz', gzipSync(discogsXml)],
    ] as const)
      writeFileSync(join(folder, name), content);
  });

  test.each([
    ['neither files nor a server', {}, 422, 'import_either'],
    ['both files and a server', { files: ['records.jsonl'], server: 'https://other.example', token: 'x' }, 422, 'import_either'],
    ['an empty list of files', { files: [] }, 422, 'invalid_import_files'],
    ['a repeated file', { files: ['records.jsonl', 'records.jsonl'] }, 422, 'invalid_import_files'],
    ['a file name that is not a string', { files: [1] }, 422, 'invalid_import_files'],
    ['a missing file', { files: ['other.jsonl'] }, 404, 'no_import_file'],
    ['a path outside the folder', { files: ['../leitmotif.db'] }, 404, 'no_import_file'],
    ['an absolute path', { files: ['/etc/passwd'] }, 404, 'no_import_file'],
    ['the import folder', { files: ['.'] }, 404, 'no_import_file'],
    ['a subfolder', { files: ['below'] }, 404, 'no_import_file'],
    ['a symbolic link to a file outside the folder', { files: ['link.jsonl'] }, 404, 'no_import_file'],
    ['a symbolic link to a file in the folder', { files: ['inner.jsonl'] }, 404, 'no_import_file'],
    ['a hidden file', { files: ['.hidden.jsonl'] }, 404, 'no_import_file'],
    ['a name with a null byte', { files: ['records.jsonl\0'] }, 404, 'no_import_file'],
    ['a file of an unknown format', { files: ['notes.txt'] }, 422, 'import_file_unknown'],
    ['a bzip2 file', { files: ['items.bz2'] }, 422, 'import_file_unknown'],
    ['an empty file', { files: ['empty.jsonl'] }, 422, 'import_file_unknown'],
    ['files of two sources', { files: ['records.jsonl', 'labels.xml.gz'] }, 422, 'import_files_mixed'],
    ['a file URL as server', { server: 'file:///etc/passwd', token: 'x' }, 422, 'invalid_import_server'],
    ['a server without a scheme', { server: 'other.example', token: 'x' }, 422, 'invalid_import_server'],
    ['a server URL with a password', { server: 'https://anna:secret@other.example', token: 'x' }, 422, 'invalid_import_server'],
    ['a server URL with a query', { server: 'https://other.example/?token=secret', token: 'x' }, 422, 'invalid_import_server'],
    ['a server without a token', { server: 'https://other.example' }, 422, 'invalid_import_token'],
    ['a token with a line break', { server: 'https://other.example', token: 'a\nb' }, 422, 'invalid_import_token'],
  ])('for %s', async (_, attributes, status, code) => {
    const { start, folder, runs } = refusing;
    const before = readdirSync(folder);
    expect(await start(attributes)).toEqual([status, code]);
    expect([runs(), readdirSync(folder)]).toEqual([0, before]);
  });

  test('for a catalog in memory', async () => {
    const server = await startServer();
    await createUser(server.store, 'anna', 'correct horse battery', 'admin');
    const anna = await signedIn(server, 'anna');
    await anna.open('/administration/imports');
    expect(anna.page.text).toContain('A catalog in memory takes no imports.');
    const headers = { authorization: `Bearer ${await issueApiToken(server.store, 'anna', 'tests')}` };
    for (const [method, path, type, body] of [
      ['POST', '/api/imports', 'application/vnd.api+json', '{"data":{"type":"ImportRun","attributes":{"files":["a"]}}}'],
      ['PUT', '/api/import-files/a', 'application/octet-stream', 'x'],
      ['DELETE', '/api/import-files/a', '', undefined],
    ] as const) {
      const response = await server.request(path, { method, headers: { ...headers, 'content-type': type }, ...(body && { body }) });
      expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('import_impossible')]);
    }
  });

  test('while a command-line import runs, but not while a command-line mirror runs', async () => {
    const { store, start, ask } = await administered();
    const journal = new RunJournal(store, { source: 'discogs', inputs: ['/srv/dumps/labels.xml.gz'] });
    expect(await start({ files: ['records.jsonl'] })).toEqual([409, 'import_running']);
    const { id } = store.reader.query('SELECT id FROM import_run').get() as { id: string };
    expect(await ask('POST', `/api/imports/${id}/cancellation`)).toEqual([409, 'import_of_command_line']);
    expect(await ask('POST', `/api/imports/${id}/resumption`)).toEqual([409, 'import_of_command_line']);
    await journal.end('done');
    const mirror = new RunJournal(store, { source: 'mirror', inputs: ['https://other.example'] });
    expect(await start({ files: ['records.jsonl'] })).toEqual([202]);
    await mirror.end('done');
  });
});

test('an import of sample files runs to its end and can then be neither canceled nor resumed', async () => {
  const { server, store, folder, ask } = await administered({}, false);
  copyFileSync(samples, join(folder, 'masters.xml.gz'));
  const anna = await signedIn(server, 'anna');
  await anna.open('/administration/imports');
  await anna.send('Start import', { file: 'masters.xml.gz' });
  const page = anna.path;
  const ended = store.reader.query("SELECT 1 FROM import_run WHERE state <> 'running'");
  while (ended.get() === null) await Bun.sleep(10);
  await anna.open(page);
  expect(anna.page.text).toContain('Discogs done');
  expect(anna.page.html).not.toContain('Resume import');
  const one = `/api/imports/${page.split('/').at(-1)}`;
  expect(await ask('POST', `${one}/cancellation`)).toEqual([409, 'import_not_running']);
  expect(await ask('POST', `${one}/resumption`)).toEqual([409, 'import_not_resumable']);
  expect(await ask('POST', '/api/imports/00000000-0000-4000-8000-000000000000/resumption')).toEqual([404, 'no_import']);
});

test('an import cannot be resumed after its file was deleted', async () => {
  const { store, folder, ask } = await administered();
  store.writer.run(
    `INSERT INTO import_run (id, source, inputs, state, started_at, updated_at, pid, host, request)
      VALUES ('01900000-0000-7000-8000-000000000000', 'ndjson', '[]', 'interrupted', '', '', 1, '', '{"files":["gone.jsonl"]}')`,
  );
  expect(await ask('POST', '/api/imports/01900000-0000-7000-8000-000000000000/resumption')).toEqual([404, 'no_import_file']);
  expect(readdirSync(folder)).toEqual(['records.jsonl']);
});

describe('an upload', () => {
  let refusing: Administered;
  beforeAll(async () => {
    refusing = await administered();
  });

  test.each([
    ['a name that exists', 'records.jsonl', 409, 'import_file_exists'],
    ['a name with a slash', 'a%2Fb.jsonl', 400, 'import_file_name'],
    ['a name with a parent folder', '..%2Fb.jsonl', 400, 'import_file_name'],
    ['a hidden name', '.b.jsonl', 400, 'import_file_name'],
    ['a name that is too long', 'ü'.repeat(120), 400, 'import_file_name'],
  ])('is refused for %s', async (_, name, status, code) => {
    const { ask, folder } = refusing;
    expect(await ask('PUT', `/api/import-files/${name}`, generatedRecords(2))).toEqual([status, code]);
    expect(readdirSync(folder)).toEqual(['records.jsonl']);
  });

  test('of an unknown format or too large a file is refused without leaving a file', async () => {
    const { ask, folder } = await administered({ importUploadMegabytes: 1 });
    expect(await ask('PUT', '/api/import-files/a.txt', 'Buy more shelves.')).toEqual([400, 'import_file_unknown']);
    expect(await ask('PUT', '/api/import-files/a.jsonl', generatedRecords(6_000))).toEqual([413, 'import_upload_too_large']);
    expect(readdirSync(folder)).toEqual(['records.jsonl']);
    expect(await ask('PUT', '/api/import-files/a.jsonl', generatedRecords(60))).toEqual([201]);
    expect(await ask('DELETE', '/api/import-files/a.jsonl')).toEqual([204]);
    expect(await ask('DELETE', '/api/import-files/a.jsonl')).toEqual([404, 'no_import_file']);
    expect(await ask('DELETE', '/api/import-files/..%2Fleitmotif.db')).toEqual([404, 'no_import_file']);
  });

  test('is stored in the configured folder', async () => {
    const other = emptyFolder();
    used.push(other);
    const { ask } = await administered({ importFolder: join(other.path, 'dumps') });
    expect(await ask('PUT', '/api/import-files/a.jsonl', generatedRecords(2))).toEqual([201]);
    expect(readdirSync(join(other.path, 'dumps')).toSorted()).toEqual(['a.jsonl', 'records.jsonl']);
  });

  test('in a form is stored byte for byte in chunks of any size', async () => {
    const { server, folder } = await administered();
    const anna = await signedIn(server, 'anna');
    await anna.open('/appearance');
    await anna.send('Save', { language: 'de' });
    await anna.open('/administration/imports');
    expect(anna.page.text).toContain('Datensätze hinzufügen');
    const content = `${generatedRecords(3)}\r\n\r\n--\r\n--x\r\n------`;
    await anna.send('Hochladen', { upload: new File([content], 'Größe 1.jsonl') });
    expect(anna.page.html).toContain('Datei hochgeladen.');
    expect(await Bun.file(join(folder, 'Größe 1.jsonl')).text()).toBe(content);
    await anna.send('Hochladen', { upload: new File([content], 'Größe 1.jsonl') });
    expect([anna.page.status, anna.page.text]).toEqual([409, expect.stringContaining('gibt es schon eine Datei Größe 1.jsonl')]);
    await anna.send('Hochladen', { upload: new File([], '') });
    expect([anna.page.status, anna.page.text]).toEqual([422, expect.stringContaining('Wählen Sie eine Datei')]);
    await anna.open('/administration/imports');
    const token = /name="_token" value="([^"]+)"/.exec(anna.page.html)?.[1] ?? '';
    const user = /name="_user" value="([^"]+)"/.exec(anna.page.html)?.[1] ?? '';
    const parts = [`name="_token"\r\n\r\n${token}`, `name="_user"\r\n\r\n${user}`, `name="upload"; filename="b.jsonl"\r\n\r\n${content}`];
    const body = `${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}`).join('\r\n')}\r\n--x--\r\n`;
    const cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: 'http://localhost', 'content-type': 'multipart/form-data; boundary=x' };
    const send = (text: string) =>
      server.app.fetch(new Request('http://localhost/administration/imports', { method: 'POST', headers, body: slowly(text) }));
    // The content contains the boundary, which ends the file.
    expect((await send(body)).status).toBe(303);
    expect(await Bun.file(join(folder, 'b.jsonl')).text()).toBe(`${generatedRecords(3)}\r\n\r\n--`);
    expect((await send(body.replace('b.jsonl', 'c.jsonl').slice(0, 600))).status).toBe(400);
    expect((await send(body.replace(token, 'wrong').replace('b.jsonl', 'c.jsonl'))).status).toBe(403);
    expect(readdirSync(folder).toSorted()).toEqual(['Größe 1.jsonl', 'b.jsonl', 'records.jsonl']);
  });
});

/** A body that arrives one byte at a time. */
const slowly = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const byte of Buffer.from(text)) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
