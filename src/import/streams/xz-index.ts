import type { RawFile } from './bytes';

/** A part of an xz file that can be decoded alone (The .xz File Format, version 1.2.1, section 3). */
export interface XzBlock {
  /** The first bytes of the stream that it is of: they say how its content is checked. */
  readonly header: Uint8Array;
  /** Where it lies in the file. */
  readonly start: number;
  /** Without the padding to a multiple of four. */
  readonly unpaddedBytes: number;
  readonly plainStart: number;
  readonly plainBytes: number;
}

interface XzStream {
  readonly blocks: readonly Omit<XzBlock, 'plainStart'>[];
  readonly start: number;
}

export const headerBytes = 12;

/** Of a file of 200 GB in blocks of a megabyte, the index has 2 MB. */
const longestIndexBytes = 64 * 1024 * 1024;

/**
 * The blocks of a whole file in order, from the indexes at the ends of its streams; `undefined` where the file has none
 * that makes sense. Such a file is read from its start, which tells what is wrong with it.
 */
export function findBlocks(file: RawFile): XzBlock[] | undefined {
  const streams: XzStream[] = [];
  let end = file.size ?? 0;
  while (end > 0) {
    const stream = findStream(file, end);
    if (stream === undefined) return undefined;
    streams.unshift(stream);
    end = stream.start;
  }
  let plainStart = 0;
  return streams
    .flatMap(({ blocks }) => blocks)
    .map((block) => {
      const placed = { ...block, plainStart };
      plainStart += block.plainBytes;
      return placed;
    });
}

/** The last stream before a place in the file. */
function findStream(file: RawFile, before: number): XzStream | undefined {
  const end = withoutPadding(file, before);
  if (end < 2 * headerBytes) return undefined;
  const footer = file.read(end - headerBytes, headerBytes);
  if (!isFooter(footer)) return undefined;
  const indexBytes = (view(footer).getUint32(4, true) + 1) * 4;
  const indexStart = end - headerBytes - indexBytes;
  if (indexBytes > longestIndexBytes || indexStart < headerBytes) return undefined;
  const records = readIndex(file.read(indexStart, indexBytes));
  if (records === undefined) return undefined;
  const blocksStart = indexStart - records.reduce((total, { unpaddedBytes }) => total + padded(unpaddedBytes), 0);
  const start = blocksStart - headerBytes;
  if (start < 0) return undefined;
  const header = file.read(start, headerBytes);
  if (!isHeader(header, footer)) return undefined;
  let at = blocksStart;
  const blocks = records.map((record) => {
    const block = { header, start: at, ...record };
    at += padded(record.unpaddedBytes);
    return block;
  });
  return { blocks, start };
}

/** Streams may be followed by zeros, four at a time. */
function withoutPadding(file: RawFile, before: number): number {
  let end = before;
  while (end >= 4 && file.read(end - 4, 4).every((byte) => byte === 0)) end -= 4;
  return end;
}

export const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

export const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const crcFits = (bytes: Uint8Array, crc: number): boolean => Bun.hash.crc32(bytes) === crc;

const isFooter = (footer: Uint8Array): boolean =>
  footer[10] === 0x59 && footer[11] === 0x5a && crcFits(footer.subarray(4, 10), view(footer).getUint32(0, true));

const isHeader = (header: Uint8Array, footer: Uint8Array): boolean =>
  header[0] === 0xfd &&
  Buffer.from(header.buffer, header.byteOffset + 1, 5).equals(Buffer.from([0x37, 0x7a, 0x58, 0x5a, 0])) &&
  header[6] === footer[8] &&
  header[7] === footer[9] &&
  crcFits(header.subarray(6, 8), view(header).getUint32(8, true));

function readIndex(index: Uint8Array): { unpaddedBytes: number; plainBytes: number }[] | undefined {
  const end = index.length - 4;
  if (index[0] !== 0 || !crcFits(index.subarray(0, end), view(index).getUint32(end, true))) return undefined;
  let at = 1;
  /** Seven bits a byte, the lowest first; the last byte has no eighth bit. */
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = at < end ? (index[at++] as number) : Number.NaN;
      value += (byte & 0x7f) * factor;
      if (!(byte & 0x80)) return Number.isNaN(byte) ? Number.NaN : value;
    }
  };
  const records: { unpaddedBytes: number; plainBytes: number }[] = [];
  for (let left = number(); left > 0; left--) {
    const record = { unpaddedBytes: number(), plainBytes: number() };
    if (!Number.isSafeInteger(record.unpaddedBytes) || !Number.isSafeInteger(record.plainBytes)) return undefined;
    records.push(record);
  }
  return records;
}

/** The index and the footer that a stream of one block would end with. */
export function endOfStream({ header, unpaddedBytes, plainBytes }: XzBlock): Uint8Array {
  const content = [0, 1, ...encoded(unpaddedBytes), ...encoded(plainBytes)];
  const index = new Uint8Array(padded(content.length) + 4);
  index.set(content);
  view(index).setUint32(index.length - 4, Bun.hash.crc32(index.subarray(0, -4)), true);
  const footer = new Uint8Array(headerBytes);
  view(footer).setUint32(4, index.length / 4 - 1, true);
  footer.set(header.subarray(6, 8), 8);
  footer.set([0x59, 0x5a], 10);
  view(footer).setUint32(0, Bun.hash.crc32(footer.subarray(4, 10)), true);
  return Buffer.concat([index, footer]);
}

function encoded(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}
