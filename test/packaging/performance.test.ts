import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { compared, worstOf } from '../../bench/measurement';
import { readResults } from '../../bench/performance/results';
import { filesOf } from '../../bench/performance/write';
import { nonEmpty } from '../support/non-empty';

const root = join(import.meta.dir, '../..');

test('the performance chapter and its charts match the measured results', async () => {
  for (const [name, text] of nonEmpty([...filesOf(await readResults())]))
    expect([name, await Bun.file(join(root, name)).text()]).toEqual([name, text]);
});

test('each ratio matches its figures and lies between its quartiles', async () => {
  const results = (await readResults()).runs.flatMap(({ measured }) => measured.flatMap(({ result }) => (result ? [result] : [])));
  for (const { value, floor, ratio, spread } of nonEmpty(results.flatMap((result) => [result, ...(result.parts ?? [])]))) {
    expect(ratio / (value / floor)).toBeCloseTo(1, 2);
    if (spread) expect([spread[0] <= ratio, ratio <= spread[1]]).toEqual([true, true]);
  }
});

test('a comparison is represented by the round with the median ratio', () => {
  expect(compared([30, 10, 80], [10, 10, 20])).toEqual({ value: 30, floor: 10, ratio: 3, spread: [2, 3.5], round: 0 });
});

test('the worst part has the lowest ratio if more is better, otherwise the highest', () => {
  const parts = [
    { value: 3, floor: 1, ratio: 3 },
    { value: 1, floor: 2, ratio: 0.5 },
  ];
  expect([worstOf(parts, 'at most').ratio, worstOf(parts, 'at least').ratio]).toEqual([3, 0.5]);
  expect(() => worstOf([], 'at most')).toThrow('Nothing was measured.');
});
