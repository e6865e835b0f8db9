import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { limitOf, runs } from '../support/runs';
import { demoServer, type TestServer } from '../support/server';

// Each property sends hundreds of requests.
setDefaultTimeout(limitOf(60_000));

interface ErrorObject {
  readonly id: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly type: string;
  readonly instance: string;
  readonly source?: { readonly parameter?: string; readonly header?: string };
}

const artist = '/api/artists/ac290f58-c7a6-5bb4-99be-ed655ed59473';
const starWars = '/api/productions/fcf44448-3a97-521d-90ea-9f567009e7dd';
const recording = `${starWars}/recordings/4940911e-2761-5807-af08-f62869e4aa70`;
const membership = '/api/artists/e4b7c4a7-c890-5f52-8016-86d05bcd0036/group-memberships/d6bcc08a-f28b-58e6-b9e4-cdd8a32791c0';
const artistLink = `${artist}/external-links/4337664e-0dca-534b-a6ba-798ae4358aaf`;
const productionLink = `${starWars}/external-links/59c8fe5d-fac3-5e94-895d-0a166e493c05`;
const role = '/api/artists/roles/aecfd7fd-6fbd-59e6-bef3-a263d20b8d28';
const portrayal = '/api/portrayals/59ee931e-a030-5881-a28b-38fce4332a2b';
const track =
  '/api/releases/8626e281-183b-57bf-a7db-98ad0648a1b8/formats/1c70a899-9de7-5e8d-b094-cd4931d41975/tracks/87f2aa0e-3c41-5dd0-b9f6-9fe5356efee3';

const singles = [artist, role, membership, artistLink, portrayal, starWars, recording, productionLink, track];
const lists = [...singles.map((path) => path.slice(0, path.lastIndexOf('/'))), `${artist}/members`, `${artist}/groups`];

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
};

/** Sends a request, checks that the response is an error document with this status, and returns its only error. */
async function refused(
  status: number,
  path: string,
  options?: Parameters<TestServer['request']>[1],
): Promise<{ error: ErrorObject; headers: Headers; text: string }> {
  const response = await server.request(path, options);
  const text = await response.text();
  expect(`${path} ${response.status} ${response.status === status ? '' : text}`).toBe(`${path} ${status} `);
  expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
  const document = JSON.parse(text) as { errors: ErrorObject[] };
  expect(Object.keys(document)).toEqual(['errors']);
  expect(document.errors).toHaveLength(1);
  const [error] = document.errors as [ErrorObject];
  expect(error).toMatchObject({ status, title: titles[status] as string, type: `/errors/${status}` });
  expect(error.id).toBe(response.headers.get('x-request-id') as string);
  expect(error.id).not.toBe('');
  expect(error.instance).toBe(new URL(path, 'http://localhost').pathname);
  expect(error.detail).toMatch(/^.+[.]$/);
  return { error, headers: response.headers, text };
}

