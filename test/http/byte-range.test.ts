import { expect, test } from 'bun:test';
import { HttpError } from '../../src/http/errors';
import { rangeHeaders, rangeOf } from '../../src/http/respond';

const etag = '"a"';
const requested = (range: string, bytes = 1_000, ifRange?: string) =>
  rangeOf(new Request('http://x/', { headers: { range, ...(ifRange !== undefined && { 'if-range': ifRange }) } }), etag, bytes);

test.each<[string, readonly [from: number, to: number] | undefined]>([
  ['bytes=0-99', [0, 100]],
  [' BYTES = 0-99 ', [0, 100]],
  ['bytes=0-', [0, 1_000]],
  ['bytes=999-', [999, 1_000]],
  ['bytes=5-5', [5, 6]],
  ['bytes=5-998', [5, 999]],
  ['bytes=5-999', [5, 1_000]],
  ['bytes=5-2000', [5, 1_000]],
  ['bytes=-100', [900, 1_000]],
  ['bytes=-2000', [0, 1_000]],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-1', undefined],
  ['', undefined],
])('the range %p is sent', (range, expected) => {
  expect(requested(range)).toEqual(expected && { from: expected[0], to: expected[1] });
});

test.each([
  ['bytes=1000-', 1_000],
  ['bytes=1000-1001', 1_000],
  ['bytes=-0', 1_000],
  ['bytes=0-', 0],
])('the range %p of %d bytes is refused with their number', (range, bytes) => {
  const refusal = (() => {
    try {
      return requested(range, bytes);
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(HttpError);
  expect(refusal).toMatchObject({ status: 416, headers: { 'content-range': `bytes */${bytes}` } });
});

test('a range of another version is the whole body', () => {
  expect(requested('bytes=0-1', 1_000, etag)).toEqual({ from: 0, to: 2 });
  expect(requested('bytes=0-1', 1_000, ` ${etag} `)).toEqual({ from: 0, to: 2 });
  expect(requested('bytes=0-1', 1_000, '"b"')).toBeUndefined();
});

test('a response says which bytes of how many it has', () => {
  expect(rangeHeaders({ from: 5, to: 10 }, 1_000)).toEqual({
    'accept-ranges': 'bytes',
    'content-length': '5',
    'content-range': 'bytes 5-9/1000',
  });
  expect(rangeHeaders(undefined, 1_000)).toEqual({ 'accept-ranges': 'bytes', 'content-length': '1000' });
});
