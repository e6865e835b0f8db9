import { writeFileSync } from 'node:fs';

const [width, height, module] = [640, 480, 4] as const;

/** Luma and chroma of white; bars have the lowest luma. */
const [white, black, grey] = [235, 16, 128] as const;

/** EAN-13 (GS1 General Specifications, section 5.2): the digits of the left half with odd parity, dark modules as 1. */
const odd = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011'];

/** Parity of the left half by first digit. */
const parities = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010'];

const inverted = (digit: string): string => digit.replace(/./g, (module) => (module === '0' ? '1' : '0'));
const reversed = (digit: string): string => [...digit].reverse().join('');

/** The 95 modules of a 13-digit number: `0` light, `1` dark. */
export function ean13(code: string): string {
  const [first = 0, ...digits] = [...code].map(Number);
  const left = digits.slice(0, 6).map((digit, index) => {
    const pattern = odd[digit] ?? '';
    return parities[first]?.[index] === '1' ? reversed(inverted(pattern)) : pattern;
  });
  const right = digits.slice(6).map((digit) => inverted(odd[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}

/**
 * Writes a one-second video of an EAN-13, or of a white wall, as a fake camera: start Chromium with the flags
 * of `fakeCamera`. It loops the video.
 */
export function writeBarcodeVideo(path: string, code: string | undefined): void {
  const row = new Uint8Array(width).fill(white);
  const modules = code === undefined ? '' : ean13(code);
  const left = (width - modules.length * module) / 2;
  [...modules].forEach((dark, index) => {
    if (dark === '1') row.fill(black, left + index * module, left + (index + 1) * module);
  });
  const luma = new Uint8Array(width * height).fill(white);
  for (let y = 120; y < 360; y++) luma.set(row, y * width);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, new Uint8Array((width * height) / 2).fill(grey)]);
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), ...Array.from({ length: 10 }, () => frame)]));
}

/** Chromium's flags for a fake camera without permission prompts. */
export const fakeCamera = (video: string): readonly string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${video}`,
];
