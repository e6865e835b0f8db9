import type { Store } from '../../database/open';
import type { Kinds } from '../../kinds';
import { replaySource } from '../parked/replay';
import type { Source } from '../source';

/** What is read once a source has come to its end, in this order: it follows from what the catalog has by then. */
export function endSources(store: Store, _kinds: Kinds | undefined): readonly Source[] {
  return [replaySource(store)];
}
