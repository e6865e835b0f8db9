import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDamaged } from '../store/database/availability';
import { Connection } from '../store/database/connection';
import { cutOff } from '../store/database/connections';
import { syncFile } from '../store/files/sync';
import { fileNames } from './manifest';

export interface Integrity {
  /** Misplaced pages and rows. If not empty, nothing else can be trusted. */
  readonly damage: readonly string[];
  /** Invalid values, in sentences. */
  readonly findings: readonly string[];
}

/** A person needs no more. */
const saidAtMost = 20;

const patienceMilliseconds = 10_000;

/** Derived indexes can be rebuilt, and a value that breaks a constraint affects one row only. */
const notDamage = /FTS5|^(CHECK constraint failed|NULL value|NUMERIC value|TEXT value|non-\w+ value)/;

/**
 * Runs SQLite's integrity checks. They skip column constraints on read-only connections, so this one may write but is prevented
 * from it.
 */
export function checkIntegrity(path: string, tables: readonly string[]): Integrity {
  const database = new Connection(path, { readwrite: true });
  let isSound = false;
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`);
    database.run('PRAGMA query_only = ON');
    const integrity = integrityOf(database, tables);
    isSound = integrity.damage.length === 0;
    return integrity;
  } finally {
    // Never touch damaged data, not even by the checkpoint on close.
    if (!isSound) cutOff(database);
    database.close();
  }
}

function integrityOf(database: Connection, tables: readonly string[]): Integrity {
  try {
    return sorted(checked(database, String(saidAtMost)));
  } catch (error) {
    if (!isUnreadableJson(error)) throw error;
  }
  // A crash of the check is located by checking table by table.
  const pieces = tables.map((table) => integrityOfTable(database, table));
  return { damage: pieces.flatMap(({ damage }) => damage), findings: pieces.flatMap(({ findings }) => findings) };
}

function integrityOfTable(database: Connection, table: string): Integrity {
  try {
    return sorted(checked(database, `"${table}"`));
  } catch (error) {
    if (!isUnreadableJson(error)) throw error;
    return { damage: [], findings: [`${table} has invalid JSON.`] };
  }
}

const sorted = (faults: readonly string[]): Integrity => ({
  damage: faults.filter((fault) => !notDamage.test(fault)),
  findings: faults.filter((fault) => notDamage.test(fault)),
});

const checked = (database: Connection, argument: string): string[] =>
  database
    .all<{ integrity_check: string }>(`PRAGMA integrity_check(${argument})`)
    .map(({ integrity_check }) => integrity_check)
    .filter((fault) => fault !== 'ok');

const isUnreadableJson = (error: unknown): boolean => isDamaged(error) && (error as Error).message === 'malformed JSON';

/** Bounds memory. */
const chunkBytes = 1_048_576;

/** In hexadecimal. */
export function sha256Of(path: string): string {
  const hasher = new Bun.CryptoHasher('sha256');
  const chunk = new Uint8Array(chunkBytes);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hasher.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hasher.digest('hex');
}

/** Writes checksums by relative path, in the format of `sha256sum --check`. */
export function writeSums(folder: string, sums: ReadonlyMap<string, string>): void {
  const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, sum]) => `${sum}  ${file}\n`);
  const path = join(folder, fileNames.sums);
  writeFileSync(path, lines.join(''), { mode: 0o600, flag: 'wx' });
  syncFile(path);
}

/** An empty map if there are none. */
export function readSums(folder: string): Map<string, string> {
  const path = join(folder, fileNames.sums);
  if (!existsSync(path)) return new Map();
  const found = readFileSync(path, 'utf8').matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm);
  return new Map([...found].map(([, sum = '', file = '']) => [file, sum]));
}

/** Files below a folder by relative path with slashes, without unfinished ones. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.endsWith('.part') && statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .map((file) => file.replaceAll('\\', '/'));
}
