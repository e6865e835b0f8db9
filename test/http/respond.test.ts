import { expect, test } from 'bun:test';
import { answerHeadersOf } from '../../src/http/request';
import { isAcceptable, jsonApiMediaType, respondWith, wantsStrictHandling, weightsOf } from '../../src/http/respond';

const requestWith = (headers: Record<string, string>, method = 'GET') => new Request('http://localhost/', { method, headers });

test.each<[string, boolean]>([
  ['', true],
  ['*/*', true],
  ['application/*', true],
  ['application/json', true],
  [jsonApiMediaType, true],
  [`${jsonApiMediaType};ext="https://films.example"`, true],
  [`${jsonApiMediaType}; profile="x"; ext="y"; q=0.5`, true],
  [`${jsonApiMediaType};charset=utf-8`, false],
  [`${jsonApiMediaType};charset=utf-8, */*`, false],
  [`${jsonApiMediaType};charset=utf-8, ${jsonApiMediaType}`, true],
  [`${jsonApiMediaType};q=0`, false],
  [`${jsonApiMediaType};q=0, */*`, false],
  [`${jsonApiMediaType};q=0, application/json`, true],
  [`${jsonApiMediaType};q=x`, false],
  ['text/html', false],
  ['text/html, */*;q=0.1', true],
  ['text/html, */*;q=0', false],
  ['application/*;q=0, */*', false],
  ['application/*, */*;q=0', true],
  ['application/json;q=0', false],
  ['APPLICATION/JSON; Q=1', true],
  ['text/html, application/json', true],
  [',', true],
  [';q=1', true],
])('a client that accepts %p gets JSON: %p', (accept, isFine) => {
  expect(isAcceptable(requestWith({ accept }))).toBe(isFine);
});

test('a client that names no type gets JSON', () => {
  expect(isAcceptable(requestWith({}))).toBeTrue();
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['handling=strict', true],
  ['HANDLING = "Strict"', true],
  ['handling=strict; x=y', true],
  ['respond-async, handling=strict', true],
  ['handling=lenient, handling=strict', false],
  ['handling=strict, handling=lenient', true],
  ['handling=stricter', false],
  ['return=minimal', false],
])('the preference %p asks for strict handling: %p', (prefer, isStrict) => {
  const request = requestWith(prefer === undefined ? {} : { prefer });
  expect(wantsStrictHandling(request)).toBe(isStrict);
  expect(answerHeadersOf(request)).toEqual(isStrict ? { 'preference-applied': 'handling=strict' } : {});
});

test('the items of a header have the weights that it says', () => {
  expect([...weightsOf('br, gzip;q=0.5;x=1, ZSTD ; Q = 0, *;q=x,,;q=1, deflate;level=1')]).toEqual([
    ['br', 1],
    ['gzip', 0.5],
    ['zstd', 0],
    ['*', 0],
    ['deflate', 1],
  ]);
});

test.each<[string, Record<string, string>, string?, number?, tag?: string]>([
  ['another ETag', { 'if-none-match': '"b"' }],
  ['the ETag', { 'if-none-match': '"a"' }, 'GET', 304, '"a"'],
  ['one of several', { 'if-none-match': '"b", W/"a"' }, 'HEAD', 304, '"a"'],
  ['any', { 'if-none-match': ' * ' }, 'GET', 304, '"a"'],
  ['the ETag of an encoding', { 'if-none-match': '"a-gzip"', 'accept-encoding': 'gzip' }, 'GET', 304, '"a-gzip"'],
  ['the ETag of an encoding that it does not accept', { 'if-none-match': '"a-gzip"', 'accept-encoding': 'br' }],
  ['the ETag of an encoding, without accepting any', { 'if-none-match': '"a-gzip"' }],
  ['the ETag of a change', { 'if-none-match': '"a"' }, 'POST'],
  ['the ETag of an error', { 'if-none-match': '"a"' }, 'GET', 404],
])('a client that has %s gets what it lacks', async (_, headers, method = 'GET', status = 200, tag = '"a"') => {
  const request = requestWith(headers, method);
  const response = respondWith(request, 'body', '"a"', status === 304 ? 200 : status, { 'content-encoding': 'x' });
  expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([status, tag, status === 304 ? '' : 'body']);
  expect(response.headers.has('content-type')).toBe(status !== 304);
  expect(response.headers.has('content-encoding')).toBe(status !== 304);
});

test('an encoded body has an ETag of its own', () => {
  const { headers } = respondWith(requestWith({}), 'body', '"a"', 200, {}, 'gzip');
  expect([headers.get('etag'), headers.get('content-encoding')]).toEqual(['"a-gzip"', 'gzip']);
});
