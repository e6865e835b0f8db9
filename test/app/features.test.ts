import { expect, test } from 'bun:test';
import { routeNames } from '../../src/app/observer';
import { startServer } from '../support/server';

// Routes of the catalog exist from the start. The first request for a feature loads the routes of all features.

test('no route of the catalog matches the path of a lazily loaded route', async () => {
  const { app } = await startServer();
  const first = app.routes.filter(({ method }) => method !== 'ALL');
  const all = await app.everyRoute();
  const later = all.filter((route) => !first.some(({ method, path }) => method === route.method && path === route.path));
  expect([first.length, later.length].map((count) => count > 50)).toEqual([true, true]);
  // The router matches whole paths first, then the method, then the routes that forward to features.
  const handedOn = new Set(app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path));
  const find = routeNames(first);
  const taken = later.filter(({ method, path }) => !handedOn.has(path) && find(method, path) !== 'none');
  expect(taken.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('unsupported methods and unknown paths get the same answers before and after features are loaded', async () => {
  const { request } = await startServer();
  const cases = [
    ['PUT', '/api/artists', 405, 'GET, HEAD, POST'],
    ['PUT', '/api/releases/duplicates', 405, 'GET, HEAD'],
    ['POST', '/api', 405, 'GET, HEAD'],
    ['GET', '/api/nothing', 404, null],
    ['HEAD', '/api/users/me', 200, null],
    ['HEAD', '/api/artists', 200, null],
    ['HEAD', '/api/releases/duplicates', 403, null],
    ['GET', '/api/users/me/', 200, null],
    ['OPTIONS', '/api/users/me', 405, 'DELETE, GET, HEAD, PATCH'],
  ] as const;
  for (const [method, path, ...expected] of [...cases, ...cases]) {
    const { status, headers } = await request(path, { method });
    expect([method, path, status, headers.get('allow')]).toEqual([method, path, ...expected]);
    expect(headers.get('ratelimit')).toMatch(/;r=\d/);
  }
});

test('features answer alike whether preloaded or loaded by the first request', async () => {
  const [preloaded, lazy] = [await startServer(), await startServer()];
  await preloaded.app.loadRest();
  for (const { request } of [preloaded, lazy]) expect((await request('/api/users/me')).status).toBe(200);
});
