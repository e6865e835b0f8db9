import type { Store } from '../../store/database/store';
import { now } from '../../store/values/dates';
import type { Position } from '../source';
import type { RunCounts } from './progress';

/** State of a run, sufficient to resume it. */
export interface CheckpointState {
  readonly position: Position;
  readonly counts: RunCounts;
  readonly sources: readonly string[];
  readonly rejects: { readonly path: string; readonly bytes: number } | undefined;
  /** Highest key of the deferred references that existed before the run. */
  readonly waitingBefore: number;
  /** Final sequence of the export while restoring one. */
  readonly restoring: number | undefined;
}

interface StoredState extends Omit<CheckpointState, 'position'> {
  /** Earlier versions wrote three counts under other names. */
  readonly counts: RunCounts & {
    readonly parked?: number;
    readonly unkept?: RunCounts['overQuota'];
    readonly notTaken?: RunCounts['ignored'];
  };
  readonly fingerprint: string;
}

export class Checkpoint {
  /** `name` identifies the command and its files; a different `fingerprint` (changed files or options) restarts the run. */
  constructor(
    private readonly store: Store,
    private readonly name: string,
    private readonly fingerprint: string,
  ) {}

  find(): CheckpointState | undefined {
    const row = this.store.writer.get<{ position: string; counts: string }>(
      'SELECT position, counts FROM import_checkpoint WHERE name = :name',
      { name: this.name },
    );
    if (!row) return undefined;
    const { fingerprint, counts, ...state } = JSON.parse(row.counts) as StoredState;
    if (fingerprint !== this.fingerprint) return undefined;
    const { parked = 0, unkept = {}, notTaken = {}, ...others } = counts;
    const { deferredDocuments = parked, overQuota = unkept, ignored = notTaken } = others;
    return { ...state, counts: { ...others, deferredDocuments, overQuota, ignored }, position: JSON.parse(row.position) as Position };
  }

  /** Must run in the transaction that writes the preceding items. */
  save({ position, ...state }: CheckpointState): void {
    const stored: StoredState = { ...state, fingerprint: this.fingerprint };
    this.store.writer.change(
      'INSERT OR REPLACE INTO import_checkpoint (name, position, counts, updated_at) VALUES (:name, :position, :counts, :now)',
      { name: this.name, position: JSON.stringify(position), counts: JSON.stringify(stored), now: now() },
    );
  }

  /** Must run in the transaction that reaches the end of the source. */
  forget(): void {
    this.store.writer.change('DELETE FROM import_checkpoint WHERE name = :name', { name: this.name });
  }
}

/** Sequence of an export whose restore was interrupted. */
export function unfinishedRestore({ writer }: Store): number | undefined {
  return writer.get<{ sequence: number }>(
    "SELECT json_extract(counts, '$.restoring') AS sequence FROM import_checkpoint WHERE sequence IS NOT NULL LIMIT 1",
  )?.sequence;
}

/** Deletes all checkpoints of restores, since one has completed. */
export function forgetRestores({ writer }: Store): void {
  writer.change("DELETE FROM import_checkpoint WHERE json_extract(counts, '$.restoring') IS NOT NULL");
}
