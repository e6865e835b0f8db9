import { afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { serverOf, startServer, type TestServer } from '../support/server';

interface Pair {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
}

const password = 'a long enough password';
const day = 86_400_000;

async function post(
  server: TestServer,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Pair & { code?: number; message?: string }; headers: Headers }> {
  const response = await server.request(path, {
    method: 'POST',
    headers: { authorization: '', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never, headers: response.headers };
}

const signIn = async (server: TestServer): Promise<Pair> => (await post(server, '/api/token', { username: 'anna', password })).body;
const refresh = (server: TestServer, refresh_token: string) => post(server, '/api/token/refresh', { refresh_token });
const statusWith = async (server: TestServer, token: string): Promise<number> =>
  (await server.request('/api/artists', { headers: { authorization: `Bearer ${token}` } })).status;

/** Moves the times at which refresh tokens were spent further back. */
function age(server: TestServer, seconds: number): void {
  server.store.writer.run(
    `UPDATE token SET spent_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', spent_at, '-${seconds} seconds') WHERE spent_at IS NOT NULL`,
  );
}

let server: TestServer;

beforeAll(async () => {
  server = await startServer([], { rateLimit: 0 });
  await createUser(server.store, 'anna', password);
});

afterEach(() => void setSystemTime());

describe('POST /api/token', () => {
  test('returns a token pair valid for an hour, which is not cached', async () => {
    const { status, body, headers } = await post(server, '/api/token', { username: 'Anna', password });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token']);
    expect(body.access_token).toMatch(/^lm_at_[0-9A-Za-z]{36}$/);
    expect(body.refresh_token).toMatch(/^lm_rt_[0-9A-Za-z]{36}$/);
    expect(body.expires_in).toBe(3600);
    expect(headers.get('content-type')).toStartWith('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await statusWith(server, body.access_token)).toBe(200);
  });

  test('answers the same for an unknown user and a wrong password', async () => {
    const wrong = await post(server, '/api/token', { username: 'anna', password: 'another long password' });
    const unknown = await post(server, '/api/token', { username: 'nobody', password });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body as unknown).toEqual({ code: 401, message: expect.any(String), error: 'wrong_credentials' });
  });

  test.each([
    ['malformed JSON', '{', 400, 'The body is not JSON.'],
    ['an array', '[]', 400, 'The body must be an object.'],
    ['no password', { username: 'anna' }, 400, 'password: This is required.'],
    ['a number as the user name', { username: 1, password }, 400, 'username: This must be text.'],
    ['a long code', { username: 'anna', password, code: 'x'.repeat(101) }, 400, 'code: This must be text of at most 100 characters.'],
    ['a duplicate key', `{"username":"anna","username":"anna","password":"${password}"}`, 400, 'The body names "username" twice.'],
    ['a body of 2 MB', { username: 'anna', password: 'x'.repeat(2_000_000) }, 413, 'The body may have at most 16384 bytes.'],
  ])('refuses %s and says what is allowed', async (_, body, status, sentence) => {
    const answer = await post(server, '/api/token', body);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, status, sentence] as never);
  });

  test('is limited to ten attempts a minute for an address', async () => {
    const limited = await startServer([], { rateLimit: 300 });
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await post(limited, '/api/token', { username: `user${index}`, password })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  }, 60_000);
});

describe('a refresh token', () => {
  test('is exchanged for a new pair', async () => {
    const first = await signIn(server);
    const { status, body: second } = await refresh(server, first.refresh_token);
    expect(status).toBe(200);
    expect(new Set([first.refresh_token, first.access_token, second.refresh_token, second.access_token]).size).toBe(4);
    expect(await statusWith(server, second.access_token)).toBe(200);
    expect((await refresh(server, second.refresh_token)).status).toBe(200);
  });

  test('returns the same successor again within ten seconds', async () => {
    const first = await signIn(server);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refresh(server, first.refresh_token)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    age(server, 9);
    expect((await refresh(server, first.refresh_token)).body.refresh_token).toBe(answers[0]?.body.refresh_token as string);
  });

  test('gets another successor after a restart within ten seconds, and the one that was lost is spent', async () => {
    const { refresh_token } = await signIn(server);
    const lost = (await refresh(server, refresh_token)).body;
    const restarted = await serverOf(server.store, { rateLimit: 0 }, undefined, 'berta');
    const { status, body } = await refresh(restarted, refresh_token);
    expect([status, body.refresh_token === lost.refresh_token]).toEqual([200, false]);
    expect((await refresh(restarted, body.refresh_token)).status).toBe(200);
    expect((await refresh(restarted, lost.refresh_token)).status).toBe(401);
  });

  test('revokes its family when it is reused later, and logs that once', async () => {
    const first = await signIn(server);
    const second = (await refresh(server, first.refresh_token)).body;
    age(server, 11);
    const logged = server.logged.length;
    expect((await refresh(server, first.refresh_token)).status).toBe(401);
    expect(server.logged.slice(logged).map((line) => line.event)).toEqual(['refresh token reused, family revoked']);
    expect((await refresh(server, second.refresh_token)).status).toBe(401);
    expect(await statusWith(server, second.access_token)).toBe(401);
    expect(await statusWith(server, first.access_token)).toBe(401);
  });

  test('revokes its family when an older ancestor is reused, even within ten seconds', async () => {
    const first = await signIn(server);
    const second = (await refresh(server, first.refresh_token)).body;
    const third = (await refresh(server, second.refresh_token)).body;
    expect((await refresh(server, first.refresh_token)).status).toBe(401);
    expect((await refresh(server, third.refresh_token)).status).toBe(401);
    expect(await statusWith(server, third.access_token)).toBe(401);
  });

  test('does not affect other families of the user when it is reused', async () => {
    const [one, other] = [await signIn(server), await signIn(server)];
    await refresh(server, one.refresh_token);
    age(server, 11);
    await refresh(server, one.refresh_token);
    expect((await refresh(server, other.refresh_token)).status).toBe(200);
  });

  test('gets 401 with code and message if it is unknown, of another kind or altered', async () => {
    const pair = await signIn(server);
    for (const token of ['lm_rt_nonsense', pair.access_token, `${pair.refresh_token.slice(0, -1)}_`, server.token]) {
      const { status, body } = await refresh(server, token);
      expect([status, body as unknown]).toEqual([401, { code: 401, message: expect.any(String), error: 'wrong_refresh_token' }]);
    }
  });

  test('gets 401 if it or its family is expired or its user is disabled', async () => {
    for (const change of [
      "UPDATE token SET expires_at = '2020-01-01T00:00:00.000+00:00' WHERE kind = 'refresh'",
      "UPDATE token_family SET expires_at = '2020-01-01T00:00:00.000+00:00'",
      "UPDATE user SET disabled_at = '2020-01-01T00:00:00.000+00:00' WHERE username = 'anna'",
    ]) {
      const { refresh_token } = await signIn(server);
      server.store.writer.run(change);
      expect([change, (await refresh(server, refresh_token)).status]).toEqual([change, 401]);
      server.store.writer.run("UPDATE user SET disabled_at = NULL WHERE username = 'anna'");
    }
  });

  test('is no bearer token', async () => {
    const { refresh_token } = await signIn(server);
    expect(await statusWith(server, refresh_token)).toBe(401);
  });

  test('expires 30 days after its issue', async () => {
    const [used, unused] = [await signIn(server), await signIn(server)];
    const start = Date.now();
    setSystemTime(start + 29.99 * day);
    expect((await refresh(server, used.refresh_token)).status).toBe(200);
    setSystemTime(start + 30 * day);
    expect((await refresh(server, unused.refresh_token)).status).toBe(401);
  });

  test('and its access token end 90 days after the sign-in, however often it is exchanged, which deletes expired ones', async () => {
    const start = Date.now();
    setSystemTime(start);
    let pair = await signIn(server);
    const halfHour = day / 48;
    for (const time of [29 * day, 58 * day, 87 * day, 90 * day - halfHour]) {
      setSystemTime(start + time);
      const { status, body } = await refresh(server, pair.refresh_token);
      expect(status).toBe(200);
      pair = body;
    }
    expect(pair.expires_in).toBe(1_800);
    const accessTokens = "SELECT count(*) FROM token WHERE kind = 'access' AND family_key = (SELECT max(key) FROM token_family)";
    expect(server.store.reader.query(accessTokens).values()).toEqual([[1]]);
    setSystemTime(start + 90 * day - 1);
    expect(await statusWith(server, pair.access_token)).toBe(200);
    setSystemTime(start + 90 * day);
    expect(await statusWith(server, pair.access_token)).toBe(401);
    expect((await refresh(server, pair.refresh_token)).status).toBe(401);
  });

  test('is not stored in clear text', async () => {
    const pair = await signIn(server);
    const rows = JSON.stringify(server.store.reader.query('SELECT * FROM token').all());
    expect(rows).not.toContain(pair.refresh_token);
    expect(rows).not.toContain(pair.access_token);
  });

  test('has one successor for 50 simultaneous exchanges, round after round', async () => {
    let { refresh_token } = await signIn(server);
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(server, refresh_token)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const successors = new Set(answers.map(({ body }) => body.refresh_token));
      expect(successors.size).toBe(1);
      [refresh_token] = successors as unknown as [string];
    }
  });
});

