// Run by walks.test.ts with coverage, which counts how often each line is run.
import { spyOn, test } from 'bun:test';
import { walks } from './walks';

test('a walk', async () => {
  const { WALK, COUNT } = process.env;
  const walk = await walks[WALK as keyof typeof walks]();
  // Work that yields after some time would yield at every step on a slow machine.
  spyOn(performance, 'now').mockReturnValue(performance.now());
  // Excludes what only the first request does.
  await walk.run(2);
  await walk.run(Number(COUNT));
  walk.end?.();
});
