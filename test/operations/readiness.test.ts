import { expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { seedVocabularies } from '../../src/import/seed';
import { checksOf, readinessOf } from '../../src/operations/readiness';
import { emptyFolder } from '../support/executable';
import { emptyStore, serverOf, startServer } from '../support/server';
import { createStore } from '../support/store-on-disk';

test('a healthy server answers liveness and readiness checks without a token or a rate limit', async () => {
  const server = await startServer([], { rateLimit: 1 });
  const ask = (path: string) => server.request(path, { headers: { authorization: '' } });
  for (let round = 0; round < 3; round++) {
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await ask('/readyz');
    expect([ready.status, ready.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await ready.json()).toEqual({ status: 'ready', checks: { database: { status: 'ok' }, schema: { status: 'ok' } } });
  }
});

test('a server whose database is moved stays alive and is not ready until it is back', async () => {
  using folder = emptyFolder();
  const data = join(folder.path, 'data');
  const store = createStore(data);
  await seedVocabularies(store);
  const server = await serverOf(store);
  const ready = async () => {
    const answer = await server.request('/readyz');
    return [answer.status, ((await answer.json()) as { checks: { database: object } }).checks.database];
  };
  expect(await ready()).toEqual([200, { status: 'ok' }]);
  renameSync(data, `${data}-away`);
  expect(await ready()).toEqual([503, { status: 'failed', detail: expect.stringContaining('moved, replaced or deleted') }]);
  expect((await server.request('/healthz')).status).toBe(200);
  renameSync(`${data}-away`, data);
  expect(await ready()).toEqual([200, { status: 'ok' }]);
  store.close();
});

test('a check that throws fails, and a warning does not affect readiness', () => {
  const failing = { name: 'failing', look: () => JSON.parse('no JSON') };
  const warning = { name: 'warning', look: () => 'Somebody should look.', isWarning: true } as const;
  expect(readinessOf([failing, warning])).toEqual({
    status: 'not ready',
    checks: {
      failing: { status: 'failed', detail: 'The check failed.' },
      warning: { status: 'warning', detail: 'Somebody should look.' },
    },
  });
  expect(readinessOf([warning]).status).toBe('ready');
});

test('a database with another schema version is not ready', () => {
  const store = emptyStore();
  store.writer.run('PRAGMA user_version = 3');
  expect(readinessOf(checksOf({ store })).checks.schema).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('schema version 3'),
  });
});
