import { invalid } from '../../errors';
import { readChunks } from '../../http/body';
import type { Upload } from './form';

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
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const chunks = readChunks(request, Number.MAX_SAFE_INTEGER);
  let head = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) return { bytes: Uint8Array.from(head) };
    head = Buffer.concat([head, value]);
    // Latin-1 has a character for each byte.
    const found = fileHeader.exec(head.subarray(0, maximumHeadBytes).toString('latin1'));
    if (found) {
      const end = found.index + found[0].length;
      const bytes = Uint8Array.from(Buffer.concat([head.subarray(0, end), delimiter, Buffer.from('--\r\n')]));
      const content = streamOf(contentUntil(delimiter, head.subarray(end), chunks));
      return { bytes, file: { content, discard: () => chunks.return(undefined) } };
    }
    if (head.byteLength <= maximumHeadBytes) continue;
    await chunks.return(undefined);
    throw invalid('unreadable_form');
  }
}

/** @throws {DomainError} invalid, if the delimiter is missing */
async function* contentUntil(delimiter: Buffer, first: Buffer, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    let rest = first;
    for (;;) {
      const end = rest.indexOf(delimiter);
      if (end >= 0) return yield rest.subarray(0, end);
      // The delimiter may begin in this chunk.
      const safe = Math.max(0, rest.byteLength - delimiter.byteLength);
      if (safe > 0) yield rest.subarray(0, safe);
      const { done, value } = await chunks.next();
      if (done) throw invalid('body_incomplete');
      rest = Buffer.concat([rest.subarray(safe), value]);
    }
  } finally {
    await chunks.return(undefined);
  }
}

const streamOf = (source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await source.return(undefined)),
  });
