import { expect, test } from 'bun:test';
import { routeNames } from '../src/app/observer';
import { startServer } from './support/server';

// The routes of the catalog stand from the start, and those of all features are loaded with the first request for one.

test('no route of the catalog takes what is for one that is loaded later', async () => {
  const { app } = await startServer();
  const first = app.routes.filter(({ method }) => method !== 'ALL');
  const all = await app.everyRoute();
  const later = all.filter((route) => !first.some(({ method, path }) => method === route.method && path === route.path));
  expect([first.length, later.length].map((count) => count > 50)).toEqual([true, true]);
  // As the router looks: for the method first, and for what goes on to the features after it; a whole path before all.
  const handedOn = new Set(app.routes.filter(({ method }) => method === 'ALL').map(({ path }) => path));
  const find = routeNames(first);
  const taken = later.filter(({ method, path }) => !handedOn.has(path) && find(method, path) !== 'none');
  expect(taken.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('methods and unknown addresses are answered alike, before features are loaded and after', async () => {
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

test('what is loaded ahead answers as what the first request for it loads', async () => {
  const [ahead, asked] = [await startServer(), await startServer()];
  await ahead.app.loadRest();
  for (const { request } of [ahead, asked]) expect((await request('/api/users/me')).status).toBe(200);
});
