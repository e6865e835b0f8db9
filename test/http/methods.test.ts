import { expect, test } from 'bun:test';
import { startServer } from '../support/server';

test('unsupported methods and unknown paths are refused alike each time, and count towards the rate limit', async () => {
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

test('a health check is answered without the routes of the API, which the first other request adds', async () => {
  const { app, request } = await startServer();
  const few = app.routes.length;
  expect((await request('/health')).status).toBe(200);
  expect(app.routes.length).toBe(few);
  const paths = ['/api/artists', '/api/users/me', '/health', '/api/releases/duplicates', '/api/nothing', '/sign-in'];
  const answers = await Promise.all(paths.map((path) => request(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 403, 404, 200]);
  expect(app.routes.length).toBeGreaterThan(few + 100);
});

test('an unknown path outside the API is refused in JSON, and to browsers as a page', async () => {
  const { request } = await startServer();
  for (const [accept, type] of [
    ['*/*', 'application/vnd.api+json'],
    ['text/html,*/*;q=0.8', 'text/html;charset=utf-8'],
  ] as const) {
    const { status, headers } = await request('/nothing', { headers: { accept } });
    expect([accept, status, headers.get('content-type')?.replaceAll(' ', '')]).toEqual([accept, 404, type]);
  }
});
