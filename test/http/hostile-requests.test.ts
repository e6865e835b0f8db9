import { beforeAll, describe, expect, test } from 'bun:test';
import { issueApiToken } from '../../src/accounts/tokens';
import { createUser } from '../../src/accounts/users';
import { parseJson } from '../../src/http/body';
import { pages } from '../../src/website/routes';
import { demoStore, serverOf, startServer, type TestServer } from '../support/server';
import { unknownUuid } from '../support/uuids';

// No request, however large and odd, keeps the event loop from other work for long.

const bytes = 1_048_000;

/** Repeats a text, with the index in it, up to a megabyte. */
function filled(before: string, one: (index: number) => string, after: string): string {
  const parts = [before];
  for (let length = before.length + after.length, index = 0; ; index++) {
    const part = one(index);
    length += part.length;
    if (length > bytes) return parts.join('') + after;
    parts.push(part);
  }
}

const json = 'application/vnd.api+json';
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const part = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Bodies by what they hold, with their type. */
const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'one long member name': [json, `{"${'y'.repeat(bytes)}":1}`],
  'one long text': [json, `{"data":{"type":"Release","attributes":{"title":"${'y '.repeat(bytes / 2)}"}}}`],
  escapes: [json, `{"a":"${'\\"'.repeat(bytes / 2)}"}`],
  'many members': [json, filled('{"a":1', (index) => `,"${index.toString(36)}":1`, '}')],
  'many attributes': [json, filled('{"data":{"type":"Artist","attributes":{"a":1', (index) => `,"a${index}----------------":1`, '}}}')],
  'many objects': [json, filled('{"data":[{}', () => ',{"type":"Artist"}', ']}')],
  nesting: [json, '['.repeat(bytes)],
  'nested objects': [json, '{"a":'.repeat(bytes / 5)],
  'many numbers': [json, filled('[1', () => ',1', ']')],
  'one long number': [json, `[${'9'.repeat(bytes)}]`],
  blanks: [json, ' '.repeat(bytes)],
  'empty fields': [form, '=&'.repeat(bytes / 2)],
  separators: [form, '&'.repeat(bytes)],
  'one long field': [form, `_user=x&username=${'y'.repeat(bytes)}`],
  'escaped replacement characters': [form, `_user=x&username=${'%EF%BF%BD%41'.repeat(bytes / 12)}`],
  'many named fields': [form, filled('_user=x', (index) => `&${index.toString(36)}=1`, '')],
  'many parts': [multipart, filled(part('_user', 'x'), (index) => part(index.toString(36), ''), '--b--')],
  'a long part': [multipart, `${part('_user', '\uFFFD '.repeat(bytes / 4))}--b--`],
  'a part without an end': [multipart, part('a', '\r\n--'.repeat(bytes / 4))],
  'a long header of a part': [multipart, `--b\r\ncontent-disposition: form-data; name="${'y;'.repeat(bytes / 2)}"\r\n\r\nx\r\n--b--`],
};

/** The runtime reads no longer headers and addresses. */
const longestLine = 16_000;

const lines = ['a', ' ', ',', ';', '=', '"', '&', '%', '[', 'a,', 'a=b;', '%20', '(', '-', '/', '10.0.0.1,'].map((text) =>
  text.repeat(longestLine / text.length),
);

const headers =
  'accept accept-language accept-encoding authorization content-encoding content-type cookie forwarded host if-modified-since if-none-match origin prefer range referer user-agent x-forwarded-for x-forwarded-host x-forwarded-proto'.split(
    ' ',
  );

/** Processor time of this process in ms: unlike the clock, it stands still while other programs have the processor. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The most processor time that the event loop spent on nothing else. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuMilliseconds();
  let isDone = false;
  const tick = (): void => {
    const now = cpuMilliseconds();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(tick);
  };
  tick();
  await work();
  isDone = true;
  return Math.max(longest, cpuMilliseconds() - last);
}

const least = (times: number, measure: () => number): number => Math.min(...Array.from({ length: times }, measure));

const timed = (work: () => unknown): number => {
  const startedAt = cpuMilliseconds();
  work();
  return cpuMilliseconds() - startedAt;
};

/** Longest pause of the event loop. Slow machines also parse slowly: on a usual one, this text takes 7 ms. */
const allowed = Math.max(150, 10 * least(5, () => timed(() => JSON.parse(bodies.escapes?.[1] ?? ''))));

let server: TestServer;
let admin: string;
let routes: (readonly [method: string, path: string])[];

