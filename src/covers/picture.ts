import { createHash } from 'node:crypto';
import { type CoverSize, coverSizes } from '../catalog/cover';
import { DomainError, tooLarge } from '../errors';
import { orientationOf, uprightBy } from './orientation';
import { brokenOff, formatOf } from './sniff';

/** What of a WebP is picture; beside it may stand a colour profile, which carries texts of whoever made it. */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** A WebP without anything but its picture (RFC 9649, section 2). */
function withoutMetadata(webp: Buffer): Uint8Array {
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

/** A picture cut to the sizes of a cover. */
export interface CutPicture {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly files: ReadonlyMap<CoverSize, Uint8Array>;
}

/** Where letters on a sleeve are still clean; a file of 960 pixels has some 100 kB. */
const quality = 82;

const largest = Math.max(...coverSizes);

/**
 * Decodes a JPEG, PNG or WebP, turns it as its camera says, and makes WebP of it in each size, no larger than it is and
 * without anything but the picture. Threads of Bun's own decode, so that nobody waits; one picture takes up to four bytes
 * a pixel meanwhile.
 * @throws {DomainError} unprocessable, for what is no such picture or is damaged; too large, for more pixels
 */
export async function cutPicture(given: Uint8Array, maximumPixels: number): Promise<CutPicture> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const orientation = orientationOf(bytes, formatOf(bytes));
  await requirePixels(bytes, maximumPixels);
  try {
    const given = await new Bun.Image(bytes, { maxPixels: maximumPixels })
      .resize(largest, largest, within)
      .png({ compressionLevel: 1 })
      .bytes();
    const whole = await upright(given, orientation);
    const files = new Map<CoverSize, Uint8Array>();
    for (const size of coverSizes) {
      const webp = await new Bun.Image(whole).resize(size, size, within).webp({ quality }).buffer();
      files.set(size, withoutMetadata(webp));
    }
    const { width, height } = await new Bun.Image(whole).metadata();
    return { hash: hashOf(files), width, height, files };
  } catch (error) {
    throw isOfPicture(error) ? brokenOff() : error;
  }
}

/** Turned once it is small: turning needs as much memory again. */
async function upright(picture: Uint8Array, orientation: number): Promise<Uint8Array> {
  const { degrees, isMirrored } = uprightBy[orientation] ?? {};
  if (degrees === undefined) return picture;
  const turned = new Bun.Image(picture).rotate(degrees);
  return (isMirrored ? turned.flop() : turned).png({ compressionLevel: 1 }).bytes();
}

const within = { fit: 'inside', withoutEnlargement: true } as const;

/** Reads the head of the file alone: nothing is decoded of a small file that says it is a huge picture. */
async function requirePixels(bytes: Buffer, maximumPixels: number): Promise<void> {
  const { width, height } = await new Bun.Image(bytes, { maxPixels: Number.MAX_SAFE_INTEGER }).metadata().catch((error: unknown) => {
    if (codeOf(error) === 'ERR_IMAGE_TOO_MANY_PIXELS') throw tooManyPixels('more', maximumPixels);
    throw isOfPicture(error) ? brokenOff() : error;
  });
  if (width * height > maximumPixels) throw tooManyPixels(`${width} × ${height}`, maximumPixels);
}

const tooManyPixels = (pixels: string, maximum: number): DomainError =>
  tooLarge('many_pixels', { pixels: pixels === 'more' ? 'too many' : pixels, max: maximum / 1_000_000 });

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Whether an error is the picture's fault. */
const isOfPicture = (error: unknown): boolean => !(error instanceof DomainError) && String(codeOf(error)).startsWith('ERR_IMAGE_');

function hashOf(files: ReadonlyMap<CoverSize, Uint8Array>): string {
  const hash = createHash('sha256');
  for (const bytes of files.values()) hash.update(bytes);
  return hash.digest('hex').slice(0, 40);
}
