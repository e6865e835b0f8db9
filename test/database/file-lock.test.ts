import { expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directoryOf, isFileLocked, isServed, lockForServer, takeFileLock } from '../../src/store/files/file-lock';
import { emptyFolder } from '../support/executable';

test('a lock file can be opened by its owner only', () => {
  using folder = emptyFolder();
  const path = join(folder.path, 'a.lock');
  const before = process.umask(0);
  try {
    takeFileLock(path)?.release();
  } finally {
    process.umask(before);
  }
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a file counts as locked while its lock is held, not because it exists', () => {
  using folder = emptyFolder();
  const path = join(folder.path, 'a.lock');
  expect(isFileLocked(path)).toBeFalse();
  writeFileSync(path, '');
  expect(isFileLocked(path)).toBeFalse();
  const lock = takeFileLock(path);
  expect(lock).toBeDefined();
  expect(isFileLocked(path)).toBeTrue();
  expect(takeFileLock(path, 0)).toBeUndefined();
  expect(isFileLocked(path)).toBeTrue();
  lock?.release();
  expect(isFileLocked(path)).toBeFalse();
  const again = takeFileLock(path, 0);
  expect(again).toBeDefined();
  again?.release();
});

test('a file that is no lock is an error instead of an unheld lock', () => {
  using folder = emptyFolder();
  const path = join(folder.path, 'a.lock');
  writeFileSync(path, 'something else, longer than the header of a database'.repeat(100));
  expect(() => isFileLocked(path)).toThrow('file is not a database');
  expect(() => takeFileLock(path)).toThrow('file is not a database');
});

test('a data directory is served while a server holds its lock, and a second server is refused', () => {
  using folder = emptyFolder();
  expect(isServed(folder.path)).toBeFalse();
  const lock = lockForServer(folder.path);
  expect(isServed(folder.path)).toBeTrue();
  expect(() => lockForServer(folder.path)).toThrow(`Another leitmotif server uses ${folder.path}.`);
  lock.release();
  expect(isServed(folder.path)).toBeFalse();
  lockForServer(folder.path).release();
});

test('catalogs in memory are never locked', () => {
  const [one, other] = [lockForServer(':memory:'), lockForServer(':memory:')];
  expect(isServed(':memory:')).toBeFalse();
  for (const lock of [one, other]) lock.release();
  expect([directoryOf({ path: ':memory:' }), directoryOf({ path: '/srv/music/leitmotif.db' })]).toEqual([':memory:', '/srv/music']);
});
