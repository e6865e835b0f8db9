// Clocks jump: by hand, by NTP, after a start without a battery. No credential may become valid for ever.
import { afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { lastUses } from '../../src/accounts/principal';
import { createUser } from '../../src/accounts/users';
import { demoRecords } from '../support/demo-records';
import { startServer, type TestServer } from '../support/server';

const password = 'correct horse battery';
const day = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer(demoRecords('Label').slice(0, 3), { rateLimit: 0 });
  await createUser(server.store, 'anna', password);
});
afterEach(() => void setSystemTime());

/** Sets the clock to an offset from the real time. */
function setClock(milliseconds: number): void {
  setSystemTime();
  setSystemTime(new Date(Date.now() + milliseconds));
}

async function post<T>(path: string, body: object): Promise<{ readonly status: number; readonly body: T }> {
  const headers = { authorization: '', 'content-type': 'application/json' };
  const response = await server.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as T };
}

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

const pairOf = async (): Promise<Pair> => (await post<Pair>('/api/token', { username: 'anna', password })).body;
const sessionOf = async (): Promise<string> =>
  (await post<{ session_token: string }>('/api/sessions', { username: 'anna', password })).body.session_token;

const isGood = async (token: string): Promise<boolean> =>
  (await server.request('/api/artists', { headers: { authorization: `Bearer ${token}` } })).status === 200;

describe('once a clock that was ten years ahead is right again', () => {
  test('an access token is refused and its refresh token still works', async () => {
    setClock(3_650 * day);
    const pair = await pairOf();
    const before = await isGood(pair.access_token);
    setClock(0);
    const after = await isGood(pair.access_token);
    const refreshed = await post<Pair>('/api/token/refresh', { refresh_token: pair.refresh_token });
    expect([before, after, refreshed.status, await isGood(refreshed.body.access_token)]).toEqual([true, false, 200, true]);
  });

  test('a session works and ends a month after its last use', async () => {
    setClock(3_650 * day);
    const session = await sessionOf();
    setClock(0);
    const used = await isGood(session);
    lastUses(server.store).write();
    setClock(29 * day);
    const inTime = await isGood(session);
    setClock(31 * day);
    expect([used, inTime, await isGood(session)]).toEqual([true, true, false]);
  });

  test('an unused session and refresh token end a month after the next sign-in of any user', async () => {
    setClock(3_650 * day);
    const [session, { refresh_token }] = [await sessionOf(), await pairOf()];
    setClock(0);
    await sessionOf();
    setClock(31 * day);
    expect([await isGood(session), (await post('/api/token/refresh', { refresh_token })).status]).toEqual([false, 401]);
  });

  test('a session that is used ends a year after the next sign-in of any user', async () => {
    setClock(3_650 * day);
    const session = await sessionOf();
    setClock(0);
    await sessionOf();
    for (let days = 0; days <= 364; days += 28) {
      setClock(days * day);
      expect([days, await isGood(session)]).toEqual([days, true]);
      lastUses(server.store).write();
    }
    setClock(366 * day);
    expect(await isGood(session)).toBe(false);
  });

  test('a refresh token spent before does not return its successor again', async () => {
    setClock(3_650 * day);
    const { refresh_token } = await pairOf();
    await post('/api/token/refresh', { refresh_token });
    setClock(0);
    expect((await post('/api/token/refresh', { refresh_token })).status).toBe(401);
  });
});

test('a clock set back or forward by up to 50 minutes ends no sign-in', async () => {
  for (const minutes of [-50, -2, 2, 50]) {
    setClock(0);
    const [session, { access_token, refresh_token }] = [await sessionOf(), await pairOf()];
    setClock(minutes * 60_000);
    const refreshed = await post('/api/token/refresh', { refresh_token });
    expect([minutes, await isGood(session), await isGood(access_token), refreshed.status]).toEqual([minutes, true, true, 200]);
  }
});

test('the change feed stays in order when the clock jumps', async () => {
  const changed = async (name: string) => {
    server.store.writer.run("UPDATE label SET name = ?, updated_at = strftime('%Y-%m-%dT%H:%M:%f+00:00', ?, 'unixepoch')", [
      name,
      Date.now() / 1000,
    ]);
    return ((await server.read('/api/changes?limit=1000')).data as { attributes: { sequence: number } }[]).map(
      ({ attributes }) => attributes.sequence,
    );
  };
  setClock(300 * day);
  const ahead = await changed('Ahead');
  setClock(-300 * day);
  const behind = await changed('Behind');
  expect(behind.slice(0, ahead.length)).toEqual(ahead);
  expect(behind.length).toBeGreaterThan(ahead.length);
});

test('an ETag stays valid when the clock jumps', async () => {
  const headers = { 'if-none-match': (await server.request('/api/labels')).headers.get('etag') ?? '' };
  for (const days of [300, -300]) {
    setClock(days * day);
    const { status } = await server.request('/api/labels', { headers: { ...headers, authorization: `Bearer ${await sessionOf()}` } });
    expect([days, status]).toEqual([days, 304]);
  }
});
