const streamFlags = Buffer.from([0x00, 0x01]);

/** Stream header with CRC32 checks. */
const streamHeader = Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]), streamFlags, crc(streamFlags)]);

const blockHeader = withCrc(Buffer.from([0x02, 0x00, 0x21, 0x01, 0x16, 0x00, 0x00, 0x00]));

/**
 * An xz stream (The .xz File Format, version 1.2.1) with blocks of a given size and stored content:
 * uncompressed LZMA2 chunks.
 */
export function xz(content: Uint8Array, blockBytes = Number.POSITIVE_INFINITY): Buffer {
  const blocks: Buffer[] = [];
  const index: number[] = [];
  for (let at = 0; at < content.length; at += blockBytes) {
    const plain = content.subarray(at, at + blockBytes);
    const chunks = lzma2(plain);
    blocks.push(Buffer.concat([blockHeader, padded(chunks), crc(plain)]));
    index.push(...encoded(blockHeader.length + chunks.length + 4), ...encoded(plain.length));
  }
  const whole = withCrc(padded(Buffer.from([0x00, ...encoded(blocks.length), ...index])));
  return Buffer.concat([streamHeader, ...blocks, whole, footer(whole.length)]);
}

/** Chunks of at most 64 KiB; the first resets the dictionary. */
function lzma2(plain: Uint8Array): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < plain.length; at += 65_536) {
    const chunk = plain.subarray(at, at + 65_536);
    const size = chunk.length - 1;
    chunks.push(Buffer.from([at === 0 ? 1 : 2, size >> 8, size & 0xff]), Buffer.from(chunk));
  }
  return Buffer.concat([...chunks, Buffer.from([0])]);
}

function footer(indexBytes: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(indexBytes / 4 - 1);
  const content = Buffer.concat([size, streamFlags]);
  return Buffer.concat([crc(content), content, Buffer.from('YZ')]);
}

function encoded(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 0x80, ...encoded(Math.floor(value / 128))];
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

function withCrc(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, crc(bytes)]);
}

function crc(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(Bun.hash.crc32(bytes));
  return sum;
}
