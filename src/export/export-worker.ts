/** A thread that reads an export: minutes of reading, which nobody else waits for. */
import type { Database } from 'bun:sqlite';
import { openSnapshot } from '../store/database/snapshot';
import { giveWay, leastOfAll } from '../store/workers/give-way';
import { type Counts, type Lines, lineChunks } from './line-chunks';
import { type FeedState, feedState } from './sequence';

declare const self: Worker;

/** First what is to be read where; then, for each piece, that it is wanted; and that no more is. */
export type ExportRequest = { readonly path: string; readonly lines: Lines } | 'next' | 'end';

/** What follows: how far the feed goes; pieces; and the end, also where it was asked for. */
export type ExportMessage =
  | { readonly state: FeedState }
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly isOver: true; readonly error?: string };

let database: Database | undefined;
let chunks: Generator<string, Counts> | undefined;
const encoder = new TextEncoder();

/** An error that left the thread would print its source. */
self.onmessage = ({ data: request }: MessageEvent<ExportRequest>) => {
  try {
    if (request === 'end') return finish();
    if (request === 'next') return say(nextPiece());
    giveWay(leastOfAll);
    database = openSnapshot(request.path);
    chunks = lineChunks(database, request.lines);
    say({ state: feedState(database) });
  } catch (error) {
    finish((error as Error).message);
  }
};

/** The next piece with something in it. */
function nextPiece(): ExportMessage {
  for (let next = chunks?.next(); next && !next.done; next = chunks?.next())
    if (next.value !== '') return { piece: encoder.encode(next.value) };
  database?.close();
  return { isOver: true };
}

function finish(error?: string): void {
  try {
    chunks?.return({});
    database?.close();
  } catch {}
  say({ isOver: true, ...(error !== undefined && { error }) });
}

const say = (message: ExportMessage): void => self.postMessage(message, 'piece' in message ? [message.piece.buffer] : []);
