import { isUtf8 } from 'node:buffer';
import type { Encoding } from './vocabulary';

/** Where texts of two bytes a character show their zeros. */
const examined = 4_096;

/** The encoding of a text file: by its mark, its zeros, its validity as UTF-8, or the bytes in which two old encodings differ. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, examined);
  const zeros = [0, 1].map((parity) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length) as [number, number];
  // Latin text has a zero in every second byte, from the first character on.
  const [encoding, zero] = zeros[1] > zeros[0] ? (['utf-16le', second] as const) : (['utf-16be', first] as const);
  if (zero === 0 && Math.max(...zeros) > start.length / 5) return encoding;
  if (isUtf8(bytes)) return 'utf-8';
  return isLatin9(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')) ? 'iso-8859-15' : 'windows-1252';
}

/** Windows-1252 has printed characters where ISO 8859 has controls; ISO 8859-15 has € for ¤, and letters for ¦ ¨ ¸ ¼ and ½. */
const isLatin9 = (text: string): boolean =>
  !/[\x80-\x9f]/.test(text) && /\xa4|[\xa6\xa8\xb8\xbc\xbd](?=[a-z])|(?<=[a-z])[\xa8\xb8\xbd]/i.test(text);

/** Decodes a whole text, without its mark. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);
