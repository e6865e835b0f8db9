import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';
import { Connection } from '../store/database/connection';
import { asSnapshot, openSnapshot } from '../store/database/connections';
import { inMemory, type Store } from '../store/database/open';
import { type ExportLines, type ExportSection, type LineCounts, lineChunks } from './line-chunks';
import { changedRecords, countChangedRecords, countRecords, exportedRecords } from './record-queries';
import { countLines, deletedRecords, mergedRecords, slugRedirects, type Which } from './redirects-and-tombstones';

export interface Extent {
  /** Changes after this sequence only; the feed must reach back to it. */
  readonly since?: number | undefined;
  /** Whether provisional records, with everything below them, are included. */
  readonly provisional?: boolean | undefined;
}

/** A snapshot on a connection of its own, to be closed: long reads neither block writes nor wait for them. */
export const snapshotOf = ({ path, reader }: Pick<Store, 'path' | 'reader'>): Connection =>
  // A database in memory is copied, since other connections cannot see it; such catalogs are small.
  path === inMemory ? asSnapshot(new Connection(reader.serialize(), { readonly: true })) : openSnapshot(path);

/**
 * The catalog as JSON lines in chunks of whole lines: header, records, redirects and tombstones. Empty chunks yield to other
 * work. Runs in the caller's transaction.
 */
export const exportChunks = (connection: Connection, extent: Extent, kinds: Kinds = catalog): Generator<string, LineCounts> =>
  lineChunks(connection, exportLinesOf(extent, kinds));

export const exportLinesOf = (extent: Extent, kinds: Kinds): ExportLines => ({ sections: sectionsOf(kinds, extent), since: extent.since });

function sectionsOf(kinds: Kinds, { since, provisional }: Extent): ExportSection[] {
  const { all } = kinds;
  const onlyOf = (kind: Kind) => (provisional ? 'TRUE' : withoutProvisional(kind, kinds, 'x'));
  const records = all.map((kind) => {
    const only = onlyOf(kind);
    return since === undefined
      ? { type: kind.type, lines: exportedRecords(kind, only), count: countRecords(kind, only) }
      : { type: kind.type, lines: changedRecords(kind, only), count: countChangedRecords(kind, only) };
  });
  const which = since === undefined ? 'all' : 'since';
  const traces = (name: string, query: (kind: Kind, which: Which, only: string) => string) =>
    all.map((kind) => {
      const lines = query(kind, which, onlyOf(kind));
      return { type: name, lines, count: countLines(lines) };
    });
  const [redirects, tombstones] = [traces('SlugRedirect', slugRedirects), traces('DeletedRecord', deletedRecords)];
  const merges = traces('MergedRecord', mergedRecords);
  // A record may have taken over the slug of one that was merged into it, and has its lists already.
  return since === undefined ? [...records, ...redirects, ...merges, ...tombstones] : [...merges, ...records, ...redirects, ...tombstones];
}

// Provisional records and what depends on them: nested records, and records that require them. They are few and have an index of
// their own.

/** Condition that excludes them, for the row of an alias. */
function withoutProvisional(kind: Kind, kinds: Kinds, alias: string): string {
  const own = kind.provisionalColumn === undefined ? [] : [`${alias}."${kind.provisionalColumn}" = 0`];
  const above = kind.above.at(-1);
  const led = [
    ...(above ? [above] : []),
    ...kind.pointers.filter(({ table, column, required }) => required && table === kind.table && column !== above?.column),
  ];
  const others = led.flatMap(({ column, ...to }) => {
    const target = 'type' in to ? kinds.find(to.type as string) : kinds.ofTable(to.table);
    const keys = target && provisionalKeys(target, kinds);
    return keys === undefined ? [] : [`${alias}.${column} NOT IN (${keys})`];
  });
  return [...own, ...others].join(' AND ') || 'TRUE';
}

/** SQL for the keys of provisional records of a kind; none if it has none. */
function provisionalKeys(kind: Kind, kinds: Kinds): string | undefined {
  if (kind.provisionalColumn !== undefined) return `SELECT key FROM "${kind.table}" WHERE "${kind.provisionalColumn}" = 1`;
  const above = kind.above.at(-1);
  const keys = above && provisionalKeys(kinds.ofTable(above.table), kinds);
  return keys === undefined ? undefined : `SELECT key FROM "${kind.table}" WHERE ${above?.column} IN (${keys})`;
}
