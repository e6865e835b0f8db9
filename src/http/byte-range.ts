import { message } from '../messages/message';
import { HttpError } from './errors';

/** A part of a body: from a byte to before another one. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Which part of a body a request asks for (RFC 9110, section 14); `undefined` for all of it: where it does not say, has another version
 * (`If-Range`), asks for several parts, or in other units.
 * @param etag a strong one
 * @throws {HttpError} a 416 for a part that begins behind the end
 */
export function rangeOf({ headers }: Request, etag: string, bytes: number): ByteRange | undefined {
  const condition = headers.get('if-range');
  if (condition !== null && condition.trim() !== etag) return undefined;
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.get('range') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // The first number left out: so many bytes at the end.
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (from >= bytes || to <= from)
    throw new HttpError(416, message('range_not_satisfiable', { size: bytes }), undefined, {
      'content-range': `bytes */${bytes}`,
    });
  return { from, to };
}

/** The headers of an answer that has a part, or all of a body that parts may be asked of. */
export const rangeHeaders = (range: ByteRange | undefined, bytes: number): Record<string, string> => ({
  'accept-ranges': 'bytes',
  'content-length': String(range ? range.to - range.from : bytes),
  ...(range && { 'content-range': `bytes ${range.from}-${range.to - 1}/${bytes}` }),
});
