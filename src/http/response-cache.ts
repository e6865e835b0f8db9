import { LRUCache } from 'lru-cache';
import type { FindHolder } from './authentication';
import { isBelow } from './rate-limit';
import { isInProcess } from './request';
import { acceptedEncoding, type Encoding, etagOf, isAcceptable, respond, respondWith } from './respond';

/** Memory per entry beside its body: ETag, key and map overhead. */
const overheadBytes = 400;

/** Keys longer than this are hardly ever repeated. */
const longestKey = 2_000;

/** Largest share of the cache for one entry, so that a few cannot evict all others. */
const largestShare = 1 / 8;

type Bytes = Uint8Array<ArrayBuffer>;

/** A serialized response for everyone who may read the catalog. */
export interface CachedResponse {
  readonly body: Bytes;
  readonly etag: string;
  /** Whether editors get a different response. */
  readonly isForReaders: boolean;
  /** Encoded bodies requested so far. */
  readonly encoded: Map<Encoding, Bytes>;
}

/** Hits, misses and bytes of all response caches in the process. */
export const cachedResponses = { hits: 0, misses: 0, bytes: 0 };

/** LRU cache of responses, valid for one catalog revision: a write by any process empties it. */
export class ResponseCache {
  readonly #answers: LRUCache<string, CachedResponse>;
  #revision = '';
  #bytes = 0;

  constructor(
    private readonly store: { catalogRevision(): string },
    maximumBytes: number,
  ) {
    this.#answers = new LRUCache({
      maxSize: maximumBytes,
      maxEntrySize: Math.floor(maximumBytes * largestShare),
      sizeCalculation: (answer, key) => sizeOf(key, answer),
    });
  }

  revision(): string {
    const revision = this.store.catalogRevision();
    if (revision !== this.#revision) {
      this.#answers.clear();
      this.#count();
      this.#revision = revision;
    }
    return revision;
  }

  find(key: string): CachedResponse | undefined {
    this.revision();
    return this.#answers.get(key);
  }

  /** Stores a response made at a revision, if that is still current. */
  keep(key: string, answer: CachedResponse, revision: string): void {
    if (this.revision() !== revision || key.length > longestKey) return;
    this.#answers.set(key, answer);
    if (this.#answers.has(key)) cachedResponses.misses++;
    this.#count();
  }

  /** Adds an encoded body to a cached response. */
  storeEncoded(key: string, answer: CachedResponse, encoding: Encoding, body: Bytes): void {
    if (this.#answers.peek(key) !== answer || answer.encoded.has(encoding)) return;
    answer.encoded.set(encoding, body);
    // Sizes are computed on insertion.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    this.#count();
  }

  #count(): void {
    cachedResponses.bytes += this.#answers.calculatedSize - this.#bytes;
    this.#bytes = this.#answers.calculatedSize;
  }
}

function sizeOf(key: string, { body, encoded }: CachedResponse): number {
  let bytes = overheadBytes + key.length + body.byteLength;
  for (const form of encoded.values()) bytes += form.byteLength;
  return bytes;
}

/** Cache slot reserved for the response to a request, unless it is revoked. */
interface Place {
  readonly cache: ResponseCache;
  readonly key: string;
  /** Catalog revision when the request arrived. */
  readonly revision: string;
  isForReaders: boolean;
}

export interface CachedBody {
  readonly cache: ResponseCache;
  readonly key: string;
  readonly answer: CachedResponse;
}

const places = new WeakMap<Request, Place>();
const cachedBodies = new WeakMap<Response, CachedBody>();

/** Reserves a cache slot; used if the handler declares that the catalog alone decides the response. */
export function reserveEntry(request: Request, cache: ResponseCache, key: string): void {
  places.set(request, { cache, key, revision: cache.revision(), isForReaders: false });
}

/** Marks the response as per-user, so that it is never cached. */
export const preventCaching = (request: Request): void => void places.delete(request);

/** The response is the same for all users who cannot edit, and this user is one of them. */
export function restrictToReaders(request: Request): void {
  const place = places.get(request);
  if (place) place.isForReaders = true;
}

/** Whether the response would be cached. */
export const isCacheable = (request: Request): boolean => places.has(request);

/** Caches a body that depends on the catalog alone. */
export function keep(request: Request, response: Response, body: Uint8Array<ArrayBuffer>, etag: string): void {
  const place = places.get(request);
  if (!place) return;
  const { cache, key, revision, isForReaders } = place;
  const answer: CachedResponse = { body, etag, isForReaders, encoded: new Map() };
  cache.keep(key, answer, revision);
  places.delete(request);
  linkToCache(response, { cache, key, answer });
}

/** Records that a response's body is a cached one. */
export const linkToCache = (response: Response, where: CachedBody): void => void cachedBodies.set(response, where);

/** Caches an encoded body of a cached response. */
export function storeEncoded(response: Response, encoding: Encoding, body: Uint8Array<ArrayBuffer>): void {
  const where = cachedBodies.get(response);
  where?.cache.storeEncoded(where.key, where.answer, encoding, body);
}

interface Options {
  readonly store: { catalogRevision(): string };
  /** Memory limit; 0 disables the cache. */
  readonly megabytes: number;
  readonly findPrincipal: FindHolder;
  /** Whether the request's user may edit the catalog. */
  readonly mayEdit: (request: Request) => boolean;
}

/**
 * Serves cached catalog reads before routing, identical to what the router would send. Reads with further conditions go to the
 * router.
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
    if (!isBelow(path, '/api') || isInProcess(request) || headers.get('prefer') !== null) return undefined;
    const key = keyOf(request.url);
    const answer = cache.find(key);
    if (!answer) {
      reserveEntry(request, cache, key);
      return undefined;
    }
    const authorization = headers.get('authorization');
    if (!authorization?.startsWith('Bearer ') || !mayRead(authorization.slice('Bearer '.length))) return undefined;
    if ((answer.isForReaders && mayEdit(request)) || !isAcceptable(request)) return undefined;
    cachedResponses.hits++;
    return request.method === 'HEAD' ? head(request, answer) : whole(request, { cache, key, answer });
  };
}

/** Cached body in the accepted encoding; without one, the plain body, to be encoded later. */
function whole(request: Request, cached: CachedBody): Response {
  const { body, etag, encoded } = cached.answer;
  const encoding = acceptedEncoding(request);
  const form = encoding && encoded.get(encoding);
  if (form) return respondWith(request, form, etag, 200, {}, encoding);
  const response = respondWith(request, body, etag, 200, {});
  if (encoding) linkToCache(response, cached);
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

/** Like `respond` for a document that depends on the catalog alone, so that the response may be cached. */
export function respondOfCatalog(request: Request, document: unknown): Response {
  if (!isCacheable(request)) return respond(request, document);
  const body = new TextEncoder().encode(JSON.stringify(document));
  const etag = etagOf(body);
  const response = respondWith(request, body, etag, 200, {});
  keep(request, response, body, etag);
  return response;
}
