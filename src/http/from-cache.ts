import type { FindHolder } from './authentication';
import { acceptedEncoding } from './encoding';
import { isInProcess } from './in-process';
import { isAcceptable } from './negotiation';
import { isBelow } from './rate-limit';
import { respondWith } from './respond';
import { type CachedResponse, cachedResponses, isCacheable, isFrom, type Kept, ResponseCache } from './response-cache';

interface Options {
  readonly store: { catalogRevision(): string };
  /** Memory limit; 0 disables the cache. */
  readonly megabytes: number;
  readonly findPrincipal: FindHolder;
  /** Whether the request's user may edit the catalog. */
  readonly mayEdit: (request: Request) => boolean;
}

/**
 * Serves cached catalog reads before routing, identical to what the router would send. All other requests, including those with
 * further conditions, go to the router.
 */
export function fromCache({ store, megabytes, findPrincipal, mayEdit }: Options): (request: Request, path: string) => Response | undefined {
  if (megabytes === 0) return () => undefined;
  const cache = new ResponseCache(store, megabytes * 1_048_576);
  const mayRead = (token: string): boolean => {
    const scopes = findPrincipal(token)?.scopes;
    return scopes === null || scopes?.has('catalog:read') === true;
  };
  return (request, path) => {
    const { headers } = request;
    if (!isRead(request) || !isBelow(path, '/api') || isInProcess(request) || headers.get('prefer') !== null) return undefined;
    const key = keyOf(request.url);
    const answer = cache.find(key);
    if (!answer) {
      isCacheable(request, cache, key);
      return undefined;
    }
    const authorization = headers.get('authorization');
    if (!authorization?.startsWith('Bearer ') || !mayRead(authorization.slice('Bearer '.length))) return undefined;
    if ((answer.isForReaders && mayEdit(request)) || !isAcceptable(request)) return undefined;
    cachedResponses.hits++;
    return request.method === 'HEAD' ? head(request, answer) : whole(request, { cache, key, answer });
  };
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Cached body in the accepted encoding; without one, the plain body, to be encoded later. */
function whole(request: Request, kept: Kept): Response {
  const { body, etag, encoded } = kept.answer;
  const encoding = acceptedEncoding(request);
  const form = encoding && encoded.get(encoding);
  if (form) return respondWith(request, form, etag, 200, {}, encoding);
  const response = respondWith(request, body, etag, 200, {});
  if (encoding) isFrom(response, kept);
  return response;
}

/** HEAD response as the router derives it from GET. */
function head(request: Request, { body, etag }: CachedResponse): Response {
  const { status, headers } = respondWith(request, body, etag, 200, {});
  headers.set('content-length', String(status === 200 ? body.byteLength : 0));
  return new Response(null, { status, headers });
}

/** Path and query exactly as sent, since links in the response repeat them. */
const keyOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));
