import { DomainError } from '../errors';
import type { Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import { type Extent, exportChunks, exportLinesOf, snapshotOf } from './export';
import { ExportThread, hasFreeThread } from './export-thread';
import { type FeedState, feedState, gone, tooNew } from './sequence';

export interface RunningExport {
  readonly sequence: number;
  readonly stream: ReadableStream<Uint8Array>;
  /** Idempotent; for readers that stop early. */
  readonly close: () => void;
}

/** Chunks on demand. */
interface Pieces {
  readonly state: FeedState;
  /** `undefined` at the end. */
  readonly next: () => Promise<Uint8Array | undefined>;
  readonly close: () => void;
}

/** Chunks of 64 kB buffered ahead. */
const readyPieces = 4;

/** A snapshot blocks log truncation. An hour is enough for a gigabyte at 2.3 Mbit/s. */
const longestMilliseconds = 3_600_000;

/**
 * An export as a stream with backpressure, read in a worker. Fails after {@link longestMilliseconds}.
 * @param onClose called once its snapshot is released, in any case
 * @throws {DomainError} if the feed does not reach back far enough
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
  let [isClosed, isOverdue] = [false, false];
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(timer);
    found.close();
    onClose();
  };
  const timer = setTimeout(() => {
    isOverdue = true;
    close();
  }, longestMilliseconds);
  timer.unref();
  /** Fails once the time is up, so that no reader takes a part for the whole. */
  const next = async () => {
    const piece = isOverdue ? undefined : await found.next();
    if (isOverdue) throw new Error(`The export took longer than ${longestMilliseconds / 60_000} minutes.`);
    return piece;
  };
  if (since !== undefined && (since > state.sequence || since < state.oldestSince)) {
    close();
    throw since > state.sequence ? new DomainError('invalid', tooNew(state), { source: { parameter: 'since' } }) : gone(state);
  }
  return { sequence: state.sequence, stream: streamOf({ state, next, close }), close };
}

/** From a worker, for a file in place; failing that, read here. */
async function piecesApart(store: Store, extent: Extent, kinds: Kinds): Promise<Pieces | undefined> {
  if (!store.readPool.isPossible || !hasFreeThread()) return undefined;
  const thread = new ExportThread();
  try {
    const state = await thread.begin(store.path, exportLinesOf(extent, kinds));
    return { state, next: () => thread.next(), close: () => thread.end() };
  } catch {
    return undefined;
  }
}

/** Read between other requests. */
function piecesHere(store: Store, extent: Extent, kinds: Kinds): Pieces {
  const snapshot = snapshotOf(store);
  const chunks = exportChunks(snapshot, extent, kinds);
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
    return { state: feedState(snapshot), next, close };
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

/** Yields to the event loop. */
const moment = () => new Promise<void>((resolve) => setImmediate(resolve));
