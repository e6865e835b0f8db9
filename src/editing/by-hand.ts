import type { Store } from '../database/open';
import type { Kinds } from '../kinds';
import type { Edited } from '../records/edit';
import type { HandEditing } from '../records/hand-editing';
import { RecordWriter } from '../records/writer';

/**
 * Does what a person asks for, whole or not at all, within the transaction of its caller. The writer is for that alone:
 * what was written since the last one is not known to it, and need not be.
 */
export function byHand(store: Store, kinds: Kinds, work: (editing: HandEditing) => Edited): Edited {
  const writer = new RecordWriter(store, kinds);
  try {
    writer.begin();
    return writer.byHand(work);
  } finally {
    writer.close();
  }
}
