import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { checkPassword, createUser, findUser } from '../../src/accounts/users';
import { changeAccountStatus, countBelongings, findUserById, requireFreeUsername } from '../../src/accounts/users/users';
import { importRecords } from '../../src/import/seed';
import { shippedHashing, verificationsOf } from '../support/hashing';
import { liveOf, numbered, startServer, type TestServer } from '../support/server';
import { documentOf, errorOf, jsonApi, password, type Sent, send, someone, user, violationsOf } from './requests';

let closed: TestServer;
let open: TestServer;
beforeAll(async () => {
  closed = await startServer();
  open = await startServer([], { registration: 'open' });
});

describe('GET /api/users', () => {
  test('shows users their own account with its private fields', async () => {
    const { id, name, token } = await someone(closed);
    const { data } = await documentOf(await send(closed, '/api/users/me', { token }));
    expect(data).toEqual({
      id: `/api/users/${id}`,
      type: 'User',
      attributes: { _id: id, username: name, created_at: expect.any(String), email: null, role: 'user', language: null, theme: null },
      links: { self: `/api/users/${id}` },
    });
    expect((await documentOf(await send(closed, `/api/users/${id}`, { token }))).data).toEqual(data);
    expect((await documentOf(await send(closed, `/api/users/${id.toUpperCase()}`, { token }))).data).toEqual(data);
  });

  test('shows administrators any account without its private fields', async () => {
    const [admin, other] = [await someone(closed, 'admin'), await someone(closed)];
    const { data } = await documentOf(await send(closed, `/api/users/${other.id}`, { token: admin.token }));
    expect(data.attributes).toEqual({
      _id: other.id,
      username: other.name,
      created_at: expect.any(String),
      role: 'user',
      disabled_at: null,
      last_seen_at: null,
      collection_items: 0,
      credentials: 0,
    });
    expect((await send(closed, `/api/users/${crypto.randomUUID()}`, { token: admin.token })).status).toBe(404);
  });

  test('shows a token without the scope admin only /me, and refuses it every other route of the account', async () => {
    const { id, name } = await someone(closed);
    const limited = await issueApiToken(closed.store, name, 'limited', { scopes: ['catalog:read', 'collection:write'] });
    expect((await send(closed, '/api/users/me', { token: limited })).status).toBe(200);
    for (const [method, path, body] of [
      ['GET', `/api/users/${id}`, undefined],
      ['PATCH', '/api/users/me', user({ email: 'a@example.org' }, id)],
      ['DELETE', '/api/users/me', { password }],
      ['GET', '/api/users/me/tokens', undefined],
      ['POST', '/api/users/me/tokens', { data: { type: 'ApiToken', attributes: { name: 'more' } } }],
    ] as const) {
      const response = await send(closed, path, { method, token: limited, body });
      const { detail } = await errorOf(response);
      expect({ method, path, status: response.status, detail }).toEqual({
        method,
        path,
        status: 403,
        detail: 'The token lacks the scope admin.',
      });
      expect(response.headers.get('www-authenticate')).toContain('insufficient_scope');
    }
    const admin = await issueApiToken(closed.store, name, 'admin', { scopes: ['admin'] });
    expect((await send(closed, `/api/users/${id}`, { token: admin })).status).toBe(200);
  });

  test('supports sparse fieldsets and lists ignored parameters', async () => {
    const { token } = await someone(closed);
    const fields = await documentOf(await send(closed, '/api/users/me?fields[User]=username&shoes=1', { token }));
    expect(Object.keys(fields.data.attributes)).toEqual(['username']);
    expect(fields.meta?.ignoredParameters).toEqual(['shoes']);
    expect((await send(closed, '/api/users/me/me', { token })).status).toBe(404);
  });
});

