import type { Database } from 'bun:sqlite';
import { migrations } from '../../db/migrations';
import latest from '../../db/schema.sql' with { type: 'text' };
import { now } from './time';

/**
 * Gives an empty database the schema at once that the migrations leave one after the other. Each of those that changes a
 * table has SQLite look through all that is there, which for a new catalog takes twenty times as long.
 */
export function makeSchema(database: Database): void {
  database
    .transaction(() => {
      database.run(latest);
      const insert = database.query('INSERT INTO migration (name, applied_at) VALUES (?, ?)');
      for (const { name } of migrations) insert.run(name, now());
      database.run(`PRAGMA user_version = ${migrations.length}`);
    })
    .immediate();
}
