import { Database } from 'bun:sqlite';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveDemo } from '../support/demo-catalog';
import { demoRecords } from '../support/demo-records';
import { emptyFolder, executable, type Running, tokenOf } from '../support/executable';

const writersAtOnce = 4;

/** How long a server lives at most, in milliseconds: long enough for checkpoints, which come every two seconds. */
const longestLife = 4_000;

/**
 * Kills a server with all that writes beside it, as often as is said: items over the API, an import of a catalog, an import of a
 * collection. What is wrong is an answered write that is not there, half of a collection file, and a damaged database.
 */
export async function killedUnderLoad(times: number, longest = longestLife): Promise<string[]> {
  const faults: string[] = [];
  for (let time = 0; time < times; time++) faults.push(...(await killOnce(Math.random() * longest)));
  return faults;
}

async function killOnce(milliseconds: number): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  await using server = await serveDemo({ cwd, flags: ['--rate-limit', '0'] });
  writeImports(cwd);
  const answered: string[] = [];
  const writing = Promise.all(Array.from({ length: writersAtOnce }, (_, writer) => write(server, writer, answered)));
  const imports = [
    ['import', 'ndjson', 'labels.jsonl', '--quiet'],
    ['collection', 'import', '--user', 'demo', 'rows.csv'],
  ].map((command) => Bun.spawn([executable, ...command, '--data', 'data'], { cwd, stdout: 'ignore', stderr: 'ignore' }));
  await Bun.sleep(milliseconds);
  for (const child of imports) child.kill('SIGKILL');
  await server.signal('SIGKILL');
  await Promise.all([writing, ...imports.map(({ exited }) => exited)]);
  rmSync(join(cwd, 'data', 'leitmotif.db-shm'), { force: true });
  return faultsOf(join(cwd, 'data', 'leitmotif.db'), answered).map((fault) => `killed after ${milliseconds.toFixed(0)} ms: ${fault}`);
}

const rowsOfFile = 500;

function writeImports(cwd: string): void {
  const labels = demoRecords('Label').map((label) => JSON.stringify({ ...label, attributes: { ...label.attributes, name: 'imported' } }));
  writeFileSync(join(cwd, 'labels.jsonl'), `${labels.join('\n')}\n`);
  const rows = Array.from({ length: rowsOfFile }, (_, row) => `K ${row},A Composer,Killed ${row},Mercury,LP,,1958,${900_000 + row}\n`);
  writeFileSync(join(cwd, 'rows.csv'), `Catalog#,Artist,Title,Label,Format,Rating,Released,release_id\n${rows.join('')}`);
}

/** Writes until the server is gone, and keeps what was answered. */
async function write(server: Running, writer: number, answered: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${tokenOf(server)}`, 'content-type': 'application/vnd.api+json' };
  const read = (path: string) => fetch(server.url + path, { headers }).then((response) => response.json());
  try {
    const user = (await read('/api/users/me')) as { data: { attributes: { _id: string } } };
    const releases = (await read('/api/releases?itemsPerPage=1')) as { data: { id: string }[] };
    const relationships = { release: { data: { type: 'Release', id: releases.data[0]?.id } } };
    for (let sent = 0; ; sent++) {
      const notes = `writer ${writer}, item ${sent}`;
      const body = JSON.stringify({ data: { type: 'CollectionItem', attributes: { notes }, relationships } });
      const { status } = await fetch(`${server.url}/api/users/${user.data.attributes._id}/collection`, { method: 'POST', headers, body });
      if (status === 201) answered.push(notes);
    }
  } catch {
    // The server was killed.
  }
}

function faultsOf(path: string, answered: readonly string[]): string[] {
  const database = new Database(path);
  try {
    const kept = new Set(database.query('SELECT notes FROM collection_item').values().flat());
    const lost = answered.filter((notes) => !kept.has(notes));
    const checks = [...database.query('PRAGMA integrity_check').values(), ...database.query('PRAGMA foreign_key_check').values()];
    const damage = checks.flat().filter((check) => check !== 'ok');
    return [
      ...(lost.length > 0 ? [`${lost.length} of ${answered.length} answered writes are lost`] : []),
      ...(damage.length > 0 ? [`damaged: ${damage.join(', ')}`] : []),
    ];
  } finally {
    database.close();
  }
}
