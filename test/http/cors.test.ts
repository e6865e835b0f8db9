import { describe, expect, test } from 'bun:test';
import { readSettings } from '../../src/config';
import { DomainError } from '../../src/errors';
import { startServer } from '../support/server';

const films = 'https://films.example';
const others = 'https://others.example';
const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization,content-type' };
const exposed = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'Location', 'X-Request-Id'];

const corsHeaders = (response: Response): string[] => [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));

const leftOf = (response: Response): number => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

test('without allowed origins no response has CORS headers', async () => {
  const server = await startServer();

  const read = await server.request('/api/artists', { headers: { origin: films } });
  const asked = await server.request('/api/artists', { method: 'OPTIONS', headers: { origin: films, ...preflight } });

  expect([read.status, corsHeaders(read), read.headers.get('vary')]).toEqual([200, [], 'Accept, Accept-Encoding, Authorization']);
  expect([asked.status, corsHeaders(asked)]).toEqual([405, []]);
});

describe('with allowed origins', () => {
  test('every response of the API has CORS headers for them, errors included', async () => {
    const server = await startServer([], { corsOrigins: [films, others], rateLimit: 6 });
    const asked: [number, string, Parameters<typeof server.request>[1]?][] = [
      [200, '/api/artists'],
      [200, '/api/openapi.json'],
      [400, '/api/artists?page=0'],
      [401, '/api/artists', { headers: { authorization: '' } }],
      [404, '/api/nowhere'],
      [405, '/api/artists', { method: 'DELETE' }],
      [415, '/api/token', { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }],
      [429, '/api/artists'],
    ];
    for (const [status, path, { headers, ...options } = {}] of asked) {
      const response = await server.request(path, { ...options, headers: { ...headers, origin: others } });

      expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, status, others]);
      expect(response.headers.get('access-control-expose-headers')?.split(', ')).toEqual(exposed);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('vary')).toContain('Origin');
    }
  });

  test('other origins get no CORS headers', async () => {
    const server = await startServer([], { corsOrigins: [films] });
    for (const origin of [others, 'http://films.example', 'https://films.example:8443', 'https://films.example.evil.example', 'null']) {
      const response = await server.request('/api/artists', { headers: { origin } });
      const asked = await server.request('/api/artists', { method: 'OPTIONS', headers: { origin, ...preflight } });

      expect([response.status, corsHeaders(response), response.headers.get('vary')]).toEqual([
        200,
        [],
        'Accept, Accept-Encoding, Authorization, Origin',
      ]);
      expect([asked.status, corsHeaders(asked)]).toEqual([405, []]);
    }
  });

  test('a preflight request to any path is answered with a lifetime and not counted', async () => {
    const server = await startServer([], { corsOrigins: [films], rateLimit: 2 });
    for (let request = 0; request < 5; request++) {
      const headers = { origin: films, ...preflight, authorization: '' };
      const response = await server.request('/api/users/me/collection', { method: 'OPTIONS', headers });

      expect(response.status).toBe(204);
      expect(await response.text()).toBe('');
      expect(response.headers.get('access-control-allow-origin')).toBe(films);
      expect(response.headers.get('access-control-allow-methods')?.split(', ')).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
      expect(response.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'if-match', 'if-none-match', 'prefer']),
      );
      expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(leftOf(await server.request('/api/artists'))).toBe(1);
  });

  test('an OPTIONS request that is not a preflight gets 405', async () => {
    const server = await startServer([], { corsOrigins: [films] });
    const response = await server.request('/api/artists', { method: 'OPTIONS', headers: { origin: films } });

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('paths outside the API have no CORS headers', async () => {
    const server = await startServer([], { corsOrigins: ['*'] });
    for (const path of ['/health', '/', '/apiary']) {
      expect(corsHeaders(await server.request(path, { headers: { origin: films } }))).toEqual([]);
      expect(corsHeaders(await server.request(path, { method: 'OPTIONS', headers: { origin: films, ...preflight } }))).toEqual([]);
    }
  });

  test('an asterisk allows every origin, "null" included', async () => {
    const server = await startServer([], { corsOrigins: ['*'] });
    for (const origin of [films, 'http://localhost:5173', 'null']) {
      const response = await server.request('/api/artists', { headers: { origin } });
      expect([response.headers.get('access-control-allow-origin'), response.headers.get('vary')]).toEqual([
        '*',
        'Accept, Accept-Encoding, Authorization',
      ]);
    }
  });
});

describe('the setting cors_origins', () => {
  test.each([
    ['', []],
    ['*', ['*']],
    [films, [films]],
    ['HTTPS://Films.Example:443/, http://localhost:5173', [films, 'http://localhost:5173']],
    ['http://[::1]:80,capacitor://localhost', ['http://[::1]', 'capacitor://localhost']],
    [`${films},${films}`, [films]],
  ])('accepts "%s"', (written, origins) => {
    expect(readSettings({ corsOrigins: written }, {}).corsOrigins).toEqual(origins);
    expect(readSettings({}, { LEITMOTIF_CORS_ORIGINS: written }).corsOrigins).toEqual(origins);
  });

  test.each([
    'films.example',
    'https://films.example/app',
    'https://*.example',
    `*,${films}`,
    'null',
    'https://',
    'https://user@films.example',
    'https://films.example:99999',
  ])('refuses "%s"', (written) => {
    expect(() => readSettings({ corsOrigins: written }, {})).toThrow(DomainError);
  });

  test('may be a list in the configuration file', async () => {
    const file = `${process.env.TMPDIR ?? '/tmp'}/leitmotif-cors-${crypto.randomUUID()}.toml`;
    await Bun.write(file, `cors_origins = ["${films}", "${others}"]\n`);

    expect(readSettings({ config: file }, {}).corsOrigins).toEqual([films, others]);
    await Bun.write(file, 'cors_origins = [1]\n');
    expect(() => readSettings({ config: file }, {})).toThrow(/cors_origins in .+ must be a list of origins/);
    await Bun.file(file).delete();
  });
});
