import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { coverSizes } from '../../src/catalog/cover';

/** How many rows the collection file has that is put in meanwhile; there is no release for any of them. */
export const rowsOfFile = 500;

export interface Answered {
  readonly items: string[];
  readonly names: string[];
  readonly covers: string[];
  /** Whether all of the collection file was said to be in. */
  hasCollection: boolean;
}

export const nothingAnswered = (): Answered => ({ items: [], names: [], covers: [], hasCollection: false });

/** What is wrong with the data of a server that was killed; of one that was started again since, also what that leaves half. */
export function faultsOfData(data: string, answered: Answered, isStartedAgain = false): string[] {
  return readingData(data, (database) => {
    const checks = [...database.query('PRAGMA integrity_check').values(), ...database.query('PRAGMA foreign_key_check').values()];
    const damage = checks.flat().filter((check) => check !== 'ok');
    if (damage.length > 0) return [`damaged: ${damage.join(', ')}`];
    return [
      ...lostWrites(database, answered),
      ...halfEdits(database),
      ...coversWithoutFiles(database, data),
      ...(isStartedAgain || answered.hasCollection ? halfCollection(database, answered) : []),
    ];
  });
}

/** Whether nothing is left of a collection file that was not put in to its end. */
export const isTakenBack = (data: string): boolean => readingData(data, (database) => countOf(database, 'import_journal') === 0);

function readingData<T>(data: string, work: (database: Database) => T): T {
  const database = new Database(join(data, 'leitmotif.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function halfCollection(database: Database, { hasCollection }: Answered): string[] {
  // A row is an item of a release that stands in for the true one, or is kept as it is.
  const items = countOf(database, `collection_item AS item JOIN "release" ON "release".key = item.release_key WHERE title LIKE 'Killed %'`);
  const kept = items + countOf(database, 'import_row');
  return kept === rowsOfFile || (kept === 0 && !hasCollection) ? [] : [`${kept} of ${rowsOfFile} rows of a collection file are there`];
}

const valuesOf = (database: Database, query: string): unknown[] => database.query(query).values().flat();

const countOf = (database: Database, from: string): number => Number(valuesOf(database, `SELECT count(*) FROM ${from}`)[0]);

function lostWrites(database: Database, { items, names, covers }: Answered): string[] {
  const there = {
    items: [items, "SELECT notes FROM collection_item WHERE notes LIKE 'writer %'"],
    'edits of records': [names, "SELECT json_extract(after, '$.attributes.name') FROM revision WHERE after IS NOT NULL"],
    covers: [covers, 'SELECT hash FROM release_cover UNION SELECT hash FROM unnamed_cover'],
  } as const;
  return Object.entries(there).flatMap(([what, [answered, query]]) => {
    const kept = new Set(valuesOf(database, query));
    const lost = answered.filter((value) => !kept.has(value));
    return lost.length > 0 ? [`${lost.length} of ${answered.length} answered ${what} are lost`] : [];
  });
}

function halfEdits(database: Database): string[] {
  const half = countOf(
    database,
    `label WHERE name LIKE 'Editor %' AND name <> (SELECT json_extract(after, '$.attributes.name') FROM revision
      WHERE resource_id = label.id ORDER BY revision.key DESC LIMIT 1)`,
  );
  return half > 0 ? [`${half} labels are not called as their last revision says`] : [];
}

function coversWithoutFiles(database: Database, data: string): string[] {
  const named = valuesOf(database, 'SELECT DISTINCT hash FROM release_cover') as string[];
  const lacking = named.filter(
    (hash) => !coverSizes.every((size) => existsSync(join(data, 'covers', hash.slice(0, 2), `${hash}.${size}.webp`))),
  );
  return lacking.length > 0 ? [`${lacking.length} covers lack files`] : [];
}
