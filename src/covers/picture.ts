import { createHash } from 'node:crypto';
import { type CoverSize, coverSizes } from '../catalog/cover';
import { DomainError, tooLarge } from '../errors';
import { chunksOf, orientationOf, uprightBy } from './orientation';
import { brokenOff, pictureFormatOf } from './sniff';

/** Chunks that are kept. Color profiles may contain personal text. */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** A WebP with image data only (RFC 9649, section 2). */
function withoutMetadata(webp: Buffer): Uint8Array {
  const chunks = chunksOf(webp);
  const chosen = chunks.filter(({ name }) => pictureChunks.has(name));
  const extended = chunks.find(({ name }) => name === 'VP8X');
  // Without an alpha chunk, no VP8X header is needed.
  const hasHead = extended && chosen.some(({ name }) => name === 'ALPH');
  const head = hasHead ? [headOf(extended.bytes)] : [];
  const body = Buffer.concat([Buffer.from('WEBP'), ...head, ...chosen.map(({ bytes }) => bytes)]);
  const start = Buffer.from('RIFF\0\0\0\0');
  start.writeUInt32LE(body.length, 4);
  return Buffer.concat([start, body]);
}

const transparency = 0x10;

/** Keeps only alpha flag and size. */
function headOf(chunk: Buffer): Buffer {
  const head = Buffer.from(chunk);
  head[8] = transparency;
  return head;
}

/** An image in the sizes of a cover. */
export interface CutPicture {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly files: ReadonlyMap<CoverSize, Uint8Array>;
}

/** Keeps text on sleeves clean; 960 pixels take about 100 kB. */
const quality = 82;

const largest = Math.max(...coverSizes);

/**
 * Decodes, orients and scales a JPEG, PNG or WebP to WebP files without metadata, never enlarged. Runs on Bun's own threads;
 * decoding takes up to four bytes per pixel.
 * @throws {DomainError} unprocessable, for other or damaged files; too large, for too many pixels
 */
export async function cutPicture(picture: Uint8Array, maximumPixels: number): Promise<CutPicture> {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const orientation = orientationOf(bytes, pictureFormatOf(bytes));
  await requirePixels(bytes, maximumPixels);
  try {
    const decoded = await new Bun.Image(bytes, { maxPixels: maximumPixels })
      .resize(largest, largest, within)
      .png({ compressionLevel: 1 })
      .bytes();
    const whole = await upright(decoded, orientation);
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

/** After scaling, since rotating doubles the memory. */
async function upright(picture: Uint8Array, orientation: number): Promise<Uint8Array> {
  const { degrees, isMirrored } = uprightBy[orientation] ?? {};
  if (degrees === undefined) return picture;
  const turned = new Bun.Image(picture).rotate(degrees);
  return (isMirrored ? turned.flop() : turned).png({ compressionLevel: 1 }).bytes();
}

const within = { fit: 'inside', withoutEnlargement: true } as const;

/** Reads the header only, so that a small file claiming a huge image is never decoded. */
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

/** Whether the image causes the error. */
const isOfPicture = (error: unknown): boolean => !(error instanceof DomainError) && String(codeOf(error)).startsWith('ERR_IMAGE_');

function hashOf(files: ReadonlyMap<CoverSize, Uint8Array>): string {
  const hash = createHash('sha256');
  for (const bytes of files.values()) hash.update(bytes);
  return hash.digest('hex').slice(0, 40);
}
