import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/database/open';
import { LogOnDisk } from '../../src/store/files/sync';
import { emptyFolder } from '../support/executable';
import { seededStore, serverOf } from '../support/server';

/** A store whose fsync the test controls. */
async function storeOnDisk(onDisk: () => Promise<void> | undefined): Promise<Store> {
  return Object.create(await seededStore(), { onDisk: { value: onDisk } }) as Store;
}

const newToken = {
  method: 'POST',
  headers: { 'content-type': 'application/vnd.api+json' },
  body: JSON.stringify({ data: { type: 'ApiToken', attributes: { name: 'A reader' } } }),
};

/** Whether a promise settles within 20 ms. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), Bun.sleep(20).then(() => false)]);

test('a write is answered after fsync, and reads are answered before', async () => {
  const disk = Promise.withResolvers<void>();
  const server = await serverOf(await storeOnDisk(() => disk.promise));

  const written = server.request('/api/users/me/tokens', newToken);

  expect(await isSettled(written)).toBe(false);
  expect((await server.request('/api/artists')).status).toBe(200);
  disk.resolve();
  expect((await written).status).toBe(201);
});

test('a failed fsync answers 503 and is logged', async () => {
  const failing = () => Promise.reject(Object.assign(new Error('no such device'), { code: 'EIO' }));
  const server = await serverOf(await storeOnDisk(failing));

  const { status } = await server.request('/api/users/me/tokens', newToken);

  expect([status, server.logged.map(({ event }) => event)]).toEqual([503, ['files unusable']]);
});

test('the change feed waits for fsync', async () => {
  const disk = Promise.withResolvers<void>();
  const server = await serverOf(await storeOnDisk(() => disk.promise));

  const response = server.request('/api/changes');

  expect(await isSettled(response)).toBe(false);
  disk.resolve();
  expect((await response).status).toBe(200);
});

test('concurrent waiters for a commit to a served database share one fsync', async () => {
  using folder = emptyFolder();
  const store = openStore(join(folder.path, 'data'), { mayCreate: true, isServed: true });
  expect(store.onDisk()).toBeUndefined();

  await store.write(() => store.writer.run("UPDATE record_count SET records = records WHERE resource_type = 'Artist'"));
  const waiting = [store.onDisk(), store.onDisk()];

  expect(waiting.every((one) => one instanceof Promise)).toBe(true);
  await Promise.all(waiting);
  expect(store.onDisk()).toBeUndefined();
  store.close();
});

test('a commit during an fsync waits for another fsync', async () => {
  using folder = emptyFolder();
  await Bun.write(join(folder.path, 'catalog-wal'), 'frames');
  const log = new LogOnDisk(join(folder.path, 'catalog'), () => false);
  log.committed();
  const first = log.wait();
  log.committed();
  const second = log.wait();

  await first;

  expect(log.wait()).toBeInstanceOf(Promise);
  await second;
  expect(log.wait()).toBeUndefined();
  log.close();
});

test.each([
  ['succeeds if a checkpoint writes the log to the database', true],
  ['fails if the checkpoint fails as well', false],
])('a commit after a failed fsync %s', async (_, isMoved) => {
  using folder = emptyFolder();
  const log = new LogOnDisk(join(folder.path, 'not there'), () => isMoved);
  log.committed();

  const outcome = await log.wait()?.then(
    () => 'written',
    ({ code }) => code,
  );

  expect(outcome).toBe(isMoved ? 'written' : 'ENOENT');
});
