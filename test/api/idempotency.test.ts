import { expect, setSystemTime, test } from 'bun:test';
import { type Changed, editedServer, editorOf } from '../support/edited-server';
import { artist } from '../support/numbered-artists';

// Requests that clients send again because they saw no response.

const body = (name: string) => ({ data: { type: 'Artist', attributes: { name, _type: 'person' } } });

const coded = ({ status, body }: Changed) => [status, body.errors[0].code];

test('the first response to an Idempotency-Key is repeated, also for items and imports', async () => {
  const editor = await editedServer([
    { type: 'Release', id: '/api/releases/00000000-0000-4000-8000-000000000001', attributes: { title: 'Psycho' } },
  ]);
  const release = { id: '00000000-0000-4000-8000-000000000001' };
  const sent = [
    ['/api/artists', JSON.stringify(body('Ada')), 'application/vnd.api+json'],
    ['/api/users/me/collection', JSON.stringify({ data: { type: 'CollectionItem', attributes: { release } } }), 'application/vnd.api+json'],
    ['/api/users/me/collection/import?alsoOwned=add', `release_id\n${release.id}\n`, 'text/csv'],
  ] as const;
  for (const [path, text, type] of sent) {
    const headers = { 'idempotency-key': path, 'content-type': type };
    const [first, second] = [await editor.sendText('POST', path, text, headers), await editor.sendText('POST', path, text, headers)];
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([path.includes('import') ? 200 : 201, null]);
    expect([second.status, second.body, second.headers.get('idempotency-replayed')]).toEqual([first.status, first.body, 'true']);
    for (const name of ['location', 'etag', 'content-type']) expect(second.headers.get(name)).toBe(first.headers.get(name));
  }
  expect((await editor.read('/api/artists')).body.meta.totalItems).toBe(1);
  expect((await editor.read('/api/users/me/collection')).body.meta.totalItems).toBe(2);
});

test('an Idempotency-Key belongs to one request of one user for a day', async () => {
  const editor = await editedServer();
  const headers = { 'idempotency-key': 'one' };
  const other = await editorOf(editor.server, 'bela');
  const made = [
    await editor.send('POST', '/api/artists', body('Ada'), headers),
    await other.send('POST', '/api/artists', body('Ada'), headers),
  ];
  expect(made.map(({ status, body }) => [status, body.data.attributes.slug])).toEqual([
    [201, 'ada'],
    [201, 'ada-2'],
  ]);
  expect(coded(await editor.send('POST', '/api/artists', body('Bela'), headers))).toEqual([422, 'idempotency_key_reused']);
  expect(coded(await editor.send('POST', '/api/labels', body('Ada'), headers))).toEqual([422, 'idempotency_key_reused']);
  expect(coded(await editor.send('POST', '/api/artists', body('Ada'), { 'idempotency-key': 'é' }))).toEqual([
    400,
    'invalid_idempotency_key',
  ]);
  try {
    setSystemTime(Date.now() + 24 * 3_600_000 + 1);
    expect((await editor.send('POST', '/api/artists', body('Bela'), headers)).status).toBe(201);
  } finally {
    setSystemTime();
  }
});

test('a refused request frees its Idempotency-Key, one in progress does not, and neither do those that the server did not end', async () => {
  const editor = await editedServer([artist(1)]);
  const headers = { 'idempotency-key': 'one' };
  expect((await editor.send('POST', '/api/artists', body(''), headers)).status).toBe(422);
  const both = await Promise.all([
    editor.send('POST', '/api/artists', body('Ada'), headers),
    editor.send('POST', '/api/artists', body('Ada'), headers),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(coded(both.find(({ status }) => status === 409) as Changed)).toEqual([409, 'idempotent_request_running']);
  editor.server.store.writer.run('UPDATE idempotent_request SET response = NULL');
  expect(coded(await editor.send('POST', '/api/artists', body('Ada'), headers))).toEqual([409, 'idempotent_request_interrupted']);
  expect((await editor.read('/api/artists?name=ada')).body.meta.totalItems).toBe(1);
});

test('of a user with a thousand keys, the oldest is forgotten, and secrets are never stored', async () => {
  const editor = await editedServer();
  const { writer } = editor.server.store;
  writer.run(
    `INSERT INTO idempotent_request (user_key, key, fingerprint, created_at, response)
    SELECT (SELECT key FROM user), 'key ' || value, printf('%064d', 0), strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', value || ' seconds', '-2000 seconds'), '{}'
    FROM json_each(?)`,
    [JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index + 1))],
  );
  await editor.send('POST', '/api/artists', body('Ada'), { 'idempotency-key': 'new' });
  const keys = writer.query('SELECT key FROM idempotent_request').values().flat();
  expect([keys.length, keys.includes('key 1'), keys.includes('key 2'), keys.includes('new')]).toEqual([1_000, false, true, true]);
  const token = { data: { type: 'ApiToken', attributes: { name: 'second' } } };
  const made = [1, 2].map(() => editor.send('POST', '/api/users/me/tokens', token, { 'idempotency-key': 'token' }));
  for (const { headers } of await Promise.all(made)) expect(headers.get('idempotency-replayed')).toBeNull();
  expect(writer.query("SELECT 1 FROM idempotent_request WHERE key = 'token'").get()).toBeNull();
});
