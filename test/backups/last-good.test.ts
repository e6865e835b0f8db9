import { beforeAll, expect, test } from 'bun:test';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../../src/backups/backup-list';
import { createBackup } from '../../src/backups/create-backup';
import { fileNames } from '../../src/backups/manifest';
import { pruneBackups } from '../../src/backups/prune-backups';
import { noteVerified } from '../../src/backups/verification';
import { openCatalog } from '../../src/cli/open-catalog';
import { readSettings, type Settings } from '../../src/config';
import { examine } from '../../src/doctor/examination';
import { folderOfTests } from '../support/executable';
import { createStore } from '../support/store-on-disk';

// The catalog has a good backup, a later damaged one, and one dated in the future by a wrong clock.

const folder = folderOfTests();
let settings: Settings;
let good: string;
beforeAll(() => {
  const data = join(folder, 'data');
  settings = { ...readSettings({}, {}), data };
  createStore(data).close();
  const backups = join(data, 'backups');
  const make = () =>
    createBackup({
      database: join(data, 'leitmotif.db'),
      covers: join(data, 'covers'),
      folder: backups,
      reason: 'schedule',
      extent: 'all',
    });
  good = make().name;
  noteVerified(make(), { faults: ['leitmotif.db is missing.'], findings: [] });
  date(make().path, new Date(Date.now() + 3 * 86_400_000));
});

function date(path: string, time: Date): void {
  const file = join(path, fileNames.manifest);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), made_at: time.toISOString() }));
}

const foundOfBackups = (): readonly string[] => [...examine(settings)].find(({ name }) => name === 'backups')?.findings ?? [];

test('the last good backup satisfies the doctor, is not pruned, and is suggested when the database is lost', async () => {
  expect(foundOfBackups()).toEqual([]);
  const [ahead, damaged] = listBackups(join(settings.data, 'backups'));
  expect(pruneBackups(join(settings.data, 'backups'), { days: 0, weeks: 0, months: 0 }).map(({ name }) => name)).toEqual([
    damaged?.name ?? '',
  ]);
  expect(listBackups(join(settings.data, 'backups')).map(({ name }) => name)).toEqual([ahead?.name ?? '', good]);
  rmSync(join(settings.data, 'leitmotif.db'));
  for (const suffix of ['-wal', '-shm']) rmSync(join(settings.data, `leitmotif.db${suffix}`), { force: true });
  await expect(openCatalog(settings, { mayCreate: true })).rejects.toThrow(`leitmotif restore ${good} --data`);
});

test('the doctor reports a catalog without a good backup', async () => {
  const data = join(folder, 'none-good');
  settings = { ...settings, data };
  createStore(data).close();
  const task = { database: join(data, 'leitmotif.db'), covers: join(data, 'covers'), folder: join(data, 'backups') };
  noteVerified(createBackup({ ...task, reason: 'asked', extent: 'all' }), { faults: ['leitmotif.db is missing.'], findings: [] });
  createBackup({ ...task, reason: 'asked', extent: 'users' });
  expect(foundOfBackups()).toEqual(['No good backup of the whole catalog.']);
});
