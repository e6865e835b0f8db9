import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStore, type Store } from '../src/store/database/open';
import { LogOnDisk } from '../src/store/files/log-on-disk';
import { emptyFolder } from './support/executable';
import { seededStore, serverOf } from './support/server';

/** A store whose disk takes as long as the test says. */
async function storeOnDisk(onDisk: () => Promise<void> | undefined): Promise<Store> {
  return Object.create(await seededStore(), { onDisk: { value: onDisk } }) as Store;
}

const newToken = {
  method: 'POST',
  headers: { 'content-type': 'application/vnd.api+json' },
  body: JSON.stringify({ data: { type: 'ApiToken', attributes: { name: 'A reader' } } }),
};

/** Whether it is settled by now, with all that could be done meanwhile. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), Bun.sleep(20).then(() => false)]);

test('a write is answered once it is on the disk, and reads are answered meanwhile', async () => {
  const disk = Promise.withResolvers<void>();
  const server = await serverOf(await storeOnDisk(() => disk.promise));

  const written = server.request('/api/users/me/tokens', newToken);

  expect(await isSettled(written)).toBe(false);
  expect((await server.request('/api/artists')).status).toBe(200);
  disk.resolve();
  expect((await written).status).toBe(201);
});

test('what the disk does not take is answered as failed, and said in the log', async () => {
  const failing = () => Promise.reject(Object.assign(new Error('no such device'), { code: 'EIO' }));
  const server = await serverOf(await storeOnDisk(failing));

  const { status } = await server.request('/api/users/me/tokens', newToken);

  expect([status, server.logged.map(({ event }) => event)]).toEqual([503, ['files unusable']]);
});

test('the feed tells nobody of a change that a power cut could still take', async () => {
  const disk = Promise.withResolvers<void>();
  const server = await serverOf(await storeOnDisk(() => disk.promise));

  const told = server.request('/api/changes');

  expect(await isSettled(told)).toBe(false);
  disk.resolve();
  expect((await told).status).toBe(200);
});

test('of a database that is served, what was committed is waited for once, by all who do at that time', async () => {
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

test('what is committed while the disk is at work is not taken for written with it', async () => {
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
  ['is on the disk once a checkpoint has moved it into the file', true],
  ['is an error where that fails as well', false],
])('what the disk did not take %s', async (_, isMoved) => {
  using folder = emptyFolder();
  const log = new LogOnDisk(join(folder.path, 'not there'), () => isMoved);
  log.committed();

  const outcome = await log.wait()?.then(
    () => 'written',
    ({ code }) => code,
  );

  expect(outcome).toBe(isMoved ? 'written' : 'ENOENT');
});
