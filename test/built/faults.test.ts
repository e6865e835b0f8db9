import { expect, test } from 'bun:test';
import { manyConnections } from '../faults/connections';
import { damagedDatabases, foreignLogs } from '../faults/damage';
import { fullDisk, readOnlyDisk } from '../faults/disk';
import { troubledFiles } from '../faults/holders';
import { killedUnderLoad } from '../faults/load';

// A small share of `npm run faults`.

test('what was answered is there after a kill in the middle of requests and imports, and nothing of it by halves', async () => {
  expect(await killedUnderLoad(1, 1_500)).toEqual([]);
});

test('a damaged database is refused or reported, without a stack trace', async () => {
  expect(await damagedDatabases(3)).toEqual([]);
});

test('a log of another file, or of noise, brings nothing into a database', async () => {
  expect(await foreignLogs()).toEqual([]);
});

test('a full disk refuses what is to be written, and nothing else, until it has room again', async () => {
  expect(await fullDisk()).toEqual([]);
});

test('a disk that is mounted read-only is named by commands, readiness and the doctor', async () => {
  expect(await readOnlyDisk()).toEqual([]);
});

test('files that another program holds, moves or replaces are written no more, and again once they are back', async () => {
  expect(await troubledFiles()).toEqual([]);
});

test('idle, slow, oversized, garbled and half-closed connections keep nobody else waiting, and leave nothing', async () => {
  expect(await manyConnections(60, 1)).toEqual([]);
});
