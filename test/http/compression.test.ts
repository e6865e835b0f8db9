import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { encodedTag, plainTag, preferredOf } from '../../src/http/respond';
import { createTestServer, type TestServer as ListeningServer } from '../../src/testing';
import { demoServer, startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await demoServer();
});

const page = '/api/artists?itemsPerPage=20';

const decoders: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array>> = {
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => Bun.gunzipSync(bytes),
};

const read = async (path: string, encodings?: string, headers: Record<string, string> = {}) => {
  const response = await server.request(path, {
    headers: { ...headers, ...(encodings !== undefined && { 'accept-encoding': encodings }) },
  });
  return { response, encoding: response.headers.get('content-encoding'), bytes: new Uint8Array(await response.arrayBuffer()) };
};

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('a response', () => {
  test.each(['zstd', 'br', 'gzip'])('in %s has the same content and is much smaller', async (encoding) => {
    const [plain, small] = [await read(page), await read(page, encoding)];
    expect([plain.encoding, small.encoding]).toEqual([null, encoding]);
    expect(textOf((decoders[encoding] as (typeof decoders)[string])(small.bytes))).toBe(textOf(plain.bytes));
    expect(small.bytes.length * 3).toBeLessThan(plain.bytes.length);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'zstd'],
    ['zstd;q=0, *;q=0.1', 'br'],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['zstd;q=0', null],
    ['deflate', null],
    ['', null],
    ['gzip;q=abc', null],
  ])('to Accept-Encoding %p has the encoding %p', async (accepted, encoding) => {
    expect((await read(page, accepted)).encoding).toBe(encoding);
  });

  test('varies by Accept-Encoding in every encoding, also errors and personal lists', async () => {
    const { data } = await server.read('/api/users/me');
    for (const path of [page, '/api/nowhere', '/api/users/me', `${data.id}/collection`, `${data.id}/collection/export?format=csv`, '/api'])
      for (const encodings of [undefined, 'zstd', 'gzip'])
        expect([path, (await read(path, encodings)).response.headers.get('vary')]).toEqual([
          path,
          expect.stringContaining('Accept-Encoding'),
        ]);
  });

  test('that is short is not compressed and keeps its ETag', async () => {
    const [plain, asked] = [await read('/api'), await read('/api', 'zstd')];
    expect(plain.bytes.length).toBeLessThan(1_024);
    expect([asked.encoding, asked.response.headers.get('etag')]).toEqual([null, plain.response.headers.get('etag')]);
    expect(asked.bytes).toEqual(plain.bytes);
  });

  test('with a long list of errors is compressed', async () => {
    const query = Array.from({ length: 40 }, (_, index) => `unknown${index}=1`).join('&');
    const { response, encoding, bytes } = await read(`/api/artists?${query}`, 'gzip', { prefer: 'handling=strict' });
    expect([response.status, encoding]).toEqual([400, 'gzip']);
    expect(JSON.parse(textOf(Bun.gunzipSync(bytes))).errors).toHaveLength(30);
  });

  test('with a hundred records, which a worker compresses, has the same content', async () => {
    const long = '/api/releases?itemsPerPage=100&include=artists,productions,label';
    const plain = await read(long);
    expect(plain.bytes.length).toBeGreaterThan(65_536);
    for (const [encoding, decode] of Object.entries(decoders)) expect(decode((await read(long, encoding)).bytes)).toEqual(plain.bytes);
  });

  test('with an export is compressed only by encodings that can stream', async () => {
    for (const [accepted, encoding] of [
      ['br', null],
      ['gzip, br', 'gzip'],
      ['zstd', 'zstd'],
    ] as const) {
      const exported = await read('/api/export', accepted);
      expect(exported.encoding).toBe(encoding);
      const bytes = encoding === null ? exported.bytes : (decoders[encoding] as (typeof decoders)[string])(exported.bytes);
      expect(textOf(bytes).trim().split('\n').length).toBeGreaterThan(10);
    }
  });
});

