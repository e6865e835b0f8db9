import { cpus } from 'node:os';
import { XzReadableStream } from 'xz-decompress';
import { toStream } from '../../streams';
import { fromStream, type RawFile, type ReadProgress, skipping } from './bytes';
import { endOfStream, findBlocks, padded, type XzBlock } from './xz-index';
import { decodeInThreads } from './xz-threads';

interface XzOptions {
  readonly from: number;
  readonly workers: number | undefined;
  readonly progress: ReadProgress;
}

/** More than two threads wait for the one that reads what they give. */
const mostWorkers = 2;

/** Blocks larger than this have large windows, too (a third of the block, as xz makes them): one of them is held, not two. */
const largeBlockBytes = 32 * 1024 * 1024;

/** Plain bytes from which threads are worth their start, and a look at what else the machine does. */
const largeBytes = 64 * 1024 * 1024;

/** The system counts in hundredths of a second. */
const sampleMilliseconds = 100;

/** Bytes of a block that are read at once. */
const readBytes = 64 * 1024;

/**
 * The plain content of xz from a byte of it on. `all` is the file from its start. Where the file has an index of
 * several blocks, reading begins at the block that holds the byte, and threads decode one block each.
 */
export function decodeXz(raw: RawFile, all: AsyncGenerator<Uint8Array>, options: XzOptions): AsyncGenerator<Uint8Array> {
  const blocks = raw.size === undefined ? undefined : findBlocks(raw);
  if (blocks === undefined || blocks.length < 2) return skipping(decodeStream(all), options.from);
  const wanted = blocks.filter(({ plainStart, plainBytes }) => plainStart + plainBytes > options.from);
  const first = wanted[0]?.plainStart ?? options.from;
  return skipping(decodeBlocks(raw, wanted, options), options.from - first);
}

async function* decodeBlocks(raw: RawFile, blocks: readonly XzBlock[], { workers, progress }: XzOptions): AsyncGenerator<Uint8Array> {
  const threads = Math.min(workers ?? (isLarge(blocks) ? await sparedCores() : 1), mostWorkers, blocks.length);
  const held = blocks.some(({ plainBytes }) => plainBytes > largeBlockBytes) ? 1 : threads;
  const decoded = threads < 2 ? undefined : await decodeInThreads(raw.name, blocks, held);
  for (const block of blocks) {
    progress.read = block.start;
    let plainBytes = 0;
    for await (const chunk of decoded ? decoded.next() : decodeBlock(raw, block)) {
      plainBytes += chunk.length;
      progress.read = block.start + Math.round(block.unpaddedBytes * Math.min(1, plainBytes / block.plainBytes));
      yield chunk;
    }
  }
  progress.read = raw.size ?? progress.read;
}

const isLarge = (blocks: readonly XzBlock[]): boolean => blocks.reduce((total, { plainBytes }) => total + plainBytes, 0) >= largeBytes;

/**
 * Cores that nobody uses at the moment; on busy ones, two threads are slower than one (63 MB/s beside 80 where it was
 * measured). The load average would not do: an import itself raises it, with each file that it has read before.
 */
async function sparedCores(): Promise<number> {
  const before = processorTimes();
  await Bun.sleep(sampleMilliseconds);
  const after = processorTimes();
  const all = after.all - before.all;
  return all > 0 ? Math.round((navigator.hardwareConcurrency * (after.idle - before.idle)) / all) : navigator.hardwareConcurrency;
}

/** Of all cores together since the machine was started. */
function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times);
  const all = times.reduce((total, { user, nice, sys, idle, irq }) => total + user + nice + sys + idle + irq, 0);
  return { idle: times.reduce((total, { idle }) => total + idle, 0), all };
}

/** One xz file after another, with padding in between, decoded on this thread. */
const decodeStream = (bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> => fromStream(new XzReadableStream(toStream(bytes)));

/** A block alone: a stream of which it is the only one. */
export const decodeBlock = (raw: Pick<RawFile, 'read'>, block: XzBlock): AsyncGenerator<Uint8Array> => decodeStream(streamOf(raw, block));

async function* streamOf(raw: Pick<RawFile, 'read'>, block: XzBlock): AsyncGenerator<Uint8Array> {
  yield block.header;
  const end = block.start + padded(block.unpaddedBytes);
  for (let at = block.start; at < end; at += readBytes) yield raw.read(at, Math.min(readBytes, end - at));
  yield endOfStream(block);
}