test('a list filter takes 100 values', async () => {
  const values = Array.from({ length: 100 }, (_, index) => `performer[]=00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);

  const response = await server.request(`/api/portrayals?${values.join('&')}`);

  expect(response.status).toBe(200);
});

describe('an invalid parameter', () => {
  const cases: readonly (readonly [query: string, parameter: string, list?: string])[] = [
    ...['abc', '1e3', '0x10', '1,2', 'NaN', '٣', '%20', '1%00'].flatMap((value) => [
      [`page=${value}`, 'page'] as const,
      [`itemsPerPage=${value}`, 'itemsPerPage'] as const,
    ]),
    ['page[number]=0', 'page[number]'],
    ['page=9007199254740993', 'page'],
    [`page=${'9'.repeat(30)}`, 'page'],
    ['page[size]=none', 'page[size]'],
    ['page=1&page[number]=1', 'page'],
    ['page[]=1', 'page[]'],
    ['country[]=PL&country=GB', 'country[]'],
    ['country=Poland', 'country'],
    ['include[]=groups', 'include[]'],
    ['sort[]=name', 'sort[]'],
    ['_type=band', '_type'],
    ['order[__proto__]=asc', 'order[__proto__]'],
    ['sort=name,-age', 'sort'],
    ['sort=--name', 'sort'],
    ['sort=name&sort=country', 'sort'],
    ['include=groups,albums', 'include'],
    ['include=groups.members.groups', 'include'],
    ['include=members&include=groups', 'include'],
    ['fields[artists]=age', 'fields[artists]'],
    ['fields[Artist]=name&fields[Artist]=slug', 'fields[Artist]'],
    ['order=up', 'order', '/api/artists/roles'],
    ['order[createdAt][]=first', 'order[createdAt][]', '/api/portrayals'],
  ];
  test.each(cases.map(([query, parameter, list = '/api/artists']) => [query.slice(0, 60), list, parameter, query] as const))(
    'is refused and named: %s on %s',
    async (_, list, parameter, query) => {
      const { error } = await refused(400, `${list}?${query}`);

      expect(error.source).toEqual({ parameter });
      expect(error.detail).toMatch(/[a-z]/i);
    },
  );

  test('gets a detail that names the allowed values', async () => {
    const { error: type } = await refused(400, '/api/artists?type=band');
    const { error: page } = await refused(400, '/api/artists?page=0');
    const { error: order } = await refused(400, '/api/artists?order[age]=asc');

    for (const word of ['person', 'group', 'orchestra', 'choir']) expect(type.detail).toContain(word);
    expect(page.detail).toContain('1');
    for (const word of ['name', 'country', 'beginDate', 'endDate']) expect(order.detail).toContain(word);
  });

  test('gets an error with a unique id', async () => {
    const refusals = await Promise.all(Array.from({ length: 50 }, () => refused(400, '/api/artists?page=0')));

    expect(new Set(refusals.map(({ error }) => error.id)).size).toBe(50);
  });
});

describe('an unknown path', () => {
  test.each([
    '/api/nothing',
    '/api/artists/roles/x/y',
    '/nothing',
    '/api/Artists',
    `${artist}/albums`,
    `${track}/sub-tracks`,
    '/api/artists%2froles',
  ])('answers 404 with and without a token: %s', async (path) => {
    await refused(404, path);
    await refused(404, path, { headers: { authorization: '' } });
  });

  test('is not repeated in full in the detail, however long it is', async () => {
    const { error } = await refused(404, `/api/nothing/${'x'.repeat(3_000)}`);

    expect(error.detail.length).toBeLessThan(500);
  });
});

describe('an unsupported method', () => {
  test('answers 405 for any body', async () => {
    const headers = { 'content-type': 'application/json' };

    for (const body of ['{', '{}', 'null', '\0', 'x'.repeat(100_000)]) await refused(405, '/api/artists', { method: 'PUT', headers, body });
  });
});

describe('a request without a valid token', () => {
  const wellFormedButUnknown = 'lm_pat_000000000000000000000000000000';
  const authorizations: readonly (readonly [string, (token: string) => string])[] = [
    ['no header', () => ''],
    ['an empty token', () => 'Bearer '],
    ['a blank token', () => 'Bearer    '],
    ['the scheme alone', () => 'Bearer'],
    ['another scheme', (token) => `Basic ${btoa(`tester:${token}`)}`],
    ['the token without a scheme', (token) => token],
    ['an unknown scheme', (token) => `Token ${token}`],
    ['a token cut short', (token) => `Bearer ${token.slice(0, -1)}`],
    ['a token with a wrong checksum', (token) => `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['a token with a wrong digit', (token) => `Bearer ${token.slice(0, 10)}${token[10] === '0' ? '1' : '0'}${token.slice(11)}`],
    ['a token too long', (token) => `Bearer ${token}0`],
    ['two tokens', (token) => `Bearer ${token} ${token}`],
    ['two tokens and a comma', (token) => `Bearer ${token}, Bearer ${token}`],
    ['a token in quotes', (token) => `Bearer "${token}"`],
    ['an unknown token', () => `Bearer ${wellFormedButUnknown}`],
    ['a token in upper case', (token) => `Bearer ${token.toUpperCase()}`],
    ['an SQL injection', () => "Bearer ' OR 1=1 --"],
    ['a very long token', () => `Bearer ${'x'.repeat(10_000)}`],
  ];

  test.each(authorizations)('answers 401 with a challenge, and its token is neither echoed nor logged: %s', async (_, authorizationFor) => {
    const authorization = authorizationFor(server.token);
    for (const path of ['/api/artists', artist]) {
      const { error, headers, text } = await refused(401, path, { headers: { authorization } });

      expect(error.source).toEqual({ header: 'Authorization' });
      const challenge = headers.get('www-authenticate') ?? '';
      expect(challenge).toStartWith('Bearer');
      expect(challenge.includes('error="invalid_token"')).toBe(/^Bearer +\S/.test(authorization));
      const output = text + JSON.stringify([...headers]) + JSON.stringify(server.logged);
      const secret = authorization.replace(/^\w+ /, '').trim();
      if (secret.length > 6) expect(output).not.toContain(secret);
      expect(output).not.toContain(server.token);
    }
  });

  test('answers 401 when the token is in the query, and does not log it', async () => {
    for (const path of ['/api/artists', artist]) {
      const { text } = await refused(401, `${path}?access_token=${server.token}`, { headers: { authorization: '' } });

      expect(text).not.toContain(server.token);
      expect(JSON.stringify(server.logged)).not.toContain(server.token);
    }
  });

  test('answers 401 before it validates parameters', async () => {
    await refused(401, '/api/artists?page=0', { headers: { authorization: '' } });
  });
});

