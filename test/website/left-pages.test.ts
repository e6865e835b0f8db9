import { expect, test } from 'bun:test';
import { Api } from '../../src/website/api/client';
import { demoServer } from '../support/server';

// Pages that nobody waits for any more: the browser went on to another, or was closed.

function apiOf(method: string) {
  const leaving = new AbortController();
  const asked: Request[] = [];
  const handle = (request: Request): Response => {
    asked.push(request);
    return Response.json({ data: [] });
  };
  const page = new Request('http://localhost/releases', { method, signal: leaving.signal });
  return { api: new Api(handle, page, undefined), asked, leave: () => leaving.abort() };
}

test('what a page asks for is left with the page, and nothing more is asked', async () => {
  const { api, asked, leave } = apiOf('GET');
  await api.read('/api/releases');
  expect(asked[0]?.signal.aborted).toBe(false);

  leave();

  expect(asked[0]?.signal.aborted).toBe(true);
  await expect(api.read('/api/releases')).rejects.toThrow('aborted');
  expect(asked.length).toBe(1);
});

test('what a form has begun is done to its end, whoever waits for it', async () => {
  const { api, asked, leave } = apiOf('POST');
  await api.send('PATCH', '/api/releases/1', {});

  leave();

  expect((await api.send('PATCH', '/api/releases/2', {})).status).toBe(200);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false]);
});

test('a page that was left is no failure of the server', async () => {
  const { app, logged } = await demoServer();
  const before = logged.length;

  const { status } = await app.handle(new Request('http://localhost/releases', { signal: AbortSignal.abort() }));

  expect([status, logged.slice(before)]).toEqual([499, []]);
});
