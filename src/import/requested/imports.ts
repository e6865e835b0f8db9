import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, hostname } from 'node:os';
import { join } from 'node:path';
import type { ImportReport } from '../../accounts/imports/routes';
import { runStateOf, type WrittenRun } from '../../accounts/imports/run-state';
import { Invalid, violation } from '../../api/schema/checks';
import { inMemory } from '../../config';
import type { Context } from '../../context';
import { conflict, DomainError, notFound } from '../../errors';
import { message } from '../../messages/message';
import { withoutWriteChecks } from '../../store/database/transactions';
import { now } from '../../store/values/dates';
import { ownCommand } from '../../worker';
import { mayImport, runVariable } from './child';
import { ImportFolder, sharedSourceOf } from './folder';

interface ImportInput {
  readonly files?: readonly string[];
  readonly server?: string;
  readonly token?: string;
}

/** An import as stored; its token is in a file, so that no backup has it. */
type Request = { readonly files: readonly string[] } | { readonly server: string };

interface Run extends WrittenRun {
  readonly source: string;
  readonly request: string | null;
}

interface Current {
  readonly id: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  child?: Bun.Subprocess<'pipe', 'ignore', 'pipe'>;
}

const emptyReport: ImportReport = { documents_kept: 0, skipped_by_licence: 0, types: {}, rejects: [] };

/** An import that takes longer to end reports that later. */
const endMilliseconds = 2_000;

/** Ended by Ctrl-C or SIGTERM, as service managers send it to all processes of a server. */
const interruptedCodes = [130, 143];

/**
 * Imports started by administrators, one at a time. Each runs the command of the command line in a child process, so that the
 * server stays responsive. An import that the end of the server interrupts is resumed at the next start.
 */
export class RequestedImports {
  readonly folder: ImportFolder;
  #current: Current | undefined;

  constructor(private readonly context: Pick<Context, 'store' | 'settings' | 'log'>) {
    this.folder = new ImportFolder(context.settings);
  }

  /** False for a catalog in memory. */
  get isPossible(): boolean {
    return this.context.store.path !== inMemory;
  }

  /** @throws {DomainError} conflict, for a catalog in memory */
  requirePossible(): void {
    if (!this.isPossible) throw conflict('import_impossible');
  }

  /**
   * @param requester key of the administrator who answers for it: it ends when they may not import any more
   * @returns the id of the run
   * @throws {DomainError} for an invalid request, or if another import is running
   */
  async start(input: ImportInput, requester: number): Promise<string> {
    this.requirePossible();
    const { files, server, token = '' } = input;
    if ((files === undefined) === (server === undefined)) throw new Invalid([violation('files', message('import_either'))]);
    const { source, inputs, request } = files ? await this.#filesOf(files) : await mirrorOf(server as string, token);
    const id = Bun.randomUUIDv7();
    await this.#reported();
    await this.context.store.write(() => {
      this.#requireNoOther();
      this.context.store.writer.change(
        `INSERT INTO import_run (id, source, inputs, state, started_at, updated_at, pid, host, request, is_wanted, report, requester_key)
          VALUES (:id, :source, :inputs, 'running', :now, :now, 0, '', :request, 1, :report, :requester)`,
        {
          ...{ id, source, requester, now: now() },
          inputs: JSON.stringify(inputs),
          request: JSON.stringify(request),
          report: JSON.stringify(emptyReport),
        },
      );
      this.#take(id);
    });
    if (server !== undefined) this.#writeToken(id, token);
    this.#run(id);
    return id;
  }

