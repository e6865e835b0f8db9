import { invalid, tooLarge } from '../../errors';
import { readChunks, streamedChunks } from '../../http/body';
import type { Upload } from './form';

/** Whoever sends more sends them in several forms. */
const maximumFiles = 200;

/** Text fields before the file. */
const maximumHeadBytes = 65_536;

/** The header of a file in multipart/form-data (RFC 7578), with the line before its content. */
const fileHeader = /\r\ncontent-disposition: form-data;(?=[^\r\n]*; filename)[^\r\n]*(?:\r\n[^\r\n]+){0,8}\r\n\r\n/i;

/** Delimiter of the parts of a multipart form, without its hyphens; undefined for other types. */
export function boundaryOf(type: string): string | undefined {
  if (!/^multipart\//i.test(type)) return undefined;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(type) ?? [];
  return quoted ?? plain ?? '';
}

/**
 * Reads a form up to the content of its first file, which no memory has to hold.
 * @returns a form with an empty file, and the content as it arrives; the whole form if there is no file
 * @throws {DomainError} invalid
 */
export async function readHead(
  request: Request,
  boundary: string | undefined,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; file?: Omit<Upload, 'name'> }> {
  const parts = new FormParts(readChunks(request, Number.MAX_SAFE_INTEGER), boundary);
  const { head, isFile } = await parts.next();
  if (!isFile) return { bytes: Uint8Array.from(head) };
  return { bytes: Uint8Array.from(parts.closed(head)), file: parts.upload };
}

/** The parts of a multipart form, of which files are read as they arrive. */
class FormParts {
  readonly #delimiter: Buffer;
  #rest = Buffer.alloc(0);
  #isInFile = false;
  #files = 1;

  constructor(
    private readonly chunks: AsyncGenerator<Uint8Array>,
    private readonly boundary: string | undefined,
  ) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** The current file. */
  get upload(): Omit<Upload, 'name'> {
    return {
      content: streamedChunks(this.#content()),
      discard: () => this.chunks.return(undefined),
      next: async () => {
        if (++this.#files > maximumFiles) throw tooLarge('form_too_many_fields', { max: maximumFiles });
        for await (const _ of this.#content());
        const { head, isFile } = await this.next();
        if (!isFile) return undefined;
        const form = new Response(Uint8Array.from(this.closed(Buffer.concat([this.#delimiter.subarray(2), head]))), {
          headers: { 'content-type': `multipart/form-data; boundary="${this.boundary}"` },
        });
        return { ...this.upload, name: fileNameIn(await form.formData()) };
      },
    };
  }

  /**
   * Reads up to the content of the next file.
   * @throws {DomainError} invalid
   */
  async next(): Promise<{ head: Buffer; isFile: boolean }> {
    for (;;) {
      // Latin-1 has a character for each byte.
      const found = fileHeader.exec(this.#rest.subarray(0, maximumHeadBytes).toString('latin1'));
      if (found) return { head: this.#take(found.index + found[0].length), isFile: true };
      if (this.#rest.byteLength > maximumHeadBytes) {
        await this.chunks.return(undefined);
        throw invalid('unreadable_form');
      }
      const { done, value } = await this.chunks.next();
      if (done) return { head: this.#rest, isFile: false };
      this.#rest = Buffer.concat([this.#rest, value]);
    }
  }

  closed = (head: Buffer): Buffer => Buffer.concat([head, this.#delimiter, Buffer.from('--\r\n')]);

  #take(length: number, isInFile = true): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#isInFile = isInFile;
    return taken;
  }

  /** What is left of the current file. @throws {DomainError} invalid, if the delimiter is missing */
  async *#content(): AsyncGenerator<Uint8Array> {
    while (this.#isInFile) {
      const end = this.#rest.indexOf(this.#delimiter);
      // The delimiter may begin in this chunk.
      const safe = end >= 0 ? end : Math.max(0, this.#rest.byteLength - this.#delimiter.byteLength);
      const some = this.#take(safe, end < 0);
      if (end >= 0) this.#rest = this.#rest.subarray(this.#delimiter.byteLength);
      if (some.byteLength > 0) yield some;
      if (end >= 0) return;
      const { done, value } = await this.chunks.next();
      if (done) throw invalid('body_incomplete');
      this.#rest = Buffer.concat([this.#rest, value]);
    }
  }
}

/** Bun omits names that start with an unescaped quotation mark. */
export const fileNameIn = (data: FormData): string =>
  [...data].flatMap(([, value]) => (value instanceof File ? [value.name ?? ''] : []))[0] ?? '';
