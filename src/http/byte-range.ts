import { message } from '../messages/message';
import { HttpError } from './errors';

/** Part of a body; the end is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Requested part of a body (RFC 9110, section 14). `undefined` for the whole body: no range, another version (`If-Range`),
 * several ranges or another unit.
 * @param etag a strong one
 * @throws {HttpError} 416 for a range beyond the end
 */
export function rangeOf({ headers }: Request, etag: string, bytes: number): ByteRange | undefined {
  const condition = headers.get('if-range');
  if (condition !== null && condition.trim() !== etag) return undefined;
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.get('range') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // A missing first number means a suffix length.
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (from >= bytes || to <= from)
    throw new HttpError(416, message('range_not_satisfiable', { size: bytes }), undefined, {
      'content-range': `bytes */${bytes}`,
    });
  return { from, to };
}

/** Headers of a partial response, or of one that supports ranges. */
export const rangeHeaders = (range: ByteRange | undefined, bytes: number): Record<string, string> => ({
  'accept-ranges': 'bytes',
  'content-length': String(range ? range.to - range.from : bytes),
  ...(range && { 'content-range': `bytes ${range.from}-${range.to - 1}/${bytes}` }),
});
