import { DomainError } from '../errors';
import { type Message, message } from '../messages/message';

export type PictureFormat = 'jpeg' | 'png' | 'webp';

export const refusal = (problem: Message): DomainError => new DomainError('unprocessable', problem);

/**
 * Detects the format by its first bytes and checks that it is one complete image.
 * @throws {DomainError} unprocessable
 */
export function pictureFormatOf(bytes: Buffer): PictureFormat {
  const format = formatByStart(bytes);
  if (!format) throw refusal(notAPicture(bytes));
  const end = endOf[format](bytes);
  if (isOfAnother(bytes.subarray(end))) throw refusal(message('picture_followed'));
  return format;
}

/** Appended archives, documents, pages or scripts. Videos, which cameras append, are allowed. */
function isOfAnother(rest: Buffer): boolean {
  const text = rest.toString('latin1');
  return marks.some((mark) => text.includes(mark)) || /<(?:script|html|svg|body|iframe|!doctype|\?php)\b/i.test(text);
}

const marks = ['PK\x03\x04', 'PK\x05\x06', '%PDF-', 'Rar!\x1a', '7z\xbc\xaf'];

function formatByStart(bytes: Buffer): PictureFormat | undefined {
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xff_d8_ff) return 'jpeg';
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

function notAPicture(bytes: Buffer): Message {
  if (bytes.length === 0) return message('picture_is_empty');
  // ISO/IEC 23008-12, annex B.4: phones store it by default, and only Apple's systems decode it.
  if (/^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(bytes.toString('latin1', 4, 12))) return message('picture_is_heic');
  const isSvg = /<svg[\s>]/i.test(bytes.toString('latin1', 0, 2_000));
  return isSvg ? message('picture_is_svg') : message('picture_unknown');
}

export const brokenOff = (): DomainError => refusal(message('damaged_picture'));

/** Every scan covers the whole image: browsers use about ten, attacks thousands. */
const maximumScans = 64;

/** Marked bytes of a picture with 40 megapixels; more takes longer than others should wait. */
const maximumMarkers = 300_000;

/** Cameras and editors write some hundreds. */
const maximumChunks = 100_000;

/** The decoder fills missing JPEG data with gray and reads any number of scans, so both are checked first. */
function endOfJpeg(bytes: Buffer): number {
  let scans = 0;
  let markers = 0;
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined || ++markers > maximumMarkers) throw brokenOff();
    if (marker === 0xd9) return at + 2;
    if (marker === 0xda && ++scans > maximumScans) throw refusal(message('many_scans', { max: maximumScans }));
    at += isStandalone(marker) ? (marker === 0xff ? 1 : 2) : 2 + lengthAt(bytes, at + 2);
  }
}

/** Markers without length: stuffing, fill bytes and restarts within a scan (ITU T.81, B.1.1). */
const isStandalone = (marker: number): boolean => marker <= 0x01 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8);

function lengthAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw brokenOff();
  return Math.max(2, bytes.readUInt16BE(at));
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function endOfWebp(bytes: Buffer): number {
  if (bytes.length < 20 || bytes.readUInt32LE(4) + 8 > bytes.length) throw brokenOff();
  const isExtended = bytes.toString('latin1', 12, 16) === 'VP8X';
  if (isExtended && ((bytes[20] ?? 0) & 0x02) !== 0) throw refusal(message('animated_picture'));
  return bytes.readUInt32LE(4) + 8;
}

/** PNG, third edition, section 5. The decoder requires the end chunk and ignores data after it. */
function endOfPng(bytes: Buffer): number {
  let chunks = 0;
  for (let at = 8; at + 12 <= bytes.length && ++chunks <= maximumChunks; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return at + 12;
  throw brokenOff();
}

/** The end offset of a complete image. */
const endOf: Readonly<Record<PictureFormat, (bytes: Buffer) => number>> = { jpeg: endOfJpeg, png: endOfPng, webp: endOfWebp };