describe('an ETag', () => {
  test('differs by encoding and matches a conditional request in each', async () => {
    const tags = new Map<string, string>();
    for (const encoding of ['identity', 'zstd', 'br', 'gzip'])
      tags.set(encoding, (await read(page, encoding)).response.headers.get('etag') ?? '');
    expect(new Set(tags.values()).size).toBe(4);
    for (const [encoding, tag] of tags) {
      expect(tag).toMatch(encoding === 'identity' ? /^"\w+"$/ : new RegExp(`^"\\w+-${encoding}"$`));
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
        const { response, bytes } = await read(page, encoding, { 'if-none-match': known });
        expect([response.status, bytes.length, response.headers.get('etag'), response.headers.get('content-encoding')]).toEqual([
          304,
          0,
          tag,
          null,
        ]);
      }
    }
  });

  test('of an encoding that the client no longer accepts does not match', async () => {
    const tag = (await read(page, 'zstd')).response.headers.get('etag') ?? '';
    for (const encoding of [undefined, 'gzip']) expect((await read(page, encoding, { 'if-none-match': tag })).response.status).toBe(200);
    expect((await read(page, 'zstd', { 'if-none-match': plainTag(tag) })).response.status).toBe(304);
  });

  test('of a compressed response is accepted by If-Match', async () => {
    const release = { type: 'Release', id: '/api/releases/0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b', attributes: { title: 'Psycho' } };
    const own = await startServer([release]);
    const { data } = await own.read('/api/users/me');
    const type = { 'content-type': 'application/vnd.api+json' };
    const attributes = { release: { id: release.id }, notes: 'long '.repeat(400) };
    const made = await own.request(`${data.id}/collection`, {
      method: 'POST',
      headers: { ...type, 'accept-encoding': 'zstd' },
      body: JSON.stringify({ data: { type: 'CollectionItem', attributes } }),
    });
    const [at, tag] = [made.headers.get('location') ?? '', made.headers.get('etag') ?? ''];
    expect([made.status, tag]).toEqual([201, expect.stringContaining('-zstd"')]);
    const change = (ifMatch: string) =>
      own.request(at, {
        method: 'PATCH',
        headers: { ...type, 'if-match': ifMatch },
        body: JSON.stringify({ data: { type: 'CollectionItem', id: at, attributes: { notes: 'short' } } }),
      });
    expect((await change(tag.replace('-zstd', 'x-zstd'))).status).toBe(412);
    expect((await change(tag)).status).toBe(200);
    expect((await change(tag)).status).toBe(412);
  });

  test('of an encoding contains the ETag of the plain response', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom('zstd', 'br', 'gzip'), (hash, encoding) => {
        const tag = `"${hash.toString(36)}"`;
        expect(plainTag(encodedTag(tag, encoding))).toBe(tag);
        expect(plainTag(tag)).toBe(tag);
      }),
    );
  });
});

test('content negotiation only selects encodings that the client accepts', () => {
  const offered = ['zstd', 'br', 'gzip'] as const;
  const weight = fc.constantFrom('', ';q=0', ';q=0.001', ';q=0.5', ';q=1', '; Q = 0.7');
  const item = fc.tuple(fc.constantFrom('zstd', 'br', 'gzip', 'deflate', 'x'), weight);
  fc.assert(
    fc.property(fc.uniqueArray(item, { selector: ([name]) => name, maxLength: 5 }), (items) => {
      const header = items.map(([name, q]) => name + q).join(', ');
      const chosen = preferredOf(new Request('http://x/', { headers: { 'accept-encoding': header } }), offered);
      const named = new Map(items);
      const taken = offered.filter((encoding) => named.has(encoding) && named.get(encoding) !== ';q=0');
      expect(taken.length === 0 ? chosen === undefined : chosen !== undefined && taken.includes(chosen)).toBe(true);
    }),
  );
});

test.each([
  ['gzip, br, zstd', 'zstd'],
  ['br;q=0.9, gzip', 'gzip'],
  ['gzip;q=0.1, *;q=0.5', 'zstd'],
  ['*', 'zstd'],
  ['gzip, *;q=0', 'gzip'],
  ['GZIP ; Q = 0.5', 'gzip'],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['gzip;q=0.5, identity;q=0.8', undefined],
  ['gzip;level=1', 'gzip'],
  ['gzip;q=x', undefined],
  ['identity', undefined],
  ['*;q=0', undefined],
  [',', undefined],
  ['', undefined],
] as const)('a client that accepts %p gets %p', (accepted, encoding) => {
  const request = new Request('http://x/', { headers: { 'accept-encoding': accepted } });
  expect(preferredOf(request, ['zstd', 'br', 'gzip'])).toBe(encoding);
});

describe('over a connection', () => {
  let listening: ListeningServer;
  beforeAll(async () => {
    listening = await createTestServer();
  });
  afterAll(() => listening.stop());

  test('HEAD has the headers of GET except the length', async () => {
    for (const path of [page, '/api', '/api/artists?page=0']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => listening.fetch(path, { method, headers: { 'accept-encoding': 'zstd' } })),
      );
      const namesOf = (response: Response | undefined) =>
        Object.fromEntries(['etag', 'content-encoding', 'vary', 'content-type'].map((name) => [name, response?.headers.get(name)]));
      expect([head?.status, namesOf(head)]).toEqual([get?.status, namesOf(get)]);
      expect(await head?.text()).toBe('');
      // It would be that of the empty body.
      if (get?.headers.has('content-encoding')) expect([path, head?.headers.get('content-length')]).toEqual([path, null]);
    }
  });

  test('fetch decodes a response', async () => {
    const response = await listening.fetch(page);
    expect(((await response.json()) as { data: unknown[] }).data.length).toBeGreaterThan(5);
  });
});
