import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { executable, folderOfTests, run, serve } from '../support/executable';

// A first import large enough to defer its indexes.

const cwd = folderOfTests();
beforeAll(() => {
  const id = (number: number) => `0000abcd-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const biography = 'Lorem ipsum. '.repeat(700);
  const artists = Array.from({ length: 2_500 }, (_, number) => {
    const attributes = { name: `Elmer Goldsmith ${number % 1_000}`, _type: 'person', biography };
    return JSON.stringify({ type: 'Artist', id: `/api/artists/${id(number)}`, attributes });
  });
  const header = { type: 'Export', id: '', attributes: { format_version: 1, sequence: 9_000, counts: { Artist: artists.length } } };
  writeFileSync(join(cwd, 'export.jsonl'), `${[JSON.stringify(header), ...artists].join('\n')}\n`);
  writeFileSync(join(cwd, 'artists.jsonl'), `${artists.join('\n')}\n`);
});

const importing = (data: string, file = 'artists.jsonl') => ['import', 'ndjson', file, '--data', data, '--quiet'];

/** Starts an import, and waits until it has deferred its indexes. */
async function startLoading(data: string, file?: string): Promise<Bun.Subprocess> {
  const child = Bun.spawn([executable, ...importing(data, file)], { cwd, stdout: 'ignore', stderr: 'ignore' });
  while (child.exitCode === null && !(isLoading(data) && artistsIn(data) > 0)) await Bun.sleep(2);
  expect(child.exitCode).toBeNull();
  return child;
}

function reading<T>(data: string, query: string): T | undefined {
  try {
    const database = new Database(join(cwd, data, 'leitmotif.db'), { readonly: true });
    try {
      return database.query(query).values()[0]?.[0] as T | undefined;
    } finally {
      database.close();
    }
  } catch {
    // Not created yet.
    return undefined;
  }
}

const isLoading = (data: string): boolean => reading(data, "SELECT 1 FROM sqlite_schema WHERE name = 'first_load'") !== undefined;

const artistsIn = (data: string): number => reading<number>(data, 'SELECT count(*) FROM artist') ?? 0;

test('the next server completes a killed first import of an export, which can then be resumed', async () => {
  const child = await startLoading('killed', 'export.jsonl');
  child.kill('SIGKILL');
  await child.exited;
  const doctor = async (): Promise<{ name: string; findings: string[] }[]> =>
    JSON.parse((await run(['doctor', '--data', 'killed', '--json'], { cwd })).stdout);
  const unfinished = (await doctor()).filter(({ name, findings }) => findings.length > 0 && name !== 'backups');
  expect(unfinished).toEqual([{ name: 'first import', findings: [expect.stringContaining('running or was interrupted')] }]);
  {
    await using server = await serve(['--data', 'killed'], { cwd });
    expect([server.said.includes('The first import was interrupted.'), isLoading('killed')]).toEqual([true, false]);
    expect((await doctor()).filter(({ name, findings }) => findings.length > 0 && name !== 'backups')).toEqual([]);
    expect((await run(importing('killed', 'export.jsonl'), { cwd })).exitCode).toBe(0);
    expect(artistsIn('killed')).toBe(2_500);
  }
  expect((await run(importing('whole', 'export.jsonl'), { cwd })).exitCode).toBe(0);
  const artists = 'SELECT group_concat(id || display_name) FROM (SELECT id, display_name FROM artist ORDER BY id)';
  // The server has imported its own vocabularies.
  const imported =
    "SELECT group_concat(hex(id) || content_hash) FROM imported_record WHERE type_key = (SELECT key FROM record_type WHERE name = 'Artist')";
  const feed = "SELECT action || ' ' || sequence || ' of ' || (SELECT count(*) FROM change) FROM change";
  for (const query of [artists, imported, feed]) expect(reading<string>('killed', query)).toBe(reading<string>('whole', query) as string);
}, 60_000);

test('a server refuses to start during a first import', async () => {
  const child = await startLoading('filling');
  process.kill(child.pid, 'SIGSTOP');
  const { exitCode, stderr } = await run(['serve', '--port', '0', '--data', 'filling'], { cwd });
  process.kill(child.pid, 'SIGCONT');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is running. Try again when it has finished.')]);
  expect([await child.exited, isLoading('filling'), artistsIn('filling')]).toEqual([0, false, 2_500]);
}, 60_000);
