import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lastUses } from '../../src/accounts/principal';
import { Sessions } from '../../src/accounts/sessions/sessions';
import { issueApiToken, revokeApiTokens } from '../../src/accounts/tokens';
import { changeAccountStatus, changePassword, createUser, deleteUser, getUser } from '../../src/accounts/users/users';
import { importRecords } from '../../src/import/seed';
import { password, releaseUuid } from '../api/endpoint-requests';
import { folderOfTests } from '../support/executable';
import { administratorOf, holdBody, type Person } from '../support/held-bodies';
import { liveOf, numbered, serverOf, type TestServer } from '../support/server';
import { createStore } from '../support/store-on-disk';

// Rights may end between the head of a request and the end of its body. Covers every endpoint that has a body.

let server: TestServer;
let held: readonly Held[] = [];

interface Held {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

interface Described {
  readonly security?: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** Sign-ins and links of shared lists have no rights of a user that could end. */
const withoutRights = [
  ...['/api/password-reset', '/api/sessions', '/api/token', '/api/token/refresh'],
  '/api/shared/{secret}/items/{id}/reservation',
];

const data = join(folderOfTests(), 'data');

beforeAll(async () => {
  server = await serverOf(createStore(data), { data });
  await importRecords(server.store, numbered([{ type: 'Release', id: `/api/releases/${releaseUuid}`, attributes: { title: 'Psycho' } }]));
  const { id } = getUser(server.store, 'tester');
  const { paths } = (await (await server.request('/api/openapi.json')).json()) as {
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  held = Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
      if (type === undefined || withoutRights.includes(template) || template.startsWith('/api/sessions/')) return [];
      const path = template
        .replace('{userId}', 'me')
        .replace('users/{id}', `users/${id}`)
        .replace(/\{\w+\}/g, releaseUuid);
      const example = media?.example ?? '';
      return [{ method: method.toUpperCase(), path, type, body: typeof example === 'string' ? example : JSON.stringify(example) }];
    }),
  );
});

afterAll(() => server.store.close());

/** For anyone but administrators, other users do not exist. */
const isRefused = (status: number, path = ''): boolean =>
  status === 401 || status === 403 || (status === 404 && path.startsWith('/api/users/') && !path.startsWith('/api/users/me/'));

/** The imported files, and how many rows were ever written. Using a token that was just used writes nothing. */
function contents(): string {
  const changes = server.store.writer.query('SELECT total_changes()').values();
  // Uploads in progress are hidden files.
  const files = existsSync(join(data, 'imports')) ? readdirSync(join(data, 'imports')).filter((name) => !name.startsWith('.')) : [];
  return JSON.stringify([files, changes]);
}

/** Sends a request whose body waits for `event` to be over, and expects that it writes nothing. */
async function statusAfter({ method, path, type, body }: Held, token: string, event: () => Promise<unknown>): Promise<number> {
  // Otherwise uses of tokens by earlier requests are written at any time.
  lastUses(server.store).write();
  const headers = new Headers({ authorization: `Bearer ${token}`, 'content-type': type, 'if-match': '*' });
  // Some of each kind are repeatable, which reads the body before the handler does.
  if (path.length % 2 === 0) headers.set('idempotency-key', crypto.randomUUID());
  let before = '';
  const { status } = await holdBody(
    server,
    { url: `http://localhost${path}`, method, headers },
    new TextEncoder().encode(body),
    async () => {
      await event();
      before = contents();
    },
  );
  expect({ method, path, contents: contents() }).toEqual({ method, path, contents: before });
  return status;
}

/** A copy that photos are of: without one, they are refused before the body. */
function giveCopy(user: number): void {
  server.store.writer.run('DELETE FROM collection_item');
  server.store.writer.run(
    `INSERT INTO collection_item (id, user_key, release_key, created_at, updated_at) SELECT '${releaseUuid}', ${user}, key, created_at, created_at FROM "release"`,
  );
}

const events: readonly (readonly [what: string, end: (person: Person) => Promise<unknown>])[] = [
  ['the sender signs out', ({ key }) => new Sessions(server.store).endOthers(key, undefined)],
  ['the password changes', ({ key }) => changePassword(server.store, () => key, 'another long password')],
  [
    'the sender loses a role',
    ({ name }) => changeAccountStatus(server.store, getUser(server.store, name), { role: 'user' }, liveOf(server.store)),
  ],
  [
    'the sender is disabled',
    ({ name }) => changeAccountStatus(server.store, getUser(server.store, name), { isDisabled: true }, liveOf(server.store)),
  ],
  [
    'the sender is deleted and another user registers',
    async ({ key }) => {
      await deleteUser(server.store, { key, username: '' }, liveOf(server.store));
      expect((await administratorOf(server)).key).toBeGreaterThan(key);
    },
  ],
];

test.each(events)(
  'no request with a body writes anything if %s before its end',
  async (_, end) => {
    expect(held.length).toBeGreaterThan(60);
    for (const one of held) {
      const person = await administratorOf(server);
      giveCopy(person.key);
      const status = await statusAfter(one, person.session, () => end(person));
      expect({ ...one, status, isRefused: isRefused(status, one.path) }).toEqual({ ...one, status, isRefused: true });
    }
  },
  60_000,
);

