import { beforeAll, describe, expect, test } from 'bun:test';
import { createUser } from '../../src/accounts/users';
import { readSettings } from '../../src/config';
import { startServer, type TestServer } from '../support/server';

const wendy = {
  type: 'Artist',
  id: '/api/artists/0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
  attributes: { name: 'Wendy Carlos', _type: 'person' },
};
const jsonApi = 'application/vnd.api+json';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([wendy], { basePath: '/music/films', corsOrigins: ['https://films.example'] });
});

const statusOf = async (path: string): Promise<number> => (await server.request(path)).status;

describe('a server with a base path', () => {
  test('returns the same documents and ids as one without', async () => {
    const other = await startServer([wendy]);
    for (const path of [
      '/api',
      '/api/artists?fields[Artist]=name,groups',
      '/api/vocabularies/condition',
      `${wendy.id}?fields[Artist]=slug`,
    ]) {
      const below = await server.read(`/music/films${path}`);
      expect(below.data).toEqual((await other.read(path)).data);
      expect(JSON.stringify(below)).not.toContain('/music');
    }
  });

  test.each([
    '/',
    '/api',
    '/api/artists',
    '/musi',
    '/music',
    '/music/filmsx',
    '/music/films2/api',
    '/MUSIC/films/api',
    '/%6dusic/films/api',
  ])('answers %s with 404 and names its base path', async (path) => {
    const response = await server.request(path);
    const { errors } = (await response.json()) as { errors: [{ detail: string; instance: string; id: string }] };
    expect(response.status).toBe(404);
    expect(errors[0].detail).toBe(`There is nothing at ${path}. This server answers below /music/films.`);
    expect(errors[0].id).toBe(response.headers.get('x-request-id') ?? '');
  });

  test('answers health checks at the root too', async () => {
    expect([await statusOf('/health'), await statusOf('/music/films/health'), await statusOf('/health/x')]).toEqual([200, 200, 404]);
    expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/metrics')]).toEqual([200, 200, 404]);
  });

  test('redirects to addresses below the base path', async () => {
    for (const path of ['/music/films', '/music/films/', '/music/films?x=/api']) {
      const response = await server.request(path);
      expect([path, response.status, response.headers.get('location')]).toEqual([
        path,
        303,
        `/music/films/sign-in?to=${encodeURIComponent(`/music/films/${path.slice('/music/films'.length).replace(/^\//, '')}`)}`,
      ]);
    }
    await createUser(server.store, 'root', 'correct horse battery', 'admin');
    const made = await server.request('/music/films/api/users/me/tokens', {
      method: 'POST',
      headers: { 'content-type': jsonApi },
      body: JSON.stringify({ data: { type: 'ApiToken', attributes: { name: 'phone' } } }),
    });
    const { data } = (await made.json()) as { data: { id: string } };
    expect(made.headers.get('location')).toBe(`/music/films${data.id}`);
    expect(await statusOf(made.headers.get('location') as string)).toBe(200);
  });

  test('names the base path in its OpenAPI document and links to assets below it', async () => {
    const document = (await (await server.request('/music/films/api/openapi.json')).json()) as { servers: { url: string }[] };
    expect(document.servers.map(({ url }) => url)).toEqual(['/music/films']);
    const page = await (await server.request('/music/films/api-reference', { headers: { accept: 'text/html' } })).text();
    const files = [...page.matchAll(/(?:href|src)="(\/[^"]*\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) expect([file, await statusOf(file)]).toEqual([file, 200]);
  });

  test('sends pages and files of the website without a redirect', async () => {
    const open = await startServer([], { basePath: '/music/films', catalogVisibility: 'public' });
    for (const file of ['artists', 'opensearch.xml', 'manifest.webmanifest', 'service-worker.js']) {
      const response = await open.request(`/music/films/${file}`, { headers: { authorization: '' } });
      expect([file, response.status, response.headers.get('location')]).toEqual([file, 200, null]);
    }
  });

  test('accepts absolute addresses of records as ids', async () => {
    const other = await startServer([wendy], { basePath: '/music/films', editing: 'users' });
    const path = `/music/films${wendy.id}`;
    const etag = (await other.request(path)).headers.get('etag') ?? '';
    const changed = await other.request(path, {
      method: 'PATCH',
      headers: { 'content-type': jsonApi, 'if-match': etag },
      body: JSON.stringify({ data: { type: 'Artist', id: `http://localhost${path}`, attributes: { disambiguation: 'composer' } } }),
    });
    expect(changed.status).toBe(200);
  });

  test('applies rate limits and CORS below the base path', async () => {
    const limited = await startServer([], { basePath: '/music', rateLimit: 1, corsOrigins: ['https://films.example'] });
    const headers = { origin: 'https://films.example' };
    const first = await limited.request('/music/api/artists', { headers });
    expect([first.status, first.headers.get('access-control-allow-origin')]).toEqual([200, 'https://films.example']);
    expect((await limited.request('/music/api/artists')).status).toBe(429);
  });

  test('resolves URLs of its own pages only', async () => {
    const found = async (url: string) => (await server.request(`/music/films/api/resolve?url=${encodeURIComponent(url)}`)).status;
    const page = '/artists/wendy-carlos';
    for (const own of [page, `/music/films${page}`, `http://localhost/music/films${page}`, `https://localhost/music/films${page}`])
      expect([own, await found(own)]).toEqual([own, 200]);
    for (const other of [`http://localhost${page}`, `http://localhost/music${page}`, `http://other.example/music/films${page}`])
      expect([other, await found(other)]).toEqual([other, 404]);
  });

  test('answers requests without a host', async () => {
    const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${server.token}` } });
    Object.defineProperty(request, 'url', { value: '/music/films/api/artists', configurable: true });
    expect((await server.app.handle(request)).status).toBe(200);
  });
});

describe('the setting base_path', () => {
  test.each([
    ['', ''],
    ['/', ''],
    ['/music', '/music'],
    ['/music/', '/music'],
    ['/a/b-c_d.e~f', '/a/b-c_d.e~f'],
  ])('reads %p as %p', (written, path) => {
    expect(readSettings({ basePath: written }, {}).basePath).toBe(path);
  });

  test.each(['music', '//music', '/music//films', '/.', '/../music', '/a b', '/ä', '/%6d', '/a?b', '/a#b', 'http://x/music', '/a;Path=b'])(
    'refuses %p',
    (written) => {
      expect(() => readSettings({ basePath: written }, {})).toThrow(/^--base-path must be a path/);
    },
  );

  test('must equal the path of the public URL', () => {
    const read = (basePath: string, publicUrl: string) => readSettings({ basePath, publicUrl }, {}).publicUrl;
    expect(read('', 'https://Films.example:443/')).toBe('https://films.example');
    expect(read('/music', 'https://films.example/music/')).toBe('https://films.example/music');
    expect(() => read('', 'https://films.example/music')).toThrow(/https:\/\/films\.example\/music has \/music, base_path is not set/);
    expect(() => read('/music', 'https://films.example')).toThrow(/has none, base_path is \/music/);
  });
});

test.each([
  'films.example',
  'ftp://films.example',
  'https://',
  'https://a@films.example',
  'https://films.example/?a',
  'javascript:alert(1)',
])('the setting public_url refuses %p', (written) => {
  expect(() => readSettings({ publicUrl: written }, {})).toThrow(/^--public-url must be an http or https address/);
});
