import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Backup } from '../../src/backups/backup-list';
import { superfluous } from '../../src/backups/prune-backups';
import { isKnownGood } from '../../src/backups/verification';
import { runs } from '../support/runs';

const dayMilliseconds = 86_400_000;

const backup = (made_at: string, more: Partial<Backup> = {}): Backup => ({
  name: made_at,
  path: `/backups/${made_at}`,
  made_at,
  reason: 'schedule',
  extent: 'all',
  program_version: '1.0.0',
  schema_version: 1,
  sequence: 0,
  rows: {},
  findings: [],
  bytes: 1,
  covers: 0,
  sums_sha256: '',
  ...more,
});

/** One backup a day at 04:00, newest first. */
const daily = (count: number): Backup[] =>
  Array.from({ length: count }, (_, index) => backup(new Date(Date.UTC(2026, 10, 22, 4) - index * dayMilliseconds).toISOString()));

const left = (backups: readonly Backup[], days: number, weeks = 0, months = 0): string[] => {
  const going = new Set(superfluous(backups, { days, weeks, months }, Number.POSITIVE_INFINITY, isKnownGood));
  return backups.filter((one) => !going.has(one)).map(({ made_at }) => made_at.slice(0, 10));
};

test('a rule of seven days keeps the last backup of each of the last seven days', () => {
  const twice = daily(10).flatMap((one) => [one, backup(one.made_at.replace('T04', 'T02'))]);
  expect(left(twice, 7)).toEqual(['22', '21', '20', '19', '18', '17', '16'].map((day) => `2026-11-${day}`));
});

test('weeks begin on Monday, and months on their first day', () => {
  expect(left(daily(60), 0, 3)).toEqual(['2026-11-22', '2026-11-15', '2026-11-08']);
  expect(left(daily(60), 0, 0, 3)).toEqual(['2026-11-22', '2026-10-31', '2026-09-30']);
});

test('manual backups and the last two made before upgrades are kept', () => {
  const others = [
    backup('2020-05-01T00:00:00Z', { reason: 'asked' }),
    backup('2020-04-01T00:00:00Z', { reason: 'replaced' }),
    ...['03', '02', '01'].map((month) => backup(`2020-${month}-01T00:00:00Z`, { reason: 'upgrade' })),
  ];
  expect(left([...daily(3), ...others], 1)).toEqual(['2026-11-22', '2020-05-01', '2020-04-01', '2020-03-01', '2020-02-01']);
});

test('the newest backup of the whole catalog is never deleted', () => {
  const some = fc.record({
    at: fc.integer({ min: 0, max: 900 }),
    reason: fc.constantFrom('schedule' as const, 'upgrade' as const),
    extent: fc.constantFrom('all' as const, 'users' as const),
  });
  fc.assert(
    fc.property(fc.array(some, { minLength: 1 }), fc.nat(3), fc.nat(3), fc.nat(3), (given, days, weeks, months) => {
      const backups = given
        .toSorted((a, b) => b.at - a.at)
        .map(({ at, ...more }) => backup(new Date(Date.UTC(2024, 0, 1) + at * dayMilliseconds).toISOString(), more));
      const newest = backups.find(({ extent }) => extent === 'all');
      expect(superfluous(backups, { days, weeks, months }, Number.POSITIVE_INFINITY, isKnownGood)).not.toContain(newest as Backup);
    }),
    { numRuns: runs(100) },
  );
});

test('backups dated in the future are kept and displace no others', () => {
  const [ahead, past] = [daily(7), daily(14).slice(7)];
  const between = Date.parse('2026-11-15T12:00:00Z');
  expect(superfluous([...ahead, ...past], { days: 7, weeks: 0, months: 0 }, between, isKnownGood)).toEqual([]);
});
