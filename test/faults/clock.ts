import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Backups } from '../../src/backups/backups';
import { readSettings } from '../../src/config';
import { openStore } from '../../src/store/database/open';
import { ApiClient } from '../support/api-client';
import { type Account, copyDemo } from '../support/demo-catalog';
import { emptyFolder, type Running, run, serve } from '../support/executable';
import { crashesIn } from './crashes';

/** Debian's package faketime, which gives a process another clock. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** What is wrong after the clock of the machine was set; nothing is tried where the library is not there. */
export async function wrongClocks(): Promise<string[]> {
  if (existsSync(library)) return [...(await backupsOfOtherTimes()), ...(await serverOfOtherTimes())];
  console.log('wrong clocks are left out: they need the package faketime');
  return [];
}

async function backupsOfOtherTimes(): Promise<string[]> {
  using folder = emptyFolder();
  const cwd = folder.path;
  const data = join(cwd, 'data');
  await copyDemo(data);
  const ahead = { cwd, env: { LD_PRELOAD: library, FAKETIME: '+365d' } };
  const made = await run(['backup', 'create', '--data', data], ahead);
  if (made.exitCode !== 0) return [`a year ahead no backup is made: ${made.stderr}`];
  const store = openStore(data);
  try {
    const backups = new Backups({
      store,
      settings: { ...readSettings({}, {}), data },
      log: () => {},
    });
    return backups.isDue() ? [] : ['a backup of a year to come keeps others from being made'];
  } finally {
    store.close();
  }
}

const limit = 40;

/** Within the life of the token that the demo has, in the order in which a server's clock is set to them while it runs, from the time that it is. */
const clocks = ['+0', '+300d', '+0', '-300d', '+0'];

async function serverOfOtherTimes(): Promise<string[]> {
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
    const said = await faultsAt(server, client, account);
    const name = `${time}, round ${round}`;
    const { status } = await client.rename(0, name);
    const last = (await feed(sequence)).data.at(-1)?.attributes;
    if (status !== 200 || !last || last.sequence <= sequence)
      said.push(`a change answers ${status}, and the feed ends at ${last?.sequence}`);
    else if (!isNear(last.changed_at, time)) said.push(`the clock was not set: a change is of ${last.changed_at}`);
    sequence = last?.sequence ?? sequence;
    faults.push(...said.map((fault) => `with the clock at ${time}: ${fault}`));
  }
  const exitCode = await server.signal('SIGTERM');
  if (exitCode !== 0) faults.push(`the server ended with ${exitCode}`);
  return [...faults, ...crashesIn('serve', await logged)];
}

interface Feed {
  readonly meta: { readonly sequence: number };
  readonly data: readonly { readonly attributes: { readonly sequence: number; readonly changed_at: string } }[];
}

const dayMilliseconds = 86_400_000;

const isNear = (written: string, time: string): boolean =>
  Math.abs(Date.parse(written) - Date.now() - Number.parseInt(time, 10) * dayMilliseconds) < dayMilliseconds / 2;

/** A sign-in is good, and who sent too much may go on when the window has passed. */
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
  if (status !== 200) faults.push(`signing in answers ${signedIn.status}, and what it gave ${status}`);
  // All at once: one after the other they might take longer than the window.
  const answers = await Promise.all(Array.from({ length: 3 * limit }, () => client.ask('/api/labels?itemsPerPage=1')));
  const refused = answers.find((answer) => answer.status === 429)?.headers.get('retry-after');
  if (refused !== '1') faults.push(`of ${answers.length} requests within a second one is told to wait ${refused} s`);
  await Bun.sleep(1_200);
  const after = await client.ask('/api/labels?itemsPerPage=1');
  if (after.status !== 200) faults.push(`when the window has passed, a request answers ${after.status}`);
  return faults;
}
