import { beforeAll, expect, test } from 'bun:test';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let user: string;
beforeAll(async () => {
  server = await startServer([], { logRequests: 'yes' });
  user = (await server.read('/api/users/me')).data.attributes._id;
  // Route names are loaded after the first response.
  while (lines().length === 0) await Bun.sleep(1);
});

const lines = () => server.logged.filter(({ event }) => event === 'request').map(({ details }) => details);

test('a request is logged with its request id, route, status and user', async () => {
  const answer = await server.request('/api/artists?q=private');
  expect(lines().at(-1)).toEqual({
    id: answer.headers.get('x-request-id'),
    method: 'GET',
    route: '/api/artists',
    status: 200,
    milliseconds: expect.any(Number),
    user,
  });
});

test('a page is logged once, with the address of an anonymous viewer or the id of a user', async () => {
  const pages = await server.request('/sign-in', { headers: { authorization: '', accept: 'text/html' } });
  expect(lines().at(-1)).toMatchObject({
    id: pages.headers.get('x-request-id') ?? '',
    route: '/sign-in',
    status: 200,
    address: '192.0.2.1',
  });
  const signedIn = await server.request('/api/sessions', {
    method: 'POST',
    headers: { authorization: '', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'tester', password: 'correct horse battery' }),
  });
  const session = ((await signedIn.json()) as { session_token: string }).session_token;
  const count = lines().length;
  await server.request('/settings', { headers: { authorization: '', cookie: `leitmotif-session=${session}` } });
  expect(lines().length).toBe(count + 1);
  expect(lines().at(-1)).toMatchObject({ route: '/settings', status: 200, user });
});

test('the request log contains no secrets and no paths chosen by clients', async () => {
  const secrets = [
    '/set-up?code=SECRET',
    '/reset-password?code=SECRET',
    '/register?invitation=SECRET',
    '/SECRET%0A{"event":"forged"}',
    '/api/SECRET',
  ];
  const before = lines().length;
  for (const path of secrets)
    await server.request(path, { headers: { authorization: 'Bearer SECRET', cookie: 'leitmotif-session=SECRET' } });
  expect(lines().length).toBe(before + secrets.length);
  expect(JSON.stringify(lines().slice(before))).not.toMatch(/SECRET|forged/);
});
