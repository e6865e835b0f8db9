import type { Store } from '../database/open';
import { badParameter } from '../errors';
import type { Kinds } from '../kinds';
import { type Extent, exportChunks } from './export';
import { feedState, gone, tooNew } from './sequence';
import { Snapshot } from './snapshot';

/** An export on its way, and the sequence that it is of. */
export interface RunningExport {
  readonly sequence: number;
  readonly stream: ReadableStream<Uint8Array>;
  /** For who does not read the stream to its end; done twice, it is done once. */
  readonly close: () => void;
}

/** What is told to whoever starts an export. */
interface Hearer {
  /** Its state of the database is let go, once, however it came to its end. */
  readonly onClose?: () => void;
}

/**
 * An export as a stream that works as fast as it is read. Other requests are answered between its pieces.
 * @throws {DomainError} where the feed does not have what is asked for
 */
export function startExport(store: Store, extent: Extent, kinds: Kinds, hearer: Hearer = {}): RunningExport {
  const { since } = extent;
  const snapshot = new Snapshot(store);
  try {
    const state = feedState(snapshot.database);
    if (since !== undefined && since > state.sequence) throw badParameter('since', tooNew(state));
    if (since !== undefined && since < state.oldestSince) throw gone(state);
    return { sequence: state.sequence, ...streamOf(snapshot, extent, kinds, hearer) };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

function streamOf(snapshot: Snapshot, extent: Extent, kinds: Kinds, { onClose }: Hearer): Pick<RunningExport, 'stream' | 'close'> {
  const chunks = exportChunks(snapshot.database, extent, kinds);
  const encoder = new TextEncoder();
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    chunks.return({});
    snapshot.close();
    onClose?.();
  };
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (let chunk = next(); ; chunk = next()) {
      await moment();
      if (chunk === '') continue;
      return chunk === undefined ? controller.close() : controller.enqueue(encoder.encode(chunk));
    }
  };
  /** `undefined` at the end. */
  const next = (): string | undefined => {
    try {
      const { done, value } = chunks.next();
      if (!done) return value;
    } catch (error) {
      close();
      throw error;
    }
    close();
    return undefined;
  };
  return { stream: new ReadableStream({ pull, cancel: close }), close };
}

/** Lets what else waits have its turn. */
const moment = () => new Promise<void>((resolve) => setImmediate(resolve));
