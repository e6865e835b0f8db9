/** What of a WebP is picture; beside it may stand a colour profile, which carries texts of whoever made it. */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** A WebP without anything but its picture (RFC 9649, section 2). */
export function withoutMetadata(webp: Buffer): Uint8Array {
  const chunks = chunksOf(webp);
  const kept = chunks.filter(({ name }) => pictureChunks.has(name));
  const extended = chunks.find(({ name }) => name === 'VP8X');
  // Without a chunk of its own for transparency, a picture needs no head that says what else there is.
  const hasHead = extended && kept.some(({ name }) => name === 'ALPH');
  const head = hasHead ? [headOf(extended.bytes)] : [];
  const body = Buffer.concat([Buffer.from('WEBP'), ...head, ...kept.map(({ bytes }) => bytes)]);
  const start = Buffer.from('RIFF\0\0\0\0');
  start.writeUInt32LE(body.length, 4);
  return Buffer.concat([start, body]);
}

interface Chunk {
  readonly name: string;
  /** With its name and length, and the byte that makes it even. */
  readonly bytes: Buffer;
}

function chunksOf(webp: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    chunks.push({ name: webp.toString('latin1', at, at + 4), bytes: webp.subarray(at, end) });
    at = end;
  }
  return chunks;
}

const transparency = 0x10;

/** It says only that there is transparency, and the size. */
function headOf(chunk: Buffer): Buffer {
  const head = Buffer.from(chunk);
  head[8] = transparency;
  return head;
}
