import type { Operation } from './grammar';
import type { FuzzRandom } from './random-source';
import type { Material } from './requests';
import { trouble } from './values';

const jsonApi = 'application/vnd.api+json';

/** Headers that affect a response, with valid and absurd values. */
const choices: Readonly<Record<string, readonly string[]>> = {
  accept: [
    ...[jsonApi, '*/*', 'application/json', 'text/html', 'text/csv', 'application/x-ndjson', '*/*;q=x', ',,;', 'a/b/c;=;'],
    ...[`${jsonApi}; ext="a"`, `${jsonApi};charset=utf-8`, `${jsonApi};q=0`],
  ],
  prefer: [
    ...['handling=strict', 'handling=lenient', 'handling=strict, return=minimal', 'handling', '='],
    ...['respond-async; wait=10', 'HANDLING="strict"'],
  ],
  'accept-encoding': ['gzip', 'zstd', 'br', 'identity;q=0', '*;q=0', 'gzip;q=2', ',', 'gzip, gzip, gzip'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', ''],
  'x-forwarded-for': ['192.0.2.1', '::1', '[::1]:80', 'a, b, c', ',', '1.2.3.4.5'],
  'content-encoding': ['gzip', 'identity', 'br, gzip'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'lines=1-2'],
  origin: ['http://localhost', 'null', 'https://example.org', ':'],
  'access-control-request-method': ['GET', 'DELETE', 'get', ''],
  cookie: ['a=b', '=', ';;'],
};

const mediaTypes = [
  ...[jsonApi, `${jsonApi}; charset=utf-8`, `${jsonApi}; ext=a`, 'application/json', 'text/csv', 'text/plain', '', '/', 'a'],
  ...['multipart/form-data', 'multipart/form-data; boundary=a', 'application/x-www-form-urlencoded'],
];

export function headersOf(
  operation: Operation,
  material: Material,
  random: FuzzRandom,
  mediaType: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const token = random.errs(0.4) ? random.pick(material.tokens) : material.tokens[0];
  if (token !== undefined) headers.authorization = random.errs(0.02) ? random.pick(malformedCredentials(token)) : `Bearer ${token}`;
  for (const [name, values] of Object.entries(choices))
    if (random.errs(0.04)) headers[name] = random.chance(0.1) ? inHeader(trouble(random)) : random.pick(values);
  const conditions = operation.parameters.some((one) => one.in === 'header') ? ['if-match', 'if-none-match'] : ['if-none-match'];
  for (const name of conditions) if (random.errs(0.1)) headers[name] = random.pick(etagsLike(material.etags, random));
  if (mediaType !== undefined) headers['content-type'] = random.errs(0.06) ? random.pick(mediaTypes) : mediaType;
  return headers;
}

const malformedCredentials = (token: string): string[] => [
  token,
  'Bearer',
  'Bearer ',
  `bearer  ${token}`,
  `Basic ${btoa(`anna:${token}`)}`,
  `Bearer ${token} ${token}`,
  'Bearer é',
  `Bearer ${'x'.repeat(5_000)}`,
];

const etagsLike = (etags: readonly string[], random: FuzzRandom): string[] => [
  etags.length > 0 ? random.pick(etags) : '"a"',
  etags.length > 0 ? `W/${random.pick(etags)}` : 'W/"a"',
  random.pick(['*', '"', '""', 'W/', 'a', ', ,', '"a", "b"', `"${'a'.repeat(2_000)}"`]),
];

/** Hosts sent by proxies, home networks and attackers. */
const hosts = [
  ...'localhost nas pi a example.org example.org:99999 127.0.0.1 [::1] [::1]:8420 [ ] : / ? a/b a@b % ü.example .. localhost: LOCALHOST 0 #'.split(
    ' ',
  ),
  ...['', ' ', 'a b', 'x'.repeat(300)],
];

export const hostOf = (random: FuzzRandom): string => random.pick(hosts);

/** Replaces characters that are not allowed in a header. */
const inHeader = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, '?').trim();
