/** Header of a file in a tar. */
export interface TarEntry {
  /** At most 155 bytes, and the name at most 100. */
  readonly folder: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly bytes: number;
  /** Unix time in seconds. */
  readonly modifiedSeconds: number;
}

export const tarBlockBytes = 512;

/** A ustar header (IEEE Std 1003.1, pax). Sizes of 8 GiB and more use base 256, as GNU tar does. */
export function tarHeader({ folder, name, isFolder, bytes, modifiedSeconds }: TarEntry): Uint8Array {
  const header = Buffer.alloc(tarBlockBytes);
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
