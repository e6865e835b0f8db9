import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { demoRecords } from '../support/demo-records';
import { type Running, run } from '../support/executable';

export interface Done {
  readonly counts: Record<string, number>;
  readonly faults: string[];
}

interface Where {
  readonly cwd: string;
  readonly data: string;
}

interface Job {
  readonly name: string;
  /** Pause after each run: long enough that the machine's speed doesn't matter. */
  readonly milliseconds: number;
  readonly act: (round: number) => Promise<string | undefined>;
}

const pages = [
  '/api/releases?itemsPerPage=30',
  '/api/artists?name=herrmann',
  '/api/search?q=vertigo',
  '/api/tracks?itemsPerPage=10',
  '/',
  '/releases',
  '/search?query=bernard',
  '/nothing-here',
];

/** Runs all jobs concurrently until it is aborted. */
export async function load(server: Running, where: Where, ended: AbortSignal, done: Done): Promise<void> {
  const jobs = [...(await requestsTo(server, where)), ...commandsBeside(where)];
  await Promise.all(jobs.map((job) => repeat(job, ended, done)));
}

async function repeat({ name, milliseconds, act }: Job, ended: AbortSignal, { counts, faults }: Done): Promise<void> {
  for (let round = 0; !ended.aborted; round++) {
    const fault = await act(round).catch(String);
    counts[name] = (counts[name] ?? 0) + 1;
    if (fault) faults.push(`${name}: ${fault}`);
    await Bun.sleep(milliseconds);
  }
}

async function requestsTo(server: Running, where: Where): Promise<readonly Job[]> {
  const client = await ApiClient.of(server, where);
  const read = async (round: number) => {
    const response = await client.ask(pages[round % pages.length] ?? '/');
    await response.arrayBuffer();
    return response.status >= 500 ? `${response.url} answers ${response.status}` : undefined;
  };
  const write = async (round: number) => {
    const made = await client.addItem(`soak ${round}`);
    if (made.status !== 201) return `adding answers ${made.status}: ${await made.text()}`;
    const { data } = (await made.json()) as { data: { id: string } };
    const removed = await client.ask(data.id, { method: 'DELETE' });
    return removed.status === 204 ? undefined : `removing answers ${removed.status}`;
  };
  const good = async (response: Response) => {
    const text = await response.text();
    return response.ok ? undefined : `${response.url} answers ${response.status}: ${text}`;
  };
  const drop = async (round: number) => {
    const method = round % 2 ? 'HEAD' : 'GET';
    const response = await client.ask('/api/export', { method });
    await response.body?.cancel();
    return response.status === 200 ? undefined : `${method} answers ${response.status}`;
  };
  return [
    { name: 'reads', milliseconds: 20, act: read },
    { name: 'items added and removed', milliseconds: 200, act: write },
    { name: 'records edited', milliseconds: 3_000, act: async (round) => good(await client.rename(1, `Edited ${round % 11}`)) },
    { name: 'covers uploaded', milliseconds: 15_000, act: async (round) => good(await client.putCover(round)) },
    { name: 'exports cancelled', milliseconds: 2_000, act: drop },
  ];
}

function commandsBeside({ cwd, data }: Where): readonly Job[] {
  const [label] = demoRecords('Label');
  const file = join(cwd, 'changed.jsonl');
  const csv = join(cwd, 'discogs.csv');
  writeFileSync(csv, 'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id\nS 1,A Composer,Soaked,Mercury,LP,,1958,\n');
  const command = async (...args: readonly string[]) => {
    const { exitCode, stdout, stderr } = await run([...args, '--data', data], { cwd });
    return exitCode === 0 ? undefined : `${args.join(' ')} ends with ${exitCode}: ${stderr || stdout}`;
  };
  const change = async (round: number) => {
    writeFileSync(file, `${JSON.stringify({ ...label, attributes: { ...label?.attributes, name: `Soaked ${round % 7}` } })}\n`);
    return await command('import', 'ndjson', file, '--max-rejects', '0', '--quiet');
  };
  const backUp = async () => (await command('backup', 'create')) ?? (await command('backup', 'prune'));
  return [
    { name: 'catalog imports', milliseconds: 5_000, act: change },
    { name: 'collection imports', milliseconds: 10_000, act: () => command('collection', 'import', '--user', 'demo', csv) },
    { name: 'backups', milliseconds: 20_000, act: backUp },
  ];
}