describe('arbitrary input', () => {
  const names = [
    '',
    ...'page itemsPerPage page[number] page[size] include sort order order[name] order[createdAt][] fields[Artist] q'.split(' '),
    ...'name type type[] _type country fictional bornAfter bornBefore diedAfter diedBefore role exact scope[]'.split(' '),
    ...'performer performer[] fictionalArtist production[0] title year yearFrom constructor __proto__'.split(' '),
  ];
  const values = [artist, ...' 1 -1 asc DESC true 0 name -name groups performer.groups 1950 1950-02-30 % %00 []'.split(' ')];
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: 'grapheme-ascii', maxLength: 30 }));

  test('in the query answers 200 or 400', async () => {
    const loggedBefore = server.logged.length;
    const name = fc.oneof(fc.constantFrom(...names), anything);
    const value = fc.oneof(fc.constantFrom(...values), anything);
    const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
    const pair = fc
      .tuple(name, value, fc.boolean())
      .map(([key, text, raw]) => `${raw ? key.replace(/[^\x21-\x7e]/g, '') : encode(key)}=${encode(text)}`);
    const query = fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join('&'));

    const holds = fc.asyncProperty(fc.constantFrom(...lists, ...singles), query, async (path, parameters) => {
      const response = await server.request(`${path}?${parameters}`);
      if (![200, 400].includes(response.status)) throw new Error(`${response.status}: ${await response.text()}`);
    });
    await fc.assert(holds, { numRuns: runs(400) });

    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test('that ends in an aborted body answers 400 and logs no failure', async () => {
    const loggedBefore = server.logged.length;
    const body = new ReadableStream({ pull: (controller) => controller.error(new DOMException('', 'AbortError')) });
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/vnd.api+json' };
    const response = await server.app.handle(new Request('http://localhost/api/users/me/collection', { method: 'POST', headers, body }));

    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('"body_incomplete"')]);
    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });

  test('in the path answers 200 or 404', async () => {
    const loggedBefore = server.logged.length;
    const segment = fc
      .oneof(anything, fc.constantFrom('api', 'artists', 'roles', 'portrayals', 'members', artist.slice(13), '.', ''))
      .filter((text) => text !== '..');

    const holds = fc.asyncProperty(fc.array(segment, { maxLength: 7 }), async (segments) => {
      const path = `/api/${segments.map((text) => encodeURIComponent(text.toWellFormed())).join('/')}`;
      const response = await server.request(path);
      if (![200, 404].includes(response.status)) throw new Error(`${response.status}: ${await response.text()}`);
    });
    await fc.assert(holds, { numRuns: runs(300) });

    expect(server.logged.slice(loggedBefore)).toEqual([]);
  });
});
