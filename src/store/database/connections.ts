import type { Database, Statement } from 'bun:sqlite';
import { accessSync, constants as mode } from 'node:fs';
import { inMemory } from '../../config';
import { temporaryFolder } from '../files/disk-space';
import { patiently } from './availability';
import { Connection } from './connection';

// Workers start with this file, so it imports nothing else they would load.

/** A catalog of a million tracks is about 500 MB; larger files are read normally beyond this. */
const mappedBytes = 1_073_741_824;

export function prepareConnection(connection: Database): void {
  connection.run('PRAGMA foreign_keys = ON');
  connection.run('PRAGMA trusted_schema = OFF');
  connection.run('PRAGMA temp_store = MEMORY');
  // Pages are read from the system's cache directly instead of being copied with one call each.
  connection.run(`PRAGMA mmap_size = ${mappedBytes}`);
}

/**
 * Opens a database for writing in WAL mode; an in-memory one may start with contents.
 * @param isAlone keeps the log's index in memory, for disks without room for it; no other connection can open the file then
 */
export function openWriter(path: string, patience: number, contents?: Uint8Array, isAlone = false): Connection {
  // SQLite silently opens an unwritable file read-only and does not recover later.
  if (path !== inMemory) accessSync(path, mode.W_OK);
  const writer = new Connection(contents ?? path, { readwrite: true, create: true });
  if (isAlone) writer.run('PRAGMA locking_mode = EXCLUSIVE');
  patiently(writer, patience, () => writer.run('PRAGMA journal_mode = WAL'));
  // Committed data survives a power failure.
  writer.run('PRAGMA synchronous = FULL');
  // Deleted data is overwritten in the file, not only removed from tables.
  writer.run('PRAGMA secure_delete = ON');
  prepareConnection(writer);
  // In memory, the rollback journal of statements is a list that SQLite walks at the end of each: many in one savepoint take
  // quadratic time. Sorting and copying take as much space as an index.
  if (temporaryFolder() !== undefined) writer.run('PRAGMA temp_store = FILE');
  return writer;
}

/** Opens a database for reading; after a crash, the first connection recovers the log. */
export function openReader(path: string, patience: number): Connection {
  const reader = new Connection(path, { readonly: true });
  try {
    prepareConnection(reader);
    // Reads the schema, so that corruption shows now.
    patiently(reader, patience, () => reader.query('SELECT count(*) FROM sqlite_schema').get());
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** SQLITE_FCNTL_NULL_IO (https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html), missing from Bun's constants. */
const nullIo = 43;

/** Detaches a connection from its file permanently, so that closing runs no checkpoint. */
export const cutOff = (connection: Database): void => void connection.fileControl(nullIo, 0);

export type WriteStatements = ReturnType<typeof writeStatements>;

export const writeStatements = (writer: Database) => ({
  begin: writer.prepare('BEGIN IMMEDIATE'),
  commit: writer.prepare('COMMIT'),
  rollback: writer.prepare('ROLLBACK'),
});

export interface ReadStatements {
  readonly begin: Statement;
  readonly commit: Statement;
  /** Changes after any write. */
  readonly revision: Statement<{ data_version: number }, []>;
}

/** @param isAlone whether this is the only connection, which counts its own writes */
export function readStatements(reader: Database, isAlone: boolean): ReadStatements {
  return {
    begin: reader.prepare('BEGIN'),
    commit: reader.prepare('COMMIT'),
    // Selecting from the pragma as a table would take half as long again.
    revision: reader.prepare(isAlone ? 'SELECT total_changes() AS data_version' : 'PRAGMA data_version'),
  };
}

/** Opens a database as of now, on its own connection: long reads neither block writes nor wait for them. */
export const openSnapshot = (path: string): Connection => asSnapshot(new Connection(path, { readonly: true }));

/** Pins a connection to the current state. */
export function asSnapshot(connection: Connection): Connection {
  prepareConnection(connection);
  connection.run('BEGIN');
  // The transaction takes its snapshot at the first read.
  connection.run('SELECT 1 FROM sqlite_schema LIMIT 1');
  return connection;
}