test('no request with a body writes anything if its API access token is revoked before its end', async () => {
  for (const one of held) {
    const { name, key } = await administratorOf(server);
    giveCopy(key);
    const token = await issueApiToken(server.store, name, 'held');
    server.store.writer.run("UPDATE token SET last_used_at = created_at WHERE kind = 'api'");
    const status = await statusAfter(one, token, () => revokeApiTokens(server.store, name, 'held'));
    expect({ ...one, status, isRefused: isRefused(status, one.path) }).toEqual({ ...one, status, isRefused: true });
  }
}, 60_000);

const jsonApi = 'application/vnd.api+json';
const document = (type: string, attributes: object) => JSON.stringify({ data: { type, attributes } });
const csvOf = (rows: number) => ['release_id', ...Array<string>(rows).fill(releaseUuid)].join('\r\n');

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
}

const send = ({ method, path, type, body }: Sent, token: string): Promise<Response> =>
  server.request(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
    ...(body && { body }),
  });

const writes: readonly (Sent & { readonly status: number })[] = [
  { method: 'POST', path: '/api/users/me/tokens', type: jsonApi, body: document('ApiToken', { name: 'waits' }), status: 201 },
  {
    method: 'PATCH',
    path: '/api/settings',
    type: jsonApi,
    body: JSON.stringify({ data: { type: 'Settings', id: '/api/settings', attributes: { editing: 'users' } } }),
    status: 200,
  },
  { method: 'POST', path: '/api/artists', type: jsonApi, body: document('Artist', { name: 'Waits', _type: 'person' }), status: 201 },
  {
    method: 'POST',
    path: '/api/users',
    type: jsonApi,
    body: document('User', { username: 'waits', password, role: 'admin' }),
    status: 201,
  },
  { method: 'POST', path: '/api/users/me/collection/import?alsoOwned=add', type: 'text/csv', body: csvOf(1), status: 200 },
  {
    method: 'POST',
    path: `/api/users/me/collection`,
    type: jsonApi,
    body: document('CollectionItem', { release: { id: releaseUuid } }),
    status: 201,
  },
  { method: 'DELETE', path: `/api/releases/${releaseUuid}/cover`, status: 404 },
  { method: 'POST', path: '/api/invitations', type: jsonApi, body: document('Invitation', {}), status: 201 },
  { method: 'DELETE', path: '/api/users/me/sessions', status: 204 },
];

/** Sends a request that finds the database locked, and commits a change of another program before it gets its turn. */
async function behindChange(request: () => Promise<Response>, change: string, ...values: (string | number)[]): Promise<Response> {
  using other = new Database(join(data, 'leitmotif.db'));
  other.run('BEGIN IMMEDIATE');
  other.run(change, values);
  const waits = Promise.withResolvers<void>();
  const { write } = server.store;
  using _ = spyOn(server.store, 'write').mockImplementation((work) => {
    waits.resolve();
    return write(work);
  });
  const answer = request();
  await Promise.race([waits.promise, answer]);
  other.run('COMMIT');
  return answer;
}

test.each(writes)('a write that waits for the lock is refused if its sender is disabled meanwhile: $method $path', async (one) => {
  const person = await administratorOf(server);
  const before = contents();
  const answer = await behindChange(() => send(one, person.session), "UPDATE user SET disabled_at = 'now' WHERE key = ?", person.key);
  expect([isRefused(answer.status), contents()]).toEqual([true, before]);
  const { session } = await administratorOf(server);
  expect((await send(one, session)).status).toBe(one.status);
});

test.each(['/api/token', '/api/sessions'])('no sign-in succeeds with a password that changes before it is stored: %s', async (path) => {
  const { id, username, key } = await createUser(server.store, `signs-in-${path.length}`, password);
  const body = JSON.stringify({ username, password });
  const signIn = () => server.request(path, { method: 'POST', headers: { authorization: '', 'content-type': 'application/json' }, body });
  expect((await behindChange(signIn, "UPDATE user SET updated_at = 'now' WHERE id = ?", id)).ok).toBe(true);
  const before = contents();
  const change = 'UPDATE user SET password_hash = (SELECT password_hash FROM user ORDER BY key LIMIT 1) WHERE key = ?';
  expect((await behindChange(signIn, change, key)).status).toBe(401);
  expect(contents()).toBe(before);
});

test('a file import ends and leaves nothing if its sender signs out during it', async () => {
  const { key, session } = await administratorOf(server);
  const { write, writer } = server.store;
  const count = () => writer.query('SELECT count(*) FROM collection_item WHERE user_key = ?').values(key);
  let written: unknown[] = [];
  using _ = spyOn(server.store, 'write').mockImplementation(async (work) => {
    const result = await write(work);
    if (written.length > 0 || Number(count()[0]?.[0]) === 0) return result;
    written = count();
    writer.run('UPDATE token_family SET revoked_at = created_at WHERE user_key = ?', [key]);
    return result;
  });
  const file = { method: 'POST', path: '/api/users/me/collection/import?alsoOwned=add', type: 'text/csv', body: csvOf(2_000) };
  expect((await send(file, session)).status).toBe(401);
  expect(Number((written as [number][])[0]?.[0])).toBeWithin(1, 2_000);
  expect([count(), writer.query('SELECT count(*) FROM list_import WHERE finished_at IS NULL').values()]).toEqual([[[0]], [[0]]]);
});
