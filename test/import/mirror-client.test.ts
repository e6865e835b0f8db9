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

const detail = 'At most 300 requests are allowed in 60 seconds. The limit resets at 2026-01-01T00:00:45.000Z.';

test.each<[response: string, body: object, init: { status?: number; headers?: Record<string, string> }, waits: number[]]>([
  ['an exhausted rate limit', emptyList, { headers: { ratelimit: '"default";r=0;t=12' } }, [12]],
  ['a 429 with Retry-After in seconds', {}, { status: 429, headers: { 'retry-after': '7' } }, [7]],
  ['a 429 with Retry-After as a date', {}, { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' } }, [30]],
  ['a 429 with only a RateLimit header', {}, { status: 429, headers: { ratelimit: '"default";r=0;t=21' } }, [21]],
  ['a 429 with a time in the error detail', { errors: [{ status: '429', detail }] }, { status: 429 }, [45]],
  ['a 429 without a delay', {}, { status: 429 }, [60]],
  ['a 503 with Retry-After in seconds', {}, { status: 503, headers: { 'retry-after': '3' } }, [3]],
  ['a temporary server error', {}, { status: 502 }, [1]],
])('%s delays the next request', async (_, body, init, waits) => {
  using server = withRoles((times) => (times === 1 ? json(body, init) : ok()));
  const run = await runOf(server.url);
  expect(run.error).toBeUndefined();
  expect(run.waits).toHaveLength(waits.length);
  for (const [index, seconds] of waits.entries()) expect(Math.abs((run.waits[index] as number) - seconds)).toBeLessThanOrEqual(1);
  const isRetried = init.status !== undefined;
  expect(server.requests.filter(({ path }) => path === '/api/artists/roles').length).toBe(isRetried ? 2 : 1);
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

const jsonOf = (body: string | Uint8Array<ArrayBuffer> | ReadableStream, encoding?: string) =>
  new Response(body, { headers: { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) } });

const endless = () => new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(1_000_000).fill(32)) });

const bomb = new Uint8Array(gzipSync(new Uint8Array(200_000_000).fill(32)));

test.each<[response: string, answer: () => Response, message: string, whether: { isUnavailable?: true; waits?: number[] }]>([
  [
    'a Retry-After of more than 15 minutes',
    () => json({}, { status: 429, headers: { 'retry-after': '3600' } }),
    ' asks to wait 3600 seconds, more than the limit of 900.',
    { isUnavailable: true },
  ],
  [
    'a refusal of every request',
    () => json({}, { status: 429, headers: { 'retry-after': '1' } }),
    '/api/artists/roles refuses every request (429).',
    { isUnavailable: true, waits: Array(10).fill(1) },
  ],
  [
    'a lasting server error',
    () => json({}, { status: 500 }),
    '/api/artists/roles responded with 500.',
    { isUnavailable: true, waits: [1, 4, 15] },
  ],
  ['an endless body', () => jsonOf(endless()), '/api/artists/roles is larger than 16 MB.', {}],
  ['a compressed body with too much content', () => jsonOf(bomb, 'gzip'), '/api/artists/roles is larger than 16 MB.', {}],
  ['broken JSON', () => jsonOf('{"data":['), 'is not valid JSON.', {}],
  ['deeply nested JSON', () => jsonOf('['.repeat(1_000_000)), 'is JSON nested deeper than 64 levels.', {}],
  ['invalid UTF-8', () => jsonOf(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), 'is not UTF-8.', {}],
  ['a different document', () => jsonOf('{"hello":"world"}'), 'does not match the API: data', {}],
  ['null', () => jsonOf('null'), 'does not match the API', {}],
  ['a redirect loop', () => redirect('/api/artists/roles'), '/api/artists/roles redirects more than 5 times.', {}],
  ['a 401', () => new Response(null, { status: 401 }), 'rejected the token (401)', {}],
  ['a 403', () => new Response(null, { status: 403 }), 'needs the scope catalog:read', {}],
  ['a 400', () => new Response(null, { status: 400 }), 'responded with 400 instead of 200.', {}],
  ['a 204', () => new Response(null, { status: 204 }), 'responded with 204 instead of 200.', {}],
])(
  '%s ends the run with an error that names the address and omits the token',
  async (_, answer, message, { isUnavailable, waits = [] }) => {
    using server = withRoles(answer);
    const run = await runOf(server.url);
    expect(run.error instanceof Unavailable).toBe(isUnavailable ?? false);
    expect(run.error?.message).toStartWith(server.url);
    expect(run.error?.message).toContain(message);
    expect(run.error?.message).not.toContain('lm_pat_secret');
    expect(run.waits).toEqual(waits);
  },
);

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });

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
  using server = withRoles(() => redirect(`${other.url}/api/artists/roles`));
  const run = await runOf(server.url);
  expect(run.error?.message).toContain('redirects to another server');
  expect(other.requests).toEqual([]);
});

test('aborting a run ends a pending request', async () => {
  using server = withRoles(() => new Promise<Response>(() => {}));
  const stop = new AbortController();
  const running = runOf(server.url, { signal: stop.signal });
  while (server.requests.length < 2) await Bun.sleep(1);
  stop.abort();
  expect((await running).error?.name).toBe('AbortError');
});
