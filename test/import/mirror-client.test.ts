import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { DomainError } from '../../src/errors';
import { readBudget } from '../../src/import/http-client/throttle';
import { mirror, Unavailable } from '../../src/import/sources/mirror/mirror';
import { fake, json, runOf } from './mirror-fakes';

const emptyList = { data: [], links: {}, meta: { totalItems: 0, itemsPerPage: 30, currentPage: 1 } };

/** A server without Leitmotif extensions whose first list responds as a test specifies. */
const withRoles = (answer: (times: number, request: Request) => Response | Promise<Response>) =>
  fake((path, times, request) => {
    if (path === '/api/artists/roles') return answer(times, request);
    return path.startsWith('/api/artists') || path.startsWith('/api/portrayals') ? json(emptyList) : undefined;
  });

const ok = (headers: Record<string, string> = {}) => json(emptyList, { headers });

for (const [address, message] of [
  ['music.example.org', 'is not a server address'],
  ['ftp://music.example.org', 'is not a server address'],
  ['file:///etc/passwd', 'is not a server address'],
  ['https://anna:secret@music.example.org', 'must not contain a user name or password'],
  ['https://music.example.org/?page=2', 'ends before "?"'],
  ['https://music.example.org/#top', 'ends before "#"'],
] as const) {
  test(`the server address ${address.replace('secret', '…')} is refused`, () => {
    const attempt = () => mirror(address, { token: 'x' });
    expect(attempt).toThrow(DomainError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow('secret');
  });
}

for (const address of ['https://music.example.org/db/', 'https://music.example.org/db', 'https://music.example.org/db/api/']) {
  test(`the server address ${address} reads the lists below /db`, async () => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      return url.endsWith('/roles')
        ? json({ ...emptyList, data: [role(1)], links: { next: '/api/artists/roles?page=2' } })
        : url.endsWith('page=2')
          ? json({ ...emptyList, data: [role(2)], links: { next: '/db/api/artists/roles?page=3' } })
          : json(emptyList);
    };
    expect((await runOf(address, { fetch })).error).toBeUndefined();
    expect(asked.slice(1, 4)).toEqual([
      'https://music.example.org/db/api/artists/roles',
      'https://music.example.org/db/api/artists/roles?page=2',
      'https://music.example.org/db/api/artists/roles?page=3',
    ]);
  });
}

const role = (number: number) => ({
  type: 'ArtistRole',
  id: `/api/artists/roles/00000000-0000-4000-8000-00000000000${number}`,
  attributes: { role: `Role ${number}`, scope: 'release' },
});

test('the RateLimit header is read in the syntax of every draft', () => {
  expect(readBudget('"default";r=0;t=12')).toEqual({ left: 0, seconds: 12 });
  expect(readBudget('limit=300, remaining=4, reset=9')).toEqual({ left: 4, seconds: 9 });
  expect(readBudget('')).toBeUndefined();
});

test('an exhausted rate limit delays the next request until it resets', async () => {
  using server = withRoles(() => ok({ ratelimit: '"default";r=0;t=12' }));
  const run = await runOf(server.url);
  expect([run.error, run.waits]).toEqual([undefined, [12]]);
});

