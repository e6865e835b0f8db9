import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { coverSizes } from '../../src/catalog/cover';

/** Rows of the collection file that is imported meanwhile, none of which matches a release. */
export const collectionRows = 500;

/** Writes that the server confirmed. */
export interface Confirmed {
  readonly items: string[];
  readonly names: string[];
  readonly covers: string[];
  /** Whether the import of the collection file succeeded. */
  hasCollection: boolean;
}

export const nothingConfirmed = (): Confirmed => ({ items: [], names: [], covers: [], hasCollection: false });

/** Faults in the data of a server that was killed. After a restart, a partial collection file is one too. */
export function faultsOfData(data: string, confirmed: Confirmed, isRestarted = false): string[] {
  return readingData(data, (database) => {
    const checks = [...database.query('PRAGMA integrity_check').values(), ...database.query('PRAGMA foreign_key_check').values()];
    const damage = checks.flat().filter((check) => check !== 'ok');
    if (damage.length > 0) return [`damaged: ${damage.join(', ')}`];
    return [
      ...lostWrites(database, confirmed),
      ...halfEdits(database),
      ...coversWithoutFiles(database, data),
      ...(isRestarted || confirmed.hasCollection ? partialCollection(database, confirmed) : []),
    ];
  });
}

/** Whether no unfinished import of a collection file is left. */
export const isUndone = (data: string): boolean =>
  readingData(data, (database) => countOf(database, 'list_import WHERE finished_at IS NULL') === 0);

function readingData<T>(data: string, work: (database: Database) => T): T {
  const database = new Database(join(data, 'leitmotif.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function partialCollection(database: Database, { hasCollection }: Confirmed): string[] {
  // A row becomes an item of a provisional release, or is stored unmatched.
  const items = countOf(database, `collection_item AS item JOIN "release" ON "release".key = item.release_key WHERE title LIKE 'Killed %'`);
  const stored = items + countOf(database, 'import_row');
  return stored === collectionRows || (stored === 0 && !hasCollection) ? [] : [`${stored} of ${collectionRows} collection rows are stored`];
}

const valuesOf = (database: Database, query: string): unknown[] => database.query(query).values().flat();

const countOf = (database: Database, from: string): number => Number(valuesOf(database, `SELECT count(*) FROM ${from}`)[0]);

function lostWrites(database: Database, { items, names, covers }: Confirmed): string[] {
  const queries = {
    items: [items, "SELECT notes FROM collection_item WHERE notes LIKE 'writer %'"],
    'edits of records': [names, "SELECT json_extract(after, '$.attributes.name') FROM revision WHERE after IS NOT NULL"],
    covers: [covers, 'SELECT hash FROM release_cover UNION SELECT hash FROM unnamed_cover'],
  } as const;
  return Object.entries(queries).flatMap(([what, [confirmed, query]]) => {
    const stored = new Set(valuesOf(database, query));
    const lost = confirmed.filter((value) => !stored.has(value));
    return lost.length > 0 ? [`${lost.length} of ${confirmed.length} confirmed ${what} are lost`] : [];
  });
}

function halfEdits(database: Database): string[] {
  const half = countOf(
    database,
    `label WHERE name LIKE 'Editor %' AND name <> (SELECT json_extract(after, '$.attributes.name') FROM revision
      WHERE resource_id = label.id ORDER BY revision.key DESC LIMIT 1)`,
  );
  return half > 0 ? [`${half} labels differ from their last revision`] : [];
}

function coversWithoutFiles(database: Database, data: string): string[] {
  const named = valuesOf(database, 'SELECT DISTINCT hash FROM release_cover') as string[];
  const lacking = named.filter(
    (hash) => !coverSizes.every((size) => existsSync(join(data, 'covers', hash.slice(0, 2), `${hash}.${size}.webp`))),
  );
  return lacking.length > 0 ? [`${lacking.length} covers lack files`] : [];
}
