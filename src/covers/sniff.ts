import { DomainError } from '../errors';

export type PictureFormat = 'jpeg' | 'png' | 'webp';

/** A picture by its bytes, whatever it was said to be. */
export const refusal = (detail: string): DomainError => new DomainError('unprocessable', detail);

/**
 * What a file is by its first bytes, where all of it is there and it is one picture.
 * @throws {DomainError} unprocessable, saying why it is none that is taken
 */
export function formatOf(bytes: Buffer): PictureFormat {
  const format = formatByStart(bytes);
  if (!format) throw refusal(notAPicture(bytes));
  if (format === 'jpeg') requireWholeJpeg(bytes);
  if (format === 'png' && !bytes.includes('IEND', 8, 'latin1')) throw brokenOff();
  if (format === 'webp') requireOneWebp(bytes);
  return format;
}

function formatByStart(bytes: Buffer): PictureFormat | undefined {
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xff_d8_ff) return 'jpeg';
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

function notAPicture(bytes: Buffer): string {
  if (bytes.length === 0) return 'The file is empty.';
  const isSvg = /<svg[\s>]/i.test(bytes.toString('latin1', 0, 2_000));
  return isSvg
    ? 'An SVG cannot be a cover: it must be a JPEG, a PNG or a WebP.'
    : 'This is no picture that can be a cover: it must be a JPEG, a PNG or a WebP.';
}

export const brokenOff = (): DomainError => refusal('The picture is damaged, or breaks off before its end.');

/** A scan passes over all of the picture: a picture that builds up in a browser has some ten, a hostile one thousands. */
const maximumScans = 64;

/** The decoder fills what is missing of a JPEG with grey, and goes through any number of scans: both are looked for before. */
function requireWholeJpeg(bytes: Buffer): void {
  let scans = 0;
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined) throw brokenOff();
    if (marker === 0xd9) return;
    if (marker === 0xda && ++scans > maximumScans)
      throw refusal(`The picture builds up in more than ${maximumScans} steps, which takes too long to read.`);
    at += isStandalone(marker) ? (marker === 0xff ? 1 : 2) : 2 + lengthAt(bytes, at + 2);
  }
}

/** Markers without a length: stuffed and repeated bytes, and restarts within a scan (ITU T.81, B.1.1). */
const isStandalone = (marker: number): boolean => marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);

function lengthAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw brokenOff();
  return Math.max(2, bytes.readUInt16BE(at));
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function requireOneWebp(bytes: Buffer): void {
  if (bytes.length < 20 || bytes.readUInt32LE(4) + 8 > bytes.length) throw brokenOff();
  const isExtended = bytes.toString('latin1', 12, 16) === 'VP8X';
  if (isExtended && ((bytes[20] ?? 0) & 0x02) !== 0) throw refusal('The WebP moves: a cover is one picture.');
}
