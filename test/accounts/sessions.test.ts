import { afterEach, beforeAll, describe, expect, setDefaultTimeout, setSystemTime, test } from 'bun:test';
import fc from 'fast-check';
import { guestToken, lastUses } from '../../src/accounts/principal';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser, findUser, type User } from '../../src/accounts/users';
import { changeAccountStatus, changePassword } from '../../src/accounts/users/users';
import { limitOf, runs } from '../support/runs';
import { type Document, liveOf, startServer, type TestServer } from '../support/server';

setDefaultTimeout(limitOf(60_000));

const password = 'correct horse battery';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let server: TestServer;
beforeAll(async () => {
  // The sign-ins of these tests exceed the rate limit.
  server = await startServer([], { rateLimit: 0 });
});

let count = 0;
const someone = (): Promise<User> => createUser(server.store, `someone-${++count}`, password);

const signIn = (username: string, { given = password, agent = firefox as string | null, former = '' } = {}): Promise<Response> =>
  server.request('/api/sessions', {
    method: 'POST',
    headers: {
      authorization: former && `Bearer ${former}`,
      'content-type': 'application/json',
      ...(agent !== null && { 'user-agent': agent }),
    },
    body: JSON.stringify({ username, password: given }),
  });

async function sessionOf(username: string, options = {}): Promise<string> {
  const response = await signIn(username, options);
  expect(response.status).toBe(201);
  return ((await response.json()) as { session_token: string }).session_token;
}

const ask = (token: string, path: string, method = 'GET', body?: object): Promise<Response> =>
  server.request(path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/vnd.api+json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

const isGood = async (token: string): Promise<boolean> => (await ask(token, '/api/users/me')).status === 200;

/** Attributes of the listed sign-ins. */
async function listed(
  token: string,
): Promise<{ _id: string; kind: string; browser: string | null; last_used_at: string; is_current: boolean }[]> {
  const response = await ask(token, '/api/users/me/sessions');
  expect(response.status).toBe(200);
  return ((await response.json()) as Document).data.map(({ attributes }: { attributes: object }) => attributes);
}

describe('POST /api/sessions', () => {
  test('returns an unscoped session token, which is neither cached nor stored in clear text', async () => {
    const { username, id } = await someone();
    const response = await signIn(username.toUpperCase());
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual([
      201,
      'no-store',
      'application/json',
    ]);
    const session = (await response.json()) as { session_token: string; expires_in: number };
    expect(session).toEqual({ session_token: expect.stringMatching(/^lm_st_[0-9A-Za-z]{36}$/), expires_in: 2_592_000 });
    const me = (await (await ask(session.session_token, '/api/users/me')).json()) as Document;
    expect(me.data.attributes._id).toBe(id);
    expect((await ask(session.session_token, '/api/users/me/collection')).status).toBe(200);
    const made = await ask(session.session_token, '/api/users/me/tokens', 'POST', {
      data: { type: 'ApiToken', attributes: { name: 'of a page' } },
    });
    expect(made.status).toBe(201);
    expect(server.store.reader.query('SELECT 1 FROM token WHERE hash = ?').get(session.session_token)).toBeNull();
  });

  test('refuses wrong passwords, unknown users and disabled users with the same answer', async () => {
    const [anna, bert] = [await someone(), await someone()];
    await changeAccountStatus(server.store, bert, { isDisabled: true }, liveOf(server.store));
    for (const response of [
      await signIn(anna.username, { given: 'a wrong password' }),
      await signIn('nobody-at-all'),
      await signIn(bert.username),
    ]) {
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({
        code: 401,
        message: 'The user name or password is wrong.',
        error: 'wrong_credentials',
      });
    }
  });

  test('shares its rate limit with POST /api/token', async () => {
    const limited = await startServer();
    const post = (path: string) =>
      limited.request(path, {
        method: 'POST',
        headers: { authorization: '', 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'nobody', password: 'a wrong password' }),
      });
    for (let tries = 0; tries < 5; tries++) for (const path of ['/api/token', '/api/sessions']) expect((await post(path)).status).toBe(401);
    const refused = await post('/api/sessions');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 429, message: expect.stringContaining('10 sign-ins') });
  });

  test('ends the previous session of the browser, of any user, but only after a successful sign-in', async () => {
    const [anna, bert] = [await someone(), await someone()];
    const first = await sessionOf(anna.username);
    await signIn(anna.username, { given: 'a wrong password', former: first });
    expect(await isGood(first)).toBe(true);
    const second = await sessionOf(bert.username, { former: first });
    expect([await isGood(first), await isGood(second)]).toEqual([false, true]);
    const token = await issueApiToken(server.store, anna.username, 'stays');
    await sessionOf(anna.username, { former: token });
    expect(await isGood(token)).toBe(true);
  });
});

