import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoding';

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
  keepEncoded(key: string, answer: CachedResponse, encoding: Encoding, body: Bytes): void {
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

export interface Kept {
  readonly cache: ResponseCache;
  readonly key: string;
  readonly answer: CachedResponse;
}

const places = new WeakMap<Request, Place>();
const kept = new WeakMap<Response, Kept>();

/** Reserves a cache slot; used if the handler declares that the catalog alone decides the response. */
export function isCacheable(request: Request, cache: ResponseCache, key: string): void {
  places.set(request, { cache, key, revision: cache.revision(), isForReaders: false });
}

/** Marks the response as per-user, so that it is never cached. */
export const neverKeep = (request: Request): void => void places.delete(request);

/** The response is the same for all users who cannot edit, and this user is one of them. */
export function keepForReaders(request: Request): void {
  const place = places.get(request);
  if (place) place.isForReaders = true;
}

/** Whether the response would be cached. */
export const isKeepable = (request: Request): boolean => places.has(request);

/** Caches a body that depends on the catalog alone. */
export function keep(request: Request, response: Response, body: Uint8Array<ArrayBuffer>, etag: string): void {
  const place = places.get(request);
  if (!place) return;
  const { cache, key, revision, isForReaders } = place;
  const answer: CachedResponse = { body, etag, isForReaders, encoded: new Map() };
  cache.keep(key, answer, revision);
  places.delete(request);
  isFrom(response, { cache, key, answer });
}

/** Records that a response's body is a cached one. */
export const isFrom = (response: Response, where: Kept): void => void kept.set(response, where);

/** Caches an encoded body of a cached response. */
export function keepEncoded(response: Response, encoding: Encoding, body: Uint8Array<ArrayBuffer>): void {
  const where = kept.get(response);
  where?.cache.keepEncoded(where.key, where.answer, encoding, body);
}
