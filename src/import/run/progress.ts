import type { WriteOutcome } from '../../records/write/record';
import type { OverflowCounts } from '../deferred/documents';
import { sumOfCounts } from '../sources/shared/records';

/** Counters of an import, stored with its checkpoint so that a resumed run continues them. */
export interface RunCounts {
  documents: number;
  /** Documents with accepted records; at the end of a run, without those that have deferred ones. */
  documentsKept: number;
  /** Accepted records, whatever their outcome. */
  records: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Records with edited fields that differ from the source and were left unchanged. */
  kept: number;
  /** Records with references that do not exist yet. */
  waiting: number;
  rejected: number;
  skippedByLicence: number;
  /** Source fields the catalog does not support, by name. */
  readonly ignored: Record<string, number>;
  /** Documents deferred until something refers to them. */
  deferredDocuments: number;
  /** Documents beyond the quota, by source. */
  overQuota: OverflowCounts;
  /** Accepted records by type and outcome. */
  readonly types: Record<string, Partial<Record<WriteOutcome, number>>>;
  /** Records merged by reconciliation, by type. They belong to no document, and to none of the counters above. */
  readonly merged: Record<string, number>;
}

export const noCounts = (): RunCounts => ({
  documents: 0,
  documentsKept: 0,
  records: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  kept: 0,
  waiting: 0,
  rejected: 0,
  skippedByLicence: 0,
  ignored: {},
  deferredDocuments: 0,
  overQuota: {},
  types: {},
  merged: { artists: 0, releases: 0, productions: 0, albums: 0, labels: 0, organizations: 0 },
});

/** Sums two rounds; pending references count only in the last. */
export function sumOfRuns(first: RunCounts, second: RunCounts): RunCounts {
  const types: RunCounts['types'] = structuredClone(first.types);
  for (const [type, outcomes] of Object.entries(second.types)) {
    types[type] ??= {};
    const sum = types[type];
    for (const [outcome, count] of Object.entries(outcomes) as [keyof typeof sum, number][]) sum[outcome] = (sum[outcome] ?? 0) + count;
  }
  return {
    documents: first.documents + second.documents,
    documentsKept: first.documentsKept + second.documentsKept,
    records: first.records + second.records,
    added: first.added + second.added,
    changed: first.changed + second.changed,
    unchanged: first.unchanged + second.unchanged,
    kept: first.kept + second.kept,
    waiting: second.waiting,
    rejected: first.rejected + second.rejected,
    skippedByLicence: first.skippedByLicence + second.skippedByLicence,
    ignored: sumOfCounts(first.ignored, second.ignored),
    deferredDocuments: first.deferredDocuments + second.deferredDocuments,
    overQuota: sumOfCounts(first.overQuota, second.overQuota),
    types,
    merged: sumOfCounts(first.merged, second.merged),
  };
}

export interface Progress {
  readonly documents: number;
  readonly records: number;
  readonly rejected: number;
  readonly bytes: number;
  readonly totalBytes: number | undefined;
  /** Fraction of the bytes read, 0 to 1; `undefined` if the total is unknown. */
  readonly share: number | undefined;
  readonly seconds: number;
  /** Of this run only. */
  readonly recordsPerSecond: number;
  readonly secondsLeft: number | undefined;
  /** Whether all files are read and reconciliation runs. */
  readonly isReconciling?: true;
}

/**
 * End of a run. `done`: at the end of its files; `limited`: at the requested number of documents; `interrupted`: by a signal;
 * `rejects`: too many rejects; `failed`: its files cannot be read.
 */
export type RunEnding = 'done' | 'limited' | 'interrupted' | 'rejects' | 'failed';

export interface RunReport extends Readonly<RunCounts> {
  readonly outcome: RunEnding;
  readonly message: string | undefined;
  /** Whether it resumed an earlier run. */
  readonly resumed: boolean;
  readonly resumable: boolean;
  readonly waitingOlder: number;
  /** Records that sources no longer have; flagged, not deleted. */
  readonly gone: number;
  readonly seconds: number;
  readonly recordsPerSecond: number;
  readonly warnings: readonly string[];
  readonly rejectFile: string | undefined;
  /** First records that changed, or would have without an edit: outcome and IRI. */
  readonly examples: readonly string[];
}
