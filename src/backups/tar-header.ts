/** What a tar has before each of its files. */
export interface Entry {
  /** The folder, at most 155 bytes; and what is in it, at most 100. */
  readonly folder: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  /** Seconds since the beginning of 1970. */
  readonly modifiedSeconds: number;
}

export const blockBytes = 512;

/** A header in the form of ustar (IEEE Std 1003.1, pax); sizes from 8 GiB on in base 256, as GNU's tar and all later ones read them. */
export function tarHeader({ folder, name, isFolder, bytes, modifiedSeconds }: Entry): Uint8Array {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100);
  header.write(octal(isFolder ? 0o700 : 0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  if (bytes < 8 ** 11) header.write(octal(bytes, 12), 124);
  else writeLarge(header, bytes);
  header.write(octal(modifiedSeconds, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(folder, 345, 155);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const octal = (number: number, places: number): string => `${number.toString(8).padStart(places - 1, '0')}\0`;

function writeLarge(header: Buffer, bytes: number): void {
  header[124] = 0x80;
  header.writeBigUInt64BE(BigInt(bytes), 128);
}
