import { noRights } from '../../records/provenance/sources';
import { CatalogRows } from '../../records/write/catalog-rows';
import type { Store } from '../../store/database/open';
import { flush, type Source, type SourceItem } from '../source';
import { reconcileCompanies } from './companies';
import { reconcileEntries } from './entries';
import { reconcileLinks } from './links';
import { reconcileGroupsOfSeveral, reconcileProven, reconcileStandInProductions, reconcileTitles } from './productions';
import { reconcileReleases } from './releases';
import { reconcileStandInLabels, reconcileStandInReleases, reconcileStandInSlugs } from './stand-ins';
import type { ReconciledKind, Statement } from './statements';

/** How many records were found to be others. */
export type ReconciledCounts = Readonly<Record<ReconciledKind, number>>;

/** What follows from all that the catalog has, whichever source said it. */
export interface Reconciliation extends Source {
  /** What was merged so far. */
  readonly merged: ReconciledCounts;
}

export const noneReconciled: ReconciledCounts = { artists: 0, releases: 0, productions: 0, albums: 0, labels: 0, organizations: 0 };

/** The name under which reconciliation is remembered as a source. */
export const reconcileSource = 'settle';

/** Rises with every change of the rules: a catalog that was reconciled by older rules is reconciled again. */
const rules = 7;

/** What is found by one step may be what another looks for; each round merges something, or is the last. */
const mostRounds = 10;

/** The steps, in their order: labels tell releases, releases tell which stand-ins are the same, and these tell entries. */
const steps: readonly ((rows: CatalogRows) => Generator<readonly Statement[]>)[] = [
  reconcileLinks,
  reconcileGroupsOfSeveral,
  reconcileProven,
  reconcileStandInLabels,
  (rows) => reconcileCompanies(rows, 'Label'),
  (rows) => reconcileCompanies(rows, 'Organization'),
  reconcileReleases,
  reconcileStandInReleases,
  reconcileStandInSlugs,
  reconcileStandInProductions,
  reconcileTitles,
  reconcileEntries,
];

/** The version of the catalog that reconciliation saw last: each change of it has a number in the feed. */
const standing = (rows: CatalogRows): string =>
  `${rules}:${rows.one<{ last: number | null }>('SELECT max(sequence) AS last FROM change')?.last ?? 0}`;

/** The note that the catalog is reconciled as it stands, to be remembered under {@link reconcileSource}. */
export const reconciledNote = (rows: CatalogRows): readonly [name: string, value: string] => ['standing', standing(rows)];

/** Whether nothing has changed since the catalog was reconciled. */
export function isReconciled(store: Store): boolean {
  const rows = new CatalogRows(store);
  const noted = rows.one<{ value: string }>("SELECT value FROM source_note WHERE source = ? AND name = 'standing'", reconcileSource);
  return noted?.value === standing(rows);
}

/**
 * Merges records that are the same where no source says so: a function of the catalog alone. It is idempotent, and what was
 * interrupted is done again by the next import.
 */
export function reconciliation(store: Store): Reconciliation {
  const merged = { ...noneReconciled };
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
      yield { ...itemOf(undefined, ++line), notes: [reconciledNote(rows)] };
    },
  };
}

const itemOf = (statement: Statement | undefined, line: number): SourceItem => ({
  source: reconcileSource,
  file: reconcileSource,
  line,
  offset: 0,
  records: statement ? [statement.record] : [],
  position: {},
});
