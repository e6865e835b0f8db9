import type { PictureFormat } from './sniff';

/**
 * The Exif orientation of a PNG or WebP, 1 (upright) to 8. The decoder applies that of JPEG only. Damaged data counts as
 * upright.
 */
export function orientationOf(bytes: Buffer, format: PictureFormat): number {
  const exif = format === 'png' ? exifOfPng(bytes) : format === 'webp' ? exifOfWebp(bytes) : undefined;
  return exif === undefined ? upright : orientationIn(exif);
}

const upright = 1;

/** PNG, third edition, section 11.3.4.4 (eXIf). */
function exifOfPng(bytes: Buffer): Buffer | undefined {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'eXIf') return bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
  return undefined;
}

const exifOfWebp = (bytes: Buffer): Buffer | undefined => chunksOf(bytes).find(({ name }) => name === 'EXIF')?.content;

interface Chunk {
  readonly name: string;
  readonly content: Buffer;
  /** With header and padding. */
  readonly bytes: Buffer;
}

/** Chunks of a WebP (RFC 9649, section 2.7). */
export function chunksOf(webp: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= webp.length; ) {
    const length = webp.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const content = webp.subarray(at + 8, at + 8 + length);
    chunks.push({ name: webp.toString('latin1', at, at + 4), content, bytes: webp.subarray(at, end) });
    at = end;
  }
  return chunks;
}

/** In the first Exif directory, a TIFF (TIFF 6.0, section 2). Some writers prefix it as in JPEG. */
function orientationIn(exif: Buffer): number {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if ((order !== 'II' && order !== 'MM') || tiff.length < 8) return upright;
  const two = (at: number): number => (at + 2 > tiff.length ? 0 : order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = two(directory);
  for (let index = 0; index < entries && directory + 14 + index * 12 <= tiff.length; index++) {
    const entry = directory + 2 + index * 12;
    const value = two(entry + 8);
    if (two(entry) === orientationTag) return value >= 1 && value <= 8 ? value : upright;
  }
  return upright;
}

const orientationTag = 0x0112;

/** Clockwise rotation, then horizontal mirroring, by orientation. */
export const uprightBy: Readonly<Record<number, { readonly degrees: number; readonly isMirrored: boolean }>> = {
  2: { degrees: 0, isMirrored: true },
  3: { degrees: 180, isMirrored: false },
  4: { degrees: 180, isMirrored: true },
  5: { degrees: 90, isMirrored: true },
  6: { degrees: 90, isMirrored: false },
  7: { degrees: 270, isMirrored: true },
  8: { degrees: 270, isMirrored: false },
};
