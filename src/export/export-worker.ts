/** Export worker: exports take minutes. */
import type { Connection } from '../store/database/connection';
import { openSnapshot } from '../store/database/connections';
import { lowerPriority, lowestPriority } from '../store/workers/thread-priority';
import { type ExportLines, type LineCounts, lineChunks } from './line-chunks';
import { type FeedState, feedState } from './sequence';

declare const self: Worker;

/** Messages: first what to read, then one per piece, finally stop. */
export type ExportRequest = { readonly path: string; readonly lines: ExportLines } | 'next' | 'end';

/** Replies: feed state, pieces, and the end. */
export type ExportMessage =
  | { readonly state: FeedState }
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly isOver: true; readonly error?: string };

let connection: Connection | undefined;
let chunks: Generator<string, LineCounts> | undefined;
const encoder = new TextEncoder();

/** An uncaught error would print its source. */
self.onmessage = ({ data: request }: MessageEvent<ExportRequest>) => {
  try {
    if (request === 'end') return finish();
    if (request === 'next') return say(nextPiece());
    lowerPriority(lowestPriority);
    connection = openSnapshot(request.path);
    chunks = lineChunks(connection, request.lines);
    say({ state: feedState(connection) });
  } catch (error) {
    finish((error as Error).message);
  }
};

/** Next piece with content. */
function nextPiece(): ExportMessage {
  for (let next = chunks?.next(); next && !next.done; next = chunks?.next())
    if (next.value !== '') return { piece: encoder.encode(next.value) };
  connection?.close();
  return { isOver: true };
}

function finish(error?: string): void {
  try {
    chunks?.return({});
    connection?.close();
  } catch {}
  say({ isOver: true, ...(error !== undefined && { error }) });
}

const say = (message: ExportMessage): void => self.postMessage(message, 'piece' in message ? [message.piece.buffer] : []);
