import { describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { createApp } from '../../src/app/app';
import { readSettings, type Settings } from '../../src/config';
import { trustedProxies } from '../../src/http/client-address';
import { startServer } from '../support/server';

const password = 'a long enough password';

/** A server behind a proxy, so that a request chooses its address. `restart` creates the app again on the same database. */
async function serverFor(users: readonly string[], settings: Partial<Settings> = {}) {
  const { store } = await startServer();
  for (const name of users) await createUser(store, name, password);
  const logged: { event: string; details: Record<string, unknown> }[] = [];
  const start = () =>
    createApp(
      {
        store,
        settings: { ...readSettings({}, {}), ...settings },
        log: (event, details) => logged.push({ event, details: { ...details } }),
        peerAddress: () => '127.0.0.1',
      },
      trustedProxies('127.0.0.1'),
    );
  let app = start();
  const restart = () => {
    app = start();
  };
  const post = (path: string, address: string, type: string, body: object) =>
    app.handle(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': type, 'x-forwarded-for': address },
        body: JSON.stringify(body),
      }),
    );
  const signIn = (address: string, username: string, tried = password) =>
    post('/api/token', address, 'application/json', { username, password: tried });
  const register = (address: string, username: string) =>
    post('/api/users', address, 'application/vnd.api+json', { data: { type: 'User', attributes: { username, password } } });
  return { signIn, register, logged, restart };
}

/** The sorted statuses of concurrent requests. */
const times = async (count: number, ask: (index: number) => Promise<Response>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, (_, index) => ask(index)))).map(({ status }) => status).sort();

describe('sign-ins with wrong passwords', () => {
  test('lock their address for every account that has not signed in from it, and no other address', async () => {
    const { signIn, restart } = await serverFor(['anna', 'bert']);
    expect((await signIn('192.0.2.7', 'anna')).status).toBe(200);
    restart();
    expect(await times(11, () => signIn('198.51.100.1', 'ANNA', 'wrong'))).toEqual([...Array<number>(10).fill(401), 429]);

    expect((await signIn('198.51.100.1', 'anna')).status).toBe(429);
    expect((await signIn('198.51.100.1', 'bert')).status).toBe(429);
    expect((await signIn('192.0.2.7', 'anna')).status).toBe(200);
    expect((await signIn('203.0.113.1', 'anna')).status).toBe(200);
  }, 20_000);

  test('from many addresses do not lock an account', async () => {
    const { signIn } = await serverFor(['anna']);
    expect(await times(30, (index) => signIn(`198.51.100.${index}`, 'anna', 'wrong'))).toEqual(Array<number>(30).fill(401));
    expect((await signIn('203.0.113.1', 'anna')).status).toBe(200);
  }, 20_000);

  test('for other accounts do not block a user who has signed in from the same address', async () => {
    const { signIn } = await serverFor(['anna']);
    expect((await signIn('2001:db8:1:2::1', 'anna')).status).toBe(200);
    await times(10, (index) => signIn('2001:db8:1:2::9', `user${index}`));

    expect((await signIn('2001:db8:1:2::9', 'bert')).status).toBe(429);
    expect((await signIn('2001:db8:1:2::9', 'anna')).status).toBe(200);
  }, 20_000);

  test('from an address that the user has signed in from are limited too', async () => {
    const { signIn } = await serverFor(['anna', 'bert']);
    await signIn('192.0.2.7', 'anna');
    expect(await times(11, () => signIn('192.0.2.7', 'anna', 'wrong'))).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await signIn('192.0.2.7', 'bert')).status).toBe(200);
  }, 20_000);
});

test('a failed sign-in is logged with address and user name, without the password', async () => {
  const { signIn, logged } = await serverFor(['anna']);
  await signIn('192.0.2.7', 'anna', 'a wrong password');
  await signIn('2001:db8::7', 'nobody"},{"address":"203.0.113.1', 'another wrong one');
  await signIn('192.0.2.7', 'anna');

  expect(logged).toEqual([
    { event: 'sign-in failed', details: { address: '192.0.2.7', username: 'anna' } },
    { event: 'sign-in failed', details: { address: '2001:db8::7', username: 'nobody"},{"address":"203.0.113.1' } },
  ]);
  // The address comes first, so that no user name can be mistaken for it.
  expect(logged.map(({ details }) => Object.keys(details))).toEqual([
    ['address', 'username'],
    ['address', 'username'],
  ]);
}, 20_000);

test('a sign-in over the limit is answered in the format of its endpoint under its own policy, and logged once', async () => {
  const { signIn, logged } = await serverFor([]);
  await times(10, (index) => signIn('192.0.2.7', `user${index}`));
  const answer = await signIn('192.0.2.7', 'anna');
  await signIn('192.0.2.7', 'anna');
  const body = (await answer.json()) as { code: number; message: string };
  const seconds = Number(answer.headers.get('retry-after'));

  expect(body).toMatchObject({
    code: 429,
    error: 'rate_limited',
    message: expect.stringMatching(/^At most 10 sign-ins are allowed in 60 seconds\. .*\d{4}-\d{2}-\d{2}T/),
  });
  expect(seconds).toBeWithin(1, 61);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json',
    'ratelimit-policy': '"sign-in";q=10;w=60',
    ratelimit: `"sign-in";r=0;t=${seconds}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Accept, Accept-Encoding, Authorization',
  });
  const details = { address: '192.0.2.7', policy: 'sign-in', principal: 'address 192.0.2.7', method: 'POST', path: '/api/token' };
  expect(logged.filter(({ event }) => event === 'rate limit exceeded')).toEqual([
    { event: 'rate limit exceeded', details: { id: answer.headers.get('x-request-id'), ...details } },
  ]);
}, 20_000);

test('the general rate limit is answered in the format of the endpoint too', async () => {
  const { signIn } = await serverFor([], { rateLimit: 1 });
  await signIn('192.0.2.7', 'anna');
  const answer = await signIn('192.0.2.7', 'anna');
  expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([429, '"default";q=1;w=60']);
  expect(await answer.json()).toMatchObject({ code: 429, message: expect.stringContaining('1 requests') });
}, 20_000);

test('an address may register twenty users an hour, and invalid registrations are not counted', async () => {
  const { register } = await serverFor(['anna'], { registration: 'open' });
  await times(5, () => register('192.0.2.7', 'no'));
  expect(await times(20, (index) => register('192.0.2.7', `user${index}`))).toEqual(Array<number>(20).fill(201));

  const refused = await register('192.0.2.7', 'one-more');
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"registration";q=20;w=3600']);
  expect(await refused.json()).toMatchObject({ errors: [{ status: '429', title: 'Rate Limit Exceeded', code: 'rate_limited' }] });
  expect((await register('192.0.2.8', 'one-more')).status).toBe(201);
}, 20_000);
