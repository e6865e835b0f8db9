/** A document as its source read it, for the day that something names it. */
export interface ParkedDocument {
  /** What it may be named by, in the words of its source; the first is its own id. */
  readonly names: readonly [id: string, ...others: string[]];
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** What stands before the documents of a block, for each of them. */
type Entry = readonly [names: ParkedDocument['names'], file: string, line: number, offset: number, length: number];

/** As fast as it is read, and a tenth of the size. */
const level = 3;

const lineFeed = 0x0a;

/** Compresses documents together. */
export function packBlock(documents: readonly ParkedDocument[]): Uint8Array {
  const entries = documents.map(({ names, file, line, offset, bytes }): Entry => [names, file, line, offset, bytes.length]);
  const plain = Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...documents.map(({ bytes }) => bytes)]);
  return Bun.zstdCompressSync(plain, { level });
}

/** The documents of a block, in the order in which they were packed. */
export function unpackBlock(block: Uint8Array): ParkedDocument[] {
  const plain = Bun.zstdDecompressSync(block as Uint8Array<ArrayBuffer>);
  const headEnd = plain.indexOf(lineFeed);
  const entries = JSON.parse(plain.toString('utf8', 0, headEnd)) as readonly Entry[];
  let at = headEnd + 1;
  return entries.map(([names, file, line, offset, length]) => {
    const bytes = plain.subarray(at, at + length);
    at += length;
    return { names, file, line, offset, bytes };
  });
}

export const plainBytesOf = (documents: readonly ParkedDocument[]): number => documents.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** So many plain bytes compress well together, and take about a millisecond to unpack. */
const blockBytes = 256 * 1024;

/** A block below this is gone on with: what is parked by small batches would else not compress. */
export const smallBlockBytes = blockBytes / 2;

/** Cuts documents into what is packed together, in order. */
export function cutIntoBlocks(documents: readonly ParkedDocument[]): ParkedDocument[][] {
  const blocks: ParkedDocument[][] = [];
  let bytes = blockBytes;
  for (const document of documents) {
    if (bytes >= blockBytes) {
      blocks.push([]);
      bytes = 0;
    }
    blocks.at(-1)?.push(document);
    bytes += document.bytes.length;
  }
  return blocks;
}
