import { crc32, deflateSync, inflateSync } from 'node:zlib';

// Handmade pictures: valid ones, and ones that must not be decoded.

export interface PngShape {
  readonly depth?: 8 | 16;
  readonly hasAlpha?: boolean;
  readonly raw?: Uint8Array;
  readonly shade?: number;
}

export function png(width: number, height: number, { depth = 8, hasAlpha = false, raw, shade = 90 }: PngShape = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  head[9] = hasAlpha ? 6 : 2;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(raw ?? rowsOf(width * (hasAlpha ? 4 : 3) * (depth / 8), height, shade))),
    pngChunk('IEND'),
  ]);
}

function rowsOf(bytes: number, height: number, shade: number): Buffer {
  const rows = Buffer.alloc((1 + bytes) * height, shade);
  for (let row = 0; row < height; row++) rows[row * (1 + bytes)] = 0;
  return rows;
}

export const pngBomb = (): Buffer => png(50_000, 50_000, { raw: new Uint8Array(1_000) });

function pngChunk(name: string, data: Uint8Array = new Uint8Array()): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(name, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

export const jpeg = async (width: number, height: number): Promise<Buffer> => new Bun.Image(png(width, height)).jpeg().buffer();

export const webp = async (width: number, height: number, shape?: PngShape): Promise<Buffer> =>
  new Bun.Image(png(width, height, shape)).webp().buffer();

/** A CMYK JPEG with a single block, which can declare any size. */
export function cmykJpeg(width: number, height: number, scans = 1): Buffer {
  const colours = [1, 2, 3, 4];
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 4, ...colours.flatMap((colour) => [colour, 0x11, 0])];
  const code = (table: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), 0]);
  const scan = [...segment(0xda, [4, ...colours.flatMap((colour) => [colour, 0]), 0, 63, 0]), 0];
  const adobe = segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]);
  const tables = [...segment(0xdb, [0, ...Array<number>(64).fill(1)]), ...segment(0xc0, frame), ...code(0), ...code(0x10)];
  return Buffer.from([0xff, 0xd8, ...adobe, ...tables, ...Array<number[]>(scans).fill(scan).flat(), 0xff, 0xd9]);
}

const segment = (marker: number, data: readonly number[]): number[] => [
  ...[0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255],
  ...data,
];

/** A rotated JPEG (EXIF orientation) in portrait format. */
export async function turnedJpeg(width: number, height: number): Promise<Buffer> {
  const exif = Buffer.from('45786966000' + '04d4d002a000000080001011200030000000100060000' + '00000000', 'hex');
  const plain = await jpeg(width, height);
  return Buffer.concat([plain.subarray(0, 2), Buffer.from(segment(0xe1, [...exif])), plain.subarray(2)]);
}

export async function movingWebp(): Promise<Buffer> {
  const still = (await webp(64, 64)).subarray(12);
  const head = Buffer.from('02000000' + '3f0000' + '3f0000', 'hex');
  const frame = Buffer.concat([Buffer.from('000000000000' + '3f0000' + '3f0000' + '00000000', 'hex'), still]);
  return riff(riffChunk('VP8X', head), riffChunk('ANIM', Buffer.alloc(6)), riffChunk('ANMF', frame), riffChunk('ANMF', frame));
}

function riffChunk(name: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + data.length + (data.length % 2));
  chunk.write(name, 0, 'latin1');
  chunk.writeUInt32LE(data.length, 4);
  chunk.set(data, 8);
  return chunk;
}

function riff(...chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF0000');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const exifOf = (orientation: number): Buffer => {
  const exif = Buffer.from('49492a00080000000100120103000100000000000000' + '00000000', 'hex');
  exif[18] = orientation;
  return exif;
};

/** A rotated PNG (EXIF orientation), dark on the left and light on the right. */
export function turnedPng(width: number, height: number, orientation: number, exif = exifOf(orientation)): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc((width / 2) * 3, 0), Buffer.alloc((width / 2) * 3, 255)]);
  const upperHalfRow = Buffer.concat([Buffer.from([0]), Buffer.alloc((width / 2) * 3, 0), Buffer.alloc((width / 2) * 3, 128)]);
  const rows = Array.from({ length: height }, (_, index) => (index < height / 2 ? upperHalfRow : row));
  const plain = png(width, height, { raw: Buffer.concat(rows) });
  return Buffer.concat([plain.subarray(0, 33), pngChunk('eXIf', exif), plain.subarray(33)]);
}

export async function turnedWebp(width: number, height: number, orientation: number): Promise<Buffer> {
  const still = (await new Bun.Image(turnedPng(width, height, 1)).webp({ quality: 100 }).buffer()).subarray(12);
  const [right, below] = [Buffer.alloc(4), Buffer.alloc(4)];
  right.writeUInt32LE(width - 1);
  below.writeUInt32LE(height - 1);
  const head = Buffer.concat([Buffer.from('08000000', 'hex'), right.subarray(0, 3), below.subarray(0, 3)]);
  return riff(riffChunk('VP8X', head), still, riffChunk('EXIF', exifOf(orientation)));
}

/** Red values of an 8-bit PNG by row (PNG, third edition, section 9). */
export function rednessOf(png: Buffer): number[] {
  const width = png.readUInt32BE(16);
  const bytes = png[25] === 6 ? 4 : 3;
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(data));
  const line = width * bytes;
  const out: number[][] = [];
  for (let row = 0; row * (line + 1) < raw.length; row++) {
    const filter = raw[row * (line + 1)] ?? 0;
    const now: number[] = [];
    for (let x = 0; x < line; x++) {
      const [left, up, corner] = [now[x - bytes] ?? 0, out[row - 1]?.[x] ?? 0, out[row - 1]?.[x - bytes] ?? 0];
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      now.push(((raw[row * (line + 1) + 1 + x] ?? 0) + guess) & 255);
    }
    out.push(now);
  }
  return out.flatMap((now) => now.filter((_, x) => x % bytes === 0));
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