  /**
   * Interrupts an import after the current batch.
   * @throws {DomainError} not_found; conflict
   */
  async cancel(id: string): Promise<void> {
    const run = this.#find(id);
    if (run.request === null) throw conflict('import_of_command_line');
    if (runStateOf(run) !== 'running') throw conflict('import_not_running');
    await this.context.store.write(() => this.context.store.writer.change('UPDATE import_run SET is_wanted = 0 WHERE id = :id', { id }));
    if (this.#current?.id !== id) return;
    this.#current.stop.abort();
    await Promise.race([this.#current.ended, Bun.sleep(endMilliseconds)]);
  }

  /** @throws {DomainError} not_found; conflict */
  async resume(id: string, requester: number): Promise<void> {
    this.requirePossible();
    await this.#reported();
    await this.context.store.write(() => {
      const run = this.#find(id);
      if (run.request === null) throw conflict('import_of_command_line');
      if (run.state === 'done') throw conflict('import_not_resumable');
      if (run.state === 'failed' && run.source === 'mirror') throw conflict('import_without_token');
      this.#requireNoOther();
      for (const name of filesIn(run)) this.folder.pathOf(name);
      this.context.store.writer.change('UPDATE import_run SET is_wanted = 1, requester_key = :requester WHERE id = :id', { requester, id });
      this.#take(id);
    });
    this.#run(id);
  }

  /** @throws {DomainError} not_found; conflict, if the file is being imported */
  remove(name: string): void {
    const run = this.#current && this.#find(this.#current.id);
    if (run?.state === 'running' && filesIn(run).includes(name)) throw conflict('import_file_in_use', { name });
    this.folder.remove(name);
  }

  /** Resumes what the end of the server interrupted. For the start of the server. */
  begin(): void {
    if (!this.isPossible) return;
    try {
      this.#tidy();
    } catch (error) {
      this.context.log('import folder unusable', { error: (error as Error).message }, 'warn');
    }
    const run = this.context.store.reader.get<{ id: string }>(
      `SELECT id FROM import_run WHERE is_wanted = 1 AND ${mayImport} ORDER BY key DESC`,
    );
    if (run) this.#run(run.id);
  }

  /** Interrupts the import, and kills it if it takes too long; its last batch is complete either way. */
  async stop(): Promise<void> {
    const current = this.#current;
    if (!current) return;
    current.stop.abort();
    const timer = setTimeout(() => current.child?.kill('SIGKILL'), this.context.settings.shutdownSeconds * 1_000);
    await current.ended;
    clearTimeout(timer);
  }

  async #filesOf(names: readonly string[]) {
    const inputs = names.map((name) => this.folder.pathOf(name));
    return { source: await sharedSourceOf(inputs), inputs, request: { files: names } as Request };
  }

  #find(id: string): Run {
    const run = this.context.store.reader.get<Run>('SELECT source, state, updated_at, pid, host, request FROM import_run WHERE id = :id', {
      id: id.toLowerCase(),
    });
    if (!run) throw notFound('no_import', { id: id.slice(0, 100) });
    return run;
  }

  /** Waits for a child process that has reported its end. */
  async #reported(): Promise<void> {
    const { id, ended } = this.#current ?? {};
    if (id && this.#find(id).state !== 'running') await Promise.race([ended, Bun.sleep(endMilliseconds)]);
  }

  /** Mirrors of the command line may run for months, beside other imports. */
  #requireNoOther(): void {
    const runs = this.context.store.writer.all<Run>(
      "SELECT state, updated_at, pid, host FROM import_run WHERE state = 'running' AND (source <> 'mirror' OR request IS NOT NULL)",
    );
    if (this.#current || runs.some((run) => runStateOf(run) === 'running')) throw conflict('import_running');
  }

  /** Marks a run as running in this process, until its child reports. */
  #take(id: string): void {
    this.context.store.writer.change(
      `UPDATE import_run SET state = 'running', updated_at = :now, finished_at = NULL, message = NULL, pid = :pid, host = :host
        WHERE id = :id`,
      { now: now(), pid: process.pid, host: hostname(), id },
    );
  }

