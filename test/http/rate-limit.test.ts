import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import fc from 'fast-check';
import { issueApiToken } from '../../src/accounts/tokens';
import { findUser } from '../../src/accounts/users';
import { createApp } from '../../src/app/app';
import { readSettings } from '../../src/config';
import { trustedProxies } from '../../src/http/client-address';
import { RateLimitExceeded, RateLimiter } from '../../src/http/rate-limit';
import { startServer } from '../support/server';

afterEach(() => void setSystemTime());

const remaining = (response: Response): number => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

describe('the rate limit headers', () => {
  test('give the policy and the remaining requests', async () => {
    const server = await startServer([], { rateLimit: 300 });
    const first = await server.request('/api/artists');
    const second = await server.request('/api/artists');
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=300;w=60');
    expect(first.headers.get('ratelimit')).toBe('"default";r=299;t=60');
    expect(remaining(second)).toBe(298);
  });

  test('are on every response of the API, errors included', async () => {
    const server = await startServer([], { rateLimit: 300 });
    for (const [path, options] of [
      ['/api', {}],
      ['/api/openapi.json', {}],
      ['/api/artists?page=0', {}],
      ['/api/nowhere', {}],
      ['/api/artists', { method: 'DELETE' }],
      ['/api/artists', { headers: { authorization: '' } }],
      ['/api/artists', { headers: { accept: 'text/html' } }],
    ] as const) {
      const response = await server.request(path, options);
      expect([path, response.headers.get('ratelimit-policy'), remaining(response) >= 0]).toEqual([path, '"default";q=300;w=60', true]);
    }
  });

  test('are absent from health checks, which are not counted', async () => {
    const server = await startServer([], { rateLimit: 1 });
    for (const path of ['/health', '/health']) {
      const response = await server.request(path);
      expect([path, response.status, response.headers.get('ratelimit')]).toEqual([path, 200, null]);
    }
  });

  test('are absent when the limit is off', async () => {
    const server = await startServer([], { rateLimit: 0 });
    expect((await server.request('/api/artists')).headers.get('ratelimit')).toBeNull();
  });
});

test('a request over the limit is answered with a 429 document whose reset time matches Retry-After', async () => {
  const server = await startServer([], { rateLimit: 2, rateWindowSeconds: 3_000 });
  await server.request('/api/artists');
  await server.request('/api/artists');

  const now = new Date('2026-01-02T03:04:05.678Z');
  setSystemTime(now);
  const refused = await server.request('/api/artists');
  const body = (await refused.json()) as { errors: { status: string; title: string; detail: string }[] };

  expect(refused.status).toBe(429);
  expect(refused.headers.get('content-type')).toBe('application/vnd.api+json');
  expect(body).toMatchObject({ errors: [{ status: '429', title: 'Rate Limit Exceeded', code: 'rate_limited' }] });
  expect(body.errors[0]?.detail).toContain('2 requests');
  const resets = Date.parse(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/.exec(body.errors[0]?.detail ?? '')?.[0] ?? '');
  const seconds = Number(refused.headers.get('retry-after'));
  expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
  // Whole seconds, rounded up.
  expect(now.getTime() + seconds * 1000 - resets).toBeWithin(0, 1_000);
});

