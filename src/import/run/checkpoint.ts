import type { Store } from '../../store/database/store';
import { now } from '../../store/values/time';
import type { Position } from '../source';
import type { Counts } from './progress';

/** Where a run stands, and all it needs to go on from there as if it had never stopped. */
export interface CheckpointState {
  readonly position: Position;
  readonly counts: Counts;
  readonly sources: readonly string[];
  readonly rejects: { readonly path: string; readonly bytes: number } | undefined;
  /** The key that tells what waited before the run from what came to wait in it. */
  readonly waitingBefore: number;
  /** While an empty catalog is filled from an export: the sequence that the export ends with. */
  readonly restoring: number | undefined;
}

interface Kept extends Omit<CheckpointState, 'position'> {
  readonly fingerprint: string;
}

export class Checkpoint {
  /**
   * `name` says the command and its files; `fingerprint` differs once the files are others, although their names are
   * the same, or the command is given otherwise: then it starts anew.
   */
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
    const { fingerprint, ...kept } = JSON.parse(row.counts) as Kept;
    return fingerprint === this.fingerprint ? { ...kept, position: JSON.parse(row.position) as Position } : undefined;
  }

  /** Belongs into the transaction that writes what came before the position. */
  save({ position, ...standing }: CheckpointState): void {
    const kept: Kept = { ...standing, fingerprint: this.fingerprint };
    this.store.writer
      .query('INSERT OR REPLACE INTO import_checkpoint (name, position, counts, updated_at) VALUES (?, ?, ?, ?)')
      .run(this.name, JSON.stringify(position), JSON.stringify(kept), now());
  }

  /** Belongs into the transaction that comes to the end of the source. */
  forget(): void {
    this.store.writer.query('DELETE FROM import_checkpoint WHERE name = ?').run(this.name);
  }
}

/** The sequence of the export that some run has begun to fill the catalog from, and has not come to the end of. */
export function unfinishedRestore({ writer }: Store): number | undefined {
  const found = writer
    .query("SELECT json_extract(counts, '$.restoring') AS sequence FROM import_checkpoint WHERE sequence IS NOT NULL LIMIT 1")
    .get() as { sequence: number } | null;
  return found?.sequence;
}

/** Forgets every run that filled the catalog from an export: one of them has come to its end. */
export function forgetRestores({ writer }: Store): void {
  writer.query("DELETE FROM import_checkpoint WHERE json_extract(counts, '$.restoring') IS NOT NULL").run();
}
