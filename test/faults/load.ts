import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, serve } from '../support/executable';
import { type Confirmed, faultsOfData, isUndone, nothingConfirmed } from './data-checks';
import { editedLabels, writeImports } from './imports';

const writersAtOnce = 4;

/** Longest life of a server in milliseconds: long enough for checkpoints, which run every two seconds. */
const longestLife = 4_000;

/**
 * Kills a server together with imports of a catalog and of a collection, while items, edits and covers are written over the API.
 * Faults are lost writes, partial changes or imports, covers without files, and a damaged database.
 */
export async function killedUnderLoad(times: number, longest = longestLife): Promise<string[]> {
  const faults: string[] = [];
  for (let time = 0; time < times; time++) faults.push(...(await killOnce(Math.random() * longest)));
  return faults;
}

async function killOnce(milliseconds: number): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await using server = await serveDemo({ cwd, flags: ['--rate-limit', '0'] });
  writeImports(cwd);
  const client = await ApiClient.of(server, { cwd });
  const confirmed = nothingConfirmed();
  const writing = Promise.all(writersOf(client, confirmed));
  const [catalog, collection] = [
    ['import', 'ndjson', 'labels.jsonl', '--quiet'],
    ['collection', 'import', '--user', 'demo', 'rows.csv'],
  ].map((command) => Bun.spawn([executable, ...command, '--data', 'data'], { cwd, stdout: 'ignore', stderr: 'ignore' }));
  await Bun.sleep(milliseconds);
  for (const child of [catalog, collection]) child?.kill('SIGKILL');
  await server.signal('SIGKILL');
  await Promise.all([writing, catalog?.exited]);
  confirmed.hasCollection = (await collection?.exited) === 0;
  rmSync(join(data, 'leitmotif.db-shm'), { force: true });
  const faults = [...faultsOfData(data, confirmed), ...(await faultsAfterRestart(cwd, confirmed))];
  return faults.map((fault) => `killed after ${milliseconds.toFixed(0)} ms: ${fault}`);
}

/** A server looks for unfinished imports every two seconds. */
const attemptsToUndo = 50;

/** Faults after a restart, which undoes a partial import of a collection. */
async function faultsAfterRestart(cwd: string, confirmed: Confirmed): Promise<string[]> {
  await using server = await serve(['--data', 'data'], { cwd });
  const { status } = await fetch(`${server.url}/readyz`);
  for (let attempt = 0; attempt < attemptsToUndo && !isUndone(join(cwd, 'data')); attempt++) await Bun.sleep(200);
  const exitCode = await server.signal('SIGTERM');
  return [
    ...(status === 200 && exitCode === 0 ? [] : [`the restarted server returns ${status} and exits with ${exitCode}`]),
    ...faultsOfData(join(cwd, 'data'), confirmed, true).map((fault) => `after the restart ${fault}`),
  ];
}

/** Writers that run until the server is killed and note each confirmed write. */
function writersOf(client: ApiClient, confirmed: Confirmed): readonly Promise<void>[] {
  const writers = Array.from({ length: writersAtOnce }, (_, writer) => writer);
  return [
    ...writers.map((writer) =>
      untilKilled(async (round) => {
        const notes = `writer ${writer}, item ${round}`;
        if ((await client.addItem(notes)).status === 201) confirmed.items.push(notes);
      }),
    ),
    ...Array.from({ length: editedLabels }, (_, editor) => editor).map((editor) =>
      untilKilled(async (round) => {
        const name = `Editor ${editor}, name ${round}`;
        if ((await client.rename(editor, name)).status === 200) confirmed.names.push(name);
      }),
    ),
    untilKilled(async (round) => {
      const response = await client.putCover(round);
      const { data } = (await response.json()) as { data: { attributes: { url96: string } } };
      const hash = /hash=(\w+)/.exec(data.attributes.url96)?.[1];
      if (response.status === 200 && hash) confirmed.covers.push(hash);
    }),
  ];
}

async function untilKilled(write: (round: number) => Promise<void>): Promise<void> {
  try {
    for (let round = 0; ; round++) await write(round);
  } catch {
    // The server was killed.
  }
}
