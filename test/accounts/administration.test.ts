import { afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { latestSchema } from '../../db/migrations';
import { issueApiToken } from '../../src/accounts/tokens';
import { checkPassword, createUser, findUser } from '../../src/accounts/users';
import type { Settings } from '../../src/config';
import { RunJournal } from '../../src/import/run/journal';
import { type Document, startServer } from '../support/server';
import { password, user } from './requests';

/** A server without rate limits, with the administrator anna. */
async function administered(settings: Partial<Settings> = {}) {
  const server = await startServer([], { rateLimit: 0, ...settings });
  const anna = await createUser(server.store, 'anna', password, 'admin');
  const token = await issueApiToken(server.store, 'anna', 'tests');
  const send = (path: string, { method = 'GET', as = token, body = undefined as unknown, type = 'application/vnd.api+json' } = {}) =>
    server.request(path, {
      method,
      headers: { authorization: as && `Bearer ${as}`, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { server, anna, token, send };
}

type Administered = Awaited<ReturnType<typeof administered>>;

const detailOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { errors: [{ detail: string }] }).errors[0].detail;

const attributesOf = async (response: Response) => ((await response.json()) as Document).data.attributes;

let shared: Administered;
beforeAll(async () => {
  shared = await administered();
});

afterEach(() => {
  setSystemTime();
});

describe('GET /api/users', () => {
  test('lists the users by name with role, status and last use', async () => {
    const { server, send } = await administered();
    const bert = await createUser(server.store, 'Bert', password);
    await issueApiToken(server.store, 'Bert', 'used');
    server.store.writer.run('UPDATE token SET last_used_at = ? WHERE user_key = ?', ['2026-02-03T04:05:06.000+00:00', bert.key]);
    const { data, meta } = (await (await send('/api/users')).json()) as Document;
    expect(data.map(({ attributes }: { attributes: { username: string } }) => attributes.username)).toEqual(['anna', 'Bert', 'tester']);
    expect(meta?.totalItems).toBe(3);
    expect(data[1]).toEqual({
      id: `/api/users/${bert.id}`,
      type: 'User',
      attributes: {
        _id: bert.id,
        username: 'Bert',
        created_at: expect.any(String),
        role: 'user',
        disabled_at: null,
        last_seen_at: '2026-02-03T04:05:06.000+00:00',
        collection_items: 0,
        credentials: 0,
      },
      links: { self: `/api/users/${bert.id}` },
    });
  });

  test('filters by part of a name, sorts and paginates', async () => {
    const { server, send } = await administered();
    for (const name of ['carla', 'Carl', 'oscar', 'per_cent']) await createUser(server.store, name, password);
    const names = async (query: string) =>
      ((await (await send(`/api/users?${query}`)).json()) as Document).data.map(
        ({ attributes }: { attributes: { username: string } }) => attributes.username,
      );
    expect(await names('q=CAR')).toEqual(['Carl', 'carla', 'oscar']);
    expect(await names('q=_')).toEqual(['per_cent']);
    expect(await names('q=car&sort=-username&itemsPerPage=2&page=2')).toEqual(['Carl']);
    expect(await names('q=%20')).toHaveLength(6);
    expect(await names('order[createdAt]=desc&itemsPerPage=1')).toEqual(['per_cent']);
  });
});

describe('an administrator', () => {
  test('creates users of any role while registration is closed', async () => {
    const { server, send, token } = shared;
    const response = await send('/api/users', { method: 'POST', body: user({ username: 'boss', password, role: 'admin' }) });
    expect(response.status).toBe(201);
    expect(findUser(server.store, 'boss')?.role).toBe('admin');
    expect((await send('/api/users', { method: 'POST', body: user({ username: 'BOSS', password }) })).status).toBe(422);
    expect((await send('/api/users', { method: 'POST', body: user({ username: 'cleo', password, role: 'root' }) })).status).toBe(422);
    expect(await send('/api/users', { method: 'POST', as: server.token, body: user({ username: 'cleo', password }) })).toHaveProperty(
      'status',
      403,
    );
    const limited = await issueApiToken(server.store, 'anna', 'for the catalog', { scopes: ['catalog:read'] });
    expect((await send('/api/users', { method: 'POST', as: limited, body: user({ username: 'cleo', password }) })).status).toBe(403);
    expect((await send('/api/users/me', { as: token })).status).toBe(200);
  });

  test('disables a user with all tokens, enables the user again and changes roles', async () => {
    const { server, send } = shared;
    const { id } = await createUser(server.store, 'dora', password);
    const as = await issueApiToken(server.store, 'dora', 'hers');
    const change = (attributes: object) => send(`/api/users/${id}`, { method: 'PATCH', body: user(attributes, id) });
    expect((await attributesOf(await change({ disabled: true }))).disabled_at).toEqual(expect.any(String));
    expect((await send('/api/users/me', { as })).status).toBe(401);
    expect(await attributesOf(await change({ disabled: false, role: 'admin' }))).toMatchObject({ disabled_at: null, role: 'admin' });
    expect((await send('/api/users', { as })).status).toBe(200);
    const renamed = (await (await change({ username: 'other', role: 'user' })).json()) as Document;
    expect([renamed.data.attributes.username, renamed.meta]).toEqual(['dora', { ignoredAttributes: ['username'] } as never]);
    expect((await attributesOf(await change({ role: 'editor' }))).role).toBe('editor');
    expect((await change({ role: 'root', disabled: 'no' })).status).toBe(422);
  });

  test('cannot demote or disable the only administrator', async () => {
    const { send, anna, server } = await administered();
    const oneself = { method: 'PATCH', body: user({ role: 'admin' }, 'me') };
    expect((await send(`/api/users/${anna.id}`, oneself)).status).toBe(200);
    const { id } = await createUser(server.store, 'other', password);
    expect((await send(`/api/users/${id}`, oneself)).status).toBe(409);
    for (const attributes of [{ role: 'user' }, { role: 'editor' }, { disabled: true }, { role: 'admin', disabled: true }]) {
      const response = await send(`/api/users/${anna.id}`, { method: 'PATCH', body: user(attributes, anna.id) });
      expect(response.status).toBe(409);
      expect(await detailOf(response)).toContain('the only administrator');
      expect(findUser(server.store, 'anna')).toMatchObject({ role: 'admin', disabledAt: null });
    }
  });

  test('gets 404 for an unknown user', async () => {
    const id = crypto.randomUUID();
    expect((await shared.send(`/api/users/${id}`, { method: 'PATCH', body: user({ role: 'user' }, id) })).status).toBe(404);
    expect((await shared.send('/api/users/nobody/password-reset', { method: 'POST' })).status).toBe(404);
  });
});

describe('a password reset code', () => {
  const reset = (code: string, given: string, { send } = shared) =>
    send('/api/password-reset', { method: 'POST', as: '', type: 'application/json', body: { code, password: given } });

  const codeFor = async (id: string, { send } = shared): Promise<string> => {
    const response = await send(`/api/users/${id}/password-reset`, { method: 'POST' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    return (await attributesOf(response)).code;
  };

  test('sets a password once and ends sessions, but not API access tokens', async () => {
    const { server, send } = shared;
    const emil = await createUser(server.store, 'emil', password);
    const token = await issueApiToken(server.store, 'emil', 'his');
    const signIn = await send('/api/sessions', { method: 'POST', as: '', type: 'application/json', body: { username: 'emil', password } });
    const { session_token } = (await signIn.json()) as { session_token: string };
    const code = await codeFor(emil.id);
    expect(server.store.reader.query('SELECT 1 FROM one_time_code WHERE hash = ?').get(code)).toBeNull();

    expect((await reset(code, 'short')).status).toBe(400);
    expect((await reset(code, 'another password')).status).toBe(200);
    expect(await checkPassword(server.store, 'emil', 'another password')).toBeDefined();
    expect([(await send('/api/users/me', { as: session_token })).status, (await send('/api/users/me', { as: token })).status]).toEqual([
      401, 200,
    ]);
    const again = await reset(code, 'a third password');
    expect([again.status, await again.json()]).toEqual([
      403,
      { code: 403, message: 'The code is wrong, used or expired.', error: 'invalid_code' },
    ]);
  });

  test('is invalid after a day, after a newer code and while its issuer is no administrator', async () => {
    const own = await administered();
    const { id } = await createUser(own.server.store, 'fred', password);
    const first = await codeFor(id, own);
    const second = await codeFor(id, own);
    expect((await reset(first, 'another password', own)).status).toBe(403);
    setSystemTime(Date.now() + 24 * 3_600_000 + 1);
    expect((await reset(second, 'another password', own)).status).toBe(403);
    setSystemTime();
    const third = await codeFor(id, own);
    await createUser(own.server.store, 'gina', password, 'admin');
    own.server.store.writer.run("UPDATE user SET role = 'user' WHERE username = 'anna'");
    expect((await reset(third, 'another password', own)).status).toBe(403);
    own.server.store.writer.run("UPDATE user SET role = 'admin' WHERE username = 'anna'");
    expect((await reset(third, 'another password', own)).status).toBe(200);
  });

  test('is not accepted as an invitation, and attempts are limited to ten a minute', async () => {
    const own = await administered({ rateLimit: 1_000_000, registration: 'invitation' });
    const code = await codeFor(own.anna.id, own);
    const body = user({ username: 'hugo', password, invitation_code: code });
    expect((await own.send('/api/users', { method: 'POST', as: '', body })).status).toBe(403);
    for (let tries = 0; tries < 10; tries++) expect((await reset('wrong', 'another password', own)).status).toBe(403);
    expect((await reset(code, 'another password', own)).status).toBe(429);
  });
});

describe('an invitation', () => {
  const invite = async ({ send }: Administered, attributes: object = {}) => {
    const response = await send('/api/invitations', { method: 'POST', body: { data: { type: 'Invitation', attributes } } });
    expect(response.status).toBe(201);
    const { code, _id } = await attributesOf(response);
    return { code: code as string, id: _id as string };
  };
  const register = ({ send }: Administered, username: string, invitation_code?: string) =>
    send('/api/users', { method: 'POST', as: '', body: user({ username, password, ...(invitation_code && { invitation_code }) }) });

  test('creates one account where registration requires invitations', async () => {
    const own = await administered({ registration: 'invitation' });
    const { code } = await invite(own, { note: 'Bert, from the record fair' });
    const uninvited = await register(own, 'bert');
    expect([uninvited.status, await detailOf(uninvited)]).toEqual([
      403,
      'You need an invitation to create an account. Ask an administrator of this server.',
    ]);
    expect((await register(own, 'bert', 'wrong')).status).toBe(403);
    expect((await register(own, 'anna', code)).status).toBe(422);
    const response = await register(own, 'bert', code);
    expect([response.status, findUser(own.server.store, 'bert')?.role]).toEqual([201, 'user']);
    expect((await register(own, 'carl', code)).status).toBe(403);
    expect(((await (await own.send('/api/invitations')).json()) as Document).data).toEqual([]);
  });

  test('creates one account for two simultaneous registrations', async () => {
    const own = await administered({ registration: 'invitation' });
    const { code } = await invite(own);
    const answers = await Promise.all([register(own, 'bert', code), register(own, 'carl', code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
  });

  test('is refused where registration is closed, and after a week', async () => {
    const closed = await administered();
    expect((await register(closed, 'bert', (await invite(closed)).code)).status).toBe(403);
    const own = await administered({ registration: 'invitation' });
    const [{ code }, inTime] = [await invite(own), await invite(own)];
    setSystemTime(Date.now() + 6.9 * 24 * 3_600_000);
    expect((await register(own, 'anton', inTime.code)).status).toBe(201);
    setSystemTime(Date.now() + 0.1 * 24 * 3_600_000 + 1);
    expect((await register(own, 'bert', code)).status).toBe(403);
    await invite(own);
    expect(own.server.store.reader.get<{ codes: number }>('SELECT count(*) AS codes FROM one_time_code')).toEqual({ codes: 1 });
  });

  test('is listed with its note and without its code, and can be withdrawn', async () => {
    const own = await administered({ registration: 'invitation' });
    await invite(own);
    const { code, id } = await invite(own, { note: 'Bert' });
    const { data } = (await (await own.send('/api/invitations')).json()) as Document;
    expect(data).toHaveLength(2);
    expect(data[0].attributes).toEqual({
      _id: id,
      note: 'Bert',
      created_by: 'anna',
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    for (const note of ['', 'x'.repeat(256), 7]) {
      const body = { data: { type: 'Invitation', attributes: { note } } };
      expect([note, (await own.send('/api/invitations', { method: 'POST', body })).status]).toEqual([note, 422]);
    }
    expect((await own.send(`/api/invitations/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await own.send(`/api/invitations/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await own.send(`/api/invitations/${id}`)).status).toBe(404);
    expect((await register(own, 'bert', code)).status).toBe(403);
  });

  test('is refused once a hundred are open', async () => {
    const own = await administered();
    for (let count = 0; count < 100; count++) await invite(own);
    const response = await own.send('/api/invitations', { method: 'POST', body: { data: { type: 'Invitation' } } });
    expect(response.status).toBe(409);
  });
});

describe('GET /api/server', () => {
  test('reports the version, users, database and last import', async () => {
    const { server, send } = await administered();
    const bert = await createUser(server.store, 'bert', password);
    await send(`/api/users/${bert.id}`, { method: 'PATCH', body: user({ disabled: true }, bert.id) });
    const status = async () => attributesOf(await send('/api/server'));
    expect(await status()).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      interface_version: '1.0.0-beta',
      address: null,
      started_at: expect.any(String),
      uptime_seconds: expect.any(Number),
      users: { total: 3, administrators: 1, disabled: 1 },
      database: { path: ':memory:', schema_version: latestSchema(), bytes: expect.any(Number), log_bytes: 0 },
      last_import: null,
    });
    expect((await status()).database.bytes).toBeGreaterThan(100_000);
    const journal = new RunJournal(server.store, { source: 'mirror', inputs: ['https://other.example'] });
    expect((await status()).last_import).toMatchObject({ source: 'mirror', state: 'running', finished_at: null });
    await journal.end('interrupted');
    const { id, state } = (await status()).last_import;
    expect([state, (await send(id)).status]).toEqual(['interrupted', 200]);
  });

  test('reports its uptime, the requests of the last hour with their durations, and the sign-ins', async () => {
    const { server, send } = await administered();
    server.tally.answered(200, 250, performance.now());
    setSystemTime(Date.now() + 60_000);
    const { uptime_seconds, requests, sign_ins } = await attributesOf(await send('/api/server'));
    expect(uptime_seconds).toBeGreaterThanOrEqual(60);
    expect(requests).toMatchObject({ total: 1, last_hour: { requests: 1, failed: 0 } });
    expect([requests.last_hour.median_ms / 250, requests.last_hour.p99_ms / 250]).toEqual([expect.closeTo(1, 0), expect.closeTo(1, 0)]);
    expect(sign_ins).toEqual({ good: 0, failed: 0 });
    for (const tried of [password, 'a wrong password', 'another one'])
      await send('/api/token', { method: 'POST', as: '', type: 'application/json', body: { username: 'anna', password: tried } });
    expect((await attributesOf(await send('/api/server'))).sign_ins).toEqual({ good: 1, failed: 2 });
  });
});
