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
