import { exportChunks, snapshotOf } from '../../src/export/export';
import { importRecords } from '../../src/import/seed';
import type { Store } from '../../src/store/database/open';
import { emptyStore, numbered } from './server';

export interface Line {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
}

export function exportText(store: Store, since?: number): string {
  const snapshot = snapshotOf(store);
  try {
    return [...exportChunks(snapshot, { since, provisional: true })].join('');
  } finally {
    snapshot.close();
  }
}

export const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const exportLines = (store: Store, since?: number): Line[] => linesOf(exportText(store, since)).slice(1);

/** A catalog with the given records. */
export async function catalogOf(records: readonly object[]): Promise<Store> {
  const store = emptyStore();
  await addRecords(store, records);
  return store;
}

export async function addRecords(store: Store, records: readonly object[]): Promise<void> {
  await importRecords(store, numbered(records));
}

/** The sequence number of the last change. */
export const sequenceOf = (store: Store): number =>
  (store.reader.query('SELECT coalesce(max(sequence), 0) AS sequence FROM change').get() as { sequence: number }).sequence;
