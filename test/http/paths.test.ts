import { beforeAll, describe, expect, test } from 'bun:test';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startServer([], { rateLimit: 1_000_000 });
});

const ask = (url: string, host?: string, method = 'GET'): Promise<Response> =>
  server.app.handle(
    new Request(url, { method, headers: { authorization: `Bearer ${server.token}`, ...(host !== undefined && { host }) } }),
  );

const errorOf = async (response: Response): Promise<Record<string, unknown>> =>
  ((await response.json()) as { errors: [Record<string, unknown>] }).errors[0];

describe('a host', () => {
  test.each(['a', 'pi', 'nas', 'NAS', 'nas:8420', 'catalog.example.org'])('named %s reaches every path', async (host) => {
    for (const path of ['/health', '/api', '/api/artists', '/api/vocabularies/condition'])
      expect([path, (await ask(`http://${host}${path}`, host)).status]).toEqual([path, 200]);
  });

  test('of one letter does not shorten the path', async () => {
    const response = await ask('http://a/xx/api/artists');
    expect([response.status, (await errorOf(response)).instance]).toEqual([404, '/xx/api/artists']);
  });

  test.each(['[', 'a:b', 'nas:99999', 'a/b', 'a b', 'a@b', '%2f', 'a, b'])('with the invalid name %s gets a 400 document', async (host) => {
    const response = await ask('http://localhost/api/artists', host);
    const error = await errorOf(response);
    expect(response.status).toBe(400);
    expect(response.headers.get('ratelimit')).toStartWith('"default";');
    expect(error).toMatchObject({ status: 400, source: { header: 'Host' }, instance: '/api/artists' });
    expect(error.id as string).toBe(response.headers.get('x-request-id') as string);
  });
});

test('a path segment that cannot be decoded answers 404 on every route', async () => {
  const routes = (await server.app.everyRoute()).filter(({ path }) => path.includes(':'));
  expect(routes.length).toBeGreaterThan(50);
  for (const { method, path } of routes) {
    const names = path.match(/:\w+/g) ?? [];
    for (const bad of names)
      for (const written of ['%ff', '%zz', '%', 'x%c0%ae']) {
        const at = path.replace(bad, written).replace(/:\w+/g, crypto.randomUUID());
        const response = await ask(`http://localhost${at}`, undefined, method);
        const { instance } = await errorOf(response);
        expect([method, at, response.status, instance]).toEqual([method, at, 404, at]);
      }
  }
  expect(server.logged).toEqual([]);
});

test.each(['evil.example:99999', 'a:b', '[::1', 'a b', 'user:pw@evil'])(
  'a page requested from the invalid host %s gets 400',
  async (host) => {
    const response = await ask('http://localhost/docs', host);
    expect([response.status, (await errorOf(response)).instance]).toEqual([400, '/docs']);
  },
);
