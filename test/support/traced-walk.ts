// Run by walks.test.ts with coverage, which counts how often each line runs.
import { mock, spyOn, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { copyInMemory, type Store } from '../../src/store/database/open';
import * as servers from './server';

const { WALK, COUNT, DEMO = '' } = process.env;

test('a walk', async () => {
  // Importing the demo would take most of the time of this process.
  const store = copyInMemory({ writer: { serialize: () => readFileSync(DEMO) } } as unknown as Store);
  mock.module('./server', () => ({ ...servers, demoServer: () => Promise.resolve({ store }) }));
  const { walks } = await import('./walks');
  const walk = await walks[WALK as keyof typeof walks]();
  // Background work that pauses by the clock would pause at each step of a slow machine.
  spyOn(performance, 'now').mockReturnValue(performance.now());
  // Warms up caches.
  await walk.run(2);
  await walk.run(Number(COUNT));
  walk.end?.();
});
