import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasmBinary = readFileSync(new URL('../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url));

/** The text of a QR code in a PNG or as pixels, as a reader sees it; undefined if there is none. */
export async function readQrCode(picture: Uint8Array<ArrayBuffer> | ImageData): Promise<string | undefined> {
  await prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer }, fireImmediately: true });
  const [code] = await readBarcodes(picture, { formats: ['QRCode'] });
  return code?.text;
}

const pixelsPerModule = 4;

/**
 * Draws the half blocks of a terminal, which show two modules each.
 * @param lines without colors; blocks are light
 */
export function drawnBlocks(lines: readonly string[]): ImageData {
  const rows = lines.flatMap((line) => [[...line].map((block) => '█▀'.includes(block)), [...line].map((block) => '█▄'.includes(block))]);
  const width = (rows[0]?.length ?? 0) * pixelsPerModule;
  const height = rows.length * pixelsPerModule;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const row = rows[Math.floor(pixel / width / pixelsPerModule)];
    const isLight = row?.[Math.floor((pixel % width) / pixelsPerModule)] ?? true;
    if (!isLight) data.fill(0, pixel * 4, pixel * 4 + 3);
  }
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}
