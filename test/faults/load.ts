import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { serveDemo } from '../support/demo-catalog';
import { emptyFolder, executable, serve } from '../support/executable';
import { labelsOfEditors, writeImports } from './imports';
import { type Answered, faultsOfData, isTakenBack, nothingAnswered } from './kept';

const writersAtOnce = 4;

/** How long a server lives at most, in milliseconds: long enough for checkpoints, which come every two seconds. */
const longestLife = 4_000;

/**
 * Kills a server with all that writes beside it, as often as is said: items, editors' changes and covers over the API, an import of
 * a catalog, an import of a collection. What is wrong is an answered write that is not there, half of a change or of a collection
 * file, a cover without its files, and a damaged database.
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
  const answered = nothingAnswered();
  const writing = Promise.all(writersOf(client, answered));
  const [catalog, collection] = [
    ['import', 'ndjson', 'labels.jsonl', '--quiet'],
    ['collection', 'import', '--user', 'demo', 'rows.csv'],
  ].map((command) => Bun.spawn([executable, ...command, '--data', 'data'], { cwd, stdout: 'ignore', stderr: 'ignore' }));
  await Bun.sleep(milliseconds);
  for (const child of [catalog, collection]) child?.kill('SIGKILL');
  await server.signal('SIGKILL');
  await Promise.all([writing, catalog?.exited]);
  answered.hasCollection = (await collection?.exited) === 0;
  rmSync(join(data, 'leitmotif.db-shm'), { force: true });
  const faults = [...faultsOfData(data, answered), ...(await faultsOfNextStart(cwd, answered))];
  return faults.map((fault) => `killed after ${milliseconds.toFixed(0)} ms: ${fault}`);
}

/** A server looks every other second for what a command left; a busy machine has its time. */
const triesToTakeBack = 50;

/** What a server that is started again makes of it, and of the half of a collection file that it found. */
async function faultsOfNextStart(cwd: string, answered: Answered): Promise<string[]> {
  await using server = await serve(['--data', 'data'], { cwd });
  const { status } = await fetch(`${server.url}/readyz`);
  for (let tries = 0; tries < triesToTakeBack && !isTakenBack(join(cwd, 'data')); tries++) await Bun.sleep(200);
  const exitCode = await server.signal('SIGTERM');
  return [
    ...(status === 200 && exitCode === 0 ? [] : [`the next server answers ${status} and ends with ${exitCode}`]),
    ...faultsOfData(join(cwd, 'data'), answered, true).map((fault) => `after the next start ${fault}`),
  ];
}

/** Each goes on until the server is gone, and keeps what was answered. */
function writersOf(client: ApiClient, answered: Answered): readonly Promise<void>[] {
  const writers = Array.from({ length: writersAtOnce }, (_, writer) => writer);
  return [
    ...writers.map((writer) =>
      untilGone(async (round) => {
        const notes = `writer ${writer}, item ${round}`;
        if ((await client.addItem(notes)).status === 201) answered.items.push(notes);
      }),
    ),
    ...Array.from({ length: labelsOfEditors }, (_, editor) => editor).map((editor) =>
      untilGone(async (round) => {
        const name = `Editor ${editor}, name ${round}`;
        if ((await client.rename(editor, name)).status === 200) answered.names.push(name);
      }),
    ),
    untilGone(async (round) => {
      const response = await client.putCover(round);
      const { data } = (await response.json()) as { data: { attributes: { url96: string } } };
      const hash = /hash=(\w+)/.exec(data.attributes.url96)?.[1];
      if (response.status === 200 && hash) answered.covers.push(hash);
    }),
  ];
}

async function untilGone(write: (round: number) => Promise<void>): Promise<void> {
  try {
    for (let round = 0; ; round++) await write(round);
  } catch {
    // The server was killed.
  }
}
