import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, run } from '../support/executable';
import { crashesIn } from './crashes';
import { readAll, statusOnceBack } from './disk';
import { faultsOfData, nothingAnswered } from './kept';

/** Something that befalls the files of a server, and its end. */
interface Trouble {
  readonly begin: (data: string) => () => void;
  readonly readsGoOn: boolean;
  readonly isOver: boolean;
}

const troubles: Readonly<Record<string, Trouble>> = {
  'a foreign lock': { begin: lock, readsGoOn: true, isOver: true },
  'a directory that is away for a while': { begin: moveAway, readsGoOn: true, isOver: true },
  'a directory that is gone, with another in its place': { begin: replace, readsGoOn: true, isOver: false },
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

export async function troubledFiles(): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, trouble] of Object.entries(troubles)) faults.push(...(await faultsWith(trouble)).map((fault) => `${what}: ${fault}`));
  return faults;
}

async function faultsWith({ begin, readsGoOn, isOver }: Trouble): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await using server = await serveDemo({ cwd, flags: ['--rate-limit', '0'] });
  const logged = new Response(server.log).text();
  const client = await ApiClient.of(server, { cwd });
  const answered = nothingAnswered();
  const faults = (await run(['serve', '--port', '0', '--data', 'data'], { cwd })).exitCode === 1 ? [] : ['a second server is let in'];
  await statusOnceBack(client, answered);
  const end = begin(data);
  const refused = client.addItem('writer troubled, item 0');
  if (readsGoOn) faults.push(...(await readAll(client)));
  const { status } = await refused;
  if (status !== 503) faults.push(`a write answers ${status}`);
  end();
  const after = isOver ? await statusOnceBack(client, answered) : 201;
  if (after !== 201) faults.push(`once it is over, a write answers ${after}`);
  const exitCode = await server.signal('SIGTERM');
  if (exitCode !== 0) faults.push(`the server ended with ${exitCode}`);
  if (!isOver && existsSync(join(data, 'leitmotif.db'))) faults.push('a database was made where there was none');
  if (!isOver) {
    rmSync(data, { recursive: true });
    renameSync(`${data}-away`, data);
  }
  return [...faults, ...crashesIn('serve', await logged), ...faultsOfData(data, answered)];
}
