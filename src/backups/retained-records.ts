import type { Connection } from '../store/database/connection';
import { tablesOf } from './database-checks';

/** A foreign key column. */
interface Reference {
  readonly column: string;
  readonly parent: string;
  readonly isOwner: boolean;
}

/** Tables with two owners, by the column of the second: rows follow the owner in their first column. */
const secondOwners: Readonly<Record<string, string>> = { production_entry: 'release_key' };

/** Records with manual edits, by their history or locked fields. */
const written = '(SELECT resource_id FROM original.revision UNION SELECT id FROM original.field_lock)';

/** Records in users' lists, edited by hand, or provisional. */
const seeds: Readonly<Record<string, string>> = {
  release: `SELECT release_key FROM original.collection_item UNION SELECT release_key FROM original.wishlist_item
    UNION SELECT release_key FROM original.release_cover WHERE source IN ('upload', 'command_line')
    UNION SELECT key FROM original."release" WHERE provisional = 1`,
  production: 'SELECT key FROM original.production WHERE provisional = 1',
};

/**
 * Fills the temporary table `retained` with the records to keep: the seeds, everything that is part of them (`is_whole`), and the
 * records they refer to.
 */
export function findRetained(copy: Connection): void {
  copy.run('CREATE TEMP TABLE retained (name TEXT, key INTEGER, is_whole INTEGER, PRIMARY KEY (name, key)) STRICT, WITHOUT ROWID');
  const tables = keyedTables(copy);
  for (const table of tables) {
    const seed = `SELECT key FROM original."${table}" WHERE id IN ${written}${seeds[table] ? ` UNION ${seeds[table]}` : ''}`;
    copy.run(`INSERT INTO retained SELECT '${table}', key, 1 FROM (${seed})`);
  }
  const references = new Map(allTables(copy).map((table) => [table, referencesOf(copy, table)]));
  untilNothingIsNew(() => tables.map((table) => keepParts(copy, table, references.get(table) ?? [])));
  untilNothingIsNew(() => [...references].flatMap(([table, all]) => all.map((reference) => keepParent(copy, table, reference))));
}

/** A condition for the rows of a table to keep. */
export function isRetained(copy: Connection, table: string): string {
  if (hasKey(copy, table)) return `key IN (SELECT key FROM retained WHERE name = '${table}')`;
  return `(${ownersOf(referencesOf(copy, table)).map(ofWhole).join(' OR ') || 'false'})`;
}

const ownersOf = (references: readonly Reference[]): Reference[] => references.filter(({ isOwner }) => isOwner);

const ofWhole = ({ column, parent }: Reference): string =>
  `"${column}" IN (SELECT key FROM retained WHERE name = '${parent}' AND is_whole = 1)`;

function keepParts(copy: Connection, table: string, references: readonly Reference[]): number {
  const owners = ownersOf(references);
  if (owners.length === 0) return 0;
  return copy.change(
    `INSERT OR IGNORE INTO retained SELECT '${table}', key, 1 FROM original."${table}" WHERE ${owners.map(ofWhole).join(' OR ')}`,
  );
}

function keepParent(copy: Connection, table: string, { column, parent }: Reference): number {
  if (!hasKey(copy, parent)) return 0;
  return copy.change(
    `INSERT OR IGNORE INTO retained SELECT '${parent}', "${column}", 0 FROM original."${table}" WHERE "${column}" IS NOT NULL AND ${isRetained(copy, table)}`,
  );
}

function untilNothingIsNew(round: () => readonly number[]): void {
  while (round().some((changes) => changes > 0));
}

const allTables = (copy: Connection): string[] => tablesOf(copy, 'original');

/** Tables of records, which have a key and an id. */
const keyedTables = (copy: Connection): string[] => allTables(copy).filter((table) => hasKey(copy, table));

const hasKey = (copy: Connection, table: string): boolean =>
  copy.get<{ n: number }>("SELECT count(*) AS n FROM pragma_table_info(:table) WHERE name IN ('key', 'id')", { table })?.n === 2;

function referencesOf(copy: Connection, table: string): Reference[] {
  const rows = copy.all<{ column: string; parent: string; onDelete: string }>(
    `SELECT f."from" AS "column", f."table" AS parent, f.on_delete AS onDelete
    FROM pragma_foreign_key_list(:table) AS f JOIN pragma_table_info(:table) AS c ON c.name = f."from" ORDER BY c.cid`,
    { table },
  );
  const first = rows.find(({ onDelete }) => onDelete === 'CASCADE')?.column;
  return rows.map(({ column, parent }) => ({ column, parent, isOwner: column === first || column === secondOwners[table] }));
}