for (const [name, init, seconds] of [
  ['a 429 with Retry-After in seconds', { status: 429, headers: { 'retry-after': '7' } }, 7],
  ['a 429 with Retry-After as a date', { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' } }, 30],
  ['a 429 with only a RateLimit header', { status: 429, headers: { ratelimit: '"default";r=0;t=21' } }, 21],
  ['a 429 without a delay', { status: 429 }, 60],
  ['a 503 with Retry-After in seconds', { status: 503, headers: { 'retry-after': '3' } }, 3],
] as const) {
  test(`${name} is retried after ${seconds} seconds`, async () => {
    using server = withRoles((times) => (times === 1 ? json({}, init) : ok()));
    const run = await runOf(server.url);
    expect(run.error).toBeUndefined();
    expect(run.waits.length).toBe(1);
    expect(Math.abs((run.waits[0] as number) - seconds)).toBeLessThanOrEqual(1);
    expect(server.requests.filter(({ path }) => path === '/api/artists/roles').length).toBe(2);
  });
}

test('a 429 without headers is retried at the time stated in the error detail', async () => {
  const detail = 'At most 300 requests are allowed in 60 seconds. The limit resets at 2026-01-01T00:00:45.000Z.';
  using server = withRoles((times) => (times === 1 ? json({ errors: [{ status: '429', detail }] }, { status: 429 }) : ok()));
  const run = await runOf(server.url);
  expect(Math.abs((run.waits[0] as number) - 45)).toBeLessThanOrEqual(1);
});

test('a Retry-After of more than 15 minutes ends the run', async () => {
  using server = withRoles(() => json({}, { status: 429, headers: { 'retry-after': '3600' } }));
  const run = await runOf(server.url);
  expect(run.error).toBeInstanceOf(Unavailable);
  expect(run.error?.message).toStartWith(`${server.url} asks to wait 3600 seconds, more than the limit of 900.`);
  expect(run.waits).toEqual([]);
});

test('a server that refuses every request ends the run', async () => {
  using server = withRoles(() => json({}, { status: 429, headers: { 'retry-after': '1' } }));
  const run = await runOf(server.url);
  expect(run.error?.message).toBe(`${server.url}/api/artists/roles refuses every request (429).`);
  expect(server.requests.length).toBeLessThan(15);
});

test('a server error is retried three times with growing delays and then ends the run', async () => {
  using server = withRoles(() => json({}, { status: 500 }));
  const run = await runOf(server.url);
  expect(run.error).toBeInstanceOf(Unavailable);
  expect(run.error?.message).toBe(`${server.url}/api/artists/roles responded with 500.`);
  expect(run.waits).toEqual([1, 4, 15]);
});

test('a temporary server error does not end the run', async () => {
  using server = withRoles((times) => (times < 3 ? json({}, { status: 502 }) : ok()));
  const run = await runOf(server.url);
  expect([run.error, run.waits]).toEqual([undefined, [1, 4]]);
});

test('an unreachable server is retried three times and then ends the run', async () => {
  const { url, [Symbol.dispose]: stop } = fake(() => undefined);
  stop();
  const run = await runOf(url);
  expect(run.error).toBeInstanceOf(Unavailable);
  expect(run.error?.message).toMatch(/\/api cannot be reached \(\w+\)\.$/);
  expect(run.waits).toEqual([1, 4, 15]);
});

/** Reads a server in this process, of which only the first list can stall. */
const stalledBy = (answer: () => Response | Promise<Response>) => {
  const fetch = async (url: string) => (url.endsWith('/roles') ? answer() : json({}, { status: 404 }));
  return runOf('http://origin.example', { fetch, patience: { idleSeconds: 0.05 } });
};

const half = () => new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{"data":[')) });

test.each([
  ['a request without a response', () => new Promise<Response>(() => {})],
  ['a response that stalls', () => new Response(half(), { headers: { 'content-type': 'application/vnd.api+json' } })],
])('%s times out', async (_, answer) => {
  const run = await stalledBy(answer);
  expect(run.error).toBeInstanceOf(Unavailable);
  expect(run.error?.message).toBe('http://origin.example/api/artists/roles stalled: no data for 0.05 seconds.');
});

test('an HTML response ends the run with an error that names its content type', async () => {
  using server = fake(
    () => new Response('<!doctype html><title>Welcome</title>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  );
  const run = await runOf(server.url);
  expect(run.error).not.toBeInstanceOf(Unavailable);
  expect(run.error?.message).toBe(`${server.url}/api returned text/html instead of JSON. Is this a Leitmotif server?`);
});

test('an endless body ends the run at the size limit', async () => {
  let sent = 0;
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000).fill(32));
      },
    });
  using server = withRoles(() => new Response(endless(), { headers: { 'content-type': 'application/json' } }));
  const run = await runOf(server.url);
  expect(run.error?.message).toBe(`${server.url}/api/artists/roles is larger than 16 MB.`);
  expect(sent).toBeLessThan(100_000_000);
});

test('a compressed body ends the run when its content exceeds the size limit', async () => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(200_000_000).fill(32)));
  using server = withRoles(() => new Response(bomb, { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } }));
  const run = await runOf(server.url);
  expect(run.error?.message).toBe(`${server.url}/api/artists/roles is larger than 16 MB.`);
});

for (const [name, body, message] of [
  ['broken JSON', '{"data":[', 'is not valid JSON.'],
  ['deeply nested JSON', '['.repeat(1_000_000), 'is JSON nested deeper than 64 levels.'],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'is not UTF-8.'],
  ['a different document', '{"hello":"world"}', 'does not match the API: data'],
  ['null', 'null', 'does not match the API'],
] as const) {
  test(`a body with ${name} ends the run`, async () => {
    using server = withRoles(() => new Response(body, { headers: { 'content-type': 'application/json' } }));
    const run = await runOf(server.url);
    expect(run.error).not.toBeInstanceOf(Unavailable);
    expect(run.error?.message).toStartWith(`${server.url}/api/artists/roles`);
    expect(run.error?.message).toContain(message);
  });
}

for (const [status, message] of [
  [401, 'rejected the token (401)'],
  [403, 'needs the scope catalog:read'],
  [400, 'responded with 400 instead of 200.'],
  [204, 'responded with 204 instead of 200.'],
] as const) {
  test(`a response with status ${status} ends the run with an error that omits the token`, async () => {
    using server = withRoles(() => new Response(null, { status }));
    const run = await runOf(server.url);
    expect(run.error?.message).toContain(message);
    expect(run.error?.message).not.toContain('lm_pat_secret');
  });
}

test('a redirect within the server is followed', async () => {
  using server = fake((path) => {
    if (path === '/api/artists/roles') return new Response(null, { status: 308, headers: { location: '/api/elsewhere' } });
    return path === '/api' ? undefined : json(emptyList);
  });
  expect((await runOf(server.url)).error).toBeUndefined();
  expect(server.requests[2]?.path).toBe('/api/elsewhere');
});

test('a redirect to another server is refused, so that the token stays secret', async () => {
  using other = fake(() => json(emptyList));
  using server = withRoles(() => new Response(null, { status: 302, headers: { location: `${other.url}/api/artists/roles` } }));
  const run = await runOf(server.url);
  expect(run.error?.message).toContain('redirects to another server');
  expect(other.requests).toEqual([]);
});

test('a redirect loop ends the run', async () => {
  using server = withRoles(() => new Response(null, { status: 302, headers: { location: '/api/artists/roles' } }));
  const run = await runOf(server.url);
  expect(run.error?.message).toBe(`${server.url}/api/artists/roles redirects more than 5 times.`);
});

test('aborting a run ends a pending request', async () => {
  using server = withRoles(() => new Promise<Response>(() => {}));
  const stop = new AbortController();
  const running = runOf(server.url, { signal: stop.signal });
  while (server.requests.length < 2) await Bun.sleep(1);
  stop.abort();
  expect((await running).error?.name).toBe('AbortError');
});
