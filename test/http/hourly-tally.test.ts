import { expect, test } from 'bun:test';
import { HourlyTally } from '../../src/http/middleware';

const minute = 60_000;

test('the last hour has its requests by outcome, and the total all', () => {
  const tally = new HourlyTally();
  for (const [status, milliseconds] of [
    [200, 5],
    [404, 999],
    [429, 1],
    [500, 1_000],
    [503, 2_000],
  ] as const)
    tally.answered(status, milliseconds, minute);
  tally.answered(500, 1, 2 * minute);
  expect(tally.lastHour(2 * minute)).toMatchObject({ requests: 6, failed: 3, refused: 1, slow: 2 });
  expect(tally.lastHour(61 * minute - 1)).toMatchObject({ requests: 6, failed: 3 });
  expect(tally.lastHour(61 * minute)).toMatchObject({ requests: 1, failed: 1, refused: 0, slow: 0 });
  expect(tally.lastHour(62 * minute)).toMatchObject({ requests: 0, failed: 0, medianMilliseconds: null, p99Milliseconds: null });
  tally.answered(200, 1, 61 * minute);
  expect(tally.lastHour(61 * minute)).toMatchObject({ requests: 2, failed: 1, refused: 0, slow: 0 });
  expect(tally.total).toBe(7);
});

test('durations are known to a fifth, from the shortest to the longest', () => {
  const quantiles = (...durations: readonly number[]) => {
    const tally = new HourlyTally();
    for (const duration of durations) tally.answered(200, duration, 0);
    const { medianMilliseconds, p99Milliseconds } = tally.lastHour(0);
    return [medianMilliseconds ?? 0, p99Milliseconds ?? 0] as const;
  };
  for (const duration of [0.02, 1, 7, 250, 60_000]) {
    const [median, p99] = quantiles(duration, duration, duration);
    expect(Math.abs(Math.log(median / duration))).toBeLessThan(Math.log(1.2));
    expect(p99).toBe(median);
  }
  const [median, p99] = quantiles(...Array.from({ length: 100 }, (_, number) => (number < 60 ? 1 : 100)));
  expect([Math.round(median), Math.abs(Math.log(p99 / 100)) < Math.log(1.2)]).toEqual([1, true]);
  expect(quantiles(0)[0]).toBe(quantiles(0.001)[0]);
  expect(quantiles(0)[0]).toBeGreaterThan(0);
  expect(quantiles(1e9)[0]).toBe(quantiles(1e12)[0]);
});

test('sign-ins are counted by outcome', () => {
  const tally = new HourlyTally();
  for (const isRight of [true, false, false]) tally.signedIn(isRight);
  expect(tally.signIns).toEqual({ good: 1, failed: 2 });
});