beforeAll(async () => {
  server = await serverOf(await demoStore(), { catalogVisibility: 'public' });
  await createUser(server.store, 'root', 'correct horse battery', 'admin');
  admin = await issueApiToken(server.store, 'root', 'tests');
  routes = (await server.app.everyRoute()).map(({ method, path }) => [method, path.replace(/:\w+|\*/g, unknownUuid)]);
});

/** Sends a request; again if it took long, since garbage collection of earlier ones may have been due. */
async function isQuick(path: string, options: Parameters<TestServer['request']>[1]): Promise<boolean> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const pause = await longestPause(async () => {
      const response = await server.request(path, options);
      expect([path, response.status < 500]).toEqual([path, true]);
      await response.arrayBuffer();
    });
    if (pause < allowed) return true;
  }
  return false;
}

const pagePath = ({ path }: { readonly path: string }): string => path.replace(/:\w+/g, 'x');

/** All for some routes; one for each other, in turn. */
const oneOf = <V>(all: readonly V[], index: number, isAll: boolean): readonly V[] => (isAll ? all : [all[index % all.length] as V]);

describe('the server does other work', () => {
  test('beside a megabyte of hostile JSON for any route of the API, with a token or without', async () => {
    const writes = routes.filter(([method]) => method !== 'GET');
    const sent = Object.entries(bodies).filter(([, [type]]) => type === json);
    expect([writes.length > 60, sent.length]).toEqual([true, 11]);
    const slow: string[] = [];
    for (const [index, [method, path]] of writes.entries())
      for (const [name, [type, body]] of oneOf(sent, index, /^\/api\/(?:token|sessions|password-reset|users|releases)/.test(path)))
        for (const headers of [
          { 'content-type': type, authorization: `Bearer ${admin}` },
          { 'content-type': 'application/json', authorization: '' },
        ])
          if (!(await isQuick(path, { method, headers, body }))) slow.push(`${name}: ${method} ${path}`);
    expect(slow).toEqual([]);
  }, 60_000);

  test('beside a megabyte of hostile fields for any page', async () => {
    const sent = Object.entries(bodies).filter(([, [type]]) => type !== json);
    expect([pages.length > 100, sent.length]).toEqual([true, 9]);
    const slow: string[] = [];
    for (const [index, page] of pages.entries())
      for (const [name, [type, body]] of oneOf(sent, index, page.access === 'anyone')) {
        const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin', authorization: '' };
        if (!(await isQuick(pagePath(page), { method: 'POST', headers, body }))) slow.push(`${name}: ${page.path}`);
      }
    expect(slow).toEqual([]);
  }, 60_000);

  test('beside a hostile query of any address', async () => {
    const reads = [...routes.filter(([method]) => method === 'GET').map(([, path]) => path), ...pages.map(pagePath)];
    expect(reads.length).toBeGreaterThan(200);
    const slow: string[] = [];
    for (const [index, path] of reads.entries())
      for (const line of oneOf(lines, index, /search|resolve/.test(path)))
        for (const query of [line, `q=${line}`, `q=${encodeURIComponent(line).slice(0, longestLine)}`, `filter=${line}&include=${line}`])
          if (!(await isQuick(`${path}?${query.slice(0, longestLine)}`, {}))) slow.push(`${path}?${query.slice(0, 20)}`);
    expect(slow).toEqual([]);
  }, 60_000);

  test.each(headers)('beside a hostile header: %s', async (name) => {
    const slow: string[] = [];
    for (const path of ['/', '/api/artists', '/api/search?q=x'])
      for (const line of lines) if (!(await isQuick(path, { headers: { [name]: line } }))) slow.push(`${path}, ${line.slice(0, 20)}`);
    expect(slow).toEqual([]);
  });
});

test.each([
  ['title', `Xy ${'® & '.repeat(24)}Z (Original Soundtrack)`],
  ['title', `Xy${", d'".repeat(120)} (Original Soundtrack)`],
  ['title', ` 'a`.repeat(160)],
  ['label', `${'Records '.repeat(400)}x`],
  ['label', `x${' ,'.repeat(2_000)}x`],
  ['purchase_price', `1${' '.repeat(31_000)}x`],
  ['purchased_at', `${'1 '.repeat(15_000)}x`],
  [`Price${' ('.repeat(29)}`, '1'],
])('the server does other work beside a file with hostile cells: %s', async (column, cell) => {
  const rows = Array.from({ length: 3 }, (_, index) => `none ${index},"${cell}"`);
  const file = [`catalog_number,${column}`, ...rows].join('\n');
  const options = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file };
  expect((await server.request('/api/users/me/collection/import?dryRun=true', options)).status).toBe(200);
  expect(await isQuick('/api/users/me/collection/import?dryRun=true', options)).toBe(true);
});

