import type { Database } from 'bun:sqlite';

// Threads begin with this file: it imports nothing that they would have to load.

/** A catalog of a million tracks is some 500 MB; what lies beyond is read in the ordinary way. */
const mappedBytes = 1_073_741_824;

/** What each connection to a catalog is told first. */
export function prepareConnection(connection: Database): void {
  connection.run('PRAGMA foreign_keys = ON');
  connection.run('PRAGMA trusted_schema = OFF');
  connection.run('PRAGMA temp_store = MEMORY');
  // Pages are read where the system's cache has them, instead of being copied out of it one call each.
  connection.run(`PRAGMA mmap_size = ${mappedBytes}`);
}
