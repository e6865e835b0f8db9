import { beforeAll, describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { startServer, type TestServer } from '../support/server';

// Compression, caching and errors across all endpoints.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

describe('the OpenAPI document', () => {
  const get = (headers: Record<string, string> = {}) => server.request('/api/openapi.json', { headers });

  test('is compressed on request, with the same content', async () => {
    const plain = await get();
    const gzip = await get({ 'accept-encoding': 'gzip, deflate' });
    const zstd = await get({ 'accept-encoding': 'gzip, deflate, br, zstd' });
    const [text, small, smaller] = [await plain.text(), new Uint8Array(await gzip.arrayBuffer()), new Uint8Array(await zstd.arrayBuffer())];
    expect([plain, gzip, zstd].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'zstd']);
    expect(new TextDecoder().decode(Bun.gunzipSync(small))).toBe(text);
    expect(new TextDecoder().decode(Bun.zstdDecompressSync(smaller))).toBe(text);
    expect(small.byteLength * 5).toBeLessThan(text.length);
  });

  test('has the usual headers and one ETag per encoding', async () => {
    const plain = await get();
    const gzip = await get({ 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(gzip.headers)).toMatchObject({
      'content-type': 'application/json',
      vary: 'Accept, Accept-Encoding, Authorization',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    const etag = gzip.headers.get('etag') ?? '';
    expect(etag).not.toBe(plain.headers.get('etag') ?? '');
    expect((await get({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(304);
    expect((await get({ 'if-none-match': etag })).status).toBe(200);
  });
});

test('responses about accounts and tokens are not cacheable', async () => {
  const { id } = await createUser(server.store, 'admin', 'correct horse battery', 'admin');
  const created = await server.request('/api/users/me/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'ApiToken', attributes: { name: 'phone' } } }),
  });
  const token = created.headers.get('location') as string;
  const { data } = await server.read('/api/users/me');
  for (const path of ['/api/users/me', data.id, '/api/users/me/tokens', token, `/api/users/${id}`])
    expect([path, (await server.request(path)).headers.get('cache-control')]).toEqual([path, expect.stringContaining('no-store')]);
});

test('a compressed request body is refused with 415', async () => {
  const { data } = await server.read('/api/users/me');
  for (const [method, path, type] of [
    ['POST', '/api/token', 'application/json'],
    ['POST', '/api/users', 'application/vnd.api+json'],
    ['PATCH', '/api/users/me', 'application/vnd.api+json'],
    ['POST', `${data.id}/collection`, 'application/vnd.api+json'],
    ['POST', `${data.id}/collection/import`, 'text/csv'],
    ['POST', `${data.id}/wishlist/import`, 'application/json'],
  ] as const) {
    const headers = { 'content-type': type, 'content-encoding': 'gzip' };
    const response = await server.request(path, { method, headers, body: '{}' });
    const body = await response.text();
    expect([path, response.status, response.headers.get('accept-encoding')]).toEqual([path, 415, 'identity']);
    expect(body).toContain('Content-Encoding');
  }
  const plain = { 'content-type': 'application/json', 'content-encoding': 'identity' };
  expect((await server.request('/api/token', { method: 'POST', headers: plain, body: '{}' })).status).toBe(400);
});

test('an error for a missing record uses the same noun at the record and at its subresources', async () => {
  const id = '00000000-0000-4000-8000-00000000dead';
  for (const [path, below, noun] of [
    ['artists', 'aliases', 'artist'],
    ['labels', 'series', 'label'],
    ['productions', 'recordings', 'production'],
  ]) {
    for (const address of [`/api/${path}/${id}`, `/api/${path}/${id}/${below}`]) {
      const { errors } = (await (await server.request(address)).json()) as { errors: { detail: string }[] };
      expect(errors.map(({ detail }) => detail)).toEqual([`There is no ${noun} ${id}.`]);
    }
  }
});