  #run(id: string): void {
    const stop = new AbortController();
    // It outlives the request that starts it.
    const ended = withoutWriteChecks(() => Promise.resolve().then(() => this.#supervise(id, stop.signal)))
      .catch((error) => this.context.log('import not supervised', { id, error: (error as Error).message }, 'error'))
      .finally(() => {
        this.#current = undefined;
      });
    this.#current = { id, stop, ended };
  }

  async #supervise(id: string, stop: AbortSignal): Promise<void> {
    const { store, log } = this.context;
    // The child of a killed server may still be ending.
    while (!stop.aborted && this.#find(id).pid !== process.pid && runStateOf(this.#find(id)) === 'running') await Bun.sleep(100);
    await store.write(() => this.#take(id));
    log('import started', { id });
    const { exitCode, complaint } = await this.#runChild(id, stop).catch((error) => ({ exitCode: 1, complaint: (error as Error).message }));
    const isInterrupted = stop.aborted || interruptedCodes.includes(exitCode);
    const state = isInterrupted ? 'interrupted' : exitCode === 0 ? 'done' : 'failed';
    // The child reports its end itself, unless it failed before or was killed.
    await store.write(() =>
      store.writer.change(
        `UPDATE import_run SET is_wanted = is_wanted AND :isInterrupted, finished_at = coalesce(finished_at, :now),
          message = iif(state = 'running', :message, message), state = iif(state = 'running', :state, state) WHERE id = :id`,
        { id, isInterrupted: isInterrupted ? 1 : 0, now: now(), message: state === 'failed' ? complaint : null, state },
      ),
    );
    if (state !== 'interrupted') rmSync(this.#tokenPath(id), { force: true });
    log('import ended', { id, state }, state === 'failed' ? 'warn' : 'info');
  }

  /** @returns the last line of its standard error */
  async #runChild(id: string, stop: AbortSignal): Promise<{ exitCode: number; complaint: string }> {
    if (stop.aborted) return { exitCode: 130, complaint: '' };
    const { data, dataOnNetwork } = this.context.settings;
    // It needs no other settings, and the server may have been given another file than the default.
    const settings = { LEITMOTIF_CONFIG: devNull, LEITMOTIF_DATA_ON_NETWORK: dataOnNetwork, LEITMOTIF_DATA_ON_NETWORK_FILE: undefined };
    const child = Bun.spawn([...ownCommand, ...this.#argumentsOf(id), '--quiet', '--data', data], {
      env: { ...process.env, ...settings, [runVariable]: id },
      stdin: 'pipe',
      stdout: 'ignore',
      stderr: 'pipe',
    });
    if (this.#current?.id === id) this.#current.child = child;
    stop.addEventListener('abort', () => void child.stdin.end(), { once: true });
    const [exitCode, complaints] = await Promise.all([child.exited, new Response(child.stderr).text()]);
    const complaint = complaints.trim().split('\n').at(-1)?.replace('leitmotif: ', '') || `The import ended with code ${exitCode}.`;
    return { exitCode, complaint };
  }

  #argumentsOf(id: string): string[] {
    const { source, request } = this.#find(id);
    const { server, files = [] } = JSON.parse(String(request)) as { readonly server?: string; readonly files?: readonly string[] };
    if (server !== undefined) return ['mirror', server, '--token-file', this.#tokenPath(id)];
    // Paths are absolute, so none is taken for an option.
    return ['import', source, ...files.map((name) => join(this.folder.path, name))];
  }

  /** Deletes what interrupted uploads and ended mirrors left. */
  #tidy(): void {
    this.folder.tidy();
    const folder = join(this.context.settings.data, 'imports');
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const [, id] = /^\.([0-9a-f-]{36})\.token$/.exec(name) ?? [];
      const query = "SELECT 1 FROM import_run WHERE id = :id AND state NOT IN ('done', 'failed')";
      if (id && !this.context.store.reader.get<object>(query, { id })) rmSync(join(folder, name), { force: true });
    }
  }

  #writeToken(id: string, token: string): void {
    mkdirSync(join(this.context.settings.data, 'imports'), { recursive: true, mode: 0o700 });
    writeFileSync(this.#tokenPath(id), token, { mode: 0o600 });
  }

  #tokenPath(id: string): string {
    return join(this.context.settings.data, 'imports', `.${id}.token`);
  }
}

const filesIn = ({ request }: Run): readonly string[] => (JSON.parse(request ?? '{}') as { files?: string[] }).files ?? [];

/** @throws {Invalid} */
async function mirrorOf(address: string, token: string) {
  const { SiteAddress } = await import('../http-client/client');
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new Invalid([violation('token', message('invalid_import_token'))]);
  try {
    const { text } = new SiteAddress(address);
    return { source: 'mirror', inputs: [text], request: { server: text } as Request };
  } catch (error) {
    if (error instanceof DomainError) throw new Invalid([violation('server', message('invalid_import_server'))]);
    throw error;
  }
}
