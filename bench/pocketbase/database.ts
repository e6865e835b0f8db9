import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../commands';
import { type Bench, BenchError } from '../measurement';
import { freePort, type Server, startOnPort } from '../processes';
import { fetchPocketBase } from './executable';

/** A PocketBase server with the artists of the catalog. */
export interface PocketBase extends Server {
  /** Value of the `Authorization` header. */
  readonly token: string;
}

const account = { email: 'bench@example.org', username: 'bench', password: crypto.randomUUID() };

/** The text columns of artists, copied as text fields. */
const texts = [
  'name',
  'artist_type',
  'country',
  'slug',
  'real_name',
  'begin_date',
  'end_date',
  'begin_city',
  'disambiguation',
  'biography',
];

/**
 * Starts PocketBase on the artists of the catalog. The measured sort orders and filters are indexed, the request log is off,
 * and reads need authentication, as in Leitmotif.
 */
export async function startPocketBase(bench: Bench): Promise<PocketBase> {
  const executable = await fetchPocketBase();
  const directory = join(bench.temporary, 'pocketbase');
  mkdirSync(directory, { recursive: true });
  await runCommand([executable, 'migrate', 'up', '--dir', directory]);
  await runCommand([executable, 'admin', 'create', account.email, account.password, '--dir', directory]);
  const first = await start(executable, directory);
  const token = await setUp(first).finally(() => first.stop());
  fill(bench, join(directory, 'data.db'));
  return { ...(await start(executable, directory)), token };
}

function start(executable: string, directory: string): Promise<Server> {
  const port = freePort();
  const command = [executable, 'serve', `--http=127.0.0.1:${port}`, '--dir', directory];
  return startOnPort(command, { port, path: '/api/health', headers: {} });
}

async function setUp({ url }: Server): Promise<string> {
  const signIn = async (path: string, identity: string) =>
    (await send(url, 'POST', path, { identity, password: account.password })).token as string;
  const admin = await signIn('/api/admins/auth-with-password', account.email);
  await send(url, 'PATCH', '/api/settings', { logs: { maxDays: 0 } }, admin);
  const signedIn = '@request.auth.id != ""';
  await send(
    url,
    'POST',
    '/api/collections',
    { name: 'artists', type: 'base', schema, indexes, listRule: signedIn, viewRule: signedIn },
    admin,
  );
  const { username, password } = account;
  await send(url, 'POST', '/api/collections/users/records', { username, password, passwordConfirm: password }, admin);
  return signIn('/api/collections/users/auth-with-password', username);
}

const schema = [...texts.map((name) => ({ name, type: 'text' })), { name: 'fictional', type: 'bool' }];

const indexes = ['CREATE INDEX artists_name ON artists (name)', 'CREATE INDEX artists_country ON artists (country, name)'];

async function send(url: string, method: string, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new BenchError(`PocketBase returned ${response.status} for ${path}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** A PocketBase id: fifteen letters and digits. */
export const idIn = (uuid: string): string => uuid.replaceAll('-', '').slice(0, 15);

/** Inserts the artists directly into PocketBase's database file, since its API would take one request for each. */
function fill({ catalog }: Bench, file: string): void {
  const database = new Database(file);
  try {
    database.run('ATTACH ? AS catalog', [catalog.file]);
    const columns = texts.map((name) => `coalesce(${name}, '')`);
    database.run(
      `INSERT INTO artists (id, created, updated, ${texts}, fictional)
       SELECT substr(replace(id, '-', ''), 1, 15), created_at, created_at, ${columns}, fictional FROM catalog.artist`,
    );
    database.run('DETACH catalog');
    database.run('ANALYZE');
    database.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
