import { SetupError } from '../../errors';

export interface TarPiece {
  readonly name: string;
  /** Offset of the piece in the archive. */
  readonly offset: number;
  /** End of the file in the archive. */
  readonly end: number;
  readonly bytes: Uint8Array;
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly end: number;
}

const blockBytes = 512;

/** Longest name or attribute list; paths have at most 4,096 bytes. */
const longestAttributesBytes = 1024 * 1024;

/** Whether a file starts as a tar archive. */
export const isTar = (head: Uint8Array): boolean =>
  head.length >= blockBytes && (text(head, 257, 5) === 'ustar' || checksumFits(head.subarray(0, blockBytes)));

/**
 * Streaming tar reader: ustar, GNU (base-256 sizes, long names) and pax. Throws a {@link SetupError} with the position of
 * damage.
 */
export class TarReader {
  #at: number;
  /** Collected bytes: a header, a long name or attributes. */
  #header: Uint8Array = new Uint8Array(0);
  #member: Member | undefined;
  #longName: string | undefined;
  #longSize: number | undefined;
  #ended = false;
  /** Name of the first link or special file, none of which is read. */
  firstSpecial: string | undefined;

  /** `at` is the offset of the first byte; `within` the file it belongs to, if not a header. */
  constructor(
    private readonly file: string,
    at = 0,
    within?: { readonly name: string; readonly end: number },
  ) {
    this.#at = at;
    if (within) this.#member = { ...within, type: '0' };
  }

  *push(chunk: Uint8Array): Generator<TarPiece> {
    let rest = chunk;
    while (rest.length > 0 && !this.#ended) {
      const member = this.#member;
      const wanted = member ? paddedEnd(member.end) - this.#at : blockBytes - this.#header.length;
      const bytes = rest.subarray(0, wanted);
      if (member) {
        const content = bytes.subarray(0, Math.max(0, member.end - this.#at));
        if (isFile(member) && content.length > 0) yield { name: member.name, offset: this.#at, end: member.end, bytes: content };
        if (isAttributes(member)) this.#hold(content);
      } else this.#hold(bytes);
      this.#at += bytes.length;
      rest = rest.subarray(bytes.length);
      const empty = bytes.length === wanted ? this.#complete() : undefined;
      if (empty) yield empty;
    }
  }

  /** @throws {SetupError} if the archive is truncated, empty or none */
  finish(): void {
    if (this.#member) throw this.#damaged(`it ends within ${this.#member.name}`);
    if (this.#at < blockBytes) throw this.#noArchive();
    if (this.#header.length > 0) throw this.#damaged('it ends within the header of a file');
  }

  #hold(bytes: Uint8Array): void {
    this.#header = this.#header.length === 0 ? Uint8Array.from(bytes) : Buffer.concat([this.#header, bytes]);
  }

  /** Handles a complete header or padded member. @returns a file without content */
  #complete(): TarPiece | undefined {
    const member = this.#member;
    const header = this.#header;
    this.#header = new Uint8Array(0);
    this.#member = undefined;
    if (member === undefined) return this.#begin(header);
    if (member.type === 'L') this.#longName = text(header, 0, header.length);
    else if (member.type === 'x') this.#readPax(header);
    return undefined;
  }

  #begin(header: Uint8Array): TarPiece | undefined {
    if (header.every((byte) => byte === 0)) {
      this.#ended = true;
      return undefined;
    }
    if (!checksumFits(header)) {
      if (this.#at === blockBytes) throw this.#noArchive();
      throw this.#damaged('the header of a file does not match its checksum', blockBytes);
    }
    const type = String.fromCharCode(header[156] || 0x30);
    const size = sizeOf(header);
    if (size === undefined) throw this.#damaged('the header of a file has no readable size', blockBytes);
    const prefix = text(header, 257, 6) === 'ustar' ? text(header, 345, 155) : '';
    const short = text(header, 0, 100);
    const plain = { type, name: prefix ? `${prefix}/${short}` : short, size };
    const member = isAttributes(plain) ? plain : { ...plain, name: this.#longName ?? plain.name, size: this.#longSize ?? size };
    if (isAttributes(member) && size > longestAttributesBytes) throw this.#damaged('the name of a file is too long', blockBytes);
    if (!isAttributes(member)) this.#longName = this.#longSize = undefined;
    // Directories and links have no content, whatever their size field says.
    const content = '123456'.includes(type) ? 0 : member.size;
    if (!isFile(member) && !'5gKLx'.includes(type)) this.firstSpecial ??= member.name;
    if (content > 0) this.#member = { type, name: member.name, end: this.#at + content };
    else if (isFile(member)) return { name: member.name, offset: this.#at, end: this.#at, bytes: new Uint8Array() };
    return undefined;
  }

  /** Attributes of the next file (POSIX pax): length, space, name=value. */
  #readPax(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const length = Number.parseInt(text(bytes, at, 20), 10);
      if (!(length > 0)) return;
      const [, name, value] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(text(bytes, at, length)) ?? [];
      if (name === 'path') this.#longName = value;
      if (name === 'size') this.#longSize = Number(value);
      at += length;
    }
    if (this.#longSize !== undefined && !isSize(this.#longSize)) throw this.#damaged('a file has no readable size');
  }

  #damaged(reason: string, back = 0): SetupError {
    return new SetupError(`${this.file} is damaged at byte ${this.#at - back} of the tar archive: ${reason}. Download or copy it again.`);
  }

  #noArchive(): SetupError {
    return new SetupError(
      `${this.file} is ${this.#at === 0 ? 'empty' : 'not a tar archive, or its beginning is damaged'}. Download or copy it again.`,
    );
  }
}

const isFile = ({ type }: { type: string }): boolean => type === '0' || type === '7';

/** Members that describe the next one: GNU long names and pax attributes. */
const isAttributes = ({ type }: { type: string }): boolean => type === 'L' || type === 'x';

const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0;

const paddedEnd = (end: number): number => Math.ceil(end / blockBytes) * blockBytes;

/** Octal digits, or base 256 if the first bit is set (GNU). */
function sizeOf(header: Uint8Array): number | undefined {
  const first = header[124] as number;
  if (first & 0x80) {
    let size = first & 0x7f;
    for (let index = 125; index < 136; index++) size = size * 256 + (header[index] as number);
    return isSize(size) ? size : undefined;
  }
  const digits = text(header, 124, 12).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : undefined;
}

/** Sum of the header's bytes, with the checksum field as spaces. */
function checksumFits(header: Uint8Array): boolean {
  const written = Number.parseInt(text(header, 148, 8).trim(), 8);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  return written === sum;
}

/** Text up to the first NUL. */
function text(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return Buffer.from(end === -1 ? field : field.subarray(0, end)).toString('utf8');
}
