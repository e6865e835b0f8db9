import type { Database } from 'bun:sqlite';
import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';
import { type Counts, type Lines, lineChunks, type Section } from './line-chunks';
import { allRecords, changedRecords, countChangedRecords, countRecords } from './record-queries';
import { countLines, deletedRecords, mergedRecords, slugRedirects, type Which } from './redirects-and-tombstones';
import { withoutStandIns } from './stand-ins';

/** What an export has in it. */
export interface Extent {
  /** Only what has changed after this sequence of the feed, which has to reach back to it. */
  readonly since?: number | undefined;
  /** Whether records that only stand in for others to come are in it, with what is below them. */
  readonly standIns?: boolean | undefined;
}

/**
 * The catalog as JSON lines, in pieces of whole lines: the header, records, and where records have been. An empty piece
 * gives its reader a moment for other work. All is read in the transaction that the caller holds.
 */
export const exportChunks = (database: Database, extent: Extent, kinds: Kinds = catalog): Generator<string, Counts> =>
  lineChunks(database, linesOf(extent, kinds));

/** What is read for an export. */
export const linesOf = (extent: Extent, kinds: Kinds): Lines => ({ sections: sectionsOf(kinds, extent), since: extent.since });

function sectionsOf(kinds: Kinds, { since, standIns }: Extent): Section[] {
  const { all } = kinds;
  const onlyOf = (kind: Kind) => (standIns ? 'TRUE' : withoutStandIns(kind, kinds, 'x'));
  const records = all.map((kind) => {
    const only = onlyOf(kind);
    return since === undefined
      ? { type: kind.type, lines: allRecords(kind, only), count: countRecords(kind, only) }
      : { type: kind.type, lines: changedRecords(kind, only), count: countChangedRecords(kind, only) };
  });
  const which = since === undefined ? 'all' : 'since';
  const traces = (name: string, query: (kind: Kind, which: Which, only: string) => string) =>
    all.map((kind) => {
      const lines = query(kind, which, onlyOf(kind));
      return { type: name, lines, count: countLines(lines) };
    });
  return [
    ...records,
    ...traces('SlugRedirect', slugRedirects),
    ...traces('MergedRecord', mergedRecords),
    ...traces('DeletedRecord', deletedRecords),
  ];
}
