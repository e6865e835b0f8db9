import type { Outcome } from '../../records/write/record';
import type { OverflowCounts } from '../deferred/documents';
import type { ReconciledCounts } from '../reconcile/reconcile';
import { sumOfCounts } from '../sources/shared/values';

/** What an import has done so far. Kept with its checkpoint, so that a run that goes on counts on. */
export interface Counts {
  documents: number;
  /** Documents that gave records, all of which were taken. */
  documentsKept: number;
  /** Records taken, whatever became of them. */
  records: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Records that somebody has changed by hand, where that stays although the source says something else. */
  kept: number;
  /** Records that point to one which is not there, and wait for it. */
  waiting: number;
  rejected: number;
  skippedByLicence: number;
  /** What the catalog has no place for, by its name in the source. */
  readonly notTaken: Record<string, number>;
  /** Documents that nothing names yet, kept until something does. */
  parked: number;
  /** Those that there was no room for, by their sources. */
  unkept: OverflowCounts;
  /** Records taken by their type and what became of them. */
  readonly types: Record<string, Partial<Record<Outcome, number>>>;
}

export const noCounts = (): Counts => ({
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
  notTaken: {},
  parked: 0,
  unkept: {},
  types: {},
});

/** What two rounds have done together; how many records wait is known of the last alone. */
export function sumOf(first: Counts, second: Counts): Counts {
  const types: Counts['types'] = structuredClone(first.types);
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
    notTaken: sumOfCounts(first.notTaken, second.notTaken),
    parked: first.parked + second.parked,
    unkept: sumOfCounts(first.unkept, second.unkept),
    types,
  };
}

export interface Progress {
  readonly documents: number;
  readonly records: number;
  readonly rejected: number;
  readonly bytes: number;
  readonly totalBytes: number | undefined;
  /** Of the bytes, from 0 to 1; `undefined` where nobody knows how many there are. */
  readonly share: number | undefined;
  readonly seconds: number;
  /** Of this run, without what an earlier one did. */
  readonly recordsPerSecond: number;
  readonly secondsLeft: number | undefined;
  /** Whether all files are read, and what follows from them is being worked out. */
  readonly isReconciling?: true;
}

export interface Reading {
  readonly firstBytes: number;
  readonly bytes: number;
  readonly totalBytes: number | undefined;
}

/** What can be said of a run from its counts, the bytes it has read and its time. */
export function progressOf(counts: Counts, before: Counts, { firstBytes, bytes, totalBytes }: Reading, seconds: number): Progress {
  const share = totalBytes === undefined || totalBytes === 0 ? undefined : Math.min(1, bytes / totalBytes);
  const readNow = bytes - firstBytes;
  return {
    documents: counts.documents,
    records: counts.records,
    rejected: counts.rejected,
    bytes,
    totalBytes,
    share,
    seconds,
    recordsPerSecond: seconds > 0 ? Math.round((counts.records - before.records) / seconds) : 0,
    secondsLeft: totalBytes === undefined || readNow <= 0 ? undefined : (Math.max(0, totalBytes - bytes) / readNow) * seconds,
  };
}

/**
 * How a run ended. `done`: at the end of its files; `limited`: with as many documents as were asked for; `interrupted`:
 * by a signal; `rejects`: with more rejects than allowed; `failed`: its files cannot be read further.
 */
export type Ending = 'done' | 'limited' | 'interrupted' | 'rejects' | 'failed';

export interface RunReport extends Readonly<Counts> {
  readonly ending: Ending;
  readonly message: string | undefined;
  /** Whether it went on where an earlier run had stopped. */
  readonly wentOn: boolean;
  readonly canGoOn: boolean;
  readonly waitingOlder: number;
  /** Records that the sources gave once and have not any more: flagged, and not deleted. */
  readonly gone: number;
  /** Records that were found to be others although no source says so. */
  readonly merged: ReconciledCounts;
  readonly seconds: number;
  readonly recordsPerSecond: number;
  readonly warnings: readonly string[];
  readonly rejectFile: string | undefined;
  /** The first records that are changed, or would be but for somebody's hand: what became of them, and their IRI. */
  readonly examples: readonly string[];
}
