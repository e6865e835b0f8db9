import { afterAll, beforeAll, expect, setSystemTime, test } from 'bun:test';
import type { Store } from '../../src/store/database/open';
import { StaleWhileRevalidate } from '../../src/store/workers/stale-while-revalidate';

// The cache rests after a slow computation: with a stopped clock, none is slow.
beforeAll(() => void setSystemTime(new Date('2026-01-01T00:00:00Z')));
afterAll(() => void setSystemTime());

/** A cache of a catalog with a numeric revision, whose computations finish when a test says so. */
function cacheOfCatalog(patience?: number) {
  let revision = 1;
  const pending: (() => void)[] = [];
  const compute = () =>
    new Promise<{ revision: string; found: string }>((resolve) => {
      const begun = String(revision);
      pending.push(() => resolve({ revision: begun, found: `of ${begun}` }));
    });
  const cache = new StaleWhileRevalidate({ catalogRevision: () => String(revision) } as Store, compute, patience);
  const read = async () => {
    const { value, isCurrent } = await cache.find();
    return { value, isCurrent };
  };
  const started = async () => {
    // Only microtasks run, so that no timer fires before the computation starts.
    for (let turns = 0; turns < 1_000 && pending.length === 0; turns++) await Promise.resolve();
    expect(pending).toHaveLength(1);
  };
  const finish = async () => {
    await started();
    pending.shift()?.();
  };
  return { read, write: () => revision++, started, finish, pending };
}

test('the first read waits for the computation, and its value is cached until a write', async () => {
  const { read, finish, pending } = cacheOfCatalog();
  const first = read();
  await finish();
  expect(await first).toEqual({ value: 'of 1', isCurrent: true });
  expect([await read(), pending.length]).toEqual([{ value: 'of 1', isCurrent: true }, 0]);
});

test('a read after a write returns the stale value until it is recomputed', async () => {
  const { read, finish, write, pending } = cacheOfCatalog();
  const first = read();
  await finish();
  await first;

  write();
  expect(await read()).toEqual({ value: 'of 1', isCurrent: false });
  expect(await read()).toEqual({ value: 'of 1', isCurrent: false });
  expect(pending).toHaveLength(1);
  await finish();
  while (!(await read()).isCurrent) await Bun.sleep(0);
  expect(await read()).toEqual({ value: 'of 2', isCurrent: true });
});

test('a value recomputed immediately is returned as current', async () => {
  const { read, finish, write } = cacheOfCatalog();
  const first = read();
  await finish();
  await first;

  write();
  const second = read();
  await finish();
  expect(await second).toEqual({ value: 'of 2', isCurrent: true });
});

test('a value computed during a write is returned as stale', async () => {
  const { read, started, finish, write } = cacheOfCatalog();
  const first = read();
  await started();
  write();
  await finish();
  expect(await first).toEqual({ value: 'of 1', isCurrent: false });
});

test('a read with patience waits for a recomputation that was fast the last time', async () => {
  const { read, finish, write } = cacheOfCatalog(5_000);
  const first = read();
  await finish();
  await first;
  write();
  const second = read();
  await Bun.sleep(50);
  await finish();
  expect(await second).toEqual({ value: 'of 2', isCurrent: true });
});
