import { DomainError } from '../errors';
import type { Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import { type Extent, exportChunks, linesOf } from './export';
import { ExportThread, hasFreeThread } from './export-thread';
import { type FeedState, feedState, gone, tooNew } from './sequence';
import { Snapshot } from './snapshot';

/** An export on its way, and the sequence that it is of. */
export interface RunningExport {
  readonly sequence: number;
  readonly stream: ReadableStream<Uint8Array>;
  /** For who does not read the stream to its end; done twice, it is done once. */
  readonly close: () => void;
}

/** Pieces of an export, as they are asked for. */
interface Pieces {
  readonly state: FeedState;
  /** `undefined` at the end. */
  readonly next: () => Promise<Uint8Array | undefined>;
  readonly close: () => void;
}

/** So many pieces, of 64 kB, are ready before they are read. */
const readyPieces = 4;

/**
 * An export as a stream that works as fast as it is read, on a thread of its own.
 * @param onClose hears once that its state of the database is let go, however it came to its end, also where it does not begin
 * @throws {DomainError} where the feed does not have what is asked for
 */
export async function startExport(store: Store, extent: Extent, kinds: Kinds, onClose: () => void = () => {}): Promise<RunningExport> {
  let found: Pieces;
  try {
    found = (await piecesApart(store, extent, kinds)) ?? piecesHere(store, extent, kinds);
  } catch (error) {
    onClose();
    throw error;
  }
  const { since } = extent;
  const { state } = found;
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    found.close();
    onClose();
  };
  if (since !== undefined && (since > state.sequence || since < state.oldestSince)) {
    close();
    throw since > state.sequence ? new DomainError('invalid', tooNew(state), { source: { parameter: 'since' } }) : gone(state);
  }
  return { sequence: state.sequence, stream: streamOf({ ...found, close }), close };
}

/** Of a file that is in its place. Whatever keeps a thread from reading it, this one may be able to, or says why not. */
async function piecesApart(store: Store, extent: Extent, kinds: Kinds): Promise<Pieces | undefined> {
  if (!store.apart.isPossible || !hasFreeThread()) return undefined;
  const thread = new ExportThread();
  try {
    const state = await thread.begin(store.path, linesOf(extent, kinds));
    return { state, next: () => thread.next(), close: () => thread.end() };
  } catch {
    return undefined;
  }
}

/** Read between the requests of others. */
function piecesHere(store: Store, extent: Extent, kinds: Kinds): Pieces {
  const snapshot = new Snapshot(store);
  const chunks = exportChunks(snapshot.database, extent, kinds);
  const encoder = new TextEncoder();
  const close = () => {
    chunks.return({});
    snapshot.close();
  };
  const next = async () => {
    for (let chunk = chunks.next(); !chunk.done; chunk = chunks.next()) {
      await moment();
      if (chunk.value !== '') return encoder.encode(chunk.value);
    }
    return undefined;
  };
  try {
    return { state: feedState(snapshot.database), next, close };
  } catch (error) {
    close();
    throw error;
  }
}

function streamOf({ next, close }: Pieces): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const piece = await next();
      if (piece) return controller.enqueue(piece);
    } catch (error) {
      close();
      throw error;
    }
    close();
    controller.close();
  };
  return new ReadableStream({ pull, cancel: close }, { highWaterMark: readyPieces });
}

/** Lets what else waits have its turn. */
const moment = () => new Promise<void>((resolve) => setImmediate(resolve));