test('a document of 1 MiB is read in time proportional to its length, whatever it holds', () => {
  const read = (text: string) => () => timed(() => expect(() => parseJson(text)).toThrow());
  for (const [name, unit] of Object.entries({ name: 'y', escape: '\\"', digit: '9', blank: ' ', array: '[],', member: '"a":1,' })) {
    const text = (length: number) => `{"${unit.repeat(length / unit.length)}`;
    const [short, long] = [least(5, read(text(bytes / 16))), least(5, read(text(bytes)))];
    expect([name, long < Math.max(allowed, 64 * short)]).toEqual([name, true]);
  }
});

test.each([
  ['two members of one name', '{"a":1,"b":{"a":2},"a":3}', 'duplicate_member'],
  ['two members of one name, one with escapes', '{"a\\"b":1 , "\\u0061\\"b" : 2}', 'duplicate_member'],
  ['the last digit of a number beyond 2^53', '[1, -9007199254740993]', 'number_too_large'],
  ...[
    '4.0000000000000000001',
    '4.0000000000000001',
    '-0.123456789012345678e1',
    '9007199254740993.0',
    '12345678901234567890.5',
    '1e-400',
  ].map((number) => [`a number that would be rounded, ${number}`, `{"a":[${number}]}`, 'number_too_precise'] as const),
  ['a number beyond all others', '{"a":1e400}', 'number_too_large'],
  ['33 levels', '['.repeat(33) + ']'.repeat(33), 'body_too_deep'],
  ['50,001 values', `[[${'1,'.repeat(50_000)}1]]`, 'body_too_many_values'],
  [
    '1,001 members of one object',
    `{"a":1${Array.from({ length: 1_000 }, (_, index) => `,"b${index}":1`).join('')}}`,
    'object_too_many_members',
  ],
  ['an unfinished text', '{"a":"b\\', 'not_json'],
  ['bytes that are no UTF-8', new Uint8Array([...Buffer.from('{"a":"'), 0xc3, ...Buffer.from('"}')]), 'body_not_utf8'],
])('a document with %s is refused', async (_, body, code) => {
  const response = await server.request('/api/releases', { method: 'POST', headers: { 'content-type': json }, body });
  expect([response.status, ((await response.json()) as { errors: { code: string }[] }).errors[0]?.code]).toEqual([400, code]);
});

test.each([
  '{"a":{"a":[{"a":"\\"a\\":1,"},{"a":":"}]},"b":"a"}',
  ' [ -1.5e+3 , 9007199254740991, -0.10000000000000000000, 1.7976931348623157e308, 5e-324, 0.000e9, 100E-2, "12345678901234567890", "[[{{" ] ',
  '"\\\\"',
  `${'['.repeat(32)}${']'.repeat(32)}`,
])('other JSON is read as JSON.parse reads it: %s', (text) => {
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test('blanks between values are not counted as values', () => {
  expect(parseJson(`[${' '.repeat(60_000)}]`)).toEqual([]);
});

describe('a body of a few words', () => {
  test.each(['/api/token', '/api/token/refresh', '/api/sessions', '/api/password-reset', '/api/users/me/tokens'])(
    'has at most 16 KiB: %s',
    async (path) => {
      const type = path.startsWith('/api/users') ? json : 'application/json';
      const send = (length: number) =>
        server.request(path, {
          method: 'POST',
          headers: { 'content-type': type },
          body: `{"a":1}${' '.repeat(length - 7)}`,
        });
      expect((await send(16_385)).status).toBe(413);
      expect((await send(16_384)).status).not.toBe(413);
    },
  );
});

test('a form of more than 10,000 fields is refused before it is parsed', async () => {
  const send = (count: number) =>
    server.request('/sign-in', {
      method: 'POST',
      headers: { 'content-type': form, 'sec-fetch-site': 'same-origin' },
      body: 'a=1&'.repeat(count - 1),
    });
  expect((await send(10_001)).status).toBe(413);
  expect((await send(10_000)).status).toBe(403);
});

test.each(['/sign-in', '/register', '/reset-password'])('every form sent to %s counts, with or without a form token', async (path) => {
  const limited = await startServer([], { rateLimit: 3 });
  const send = () =>
    limited.request(path, {
      method: 'POST',
      headers: { 'content-type': form, 'sec-fetch-site': 'same-origin', authorization: '' },
      body: 'username=anna',
    });
  for (let sent = 1; sent <= 3; sent++) expect((await send()).status).toBe(403);
  expect((await send()).status).toBe(429);
});
