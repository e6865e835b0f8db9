import type { Store } from '../../database/open';
import { CatalogRows } from '../../records/catalog-rows';
import { noRights } from '../../records/source-rights';
import { flush, type Source, type SourceItem } from '../source';
import { settleCompanies } from './companies';
import { settleEntries } from './entries';
import { settleLinks } from './links';
import { settleOwnersLabels, settleOwnersReleases, settleOwnersSlugs } from './owners';
import { settleGroupsOfSeveral, settleProven, settleStandIns, settleTitles } from './productions';
import { settleReleases } from './releases';
import type { Settled, Statement } from './statements';

/** How many records were found to be others. */
export type SettledCounts = Readonly<Record<Settled, number>>;

/** What follows from all that the catalog has, whichever source said it. */
export interface Settling extends Source {
  /** What was merged so far. */
  readonly merged: SettledCounts;
}

export const noneSettled: SettledCounts = { artists: 0, releases: 0, productions: 0, albums: 0, labels: 0, organizations: 0 };

/** The name under which settling is remembered as a source. */
export const settledBy = 'settle';

/** Rises with every change of the rules: a catalog that was settled by others is settled anew. */
const rules = 7;

/** What is found by one step may be what another looks for; each round merges something, or is the last. */
const mostRounds = 10;

/** The steps, in their order: labels tell releases, releases tell which stand-ins are the same, and these tell entries. */
const steps: readonly ((rows: CatalogRows) => Generator<readonly Statement[]>)[] = [
  settleLinks,
  settleGroupsOfSeveral,
  settleProven,
  settleOwnersLabels,
  (rows) => settleCompanies(rows, 'Label'),
  (rows) => settleCompanies(rows, 'Organization'),
  settleReleases,
  settleOwnersReleases,
  settleOwnersSlugs,
  settleStandIns,
  settleTitles,
  settleEntries,
];

/** How the catalog stood when it was settled last: a change of it is a number in the feed. */
const standing = (rows: CatalogRows): string =>
  `${rules}:${rows.one<{ last: number | null }>('SELECT max(sequence) AS last FROM change')?.last ?? 0}`;

/** What says that the catalog is settled as it stands, to be remembered under {@link settledBy}. */
export const settledNote = (rows: CatalogRows): readonly [name: string, value: string] => ['standing', standing(rows)];

/** Whether nothing has changed since the catalog was settled. */
export function isSettled(store: Store): boolean {
  const rows = new CatalogRows(store);
  const noted = rows.one<{ value: string }>("SELECT value FROM source_note WHERE source = ? AND name = 'standing'", settledBy);
  return noted?.value === standing(rows);
}

/**
 * Settles which records are the same, where no source says it: a function of what the catalog has. It is idempotent, and one
 * that was interrupted is done anew by the next import.
 */
export function settling(store: Store): Settling {
  const merged = { ...noneSettled };
  return {
    rights: noRights,
    merged,
    progress: { documents: 0, bytes: 0, totalBytes: undefined, skippedByLicence: 0, warnings: [], completed: [] },
    async *items() {
      const rows = new CatalogRows(store);
      let line = 0;
      for (let round = 0; round < mostRounds; round++) {
        const before = line;
        for (const step of steps)
          for (const statements of step(rows)) {
            for (const statement of statements) yield itemOf(statement, ++line);
            if (statements.length > 0) yield flush;
            for (const { counts } of statements) if (counts) merged[counts]++;
          }
        if (line === before) break;
      }
      yield { ...itemOf(undefined, ++line), notes: [settledNote(rows)] };
    },
  };
}

const itemOf = (statement: Statement | undefined, line: number): SourceItem => ({
  source: settledBy,
  file: settledBy,
  line,
  offset: 0,
  records: statement ? [statement.record] : [],
  position: {},
});
