import { expect, test } from 'bun:test';
import type { Store } from '../../src/store/database/open';
import { StaleWhileRevalidate } from '../../src/store/workers/stale-while-revalidate';

/** A cache of a catalog with a numeric revision, whose computations finish when the test says so. */
function catalog(patience?: number) {
  let revision = 1;
  const waiting: (() => void)[] = [];
  const work = () =>
    new Promise<{ revision: string; found: string }>((resolve) => {
      const begun = String(revision);
      waiting.push(() => resolve({ revision: begun, found: `of ${begun}` }));
    });
  const worked = new StaleWhileRevalidate({ catalogRevision: () => String(revision) } as Store, work, patience);
  const found = async () => {
    const { value, isCurrent } = await worked.find();
    return { value, isCurrent };
  };
  const begins = async () => {
    while (waiting.length === 0) await Bun.sleep(0);
  };
  const finish = async () => {
    await begins();
    waiting.shift()?.();
  };
  return { found, write: () => revision++, begins, finish, begun: () => waiting.length };
}

test('the first read waits for the computation, and its value is cached until a write', async () => {
  const { found, finish, begun } = catalog();
  const first = found();
  await finish();
  expect(await first).toEqual({ value: 'of 1', isCurrent: true });
  expect([await found(), begun()]).toEqual([{ value: 'of 1', isCurrent: true }, 0]);
});

test('a read after a write returns the stale value until it is recomputed', async () => {
  const { found, finish, write, begun } = catalog();
  const first = found();
  await finish();
  await first;

  write();
  expect(await found()).toEqual({ value: 'of 1', isCurrent: false });
  expect(await found()).toEqual({ value: 'of 1', isCurrent: false });
  expect(begun()).toBe(1);
  await finish();
  await Bun.sleep(1);
  expect(await found()).toEqual({ value: 'of 2', isCurrent: true });
});

test('a value recomputed immediately is returned as current', async () => {
  const { found, finish, write } = catalog();
  const first = found();
  await finish();
  await first;

  write();
  const second = found();
  await finish();
  expect(await second).toEqual({ value: 'of 2', isCurrent: true });
});

test('a value computed during a write is returned as stale', async () => {
  const { found, begins, finish, write } = catalog();
  const first = found();
  await begins();
  write();
  await finish();
  expect(await first).toEqual({ value: 'of 1', isCurrent: false });
});

test('a read with patience waits for a recomputation that was fast the last time', async () => {
  const { found, finish, write } = catalog(5_000);
  const first = found();
  await finish();
  await first;
  write();
  const second = found();
  await Bun.sleep(50);
  await finish();
  expect(await second).toEqual({ value: 'of 2', isCurrent: true });
});
