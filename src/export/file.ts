import { once } from 'node:events';
import { closeSync, createWriteStream, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { fileProblem, SetupError } from '../errors';
import { sentenceOf } from '../messages/message';
import type { Store } from '../store/database/open';
import { type Extent, exportChunks, snapshotOf } from './export';
import type { LineCounts } from './line-chunks';
import { feedState, tooNew, tooOld } from './sequence';

interface Exported {
  readonly sequence: number;
  readonly counts: LineCounts;
}

/** Standard output. */
const standardOutput = '-';

/**
 * Writes an export to a file, compressed by its extension. The file appears under its name once complete. Returns `undefined` if
 * the reader of a pipe stopped early.
 * @param signal aborts with an exception
 * @throws {SetupError} if the file cannot be written, or the feed does not reach back far enough
 */
export async function exportToFile(store: Store, file: string, extent: Extent, signal?: AbortSignal): Promise<Exported | undefined> {
  const { since } = extent;
  const snapshot = snapshotOf(store);
  try {
    const state = feedState(snapshot);
    if (since !== undefined && since > state.sequence) throw new SetupError(sentenceOf(tooNew(state)));
    if (since !== undefined && since < state.oldestSince) throw new SetupError(sentenceOf(tooOld(state)));
    let counts: LineCounts | undefined;
    const pieces = async function* () {
      const chunks = exportChunks(snapshot, extent);
      let next = chunks.next();
      for (; !next.done; next = chunks.next()) if (next.value !== '') yield Buffer.from(next.value);
      counts = next.value;
    };
    await write(Readable.from(pieces()), file, signal);
    return counts && { sequence: state.sequence, counts };
  } finally {
    snapshot.close();
  }
}

async function write(source: Readable, file: string, signal: AbortSignal | undefined): Promise<void> {
  if (file === standardOutput) return untilStopped(pipeline(source, process.stdout, { end: false }), signal);
  const kind = kindOf(file);
  if (kind === 'folder') throw new SetupError(`${file} is a folder.`);
  try {
    // Devices and pipes are written to, never replaced.
    if (kind === 'special') return await untilStopped(into(source, file, createWriteStream(file)), signal);
    await writeWhole(source, file, kind === 'file' ? realpathSync(file) : file, signal);
  } catch (error) {
    throw new SetupError(fileProblem(file, error, 'written'));
  }
}

function kindOf(file: string): 'none' | 'file' | 'folder' | 'special' {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return 'none';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'special';
}

/** Writes a temporary file, fsyncs and renames it; deletes it on failure or interruption. */
async function writeWhole(source: Readable, name: string, target: string, signal: AbortSignal | undefined): Promise<void> {
  const half = `${target}.${process.pid}.part`;
  try {
    await into(source, name, createWriteStream(half), signal);
    const file = openSync(half, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(half, target);
  } finally {
    rmSync(half, { force: true });
  }
}

function into(source: Readable, name: string, target: Writable, signal?: AbortSignal): Promise<void> {
  if (basename(name).endsWith('.zst')) return pipeline(source, createZstdCompress(), target, { signal });
  if (basename(name).endsWith('.gz')) return pipeline(source, createGzip(), target, { signal });
  return pipeline(source, target, { signal });
}

/** Waits for a pipe. A reader may close it early; a stalled reader is abandoned on interruption. */
async function untilStopped(writing: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const written = writing.catch((error: { code?: unknown }) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const stopped = signal && once(signal, 'abort').then(() => signal.throwIfAborted());
  await Promise.race([written, ...(stopped ? [stopped] : [])]);
}
