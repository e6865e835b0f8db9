// Run by walks.test.ts with coverage, which counts how often each line is run.
import { spyOn, test } from 'bun:test';
import { walks } from './walks';

test('a walk', async () => {
  const { WALK, COUNT } = process.env;
  const walk = await walks[WALK as keyof typeof walks]();
  // Work that rests after a time would rest at each step of a slow machine, which is not of the walk either.
  spyOn(performance, 'now').mockReturnValue(performance.now());
  // What is made at the first time is not of the walk.
  await walk.run(2);
  await walk.run(Number(COUNT));
  walk.end?.();
});