describe('the list of sign-ins', () => {
  test('has browsers and programs with user agent and address', async () => {
    const { username, id } = await someone();
    const session = await sessionOf(username);
    await server.request('/api/token', {
      method: 'POST',
      headers: { authorization: '', 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' },
      body: JSON.stringify({ username, password }),
    });
    const { data } = (await (await ask(session, `/api/users/${id}/sessions`)).json()) as Document;
    expect(data).toHaveLength(2);
    expect(data.find(({ attributes }: { attributes: { kind: string } }) => attributes.kind === 'session')).toEqual({
      id: expect.stringContaining(`/api/users/${id}/sessions/`),
      type: 'Session',
      attributes: {
        _id: expect.any(String),
        kind: 'session',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        address: '192.0.2.1',
        user_agent: firefox,
        browser: 'Firefox on Linux',
        is_current: true,
      },
      links: { self: expect.any(String) },
    });
    expect((await listed(session)).find(({ kind }) => kind === 'pair')).toMatchObject({ browser: 'curl', is_current: false });
  });

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on macOS',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
    ['python-requests/2.32.3', 'python-requests'],
    [`Firefox/${'1'.repeat(400)}`, 'Firefox'],
    ['<script>', null],
    [null, null],
  ])('names the user agent %s %p', async (agent, browser) => {
    const { username } = await someone();
    expect(await listed(await sessionOf(username, { agent }))).toMatchObject([{ browser }]);
  });

  test('is paginated and private to the user', async () => {
    const [anna, bert] = [await someone(), await someone()];
    const hers = [await sessionOf(anna.username), await sessionOf(anna.username), await sessionOf(anna.username)];
    const his = await sessionOf(bert.username);
    const page = (await (await ask(hers[0] as string, '/api/users/me/sessions?itemsPerPage=2&page=2')).json()) as Document;
    expect([page.data.length, page.meta?.totalItems, page.links?.self]).toEqual([
      1,
      3,
      `/api/users/${anna.id}/sessions?itemsPerPage=2&page=2`,
    ]);
    const [one] = await listed(hers[0] as string);
    expect((await ask(his, `/api/users/me/sessions/${one?._id}`, 'DELETE')).status).toBe(404);
    expect((await ask(his, `/api/users/${anna.id}/sessions`)).status).toBe(404);
    expect(await isGood(hers[0] as string)).toBe(true);
  });

  test('can be emptied with an API access token, which is no sign-in itself', async () => {
    const { username } = await someone();
    const [token, session] = [await issueApiToken(server.store, username, 'all'), await sessionOf(username)];
    expect(await listed(token)).toMatchObject([{ is_current: false }]);
    expect((await ask(token, '/api/users/me/sessions/current', 'DELETE')).status).toBe(404);
    expect((await ask(token, '/api/users/me/sessions', 'DELETE')).status).toBe(204);
    expect([await isGood(session), await isGood(token)]).toEqual([false, true]);
  });
});

