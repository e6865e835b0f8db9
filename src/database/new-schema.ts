import type { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { migrations } from '../../db/migrations';
import latest from '../../db/schema.sql' with { type: 'file' };
import { now } from './time';

/**
 * Gives an empty database the schema at once that the migrations leave one after the other. Each of those that changes a
 * table has SQLite look through all that is there, which for a new catalog takes twenty times as long.
 */
export function makeSchema(database: Database): void {
  database
    .transaction(() => {
      database.run(readFileSync(latest, 'utf8'));
      const insert = database.query('INSERT INTO migration (name, applied_at) VALUES (?, ?)');
      for (const { name } of migrations) insert.run(name, now());
      database.run(`PRAGMA user_version = ${migrations.length}`);
    })
    .immediate();
}
