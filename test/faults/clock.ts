import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Backups } from '../../src/backups/backups';
import { readSettings } from '../../src/config';
import { openStore } from '../../src/store/database/open';
import { ApiClient } from '../support/api-client';
import { type Account, copyDemo } from '../support/demo-catalog';
import { emptyFolder, type Running, run, serve } from '../support/executable';
import { crashesIn } from './crashes';

/** From the Debian package faketime, which gives a process another clock. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Faults after changes of the system clock; skipped without the library. */
export async function clockChanges(): Promise<string[]> {
  if (existsSync(library)) return [...(await backupFromTheFuture()), ...(await serverWithChangingClock())];
  console.log('skipped changes of the clock: they need the package faketime');
  return [];
}

async function backupFromTheFuture(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await copyDemo(data);
  const ahead = { cwd, env: { LD_PRELOAD: library, FAKETIME: '+365d' } };
  const made = await run(['backup', 'create', '--data', data], ahead);
  if (made.exitCode !== 0) return [`backup create fails with the clock a year ahead: ${made.stderr}`];
  const store = openStore(data);
  try {
    const backups = new Backups({
      store,
      settings: { ...readSettings({}, {}), data },
      log: () => {},
    });
    return backups.isDue() ? [] : ['a backup dated a year ahead prevents scheduled backups'];
  } finally {
    store.close();
  }
}

const limit = 40;

/** Successive offsets of a running server's clock, within the lifetime of the demo's token. */
const clocks = ['+0', '+300d', '+0', '-300d', '+0'];

async function serverWithChangingClock(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const clock = join(cwd, 'clock');
  writeFileSync(clock, '+0\n');
  const account = await copyDemo(join(cwd, 'data'));
  const env = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  await using server = await serve(['--demo', '--data', 'data', '--rate-limit', String(limit), '--rate-window-seconds', '1'], { cwd, env });
  const logged = new Response(server.log).text();
  const client = await ApiClient.of(server, { cwd });
  const faults: string[] = [];
  const feed = async (since: number): Promise<Feed> => (await client.ask(`/api/changes?since=${since}&limit=1000`)).json();
  let { sequence } = (await feed(0)).meta;
  for (const [round, time] of clocks.entries()) {
    writeFileSync(clock, `${time}\n`);
    const found = await faultsAt(server, client, account);
    const name = `${time}, round ${round}`;
    const { status } = await client.rename(0, name);
    const last = (await feed(sequence)).data.at(-1)?.attributes;
    if (status !== 200 || !last || last.sequence <= sequence)
      found.push(`a change returns ${status}, and the feed ends at ${last?.sequence}`);
    else if (!isNear(last.changed_at, time)) found.push(`the clock was not set: a change is dated ${last.changed_at}`);
    sequence = last?.sequence ?? sequence;
    faults.push(...found.map((fault) => `with the clock at ${time}: ${fault}`));
  }
  const exitCode = await server.signal('SIGTERM');
  if (exitCode !== 0) faults.push(`the server exited with ${exitCode}`);
  return [...faults, ...crashesIn('serve', await logged)];
}

interface Feed {
  readonly meta: { readonly sequence: number };
  readonly data: readonly { readonly attributes: { readonly sequence: number; readonly changed_at: string } }[];
}

const dayMilliseconds = 86_400_000;

const isNear = (written: string, time: string): boolean =>
  Math.abs(Date.parse(written) - Date.now() - Number.parseInt(time, 10) * dayMilliseconds) < dayMilliseconds / 2;

/** Checks that a new session is valid and that a rate limit is reset when its window has passed. */
async function faultsAt(server: Running, client: ApiClient, account: Account): Promise<string[]> {
  const faults: string[] = [];
  const signedIn = await fetch(`${server.url}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const { status } = await fetch(`${server.url}/api/labels`, { headers });
  if (status !== 200) faults.push(`a sign-in returns ${signedIn.status}, and a request with its token ${status}`);
  // Concurrently, since in sequence they might take longer than the window.
  const answers = await Promise.all(Array.from({ length: 3 * limit }, () => client.ask('/api/labels?itemsPerPage=1')));
  const refused = answers.find((answer) => answer.status === 429)?.headers.get('retry-after');
  if (refused !== '1') faults.push(`of ${answers.length} requests within a second one has a Retry-After of ${refused} s`);
  await Bun.sleep(1_200);
  const after = await client.ask('/api/labels?itemsPerPage=1');
  if (after.status !== 200) faults.push(`after the window, a request returns ${after.status}`);
  return faults;
}
