import { expect, test } from 'bun:test';
import { manyConnections } from '../faults/connections';
import { damagedDatabases, foreignLogs } from '../faults/damage';
import { fullDisk, readOnlyDisk } from '../faults/disk';
import { fileInterference } from '../faults/interference';
import { killedUnderLoad } from '../faults/load';

// A small part of `npm run faults`.

test('confirmed writes survive a kill during requests and imports, and nothing is stored in part', async () => {
  expect(await killedUnderLoad(1, 1_500)).toEqual([]);
});

test('a damaged database is refused or reported without a stack trace', async () => {
  expect(await damagedDatabases(3)).toEqual([]);
});

test('a write-ahead log of another database or of noise is not applied', async () => {
  expect(await foreignLogs()).toEqual([]);
});

test('a full disk makes writes fail, but not reads, until it has free space again', async () => {
  expect(await fullDisk()).toEqual([]);
});

test('commands, readiness and the doctor report a disk mounted read-only', async () => {
  expect(await readOnlyDisk()).toEqual([]);
});

test('writes fail while another program locks, moves or replaces the files of a server', async () => {
  expect(await fileInterference()).toEqual([]);
});

test('idle, slow, oversized, garbled and half-closed connections neither block other clients nor leak', async () => {
  expect(await manyConnections(60, 1)).toEqual([]);
});
