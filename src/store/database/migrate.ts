import type { Database } from 'bun:sqlite';
import { baseline, currentSchema, latestSchema, type Migration, migrations } from '../../../db/migrations';
import { SetupError } from '../../errors';
import { now } from '../values/dates';

/** A migration with the time it was applied; `null` if pending. */
export interface MigrationStatus {
  readonly name: string;
  readonly appliedAt: string | null;
}

/** Schema version of a database; 0 if empty. */
export function schemaVersion(database: Database): number {
  return (database.query('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/**
 * Applies all pending migrations in one transaction and returns their names. The schema is never left in between, a state that
 * no released program writes.
 * @throws the SQLite error, with the name of the failed `migration`
 */
export function migrate(database: Database, list: readonly Migration[] = migrations): string[] {
  refuseUnknown(schemaVersion(database), list);
  if (schemaVersion(database) === latestSchema(list)) return [];
  const steps = database.transaction(() => {
    // Two programs may start at once: the second checks again once it holds the lock.
    const version = schemaVersion(database);
    const missing = version === 0 ? list : list.slice(version - baseline + 1);
    if (version === 0 && list === migrations) create(database);
    else applyAll(database, missing);
    return missing.map(({ name }) => name);
  });
  const enforced = database.query('PRAGMA foreign_keys').values().flat().join();
  // A table that another one replaces must not take the rows that refer to it along (https://sqlite.org/lang_altertable.html).
  database.run('PRAGMA foreign_keys = OFF');
  try {
    return steps.immediate();
  } finally {
    database.run(`PRAGMA foreign_keys = ${enforced}`);
  }
}

/** A test checks that this is the schema after all migrations. */
function create(database: Database): void {
  database.run(currentSchema());
  for (const { name } of migrations) note(database, name);
  database.run(`PRAGMA user_version = ${latestSchema()}`);
}

/** Applies migrations one by one, on an empty database too. */
export function applyAll(database: Database, list: readonly Migration[]): void {
  for (const migration of list) apply(database, migration);
}

const note = (database: Database, name: string) =>
  database.query('INSERT INTO migration (name, applied_at) VALUES (?, ?)').run(name, now());

function apply(database: Database, { name, sql }: Migration): void {
  try {
    database.run(sql);
    database.run('CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT');
    note(database, name);
    database.run(`PRAGMA user_version = ${Math.max(baseline, schemaVersion(database) + 1)}`);
  } catch (error) {
    throw Object.assign(error as Error, { migration: name });
  }
}

/** All known migrations in order. */
export function migrationStatus(database: Database): MigrationStatus[] {
  const version = schemaVersion(database);
  const applied =
    version === 0 ? [] : (database.query('SELECT name, applied_at FROM migration').all() as { name: string; applied_at: string }[]);
  const times = new Map(applied.map((row) => [row.name, row.applied_at]));
  return migrations.map(({ name }) => ({ name, appliedAt: times.get(name) ?? null }));
}

/** @throws {SetupError} for a database written by a newer program, or from before the first release */
export function refuseUnknown(version: number, list: readonly Migration[] = migrations): void {
  const latest = latestSchema(list);
  if (version > latest) {
    throw new SetupError(
      `The database has schema version ${version}. This version of leitmotif supports up to ${latest}. Use a newer version.`,
    );
  }
  if (isBeforeBaseline(version)) throw new SetupError(beforeBaseline('The database', version));
}

export const isBeforeBaseline = (version: number): boolean => version > 0 && version < baseline;

/** How to move data from a pre-release build into a current catalog. */
export const beforeBaseline = (what: string, version: number): string =>
  `${what} has schema version ${version}. This version of leitmotif supports ${baseline} and later. Export it with the version that wrote it (leitmotif export FILE) and import the file into a new catalog (leitmotif import ndjson FILE).`;