describe('POST /api/token/invalidate', () => {
  const invalidate = (body: unknown, token: string) => post(server, '/api/token/invalidate', body, { authorization: `Bearer ${token}` });

  test('revokes the family of a refresh token', async () => {
    const pair = await signIn(server);
    const { status, body } = await invalidate({ refresh_token: pair.refresh_token }, pair.access_token);
    expect([status, body as unknown]).toEqual([200, { message: expect.any(String) }]);
    expect((await refresh(server, pair.refresh_token)).status).toBe(401);
    expect(await statusWith(server, pair.access_token)).toBe(401);
  });

  test('answers 404 for an unknown token or one of another user, and changes nothing', async () => {
    const pair = await signIn(server);
    for (const [refreshToken, token] of [
      ['lm_rt_nonsense', pair.access_token],
      [pair.refresh_token, server.token],
    ] as const) {
      const { status, body } = await invalidate({ refresh_token: refreshToken }, token);
      expect([status, body as unknown]).toEqual([404, { message: expect.any(String) }]);
    }
    expect((await refresh(server, pair.refresh_token)).status).toBe(200);
  });

  test('answers 400 without a token in the body and 401 without one in the header', async () => {
    const pair = await signIn(server);
    expect((await invalidate({}, pair.access_token)).status).toBe(400);
    expect((await post(server, '/api/token/invalidate', { refresh_token: pair.refresh_token })).status).toBe(401);
  });
});
