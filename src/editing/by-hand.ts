import type { Kinds } from '../kinds';
import type { Edited, RecordEditing } from '../records/edit/editing';
import { RecordWriter } from '../records/write/writer';
import type { Store } from '../store/database/open';

const writers = new WeakMap<Store, Map<Kinds, RecordWriter>>();

/** Long-lived writer of a store, whose statements stay prepared. */
function writerOf(store: Store, kinds: Kinds): RecordWriter {
  const ofStore = writers.get(store) ?? new Map<Kinds, RecordWriter>();
  writers.set(store, ofStore);
  const writer = ofStore.get(kinds) ?? new RecordWriter(store, kinds);
  ofStore.set(kinds, writer);
  return writer;
}

/** Applies a manual edit atomically within the caller's transaction. */
export function byHand(store: Store, kinds: Kinds, work: (editing: RecordEditing) => Edited): Edited {
  const writer = writerOf(store, kinds);
  writer.begin(true);
  return writer.byHand(work);
}
