import { expect, test } from 'bun:test';
import { type NamedRoute, observerOf } from '../../src/app/observer';
import { readSettings } from '../../src/config';
import type { Context } from '../../src/context';
import { withObserver } from '../../src/http/middleware';
import { meterOf } from '../../src/operations/meter';
import { emptyStore } from '../support/server';

/** An observed handler whose routes are loaded when the test resolves them. */
function observed() {
  const routes = Promise.withResolvers<readonly NamedRoute[]>();
  // A rejection may come before anything awaits it.
  routes.promise.catch(() => {});
  const logged: string[] = [];
  const meter = meterOf({ store: emptyStore() } as Parameters<typeof meterOf>[0]);
  const log = (event: string) => void logged.push(event);
  const context = { meter, log, settings: readSettings({}, {}) } as unknown as Context;
  const observer = observerOf(context, () => routes.promise, {} as Parameters<typeof observerOf>[2]);
  if (!observer) throw new Error('Nobody wants to know.');
  const ask = withObserver(observer)(() => new Response('there'));
  const counted = async () => (await meter.read()).text.split('\n').filter((line) => line.startsWith('leitmotif_http_requests_total{'));
  return { routes, logged, counted, ask: async () => ask(new Request('http://localhost/api/artists')) };
}

test('a response does not wait for the route names, and is counted under its route once they are loaded', async () => {
  const { routes, counted, ask } = observed();
  expect(await (await ask()).text()).toBe('there');
  await ask();
  routes.resolve([{ method: 'GET', path: '/api/artists' }]);

  expect(await counted()).toEqual(['leitmotif_http_requests_total{method="GET",route="/api/artists",status="200"} 2']);
});

test('if the routes cannot be loaded, requests are answered and counted without a route, and the failure is logged', async () => {
  const { routes, counted, logged, ask } = observed();
  routes.reject(new Error('no such module'));
  expect((await ask()).status).toBe(200);

  expect(await counted()).toEqual(['leitmotif_http_requests_total{method="GET",route="none",status="200"} 1']);
  expect(logged).toEqual(['routes not loaded']);
});
