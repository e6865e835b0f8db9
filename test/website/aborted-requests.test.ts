import { expect, test } from 'bun:test';
import { Api } from '../../src/website/api/client';
import { demoServer } from '../support/server';

function apiOf(method: string) {
  const client = new AbortController();
  const requests: Request[] = [];
  const handle = (request: Request): Response => {
    requests.push(request);
    return Response.json({ data: [] });
  };
  const page = new Request('http://localhost/releases', { method, signal: client.signal });
  return { api: new Api(handle, page, undefined), requests, abort: () => client.abort() };
}

test('an aborted GET aborts its API requests and sends no more', async () => {
  const { api, requests, abort } = apiOf('GET');
  await api.read('/api/releases');
  expect(requests[0]?.signal.aborted).toBe(false);
  abort();
  expect(requests[0]?.signal.aborted).toBe(true);
  await expect(api.read('/api/releases')).rejects.toThrow('aborted');
  expect(requests.length).toBe(1);
});

test('an aborted POST completes all its API requests', async () => {
  const { api, requests, abort } = apiOf('POST');
  await api.send('PATCH', '/api/releases/1', {});
  abort();
  expect((await api.send('PATCH', '/api/releases/2', {})).status).toBe(200);
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, false]);
});

test('an aborted request is not logged as an error', async () => {
  const { app, logged } = await demoServer();
  const before = logged.length;
  const { status } = await app.handle(new Request('http://localhost/releases', { signal: AbortSignal.abort() }));
  expect([status, logged.slice(before)]).toEqual([499, []]);
});
