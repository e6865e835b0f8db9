import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { checkPassword, createUser, findUser } from '../../src/accounts/users';
import { deleteUser } from '../../src/accounts/users/users';
import { createApp } from '../../src/app/app';
import { readSettings, type Settings } from '../../src/config';
import { emptyStore, liveOf, startServer, type TestServer } from '../support/server';
import { documentOf, errorOf, jsonApi, password, send, user, violationsOf } from './requests';

let closed: TestServer;
let open: TestServer;
beforeAll(async () => {
  closed = await startServer();
  open = await startServer([], { registration: 'open' });
});

describe('registration', () => {
  let count = 0;
  const register = (server: TestServer, attributes: object) =>
    send(server, '/api/users', { method: 'POST', body: user({ username: `new-${++count}`, password, ...attributes }) });

  test('is closed by default', async () => {
    const response = await register(closed, {});
    expect([response.status, (await errorOf(response)).detail]).toEqual([
      403,
      'Registration is closed. The operator of this server creates accounts: leitmotif user create NAME.',
    ]);
    for (const [server, source] of [
      [closed, undefined],
      [open, { pointer: '/data/attributes/setup_code' }],
    ] as const) {
      const refused = await register(server, { setup_code: 'guessed' });
      expect<unknown>([refused.status, (await errorOf(refused)).source]).toEqual([403, source]);
    }
  });

  test('creates an ordinary user where it is open', async () => {
    const response = await register(open, { username: 'Newcomer', email: 'new@example.org', role: 'admin', shoes: 42 });
    const { data, meta } = await documentOf(response);
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(data.id);
    expect(data.attributes).toMatchObject({ username: 'Newcomer', email: 'new@example.org', role: 'user' });
    expect(meta).toEqual({ ignoredAttributes: ['shoes'] } as never);
    expect((await checkPassword(open.store, 'newcomer', password))?.id).toBe(data.attributes._id);
  });

  test('refuses invalid user names and passwords and reports all of them', async () => {
    for (const username of ['ab', 'a'.repeat(41), 'with space', 'müller', 'a/b', '', 42, null])
      expect(await violationsOf(await register(open, { username }))).toEqual(['username']);
    for (const bad of ['123456789', 'x'.repeat(201), '', 1234567890, null, '🎬'.repeat(9)])
      expect(await violationsOf(await register(open, { password: bad }))).toEqual(['password']);
    expect((await violationsOf(await register(open, { username: '', password: '', email: '' }))).sort()).toEqual([
      'email',
      'password',
      'username',
    ]);
    const bare = await send(open, '/api/users', { method: 'POST', body: user({}) });
    expect(await violationsOf(bare)).toEqual(['username', 'password']);
  });

  test('accepts the shortest and longest user names and passwords', async () => {
    for (const attributes of [
      { username: 'a.b' },
      { username: `_-${'9'.repeat(38)}` },
      { password: '1234567890' },
      { password: '🎬'.repeat(10) },
      { password: 'é'.normalize('NFD').repeat(200) },
    ])
      expect((await register(open, attributes)).status).toBe(201);
  });

  test('refuses a taken name in any case', async () => {
    expect((await register(open, { username: 'Taken.Name' })).status).toBe(201);
    expect(await violationsOf(await register(open, { username: 'tAKEN.nAME' }))).toEqual(['username']);
  });

  test('gives a name to one of two simultaneous requests', async () => {
    const both = await Promise.all([register(open, { username: 'racer' }), register(open, { username: 'RACER' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test('refuses malformed documents, other types and client-generated ids', async () => {
    const sent = (body: unknown, type?: string) => send(open, '/api/users', { method: 'POST', body, type });
    for (const body of ['', '[]', '{', {}, { data: [] }]) expect((await sent(body)).status).toBe(400);
    expect((await sent({ data: { type: 'Artist', attributes: {} } })).status).toBe(409);
    const unanswerable = '/api/users?include=shoes';
    expect((await send(open, unanswerable, { method: 'POST', body: user({ username: 'chooser', password }) })).status).toBe(400);
    expect(findUser(open.store, 'chooser')).toBeUndefined();
    expect((await sent(user({ username: 'chooser', password }, crypto.randomUUID()))).status).toBe(403);
    expect((await sent(user({ username: 'chooser', password }), 'application/json')).status).toBe(415);
    expect((await sent(user({ username: 'chooser', password, bio: 'x'.repeat(1_100_000) }))).status).toBe(413);
  });
});

/** The set-up code is logged in the next turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the set-up code', () => {
  /** A server without users, which logs a set-up code. */
  async function newServer(settings: Partial<Settings> = {}) {
    const store = emptyStore();
    const logged: string[] = [];
    const start = () =>
      createApp({
        store,
        settings: { ...readSettings({}, {}), rateLimit: 0, ...settings },
        log: (event, details) => logged.push(JSON.stringify({ event, ...details })),
        peerAddress: () => '192.0.2.1',
      });
    let app = start();
    await nextTurn();
    const register = (setup_code?: unknown, username = 'first') =>
      app.handle(
        new Request('http://localhost/api/users', {
          method: 'POST',
          headers: { 'content-type': jsonApi },
          body: JSON.stringify(user({ username, password, setup_code })),
        }),
      );
    const leave = async (username: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await issueApiToken(store, username, 'test')}` };
      const body = JSON.stringify({ password });
      const { status } = await app.handle(new Request('http://localhost/api/users/me', { method: 'DELETE', headers, body }));
      await nextTurn();
      return status;
    };
    const codes = () => logged.flatMap((line) => /"setUpCode":"(\w+)"/.exec(line)?.[1] ?? []);
    const restart = async () => {
      app = start();
      await nextTurn();
    };
    return { store, logged, register, leave, codes, restart };
  }

  test('is logged once on a server without users, creates the first administrator and is not stored', async () => {
    const server = await newServer();
    expect(server.codes()).toHaveLength(1);
    const response = await server.register(server.codes()[0]);
    const text = await response.text();
    expect(response.status).toBe(201);
    expect(JSON.parse(text).data.attributes).toMatchObject({ username: 'first', role: 'admin' });
    expect(server.logged).toHaveLength(1);
    expect(text).not.toContain(server.codes()[0] as string);
    expect(Buffer.from(server.store.writer.serialize()).toString('latin1')).not.toContain(server.codes()[0] as string);
  });

  test('works once', async () => {
    const server = await newServer();
    const [code] = server.codes();
    expect((await server.register(code)).status).toBe(201);
    expect((await server.register(code, 'second')).status).toBe(403);
    expect(findUser(server.store, 'second')).toBeUndefined();
  });

  test('works for one of two simultaneous requests', async () => {
    const server = await newServer();
    const [code] = server.codes();
    const both = await Promise.all([server.register(code, 'one'), server.register(code, 'two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    const other = await newServer();
    const [, late] = await Promise.all([createUser(other.store, 'other', password), other.register(other.codes()[0])]);
    expect(late.status).toBe(403);
  });

  test('is replaced by a new one when the only user deletes the account', async () => {
    const server = await newServer();
    await server.register(server.codes()[0]);
    await createUser(server.store, 'other', password);
    expect([await server.leave('other'), server.codes().length]).toEqual([204, 1]);
    expect([await server.leave('first'), server.codes().length]).toEqual([204, 2]);
    expect((await server.register(server.codes()[0])).status).toBe(403);
    expect((await server.register(server.codes()[1])).status).toBe(201);
  });

  test('has to match exactly', async () => {
    for (const settings of [{}, { registration: 'open' as const }]) {
      const server = await newServer(settings);
      for (const code of ['', 'guessed', server.codes()[0]?.toUpperCase().replace(/\d/g, 'x')])
        expect((await server.register(code)).status).toBe(403);
      expect((await server.register(server.codes()[0])).status).toBe(201);
    }
    expect((await (await newServer()).register()).status).toBe(403);
    expect((await (await newServer()).register(42)).status).toBe(403);
  });

  test('becomes invalid for good once there is a user', async () => {
    const server = await newServer();
    const { key } = await createUser(server.store, 'by-command', password);
    expect((await server.register(server.codes()[0])).status).toBe(403);
    await deleteUser(server.store, { key, username: '' }, liveOf(server.store));
    expect((await server.register(server.codes()[0])).status).toBe(403);
  });

  test('is required for an administrator even where registration is open', async () => {
    const server = await newServer({ registration: 'open' });
    expect((await documentOf(await server.register())).data.attributes.role).toBe('user');
    expect((await server.register(server.codes()[0], 'second')).status).toBe(403);
  });

  test('is not used up by a refused registration', async () => {
    const server = await newServer();
    expect((await server.register(server.codes()[0], 'x')).status).toBe(422);
    expect((await server.register(server.codes()[0])).status).toBe(201);
  });

  test('changes at the next start, and is absent where there are users', async () => {
    const server = await newServer();
    await server.restart();
    const [first, second] = server.codes();
    expect(second).not.toBe(first);
    expect((await server.register(first)).status).toBe(403);
    expect((await server.register(second)).status).toBe(201);
    await server.restart();
    expect(server.codes()).toHaveLength(2);
  });
});
