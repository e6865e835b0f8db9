import { beforeAll, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { deleteUser } from '../../src/accounts/users/users';
import { seedDemo } from '../../src/import/seed';
import { editedServer, editorOf } from '../support/edited-server';
import { liveOf, startServer, type TestServer } from '../support/server';

const password = 'correct horse battery';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([], { rateLimit: 0 });
  await seedDemo(server.store);
});

const jsonApi = { 'content-type': 'application/vnd.api+json' };

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

test('a user exports all their own data, no data of others, and no secret', async () => {
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
    tokens: [{ name: 'token of anna', scopes: null, last_used_at: expect.any(String) }],
    sessions: [{ kind: 'session', user_agent: 'browser of anna', address: '192.0.2.1' }],
    collection: { format: 'leitmotif-collection', items: [{ notes: 'a copy of anna', is_signed: true }] },
    wishlist: { format: 'leitmotif-wishlist', items: [{ notes: 'a wish of anna' }] },
    imports: [{ list: 'wishlist', file_name: null, unmatched: 1 }],
    unmatched_rows: [{ list: 'wishlist', row: { release_title: 'Nobody knows anna' } }],
  });
  const hashes = server.store.reader.query('SELECT hash AS secret FROM token UNION SELECT password_hash FROM user').all() as {
    secret: string;
  }[];
  for (const secret of ['bert', bert.id, anna.token, anna.session_token, ...hashes.map((row) => row.secret)])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
});

test('the export has the user’s revisions and items set aside by merges; deleting the account makes revisions anonymous', async () => {
  const editor = await editedServer([{ type: 'Artist', id: `/api/artists/${artist}`, attributes: { name: 'Ada', _type: 'person' } }]);
  await editor.patch(`/api/artists/${artist}`, { country: 'GB' }, { meta: { note: 'Born in Leeds.' } });
  const [goes, stays] = [
    await editor.make('Release', '/api/releases', { title: 'Mine' }),
    await editor.make('Release', '/api/releases', { title: 'True' }),
  ];
  for (const release of [goes, stays])
    await editor.post('WishlistItem', '/api/users/me/wishlist', { release: { id: release.split('/').at(-1) }, notes: 'the blue one' });
  await editor.merge(goes, { type: 'Release', id: stays });
  const { body } = await editor.read('/api/users/me/data');
  expect(body.revisions.map(({ action, note }: { action: string; note: string | null }) => [action, note])).toEqual([
    ['merged', null],
    ['added', null],
    ['added', null],
    ['changed', 'Born in Leeds.'],
  ]);
  expect((await editor.read(body.revisions[3].url)).body.data.attributes.after.attributes).toEqual({ country: 'GB' });
  expect(body.set_aside_items).toMatchObject([{ list: 'wishlist_item', notes: 'the blue one' }]);
  expect(JSON.stringify(body.set_aside_items)).not.toContain('_key');
  const { key } = editor.server.store.reader.query('SELECT key FROM user').get() as { key: number };
  await deleteUser(editor.server.store, { key, username: '' }, liveOf(editor.server.store));
  const other = await editorOf(editor.server, 'other');
  const { data } = (await other.read(`/api/revisions?record=${artist}`)).body;
  expect(data[0]).toMatchObject({ attributes: { note: 'Born in Leeds.', username: null }, relationships: { user: { data: null } } });
  expect(editor.server.store.writer.query('SELECT key FROM set_aside_item').all()).toEqual([]);
});

const artist = '00000000-0000-4000-8000-000000000001';

test('an exported list can be imported unchanged', async () => {
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

test('an export needs a token that can read everything in it', async () => {
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
