import { afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { scopes } from '../../src/accounts/principal';
import { inDays, issueApiToken, listApiTokens, revokeApiToken, revokeApiTokens } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { type Document, startServer, type TestServer } from '../support/server';

const jsonApi = 'application/vnd.api+json';
const path = '/api/users/me/tokens';
const dayMilliseconds = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

const send = (address: string, token: string, method = 'GET', body?: unknown, type = jsonApi): Promise<Response> =>
  server.request(address, {
    method,
    headers: { authorization: token && `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const create = (token: string, attributes: object, more: object = {}) =>
  send(path, token, 'POST', { data: { type: 'ApiToken', attributes, ...more } });

async function created(token: string, attributes: object) {
  const response = await create(token, attributes);
  expect(response.status).toBe(201);
  return ((await response.json()) as Document).data as { id: string; attributes: Record<string, string> & { scopes: string[] | null } };
}

const read = async (address: string, token: string): Promise<Document> => (await (await send(address, token)).json()) as Document;

const statusOf = async (token: string): Promise<number> => (await send('/api/artists', token)).status;

const password = 'correct horse battery';

async function signedIn(username: string): Promise<string> {
  const body = JSON.stringify({ username, password });
  const headers = { authorization: '', 'content-type': 'application/json' };
  return ((await (await server.request('/api/token', { method: 'POST', headers, body })).json()) as { access_token: string }).access_token;
}

afterEach(() => void setSystemTime());

let count = 0;
/** Creates a user for one test, with an unscoped token. */
async function someone() {
  const name = `owner-${++count}`;
  const { key, id } = await createUser(server.store, name, password);
  return { name, key, id, token: await issueApiToken(server.store, name, 'first') };
}

describe('creating a token', () => {
  test('shows the token once, unscoped and valid for a year', async () => {
    const { token } = await someone();
    const response = await create(token, { name: 'phone' });
    const { data } = (await response.json()) as Document;
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(data.id);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(data).toMatchObject({ type: 'ApiToken', id: `${path}/${data.attributes._id}`, links: { self: data.id } });
    expect(data.attributes).toMatchObject({ name: 'phone', scopes: null, last_used_at: null });
    expect(data.attributes.token).toMatch(/^lm_pat_[0-9A-Za-z]{36}$/);
    const days = (Date.parse(data.attributes.expires_at) - Date.now()) / dayMilliseconds;
    expect(days).toBeGreaterThan(364.9);
    expect(days).toBeLessThan(365.1);
    expect(await statusOf(data.attributes.token)).toBe(200);
    expect((await read(data.id, token)).data.attributes).not.toHaveProperty('token');
    expect(JSON.stringify(await read(path, token))).not.toContain(data.attributes.token);
  });

  test('ends it in a checksum, by which scanners and a server know mistyped ones', async () => {
    const { token } = await someone();
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const checksum = [...token.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(checksum).toBe(Bun.hash.crc32(token.slice(0, -6)));
    expect(await statusOf(token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'))).toBe(401);
  });

  test('accepts scopes, which limit the token', async () => {
    const { token } = await someone();
    const { attributes } = await created(token, { name: 'reader', scopes: ['catalog:read', 'wishlist:read'] });
    expect(attributes.scopes).toEqual(['catalog:read', 'wishlist:read']);
    expect(await statusOf(attributes.token as string)).toBe(200);
    const other = await created(token, { name: 'writer', scopes: ['wishlist:write'] });
    expect(await statusOf(other.attributes.token as string)).toBe(403);
    const every = await created(token, { name: 'every', scopes });
    expect(every.attributes.scopes).toEqual([...scopes]);
  });

  test('accepts an expiry, and null for none', async () => {
    const { name } = await someone();
    const token = await signedIn(name);
    const soon = await created(token, { name: 'soon', expires_at: '2099-06-01T12:00:00+02:00' });
    expect(soon.attributes.expires_at).toBe('2099-06-01T10:00:00.000+00:00');
    const never = await created(token, { name: 'never', expires_at: null });
    expect(never.attributes.expires_at).toBeNull();
    expect(await statusOf(never.attributes.token as string)).toBe(200);
    // A token that never ends sets no limit.
    const [without, usual] = [
      await created(never.attributes.token as string, { name: 'without', expires_at: null }),
      await created(never.attributes.token as string, { name: 'usual' }),
    ];
    const days = Math.round((Date.parse(usual.attributes.expires_at as string) - Date.now()) / dayMilliseconds);
    expect<unknown>([without.attributes.expires_at, days]).toEqual([null, 365]);
  });

  test('refuses invalid attributes and names them', async () => {
    const { token } = await someone();
    for (const [attribute, attributes] of [
      ['name', {}],
      ['name', { name: '' }],
      ['name', { name: null }],
      ['name', { name: 'x'.repeat(256) }],
      ['name', { name: 'two\nlines' }],
      ['name', { name: 42 }],
      ['scopes', { name: 'x', scopes: [] }],
      ['scopes', { name: 'x', scopes: 'admin' }],
      ['scopes', { name: 'x', scopes: ['everything'] }],
      ['scopes', { name: 'x', scopes: ['admin', 'admin'] }],
      ['expires_at', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }],
      ['expires_at', { name: 'x', expires_at: '2099-01-01' }],
      ['expires_at', { name: 'x', expires_at: '2099-02-30T00:00:00Z' }],
      ['expires_at', { name: 'x', expires_at: 4070908800 }],
    ] as const) {
      const response = await create(token, attributes);
      const { meta } = (await response.json()) as { meta?: { errors: { meta: { attribute: string } }[] } };
      expect({ attributes, status: response.status, named: meta?.errors.map((error) => error.meta.attribute) }).toEqual({
        attributes,
        status: 422,
        named: [attribute],
      });
    }
    expect((await read(path, token)).meta?.totalItems).toBe(1);
  });

  test('refuses malformed documents, other types and client-generated ids', async () => {
    const { token } = await someone();
    for (const body of ['', '{', [], {}, { data: [] }]) expect((await send(path, token, 'POST', body)).status).toBe(400);
    expect((await send(path, token, 'POST', { data: { type: 'User', attributes: { name: 'x' } } })).status).toBe(409);
    expect((await create(token, { name: 'x' }, { id: crypto.randomUUID() })).status).toBe(403);
    expect((await send(path, token, 'POST', { data: { type: 'ApiToken', attributes: { name: 'x' } } }, 'application/json')).status).toBe(
      415,
    );
  });

  test('ignores read-only attributes and lists unknown ones', async () => {
    const { token } = await someone();
    const response = await create(token, { name: 'x', last_used_at: '2020-01-01T00:00:00Z', token: 'mine', shoes: 42 });
    const { data, meta } = (await response.json()) as Document;
    expect(data.attributes.last_used_at).toBeNull();
    expect(data.attributes.token).not.toBe('mine');
    expect(meta).toEqual({ ignoredAttributes: ['token', 'shoes'] } as never);
  });
});

describe('a token created with another token', () => {
  /** Creates a user with a scoped token that expires in ten days. */
  async function limited() {
    const { name } = await someone();
    const expiresAt = inDays(10);
    return { name, expiresAt, token: await issueApiToken(server.store, name, 'limited', { scopes: ['catalog:read', 'admin'], expiresAt }) };
  }

  const refusalOf = async (response: Response) => {
    const { errors } = (await response.json()) as { errors: [{ detail: string; source: { pointer: string } }] };
    return [response.status, errors[0].source.pointer, errors[0].detail.includes('current_password')];
  };

  test('inherits scopes and expiry, or has less where asked', async () => {
    const { token, expiresAt } = await limited();
    const alike = await created(token, { name: 'alike' });
    const less = await created(token, { name: 'less', scopes: ['catalog:read'], expires_at: inDays(1) });
    expect([alike.attributes.scopes, alike.attributes.expires_at]).toEqual([['catalog:read', 'admin'], expiresAt]);
    expect(less.attributes.scopes).toEqual(['catalog:read']);
    expect(Date.parse(less.attributes.expires_at as string)).toBeLessThan(Date.parse(expiresAt));
  });

  test('cannot exceed the scopes or the expiry of its creator', async () => {
    const { token, expiresAt } = await limited();
    for (const more of [null, ['catalog:read', 'wishlist:write'], scopes])
      expect(await refusalOf(await create(token, { name: 'wider', scopes: more }))).toEqual([403, '/data/attributes/scopes', true]);
    for (const later of [null, inDays(11), new Date(Date.parse(expiresAt) + 1_000).toISOString()])
      expect(await refusalOf(await create(token, { name: 'longer', expires_at: later }))).toEqual([
        403,
        '/data/attributes/expires_at',
        true,
      ]);
    expect((await read(path, token)).meta?.totalItems).toBe(2);
  });

  test('is unrestricted with the current password', async () => {
    const { token } = await limited();
    const more = { scopes: null, expires_at: null };
    const { attributes } = await created(token, { name: 'free', ...more, current_password: password });
    expect(attributes).toMatchObject(more);
    expect(attributes).not.toHaveProperty('current_password');
    const wrong = await create(token, { name: 'guessed', ...more, current_password: 'not this one' });
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('/data/attributes/current_password')]);
  });

  test('is unrestricted where the creator is a sign-in', async () => {
    const { name } = await someone();
    const more = { scopes: null, expires_at: null };
    expect((await created(await signedIn(name), { name: 'free', ...more })).attributes).toMatchObject(more);
  });

  test('is revoked with its creator, and so are its descendants, but not one created with the password', async () => {
    const { token: first } = await someone();
    const maker = await created(first, { name: 'maker' });
    const child = (await created(maker.attributes.token as string, { name: 'child' })).attributes.token as string;
    const grandchild = (await created(child, { name: 'grandchild' })).attributes.token as string;
    const free = (await created(child, { name: 'free', current_password: password })).attributes.token as string;
    expect((await send(maker.id, first, 'DELETE')).status).toBe(204);
    expect(await Promise.all([first, child, grandchild, free].map(statusOf))).toEqual([200, 401, 401, 200]);
  });
});

describe('the name of a token', () => {
  test('can be reused once its token is revoked or expired', async () => {
    const { name, token } = await someone();
    const { id } = await created(token, { name: 'phone' });
    const twin = await create(token, { name: 'phone' });
    expect([twin.status, await twin.text()]).toEqual([422, expect.stringContaining('/data/attributes/name')]);
    expect(() => issueApiToken(server.store, name, 'phone')).toThrow('already');
    await send(id, token, 'DELETE');
    await created(token, { name: 'phone' });
    await issueApiToken(server.store, name, 'short', { expiresAt: inDays(-1) });
    await created(token, { name: 'short' });
  });

  test('can be used by another user as well', async () => {
    const [anna, other] = [await someone(), await someone()];
    for (const { token } of [anna, other]) await created(token, { name: 'phone' });
  });
});

describe('listing tokens', () => {
  test('shows the user’s own tokens in pages, newest first', async () => {
    const [anna, other] = [await someone(), await someone()];
    for (const name of ['second', 'third']) await created(anna.token, { name });
    const all = await read(path, anna.token);
    expect(all.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name)).toEqual(['third', 'second', 'first']);
    expect(all.meta).toEqual({ totalItems: 3, itemsPerPage: 30, currentPage: 1 });
    const page = await read(`${path}?itemsPerPage=2&page=2`, anna.token);
    expect(page.data).toEqual([all.data[2]]);
    expect(page.links?.prev).toBe(`${path}?itemsPerPage=2&page=1`);
    expect((await read(path, other.token)).meta?.totalItems).toBe(1);
    expect((await send(`${path}?page=0`, anna.token)).status).toBe(400);
  });

  test('shows when each was last used, to the minute', async () => {
    const { token } = await someone();
    const { id, attributes } = await created(token, { name: 'used' });
    const lastUse = async () => (await read(id, token)).data.attributes.last_used_at;
    const useAt = async (time: number) => {
      setSystemTime(time);
      await statusOf(attributes.token as string);
      return Date.parse(await lastUse());
    };
    expect(await lastUse()).toBeNull();
    const start = Date.now();
    expect(await useAt(start)).toBe(start);
    expect(await useAt(start + 59_999)).toBe(start);
    expect(await useAt(start + 60_000)).toBe(start + 60_000);
  });
});

describe('the last use of a token', () => {
  test('is written once for several uses, soon and without a read', async () => {
    const quiet = await startServer();
    const { writer } = quiet.store;
    const before = writer.query('SELECT total_changes()').values();
    for (let times = 0; times < 5; times++) await quiet.read('/api/artists');
    const isWritten = () => writer.query('SELECT 1 FROM token WHERE last_used_at IS NOT NULL').get() !== null;
    while (!isWritten()) await Bun.sleep(50);
    expect(writer.query('SELECT total_changes()').values()).toEqual([[(before[0]?.[0] as number) + 1]]);
    const later = Date.now() + 120_000;
    setSystemTime(later);
    await quiet.read('/api/artists');
    const last = () => Date.parse(quiet.store.reader.get<{ at: string }>('SELECT max(last_used_at) AS at FROM token')?.at ?? '');
    while (last() < later) await Bun.sleep(50);
  });

  test('is forgotten where it cannot be written', async () => {
    const { name, token } = await someone();
    const session = await signedIn(name);
    await statusOf(token);
    server.store.writer.run("CREATE TRIGGER failing BEFORE UPDATE OF last_used_at ON token BEGIN SELECT RAISE(ABORT, 'no'); END");
    await read(path, session);
    server.store.writer.run('DROP TRIGGER failing');
    expect((await read(path, session)).data).toMatchObject([{ attributes: { last_used_at: null } }]);
  });

  test('does not include a refused use after the revocation', async () => {
    const { key, token } = await someone();
    const { id, attributes } = await created(token, { name: 'unseen' });
    await send(id, token, 'DELETE');
    await statusOf(attributes.token as string);
    await read(path, token);
    const stored = server.store.writer.query(`SELECT last_used_at FROM token WHERE user_key = ${key} AND name = 'unseen'`);
    expect(stored.values()).toEqual([[null]]);
  });
});

describe('a token', () => {
  test('is refused at once after its revocation', async () => {
    const { token } = await someone();
    const { id, attributes } = await created(token, { name: 'lost' });
    const secret = attributes.token as string;
    const statuses = [await statusOf(secret)];
    const response = await send(id, token, 'DELETE');
    statuses.push(await statusOf(secret));
    expect([response.status, await response.text(), ...statuses]).toEqual([204, '', 200, 401]);
    expect((await send(id, token)).status).toBe(404);
    expect((await send(id, token, 'DELETE')).status).toBe(404);
    expect((await read(path, token)).meta?.totalItems).toBe(1);
  });

  test('can revoke itself', async () => {
    const { token } = await someone();
    const [{ id }] = (await read(path, token)).data;
    expect((await send(id, token, 'DELETE')).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
  });

  test('is refused after its expiry, but stays listed', async () => {
    const { name, token } = await someone();
    const short = await issueApiToken(server.store, name, 'short', { expiresAt: inDays(1) });
    const before = await statusOf(short);
    setSystemTime(Date.now() + dayMilliseconds + 1);
    expect([before, await statusOf(short)]).toEqual([200, 401]);
    setSystemTime();
    expect((await read(path, token)).meta?.totalItems).toBe(2);
  });

  test('is not found by other users', async () => {
    const [anna, other] = [await someone(), await someone()];
    const { id, attributes } = await created(anna.token, { name: 'hers' });
    for (const method of ['GET', 'DELETE']) expect((await send(id, other.token, method)).status).toBe(404);
    for (const unknown of [crypto.randomUUID(), 'x', '%00'])
      for (const method of ['GET', 'DELETE']) expect((await send(`${path}/${unknown}`, anna.token, method)).status).toBe(404);
    expect(await statusOf(attributes.token as string)).toBe(200);
  });

  test('is revoked by the name of its user and its own name', async () => {
    const [anna, other] = [await someone(), await someone()];
    const hers = await issueApiToken(server.store, anna.name, 'laptop');
    const others = await issueApiToken(server.store, other.name, 'laptop');
    expect(await revokeApiTokens(server.store, anna.name.toUpperCase(), 'laptop')).toBe(1);
    expect(await Promise.all([hers, others, anna.token].map(statusOf))).toEqual([401, 200, 200]);
    expect(await revokeApiTokens(server.store, anna.name, 'laptop')).toBe(0);
  });

  test('is revoked by its id', async () => {
    const { key, token } = await someone();
    const id = listApiTokens(server.store, key)[0]?.id as string;
    expect(await revokeApiToken(server.store, id.toUpperCase())).toBe(1);
    expect(await statusOf(token)).toBe(401);
    expect(await revokeApiToken(server.store, id)).toBe(0);
  });
});

test('the log and the database contain no token', async () => {
  const { token } = await someone();
  const { id, attributes } = await created(token, { name: 'hidden' });
  await statusOf(attributes.token as string);
  await send(id, token, 'DELETE');
  const everything = JSON.stringify(server.logged) + Buffer.from(server.store.writer.serialize()).toString('latin1');
  expect(everything).toContain('hidden');
  for (const secret of [token, attributes.token as string]) expect(everything).not.toContain(secret.slice('lm_pat_'.length));
});