describe('PATCH /api/users/me', () => {
  const change = (who: { id: string; token: string }, attributes: object, id = who.id) =>
    send(closed, '/api/users/me', { method: 'PATCH', token: who.token, body: user(attributes, id) });

  test('sets, keeps and clears the e-mail address', async () => {
    const anna = await someone(closed);
    expect((await documentOf(await change(anna, { email: 'anna@example.org' }))).data.attributes.email).toBe('anna@example.org');
    expect((await documentOf(await change(anna, {}))).data.attributes.email).toBe('anna@example.org');
    expect((await documentOf(await change(anna, { email: null }, `/api/users/${anna.id}`))).data.attributes.email).toBeNull();
  });

  test('sets, keeps and clears language and theme', async () => {
    const anna = await someone(closed);
    const shown = async (attributes: object) => {
      const { language, theme } = (await documentOf(await change(anna, attributes))).data.attributes;
      return [language, theme];
    };
    expect(await shown({ language: 'de' })).toEqual(['de', null]);
    expect(await shown({ theme: 'dark', email: 'anna@example.org' })).toEqual(['de', 'dark']);
    expect(await shown({ language: null })).toEqual([null, 'dark']);
    for (const [name, value] of [
      ['language', 'xx'],
      ['language', ''],
      ['theme', 'auto'],
      ['theme', true],
    ] as const)
      expect(await violationsOf(await change(anna, { [name]: value }))).toEqual([name]);
    expect(await shown({})).toEqual([null, 'dark']);
  });

  test('refuses an invalid e-mail address', async () => {
    const anna = await someone(closed);
    for (const email of ['anna', '@example.org', 'anna@', 'a b@example.org', 'a\0@example.org', `${'a'.repeat(250)}@example.org`, 1, {}])
      expect(await violationsOf(await change(anna, { email }))).toEqual(['email']);
  });

  test('accepts a fetched document, ignores read-only attributes and lists unknown ones', async () => {
    const anna = await someone(closed);
    const { data } = await documentOf(await send(closed, '/api/users/me', { token: anna.token }));
    const answer = await documentOf(await change(anna, { ...data.attributes, role: 'admin', username: 'root', shoes: 42 }));
    expect(answer.data).toEqual(data);
    expect(answer.meta).toEqual({ ignoredAttributes: ['shoes', 'username', 'role'] } as never);
  });

  test('changes the password only with the current one', async () => {
    const anna = await someone(closed);
    const another = 'another password of hers';
    expect(await violationsOf(await change(anna, { password: another }))).toEqual(['current_password']);
    expect(await violationsOf(await change(anna, { password: another, current_password: 'a wrong password' }))).toEqual([
      'current_password',
    ]);
    expect(await violationsOf(await change(anna, { password: 'short', current_password: password }))).toEqual(['password']);
    expect(await checkPassword(closed.store, anna.name, password)).toBeDefined();

    expect((await change(anna, { password: another, current_password: password })).status).toBe(200);

    expect(await checkPassword(closed.store, anna.name, password)).toBeUndefined();
    expect((await checkPassword(closed.store, anna.name, another))?.id).toBe(anna.id);
    expect((await send(closed, '/api/users/me', { token: anna.token })).status).toBe(200);
  });

  test('changes nothing else with a wrong current password', async () => {
    const anna = await someone(closed);
    await change(anna, { email: 'anna@example.org', password: 'another password', current_password: 'a wrong password' });
    expect(findUser(closed.store, anna.name)?.email).toBeNull();
  });

  test('ends all other sign-ins with a new password', async () => {
    const anna = await someone(closed);
    const signIn = async () =>
      (await (
        await send(closed, '/api/token', { method: 'POST', type: 'application/json', body: { username: anna.name, password } })
      ).json()) as { access_token: string; refresh_token: string };
    const [here, elsewhere] = [await signIn(), await signIn()];

    await change({ id: anna.id, token: here.access_token }, { password: 'another password', current_password: password });

    expect((await send(closed, '/api/users/me', { token: here.access_token })).status).toBe(200);
    expect((await send(closed, '/api/users/me', { token: elsewhere.access_token })).status).toBe(401);
    const refresh = { method: 'POST', type: 'application/json', body: { refresh_token: elsewhere.refresh_token } };
    expect((await send(closed, '/api/token/refresh', refresh)).status).toBe(401);
  });

  test('revokes all other API access tokens with a new password if revoke_tokens is set', async () => {
    const anna = await someone(closed);
    const other = await issueApiToken(closed.store, anna.name, 'other');
    const statuses = () => Promise.all([anna.token, other].map(async (token) => (await send(closed, '/api/users/me', { token })).status));
    const changed = { password: 'another password', current_password: password };
    expect(await violationsOf(await change(anna, { revoke_tokens: true }))).toEqual(['revoke_tokens']);
    expect(await violationsOf(await change(anna, { ...changed, revoke_tokens: 'yes' }))).toEqual(['revoke_tokens']);

    expect((await change(anna, { ...changed, revoke_tokens: false })).status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
    const again = { password, current_password: changed.password, revoke_tokens: true };
    expect((await change(anna, again)).status).toBe(200);
    expect(await statuses()).toEqual([200, 401]);
  });

  test('shares a limit of ten password attempts a minute with the creation of tokens', async () => {
    const limited = await startServer([], { rateLimit: 1_000 });
    const anna = await someone(limited);
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const wrong = { current_password: `guess number ${tries}` };
      const create = { data: { type: 'ApiToken', attributes: { name: 'x', ...wrong } } };
      statuses.push((await send(limited, '/api/users/me/tokens', { method: 'POST', token: anna.token, body: create })).status);
      const body = user({ password: 'another password', ...wrong }, anna.id);
      statuses.push((await send(limited, '/api/users/me', { method: 'PATCH', token: anna.token, body })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  });

  test('refuses malformed documents and documents of others', async () => {
    const [anna, other] = [await someone(closed), await someone(closed)];
    expect((await change(anna, {}, other.id)).status).toBe(409);
    const sent = (body: unknown, type?: string) => send(closed, '/api/users/me', { method: 'PATCH', token: anna.token, body, type });
    expect((await sent({ data: { type: 'Artist', id: anna.id, attributes: {} } })).status).toBe(409);
    for (const body of ['', '[]', '{', { data: null }, { data: { type: 'User' } }]) expect((await sent(body)).status).toBe(400);
    expect((await sent(user({}, anna.id), 'application/json')).status).toBe(415);
  });
});

describe('DELETE /api/users/me', () => {
  const remove = (token: string, body: unknown, type = 'application/json') =>
    send(closed, '/api/users/me', { method: 'DELETE', token, body, type });

  test('needs the password in JSON', async () => {
    const anna = await someone(closed);
    expect((await remove(anna.token, { password: 'a wrong password' })).status).toBe(403);
    for (const body of [{}, { password: 1 }, 'null', '"x"', '{']) expect((await remove(anna.token, body)).status).toBe(400);
    expect((await remove(anna.token, { password }, jsonApi)).status).toBe(415);
    expect((await send(closed, '/api/users/me', { method: 'DELETE', token: anna.token })).status).toBe(415);
    expect((await send(closed, '/api/users/me', { token: anna.token })).status).toBe(200);
  });

  test('deletes all data of the user and none of others', async () => {
    const [anna, other] = [await someone(closed), await someone(closed)];
    const { writer } = closed.store;
    writer.run(
      `INSERT OR IGNORE INTO release (key, id, title, title_folded, slug, created_at) VALUES (1, '${crypto.randomUUID()}', 'Psycho', 'psycho', 'psycho', '2026-01-01T00:00:00.000+00:00')`,
    );
    for (const { key } of [anna, other])
      for (const table of ['collection_item', 'wishlist_item'])
        writer.run(
          `INSERT INTO ${table} (id, user_key, release_key, created_at, updated_at) VALUES ('${crypto.randomUUID()}', ${key}, 1, '2026-01-01', '2026-01-01')`,
        );
    await send(closed, '/api/token', { method: 'POST', type: 'application/json', body: { username: anna.name, password } });

    const response = await remove(anna.token, { password });

    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await send(closed, '/api/users/me', { token: anna.token })).status).toBe(401);
    for (const table of ['token', 'token_family', 'collection_item', 'wishlist_item'])
      expect(writer.query(`SELECT count(*) FROM ${table} WHERE user_key = ${anna.key}`).values()).toEqual([[0]]);
    for (const table of ['token', 'collection_item', 'wishlist_item'])
      expect(writer.query(`SELECT count(*) FROM ${table} WHERE user_key = ${other.key}`).values()).toEqual([[1]]);
    expect(await checkPassword(closed.store, anna.name, password)).toBeUndefined();
    expect((await send(closed, '/api/users/me', { token: other.token })).status).toBe(200);
  });

  test('is limited to ten password attempts a minute', async () => {
    const limited = await startServer([], { rateLimit: 300 });
    const anna = await someone(limited);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) {
      const body = { password: '' };
      statuses.push((await send(limited, '/api/users/me', { method: 'DELETE', token: anna.token, body, type: 'application/json' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
  });
});

test('the description of each route of users names the scope it needs', async () => {
  const { paths } = (await (await send(closed, '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { description: string }>>;
  };
  const ours = Object.entries(paths).filter(([name]) => /^\/api\/users(\/me(\/tokens.*)?|\/\{\w+\})?$/.test(name));
  const operations = ours.flatMap(([name, methods]) =>
    Object.entries(methods).map(([method, { description }]) => ({ name, method, description })),
  );
  expect(operations).toHaveLength(11);
  for (const operation of operations) expect(operation.description).toMatch(/the scope `admin`|any scope|no token/);
});

test('a command knows what a user has, and which names are free', async () => {
  const { store } = closed;
  const { token, id, name } = await someone(closed);
  const release = '0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';
  await importRecords(store, numbered([{ type: 'Release', id: `/api/releases/${release}`, attributes: { title: 'Jaws' } }]));
  const belongings = () => countBelongings(store, findUserById(store, id)?.key ?? 0);
  expect(belongings()).toEqual({ tokens: 1, collectionItems: 0, wishlistItems: 0 });
  await issueApiToken(store, name, 'second');
  for (const [list, type] of [
    ['collection', 'CollectionItem'],
    ['collection', 'CollectionItem'],
    ['wishlist', 'WishlistItem'],
  ] as const)
    expect(
      (
        await send(closed, `/api/users/me/${list}`, {
          method: 'POST',
          token,
          body: { data: { type, attributes: { release: { id: release } } } },
        })
      ).status,
    ).toBe(201);
  expect(belongings()).toEqual({ tokens: 2, collectionItems: 2, wishlistItems: 1 });
  expect(() => requireFreeUsername(store, name.toUpperCase())).toThrow('There is already a user');
  requireFreeUsername(store, 'nobody-yet');
});

describe('passwords', () => {
  test('are hashed with Argon2id, 19 MiB and two passes', async () => {
    using _ = shippedHashing();
    const { name } = await someone(closed);
    const [[hash]] = closed.store.writer.query('SELECT password_hash FROM user WHERE username = ?').values(name) as [[string]];
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('match in any Unicode normalization', async () => {
    const composed = 'Pässwörter für Élise';
    await createUser(closed.store, 'elise', composed.normalize('NFD'));
    expect(await checkPassword(closed.store, 'ELISE', composed.normalize('NFC'))).toBeDefined();
    expect(await checkPassword(closed.store, 'elise', composed.toUpperCase())).toBeUndefined();
  });

  test('that are wrong cost the same for existing, disabled and unknown users', async () => {
    using _ = shippedHashing();
    const { name } = await someone(closed);
    const disabled = await someone(closed);
    await changeAccountStatus(closed.store, findUser(closed.store, disabled.name) as never, { isDisabled: true }, liveOf(closed.store));
    for (const username of [name, disabled.name, 'nobody-at-all'])
      expect(await verificationsOf(() => checkPassword(closed.store, username, 'a wrong password'))).toEqual([
        '$argon2id$v=19$m=19456,t=2,p=1$43$43',
      ]);
  });
});

test('the log, the answers and the database contain no password', async () => {
  const secret = 'a secret that nobody repeats';
  const another = 'another secret of the same user';
  const answers: string[] = [];
  const sent = async (path: string, options: Sent) => {
    const response = await send(open, path, options);
    answers.push(await response.clone().text());
    return response;
  };
  const { data } = await documentOf(
    await sent('/api/users', { method: 'POST', body: user({ username: 'secretive', password: secret, email: 'x@example.org' }) }),
  );
  const token = await issueApiToken(open.store, 'secretive', 'test');
  const patch = (attributes: object) => sent('/api/users/me', { method: 'PATCH', token, body: user(attributes, data.attributes._id) });
  await patch({ password: another, current_password: another });
  await patch({ password: another, current_password: secret });
  await patch({ passwort: another });
  await sent('/api/users/me', { token });
  await sent('/api/users/me', { method: 'DELETE', token, type: 'application/json', body: { password: secret } });

  const everything = answers.join() + JSON.stringify(open.logged) + Buffer.from(open.store.writer.serialize()).toString('latin1');
  expect(everything).toContain('secretive');
  for (const hidden of [secret, another, token]) expect(everything).not.toContain(hidden);
});