test('HEAD requests count as GET requests do', async () => {
  const server = await startServer([], { rateLimit: 3 });
  const statuses = [];
  for (const method of ['HEAD', 'GET', 'HEAD', 'HEAD', 'GET']) statuses.push((await server.request('/api/artists', { method })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test('each request costs one of the budget, whatever its answer', async () => {
  const server = await startServer([], { rateLimit: 10 });
  const first = await server.request('/api/artists');
  const tag = first.headers.get('etag') ?? '';
  const left = [remaining(first)];
  for (const [path, headers] of [
    ['/api/artists', { 'if-none-match': tag }],
    ['/api/artists', {}],
    ['/api/nowhere', {}],
  ] as const)
    left.push(remaining(await server.request(path, { headers })));
  expect(left).toEqual([9, 8, 7, 6]);
});

test('a request over the limit has the usual headers and is logged once per window', async () => {
  const server = await startServer([], { rateLimit: 1 });
  await server.request('/api/artists?q=private');
  const refused = await server.request('/api/artists?q=private');
  await server.request('/api/artists');

  expect(Object.fromEntries(refused.headers)).toMatchObject({
    vary: 'Accept, Accept-Encoding, Authorization',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  });
  const principal = findUser(server.store, 'tester')?.id;
  const details = { address: '192.0.2.1', policy: 'default', principal, method: 'GET', path: '/api/artists' };
  expect(server.logged).toEqual([{ event: 'rate limit exceeded', details: { id: refused.headers.get('x-request-id'), ...details } }]);
});

describe('a change of the system clock', () => {
  test.each([
    ['back', -86_400_000],
    ['forward', 86_400_000],
  ])('by a day %s does not change a rate limit', async (_, milliseconds) => {
    const server = await startServer([], { rateLimit: 1 });
    await server.request('/api');
    setSystemTime(new Date(Date.now() + milliseconds));
    const refused = await server.request('/api');
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 60]).toEqual([429, true]);
    const { errors } = (await refused.json()) as { errors: [{ detail: string }] };
    const resets = Date.parse(/\S+Z/.exec(errors[0].detail)?.[0] ?? '');
    expect(resets - Date.now()).toBeWithin(0, 60_001);
  });
});

test('each user has one budget across all tokens, and each address has its own', async () => {
  const server = await startServer([], { rateLimit: 3 });
  const second = await issueApiToken(server.store, 'tester', 'second');
  expect(remaining(await server.request('/api/artists'))).toBe(2);
  expect(remaining(await server.request('/api/artists', { headers: { authorization: `Bearer ${second}` } }))).toBe(1);
  expect(remaining(await server.request('/api/artists', { headers: { authorization: '' } }))).toBe(2);
  expect(remaining(await server.request('/api/artists', { headers: { authorization: 'Bearer lm_pat_wrong' } }))).toBe(1);
});

describe('the client address', () => {
  const appWith = async (proxies: string, peer: string) => {
    const { store } = await startServer();
    const logged: string[] = [];
    const settings = { ...readSettings({}, {}), rateLimit: 5 };
    const app = createApp({ store, settings, log: (event) => logged.push(event), peerAddress: () => peer }, trustedProxies(proxies));
    const ask = async (forwarded?: string) =>
      remaining(await app.handle(new Request('http://localhost/api', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} })));
    return { ask, logged };
  };

  test('is the rightmost forwarded address that is not a trusted proxy', async () => {
    const { ask } = await appWith('10.0.0.0/8, fd00::/8', '10.0.0.1');
    expect(await ask('203.0.113.7')).toBe(4);
    expect(await ask('198.51.100.1, 203.0.113.7, 10.2.3.4')).toBe(3);
    expect(await ask('203.0.113.7, 198.51.100.9')).toBe(4);
  });

  test('is the peer address if the peer is not a trusted proxy, and the ignored header is logged once', async () => {
    const { ask, logged } = await appWith('10.0.0.0/8', '203.0.113.50');
    expect(await ask('1.1.1.1')).toBe(4);
    expect(await ask('2.2.2.2')).toBe(3);
    expect(logged).toEqual(['X-Forwarded-For ignored']);
  });

  test('is reduced to its /64 network if it is IPv6', async () => {
    const { ask } = await appWith('10.0.0.1', '10.0.0.1');
    expect(await ask('2001:db8:1:2::1')).toBe(4);
    expect(await ask('2001:db8:1:2:ffff::9')).toBe(3);
    expect(await ask('2001:db8:1:3::1')).toBe(4);
  });
});

describe('a budget', () => {
  const policyOf = (quota: number, windowSeconds: number) => ({ name: 'default', quota, windowSeconds, counted: 'requests' });

  test('is reset one window after its first request, and not before', () => {
    let now = 1_000_000;
    const limiter = new RateLimiter(policyOf(3, 60), () => now);
    expect([1, 2, 3, 4].map(() => limiter.take('a').isExceeded)).toEqual([false, false, false, true]);
    now += 59_999;
    expect(limiter.take('a')).toEqual({ isExceeded: true, isFirstRefusal: false, left: 0, millisecondsLeft: 1 });
    now += 1;
    expect(limiter.take('a')).toEqual({ isExceeded: false, isFirstRefusal: false, left: 2, millisecondsLeft: 60_000 });
  });

  test('never announces more than its window, whatever the fraction of a millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (microseconds) => {
        expect(new RateLimiter(policyOf(3, 60), () => microseconds / 1000).take('a').millisecondsLeft).toBe(60_000);
      }),
    );
  });

  test('admits no more than the quota in any announced window', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 }), (quota, gaps) => {
        let now = 0;
        const limiter = new RateLimiter(policyOf(quota, 10), () => now);
        const admitted = new Map<number, number>();
        for (const gap of gaps) {
          now += gap;
          const { isExceeded, millisecondsLeft } = limiter.take('a');
          const resetsAt = now + millisecondsLeft;
          if (!isExceeded) admitted.set(resetsAt, (admitted.get(resetsAt) ?? 0) + 1);
          expect(millisecondsLeft).toBeGreaterThan(0);
        }
        for (const count of admitted.values()) expect(count).toBeLessThanOrEqual(quota);
      }),
    );
  });

  test('of an idle principal is forgotten, and at most 100,000 are stored, of which the oldest is evicted first', () => {
    let now = 0;
    const limiter = new RateLimiter(policyOf(5, 60), () => now);
    for (let index = 0; index < 100_500; index++) limiter.take(`address ${index}`);
    expect(limiter.size).toBe(100_000);
    expect([limiter.take('address 500').left, limiter.take('address 499').left]).toEqual([3, 4]);
    now += 60_000;
    limiter.take('another');
    expect(limiter.size).toBe(1);
  });
});

describe('a cost of several', () => {
  const policy = { name: 'default', quota: 5, windowSeconds: 60, counted: 'requests' };

  test('is taken from the budget', () => {
    const limiter = new RateLimiter(policy, () => 0);
    expect([limiter.take('a', 3).left, limiter.take('a').left, limiter.take('b', 5).left]).toEqual([2, 1, 0]);
  });

  test('beyond what is left takes nothing and is refused', () => {
    const limiter = new RateLimiter(policy, () => 0);
    limiter.spend('a', 3);
    expect(limiter.take('a', 3)).toMatchObject({ isExceeded: true, isFirstRefusal: true, left: 2 });
    expect(() => limiter.spend('a', 3)).toThrow(RateLimitExceeded);
    expect(limiter.take('a', 2)).toMatchObject({ isExceeded: false, left: 0 });
  });
});
