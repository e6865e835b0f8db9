import { expect, test } from 'bun:test';
import type { Store } from '../../src/store/database/open';
import { StaleWhileRevalidate } from '../../src/store/workers/stale-while-revalidate';

/** A catalog whose revision is a number, and something about it that is found when the test says so. */
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

test('the first who asks waits, and what was found stays as long as the catalog does', async () => {
  const { found, finish, begun } = catalog();
  const first = found();
  await finish();
  expect(await first).toEqual({ value: 'of 1', isCurrent: true });
  expect([await found(), begun()]).toEqual([{ value: 'of 1', isCurrent: true }, 0]);
});

test('after a write what was found before is shown as such, until the new is there', async () => {
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

test('what is found at once is never old', async () => {
  const { found, finish, write } = catalog();
  const first = found();
  await finish();
  await first;

  write();
  const second = found();
  await finish();
  expect(await second).toEqual({ value: 'of 2', isCurrent: true });
});

test('what was written to while it was worked out is said to be old', async () => {
  const { found, begins, finish, write } = catalog();
  const first = found();
  await begins();
  write();
  await finish();
  expect(await first).toEqual({ value: 'of 1', isCurrent: false });
});

test('where patience was asked for, what was quick the last time is waited for after a write', async () => {
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
