import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { changeAccountStatus, getUser } from '../../src/accounts/users/users';
import { openStore, type Store } from '../../src/store/database/open';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, limitedProgram, type Running, run, serve, tokenOf } from '../support/executable';
import { generatedRecords, importedContents } from '../support/imports';
import { processOf } from '../support/process';
import { liveOf, type TestServer } from '../support/server';
import { Visitor } from '../support/visitor';

// Imports that an administrator starts on the website.

setDefaultTimeout(120_000);

const password = 'correct horse battery';
const count = 6_000;

const folder = emptyFolder();
/** Contents of a catalog into which the command line imported the same records. */
let whole: unknown[][][];
beforeAll(async () => {
  writeFileSync(join(folder.path, 'records.jsonl'), generatedRecords(count));
  await using server = await Imports.start('whole');
  const { exitCode } = await run(['import', 'records.jsonl', '--data', 'whole', '--quiet'], { cwd: folder.path });
  expect(exitCode).toBe(0);
  await server.end('SIGTERM');
  whole = importedContents(join(folder.path, 'whole'));
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

interface Run {
  readonly _id: string;
  readonly state: string;
  readonly pid: number;
  readonly added: number;
  readonly documents: number;
  readonly message: string | null;
  readonly report: { readonly resumed?: boolean };
}

/** A server with its own data directory, and its administrator. */
class Imports {
  private constructor(
    readonly name: string,
    private readonly options: { readonly flags: readonly string[]; readonly program: string },
    private running: Running,
    private token: string,
  ) {}

  static async start(name: string, flags: readonly string[] = [], program = executable): Promise<Imports> {
    const options = { flags, program };
    const imports = new Imports(name, options, await launch(name, options), '');
    const store = openStore(imports.data);
    await createUser(store, 'anna', password, 'admin');
    imports.token = await issueApiToken(store, 'anna', 'tests');
    store.close();
    return imports;
  }

  get data(): string {
    return join(folder.path, this.name);
  }

  get authorization(): string {
    return `Bearer ${this.token}`;
  }

  get url(): string {
    return this.running.url;
  }

  get pid(): number {
    return this.running.pid;
  }

  /** Sends further requests with another token. */
  use(token: string): void {
    this.token = token;
  }

  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    return this.running.signal(signal);
  }

  async startAgain(): Promise<void> {
    this.running = await launch(this.name, this.options);
  }

  request(method: string, path: string, body?: BodyInit, type = 'application/vnd.api+json'): Promise<Response> {
    const headers = { authorization: this.authorization, accept: 'application/vnd.api+json', 'content-type': type };
    return fetch(this.url + path, { method, headers, ...(body !== undefined && { body }) });
  }

  upload(name: string, body: BodyInit): Promise<Response> {
    return this.request('PUT', `/api/import-files/${encodeURIComponent(name)}`, body, 'application/octet-stream');
  }

  start(attributes: object): Promise<Response> {
    return this.request('POST', '/api/imports', JSON.stringify({ data: { type: 'ImportRun', attributes } }));
  }

  /** The latest import. */
  async run(): Promise<Run> {
    const { data } = (await (await this.request('GET', '/api/imports?itemsPerPage=1')).json()) as { data: { id: string }[] };
    const single = await this.request('GET', data[0]?.id ?? '');
    return ((await single.json()) as { data: { attributes: Run } }).data.attributes;
  }

  /** Waits until the latest import satisfies a condition. */
  async until(isReached: (run: Run) => boolean): Promise<Run> {
    for (;;) {
      const run = await this.run();
      if (isReached(run)) return run;
      await Bun.sleep(40);
    }
  }

  /** A browser without scripts, signed in as the administrator. */
  async visitor(): Promise<Visitor> {
    // Visitor sends requests to http://localhost.
    const fetchIt = (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers, body } = request;
      return fetch(this.url + pathname + search, { method, headers, body, redirect: 'manual' });
    };
    const visitor = new Visitor({ app: { fetch: fetchIt } } as unknown as Pick<TestServer, 'app'>, { origin: this.url });
    await visitor.open('/sign-in');
    await visitor.send('Sign in', { username: 'anna', password });
    return visitor;
  }

  get filesOfImports(): string[] {
    return existsSync(join(this.data, 'imports')) ? readdirSync(join(this.data, 'imports')) : [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.running[Symbol.asyncDispose]();
  }
}

const launch = (name: string, { flags, program }: { readonly flags: readonly string[]; readonly program: string }): Promise<Running> =>
  serve(['--data', name, '--rate-limit', '0', ...flags], { cwd: folder.path, program });

const isDone = ({ state }: Run): boolean => state !== 'running';

const codesOf = async (response: Response): Promise<[number, string[]]> => {
  const { errors } = (await response.json()) as { errors: { code: string }[] };
  return [response.status, errors.map(({ code }) => code)];
};

function numberIn(data: string, sql: string): number {
  using database = new Database(join(data, 'leitmotif.db'), { readonly: true });
  return (database.query(sql).get() as { number: number }).number;
}

const recordsIn = (data: string): number => numberIn(data, 'SELECT count(*) AS number FROM imported_record');

const isWanted = (data: string): boolean => numberIn(data, 'SELECT max(is_wanted) AS number FROM import_run') === 1;

/** Waits for the first records of an import, and keeps it from writing more. */
async function lockedDatabase({ data }: Imports, before: number): Promise<Database> {
  while (recordsIn(data) === before) await Bun.sleep(5);
  const lock = new Database(join(data, 'leitmotif.db'));
  // Without pauses, in which the import would begin its next transaction again and again until it ends.
  lock.run('PRAGMA busy_timeout = 0');
  for (;;) {
    try {
      lock.run('BEGIN IMMEDIATE');
      return lock;
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    }
  }
}

/** Stops the process of an import after its first records, while it has no lock: the server can write. */
async function pausedImport(server: Imports, before: number): Promise<{ readonly resume: () => void }> {
  const lock = await lockedDatabase(server, before);
  const { pid } = await server.run();
  process.kill(pid, 'SIGSTOP');
  lock.close();
  return { resume: () => void process.kill(pid, 'SIGCONT') };
}

const records = (): Blob => new Blob([readFileSync(join(folder.path, 'records.jsonl'))]);

test('an administrator uploads a file, watches its import, cancels it and resumes it', async () => {
  await using server = await Imports.start('website');
  const anna = await server.visitor();
  await anna.open('/administration/imports');
  expect(anna.page.text).toContain('No files yet. Upload one');
  await anna.send('Upload', { upload: new File([records()], 'records.jsonl') });
  expect(anna.page.html).toContain('File uploaded.');
  expect(statSync(join(server.data, 'imports', 'records.jsonl')).size).toBe(records().size);

  const empty = recordsIn(server.data);
  await anna.send('Start import', { file: 'records.jsonl' });
  const page = anna.path;
  expect(page).toMatch(/^\/administration\/imports\/[0-9a-f-]{36}$/);
  expect(anna.page.headers.get('refresh')).toBe('5');
  const running = await pausedImport(server, empty);
  await anna.open(page);
  expect(anna.page.text).toContain('Pages show new records batch by batch');
  expect(await codesOf(await server.start({ files: ['records.jsonl'] }))).toEqual([409, ['import_running']]);
  await anna.open('/administration/imports');
  await anna.send('Start import', { file: 'records.jsonl' });
  expect(anna.page.text).toContain('Another import is running.');
  await anna.open('/administration/imports/files/records.jsonl/delete');
  await anna.send('Delete');
  expect(anna.page.text).toContain('records.jsonl is being imported.');

  await anna.open(page);
  const cancelling = anna.send('Cancel import');
  while (isWanted(server.data)) await Bun.sleep(5);
  running.resume();
  await cancelling;
  const cancelled = await server.until(isDone);
  expect([cancelled.state, cancelled.documents < count]).toEqual(['interrupted', true]);
  await anna.open(page);
  expect(anna.page.headers.get('refresh')).toBeNull();
  // A cancelled import stays cancelled.
  await server.end('SIGTERM');
  await server.startAgain();
  await Bun.sleep(500);
  expect((await server.run()).state).toBe('interrupted');

  const later = await server.visitor();
  await later.open(page);
  await later.send('Resume import');
  const done = await server.until(isDone);
  expect(done).toMatchObject({ _id: cancelled._id, state: 'done', documents: count, added: count, report: { resumed: true } });
  await later.open('/administration/imports/files/records.jsonl/delete');
  await later.send('Delete');
  expect(later.page.html).toContain('File deleted.');
  expect(server.filesOfImports).toEqual([]);
  await server.end('SIGTERM');
  expect(importedContents(server.data)).toEqual(whole);
}, 120_000);

test.each([
  ['SIGTERM', 'its server'],
  ['SIGTERM', 'all its processes'],
  ['SIGKILL', 'its server'],
] as const)('an import resumes after %s of %s, to the same catalog', async (signal, whose) => {
  await using server = await Imports.start(`${signal} of ${whose}`);
  mkdirSync(join(server.data, 'imports'));
  writeFileSync(join(server.data, 'imports', 'records.jsonl'), readFileSync(join(folder.path, 'records.jsonl')));
  writeFileSync(join(server.data, 'imports', '.00000000-0000-4000-8000-000000000000.upload'), 'left');
  let before = recordsIn(server.data);
  expect((await server.start({ files: ['records.jsonl'] })).status).toBe(202);
  for (let stops = 0; stops < (signal === 'SIGKILL' ? 2 : 1); stops++) {
    const lock = await lockedDatabase(server, before);
    const { pid } = await server.run();
    // Service managers and terminals signal the whole process group.
    if (whose === 'all its processes') process.kill(pid, signal);
    const ended = server.end(signal);
    before = recordsIn(server.data);
    lock.close();
    expect(await ended).toBe(signal === 'SIGTERM' ? 0 : 137);
    await server.startAgain();
  }
  // Until its new process has begun, the run is still interrupted.
  const run = await server.until(({ state }) => state === 'done' || state === 'failed');
  expect(server.filesOfImports).toEqual(['records.jsonl']);
  expect(run).toMatchObject({ state: 'done', documents: count, message: null, report: { resumed: true } });
  await server.end('SIGTERM');
  expect(importedContents(server.data)).toEqual(whole);
});

test('an import ends with the role of the administrator who started it, and another one can resume it', async () => {
  await using server = await Imports.start('demoted');
  mkdirSync(join(server.data, 'imports'));
  writeFileSync(join(server.data, 'imports', 'records.jsonl'), readFileSync(join(folder.path, 'records.jsonl')));
  using store = closing(openStore(server.data));
  await createUser(store, 'berta', password, 'admin');
  const before = recordsIn(server.data);
  expect((await server.start({ files: ['records.jsonl'] })).status).toBe(202);
  server.use(await issueApiToken(store, 'berta', 'tests'));
  const running = await pausedImport(server, before);
  await changeAccountStatus(store, getUser(store, 'anna'), { role: 'editor' }, liveOf(store));
  running.resume();
  const ended = await server.until(isDone);
  expect(ended).toMatchObject({ state: 'failed', message: expect.stringContaining('may no longer import') });
  expect(recordsIn(server.data)).toBeWithin(before + 1, before + count);

  expect((await server.request('POST', `/api/imports/${ended._id}/resumption`)).status).toBe(202);
  expect(await server.until(isDone)).toMatchObject({ state: 'done', documents: count, report: { resumed: true } });
}, 60_000);

const closing = (store: Store) => Object.assign(store, { [Symbol.dispose]: () => store.close() });

test.concurrent('an administrator copies the catalog of another server, whose token is deleted afterwards', async () => {
  await using other = await serveDemo({ cwd: folder.path, data: 'other', flags: ['--rate-limit', '0'] });
  await using server = await Imports.start('mirror');
  const anna = await server.visitor();
  await anna.open('/administration/imports');
  await anna.send('Copy catalog', { server: 'ftp://x', token: 'lm_pat_x' });
  expect(anna.page.text).toContain('This must be an address such as https://music.example.org');
  expect(anna.page.html).not.toContain('lm_pat_x');
  await anna.send('Copy catalog', { server: other.url, token: 'lm_pat_wrong' });
  expect(await server.until(isDone)).toMatchObject({ state: 'failed', message: expect.stringContaining('rejected the token (401)') });
  while (server.filesOfImports.length > 0) await Bun.sleep(20);
  const failed = await server.until(isDone);
  expect(await codesOf(await server.request('POST', `/api/imports/${failed._id}/resumption`))).toEqual([409, ['import_without_token']]);
  await anna.open(`/administration/imports/${failed._id}`);
  expect(anna.page.text).toContain('rejected the token');
  expect(anna.page.text).not.toContain('Resume import');
  await anna.open('/administration/imports');
  await anna.send('Copy catalog', { server: `${other.url}/`, token: tokenOf(other) });
  expect(statSync(join(server.data, 'imports', server.filesOfImports.at(-1) ?? '')).mode & 0o777).toBe(0o600);
  expect((await server.until(isDone)).state).toBe('done');
  const exports = ['mirror', 'other'].map(async (data) => (await run(['export', '--data', data], { cwd: folder.path })).stdout.split('\n'));
  const [mine = [], its = []] = await Promise.all(exports);
  expect(mine.length).toBe(its.length);
  while (server.filesOfImports.length > 0) await Bun.sleep(20);
}, 60_000);

test.concurrent('an upload is streamed to disk, from a form or a program', async () => {
  await using server = await Imports.start('memory');
  const part = generatedRecords(2_000);
  const body = new Blob(Array.from({ length: 300 }, () => part));
  expect(body.size).toBeGreaterThan(125_000_000);
  const anna = await server.visitor();
  await anna.open('/administration/imports');
  const before = processOf(server.pid).mostMemory;
  await anna.send('Upload', { upload: new File([body], 'form.jsonl') });
  expect(anna.page.html).toContain('File uploaded.');
  expect((await server.upload('program.jsonl', body)).status).toBe(201);
  expect(processOf(server.pid).mostMemory - before).toBeLessThan(80);
  for (const name of ['form.jsonl', 'program.jsonl']) expect(statSync(join(server.data, 'imports', name)).size).toBe(body.size);
}, 120_000);

test.concurrent('an upload that fails for a full disk or an aborted connection leaves no file', async () => {
  const program = limitedProgram(folder.path, 2_300);
  await using server = await Imports.start('small', [], program);
  expect(await codesOf(await server.upload('records.jsonl', new Blob([records(), records()])))).toEqual([503, ['disk_full']]);
  expect(server.filesOfImports).toEqual([]);

  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const headers = [
    'host: x',
    `authorization: ${server.authorization}`,
    'content-type: application/octet-stream',
    'content-length: 1000000',
  ];
  socket.write(`PUT /api/import-files/aborted.jsonl HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{"type"`);
  while (server.filesOfImports.length === 0) await Bun.sleep(10);
  socket.destroy();
  while (server.filesOfImports.length > 0) await Bun.sleep(10);
}, 60_000);
