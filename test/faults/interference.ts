import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder } from '../support/executable';
import { crashesIn } from './crashes';
import { faultsOfData, nothingConfirmed } from './data-checks';
import { readAll, statusAfterRecovery } from './disk';

interface Interference {
  /** Interferes with the files in a data directory, and returns a function that stops the interference. */
  readonly begin: (data: string) => () => void;
  /** Whether the server can write again afterwards. */
  readonly isTemporary: boolean;
}

const interferences: Readonly<Record<string, Interference>> = {
  'a lock of another program': { begin: lock, isTemporary: true },
  'a data directory that is moved temporarily': { begin: moveAway, isTemporary: true },
  'a data directory that is replaced': { begin: replace, isTemporary: false },
};

function lock(data: string): () => void {
  const other = new Database(join(data, 'leitmotif.db'));
  other.run('BEGIN IMMEDIATE');
  return () => other.close();
}

function moveAway(data: string): () => void {
  renameSync(data, `${data}-away`);
  return () => renameSync(`${data}-away`, data);
}

function replace(data: string): () => void {
  renameSync(data, `${data}-away`);
  mkdirSync(data);
  return () => {};
}

/** Faults of servers whose files another program locks, moves or replaces. */
export async function fileInterference(): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, one] of Object.entries(interferences)) faults.push(...(await faultsWith(one)).map((fault) => `${what}: ${fault}`));
  return faults;
}

async function faultsWith({ begin, isTemporary }: Interference): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await using server = await serveDemo({ cwd, flags: ['--rate-limit', '0'] });
  const logged = new Response(server.log).text();
  const client = await ApiClient.of(server, { cwd });
  const confirmed = nothingConfirmed();
  await statusAfterRecovery(client, confirmed);
  const end = begin(data);
  const refused = client.addItem('writer troubled, item 0');
  const faults = await readAll(client);
  const { status } = await refused;
  if (status !== 503) faults.push(`a write returns ${status}`);
  end();
  const after = isTemporary ? await statusAfterRecovery(client, confirmed) : 201;
  if (after !== 201) faults.push(`afterwards, a write returns ${after}`);
  const exitCode = await server.signal('SIGTERM');
  if (exitCode !== 0) faults.push(`the server exited with ${exitCode}`);
  if (!isTemporary) {
    if (existsSync(join(data, 'leitmotif.db'))) faults.push('a database was created in the replacement');
    rmSync(data, { recursive: true });
    renameSync(`${data}-away`, data);
  }
  return [...faults, ...crashesIn('serve', await logged), ...faultsOfData(data, confirmed)];
}
