import { constants, Database, type Statement } from 'bun:sqlite';
import { accessSync, constants as mode } from 'node:fs';
import { inMemory } from '../../config';
import { patiently } from './availability';

// Threads begin with this file: it imports nothing that they would have to load.

/** A catalog of a million tracks is some 500 MB; what lies beyond is read in the ordinary way. */
const mappedBytes = 1_073_741_824;

export function prepareConnection(connection: Database): void {
  connection.run('PRAGMA foreign_keys = ON');
  connection.run('PRAGMA trusted_schema = OFF');
  connection.run('PRAGMA temp_store = MEMORY');
  // Pages are read where the system's cache has them, instead of being copied out of it one call each.
  connection.run(`PRAGMA mmap_size = ${mappedBytes}`);
}

/** Opens a database for writing, and has it keep a write-ahead log where it does not yet; one in memory may begin with contents. */
export function openWriter(path: string, patience: number, contents?: Uint8Array): Database {
  // SQLite opens a file that it may not write for reading alone, without a word, and leaves it at that when it may be written again.
  if (path !== inMemory) accessSync(path, mode.W_OK);
  const writer = contents
    ? Database.deserialize(contents)
    : new Database(path, constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_CREATE);
  patiently(writer, patience, () => writer.run('PRAGMA journal_mode = WAL'));
  // What was answered is on the disk, also after a power cut.
  writer.run('PRAGMA synchronous = FULL');
  // What a user deletes is gone from the file as well, and not only from the tables.
  writer.run('PRAGMA secure_delete = ON');
  prepareConnection(writer);
  return writer;
}

/** Opens a database for reading; after a crash, the first to do so brings its log in order. */
export function openReader(path: string, patience: number): Database {
  const reader = new Database(path, constants.SQLITE_OPEN_READONLY);
  prepareConnection(reader);
  // Reads the schema: what is damaged there shows itself now.
  patiently(reader, patience, () => reader.query('SELECT count(*) FROM sqlite_schema').get());
  return reader;
}

/** SQLITE_FCNTL_NULL_IO (https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html), which Bun's constants lack. */
const nullIo = 43;

/** Takes its file away from a connection, for good: it neither reads nor writes it any more, and closes without a checkpoint. */
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
  /** Gives another number after any write. */
  readonly revision: Statement<{ data_version: number }, []>;
}

/** @param isAlone whether there is no other connection: the one that writes counts its own writes, and knows of no others */
export function readStatements(reader: Database, isAlone: boolean): ReadStatements {
  return {
    begin: reader.prepare('BEGIN'),
    commit: reader.prepare('COMMIT'),
    // As a table that can be selected from, the pragma would take half as long again.
    revision: reader.prepare(isAlone ? 'SELECT total_changes() AS data_version' : 'PRAGMA data_version'),
  };
}
