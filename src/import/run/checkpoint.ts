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

interface Kept extends Omit<CheckpointState, 'position'> {
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
    const row = this.store.writer.query('SELECT position, counts FROM import_checkpoint WHERE name = ?').get(this.name) as {
      position: string;
      counts: string;
    } | null;
    if (!row) return undefined;
    const { fingerprint, counts, ...kept } = JSON.parse(row.counts) as Kept;
    if (fingerprint !== this.fingerprint) return undefined;
    const { parked = 0, unkept = {}, notTaken = {}, ...others } = counts;
    const { deferredDocuments = parked, overQuota = unkept, ignored = notTaken } = others;
    return { ...kept, counts: { ...others, deferredDocuments, overQuota, ignored }, position: JSON.parse(row.position) as Position };
  }

  /** Must run in the transaction that writes the preceding items. */
  save({ position, ...standing }: CheckpointState): void {
    const kept: Kept = { ...standing, fingerprint: this.fingerprint };
    this.store.writer
      .query('INSERT OR REPLACE INTO import_checkpoint (name, position, counts, updated_at) VALUES (?, ?, ?, ?)')
      .run(this.name, JSON.stringify(position), JSON.stringify(kept), now());
  }

  /** Must run in the transaction that reaches the end of the source. */
  forget(): void {
    this.store.writer.query('DELETE FROM import_checkpoint WHERE name = ?').run(this.name);
  }
}

/** Sequence of an export whose restore was interrupted. */
export function unfinishedRestore({ writer }: Store): number | undefined {
  const found = writer
    .query("SELECT json_extract(counts, '$.restoring') AS sequence FROM import_checkpoint WHERE sequence IS NOT NULL LIMIT 1")
    .get() as { sequence: number } | null;
  return found?.sequence;
}

/** Deletes all checkpoints of restores, since one has completed. */
export function forgetRestores({ writer }: Store): void {
  writer.query("DELETE FROM import_checkpoint WHERE json_extract(counts, '$.restoring') IS NOT NULL").run();
}
