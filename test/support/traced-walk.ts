// Run by walks.test.ts with coverage, which counts how often each line is run.
import { test } from 'bun:test';
import { walks } from './walks';

test('a walk', async () => {
  const { WALK, COUNT } = process.env;
  const walk = await walks[WALK as keyof typeof walks]();
  // What is made at the first time is not of the walk.
  await walk.run(2);
  await walk.run(Number(COUNT));
  walk.end?.();
});