describe('the life of a session', () => {
  afterEach(() => {
    setSystemTime();
  });

  const hour = 3_600_000;
  const day = 24 * hour;

  /** A session as the rules see it: times only. */
  interface Model {
    readonly token: string;
    readonly latestEnd: number;
    end: number;
    usedAt: number;
    isEnded: boolean;
  }

  const which = fc.nat(20);
  const step = fc.oneof(
    { arbitrary: fc.record({ do: fc.constant('sign in' as const) }), weight: 3 },
    { arbitrary: fc.record({ do: fc.constant('use' as const), which }), weight: 6 },
    {
      arbitrary: fc.record({ do: fc.constantFrom('sign out', 'end others', 'sign in again', 'another password' as const), which }),
      weight: 4,
    },
    { arbitrary: fc.record({ do: fc.constantFrom('disable', 'enable' as const) }), weight: 2 },
    {
      arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(0.4, 0.7, 25, 24 * 29, 24 * 31, 24 * 120) }),
      weight: 4,
    },
  );

  test('follows the model after any sequence of operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const user = await someone();
        let now = Date.UTC(2026, 0, 1);
        setSystemTime(now);
        const sessions: Model[] = [];
        let isEnabled = true;
        const start = async (former?: Model) => {
          const response = await signIn(user.username, { former: former?.token ?? '' });
          expect(response.status).toBe(isEnabled ? 201 : 401);
          if (!isEnabled) return;
          if (former) former.isEnded = true;
          const { session_token: token } = (await response.json()) as { session_token: string };
          sessions.push({ token, latestEnd: now + 365 * day, end: now + 30 * day, usedAt: now, isEnded: false });
        };
        const lives = (session: Model) => isEnabled && !session.isEnded && now < session.end;
        /** Sends a request with a session and expects the answer of the model. Returns whether the session is valid. */
        const use = async (session: Model, path = '/api/users/me', method = 'GET') => {
          const isLive = lives(session);
          expect((await ask(session.token, path, method)).status === 401).toBe(!isLive);
          lastUses(server.store).write();
          if (isLive && now - session.usedAt >= hour) {
            session.usedAt = now;
            session.end = Math.min(now + 30 * day, session.latestEnd);
          }
          return isLive;
        };
        for (const one of steps) {
          const session = 'which' in one ? sessions[one.which % Math.max(1, sessions.length)] : undefined;
          if (one.do === 'sign in') await start();
          else if (one.do === 'wait') {
            now += one.hours * hour;
            setSystemTime(now);
          } else if (one.do === 'disable' || one.do === 'enable') {
            isEnabled = one.do === 'enable';
            await changeAccountStatus(
              server.store,
              findUser(server.store, user.username) as User,
              { isDisabled: !isEnabled },
              liveOf(server.store),
            );
          } else if (!session) continue;
          else if (one.do === 'use') await use(session);
          else if (one.do === 'sign in again') await start(session);
          else if (one.do === 'sign out') session.isEnded ||= await use(session, '/api/users/me/sessions/current', 'DELETE');
          else if (one.do === 'end others') {
            if (await use(session, '/api/users/me/sessions', 'DELETE')) for (const other of sessions) other.isEnded ||= other !== session;
          } else if (await use(session)) {
            await changePassword(server.store, () => user.key, password, { keptToken: hashOf(session.token) });
            for (const other of sessions) other.isEnded ||= other !== session;
          }
        }
        for (const session of sessions) await use(session);
        const live = sessions.filter(lives);
        for (const session of live) expect(await listed(session.token)).toHaveLength(live.length);
      }),
      { numRuns: runs(10), examples: [[[{ do: 'sign in' }, { do: 'sign in' }, { do: 'end others', which: 0 }]]] },
    );
  });

  const hashOf = (token: string) => new Bun.CryptoHasher('sha256').update(token).digest('hex');

  test('is extended by use, at most hourly, and ends a year after the sign-in', async () => {
    const start = Date.UTC(2026, 0, 1);
    setSystemTime(start);
    const { username } = await someone();
    const token = await sessionOf(username);
    const end = () =>
      (server.store.writer.query('SELECT expires_at FROM token WHERE hash = ?').get(hashOf(token)) as { expires_at: string }).expires_at;
    const usedAfter = async (days: number) => {
      setSystemTime(start + days * day);
      expect(await isGood(token)).toBe(true);
      lastUses(server.store).write();
      return Date.parse(end()) - start;
    };
    expect(await usedAfter(0.5 / 24)).toBe(30 * day);
    expect(await usedAfter(29)).toBe(59 * day);
    setSystemTime(start + 30 * day);
    expect((await listed(token))[0]?.last_used_at).toBe(new Date(start + 30 * day).toISOString().replace('Z', '+00:00'));
    // Another sign-in leaves it as it is.
    await sessionOf(username);
    for (let days = 58; days < 335; days += 29) await usedAfter(days);
    expect(await usedAfter(348)).toBe(365 * day);
    setSystemTime(start + 365 * day);
    expect(await isGood(token)).toBe(false);
  });
});

describe('a guest', () => {
  const guest = (path: string, method = 'GET', body?: object) => ask(guestToken(), path, method, body);

  test('reads the catalog and has no account', async () => {
    expect((await guest('/api/artists')).status).toBe(200);
    expect((await guest('/api/search?q=psycho')).status).toBe(200);
    const barcode = (await (await guest('/api/releases?barcode=0077778980926')).json()) as Document;
    expect(barcode.meta).not.toHaveProperty('owned');
    for (const path of ['/api/users/me', '/api/users/me/tokens', '/api/users/me/sessions', '/api/users/me/collection'])
      expect([path, (await guest(path)).status]).toEqual([path, 403]);
  });

  test('gets no server error from any route', async () => {
    const routes = await server.app.everyRoute();
    for (const { method, path } of routes) {
      const { status } = await guest(path.replace(/:\w+/g, 'me'), method, method === 'GET' || method === 'DELETE' ? undefined : {});
      expect({ method, path, isFailure: status >= 500 }).toEqual({ method, path, isFailure: false });
    }
  });
});
