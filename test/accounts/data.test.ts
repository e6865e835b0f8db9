import { beforeAll, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { seedDemo } from '../../src/import/seed';
import { startServer, type TestServer } from '../support/server';

const password = 'correct horse battery';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([], { rateLimit: 0 });
  await seedDemo(server.store);
});

const jsonApi = { 'content-type': 'application/vnd.api+json' };

/** A user with something of everything. */
async function someone(username: string) {
  const { id } = await createUser(server.store, username, password);
  const token = await issueApiToken(server.store, username, `token of ${username}`);
  const send = (path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) =>
    server.request(path, { method, headers: { authorization: `Bearer ${token}`, ...headers }, body });
  const { data } = await server.read('/api/releases?itemsPerPage=1');
  const item = (type: string, attributes: object) =>
    JSON.stringify({ data: { type, attributes: { release: { id: data[0].id }, ...attributes } } });
  await send('/api/users/me/collection', 'POST', jsonApi, item('CollectionItem', { notes: `a copy of ${username}`, is_signed: true }));
  await send('/api/users/me/wishlist', 'POST', jsonApi, item('WishlistItem', { notes: `a wish of ${username}` }));
  await send(
    '/api/users/me/wishlist/import',
    'POST',
    { 'content-type': 'text/csv' },
    `release_title,barcode\r\nNobody knows ${username},123456789012\r\n`,
  );
  await send('/api/users/me', 'PATCH', jsonApi, JSON.stringify({ data: { type: 'User', id, attributes: { theme: 'dark' } } }));
  const signedIn = await server.request('/api/sessions', {
    method: 'POST',
    headers: { authorization: '', 'content-type': 'application/json', 'user-agent': `browser of ${username}` },
    body: JSON.stringify({ username, password }),
  });
  const { session_token } = (await signedIn.json()) as { session_token: string };
  return { id, token, session_token, send };
}

test('a user takes out everything that is theirs, nothing of others, and no secret', async () => {
  const [anna, bert] = [await someone('anna'), await someone('bert')];
  const response = await anna.send('/api/users/me/data');
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'application/json',
    'private, no-store',
  ]);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="leitmotif-account-\d{4}-\d\d-\d\d\.json"$/);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    format: 'leitmotif-account',
    version: 1,
    account: { id: anna.id, username: 'anna', email: null, role: 'user', language: null, theme: 'dark' },
    tokens: [{ name: 'token of anna', scopes: null }],
    sessions: [{ kind: 'session', user_agent: 'browser of anna', address: '192.0.2.1' }],
    collection: { format: 'leitmotif-collection', items: [{ notes: 'a copy of anna', is_signed: true }] },
    wishlist: { format: 'leitmotif-wishlist', items: [{ notes: 'a wish of anna' }] },
    unmatched_rows: [{ list: 'wishlist', row: { release_title: 'Nobody knows anna' } }],
  });
  const hashes = server.store.reader.query('SELECT hash AS secret FROM token UNION SELECT password_hash FROM user').all() as {
    secret: string;
  }[];
  for (const secret of ['bert', bert.id, anna.token, anna.session_token, ...hashes.map((row) => row.secret)])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
});

test('a list in the file can be put in again as it is', async () => {
  const carl = await someone('carl');
  const { collection } = (await (await carl.send('/api/users/me/data')).json()) as { collection: object };
  const report = await carl.send(
    '/api/users/me/collection/import?dryRun=true',
    'POST',
    { 'content-type': 'application/json' },
    JSON.stringify(collection),
  );
  expect(await report.json()).toMatchObject({ data: { attributes: { added: 0, duplicates: 1, unmatched: 0 } } });
});

test('needs a token that may read all that is in it', async () => {
  const { id } = await createUser(server.store, 'dora', password);
  const ask = async (scopes: readonly ('admin' | 'collection:read' | 'wishlist:read')[]) => {
    const token = await issueApiToken(server.store, 'dora', scopes.join(' '), { scopes });
    return (await server.request(`/api/users/${id}/data`, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  expect(await ask(['admin'])).toBe(403);
  expect(await ask(['admin', 'collection:read'])).toBe(403);
  expect(await ask(['collection:read', 'wishlist:read'])).toBe(403);
  expect(await ask(['admin', 'collection:read', 'wishlist:read'])).toBe(200);
  expect((await server.request(`/api/users/${id}/data`)).status).toBe(404);
});
