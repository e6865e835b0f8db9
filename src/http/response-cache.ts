import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoding';

/** Beside its body, what an answer takes of memory: its tag, its place, and the maps around it. */
const overheadBytes = 400;

/** Keys are as long as a client likes, and one that long comes once. */
const longestKey = 2_000;

/** Of all that may be kept, the most that one answer may take: else a few would drive out all others. */
const largestShare = 1 / 8;

type Bytes = Uint8Array<ArrayBuffer>;

/** An answer that everybody gets who may read the catalog, as it was written. */
export interface KeptAnswer {
  readonly body: Bytes;
  readonly etag: string;
  /** Whether whoever may change the catalog is told more. */
  readonly isForReaders: boolean;
  /** The body in the encodings that somebody has asked for. */
  readonly encoded: Map<Encoding, Bytes>;
}

/** How often an answer was there already, and what is kept, in all caches of this process together. */
export const keptAnswers = { hits: 0, misses: 0, bytes: 0 };

/**
 * Finished answers, as long as the catalog stays as it is: any write to it by any process empties the cache. Past its bytes
 * the least recently used go.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, KeptAnswer>;
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

  /** The state of the catalog that what is kept is of. */
  revision(): string {
    const revision = this.store.catalogRevision();
    if (revision !== this.#revision) {
      this.#answers.clear();
      this.#count();
      this.#revision = revision;
    }
    return revision;
  }

  find(key: string): KeptAnswer | undefined {
    this.revision();
    return this.#answers.get(key);
  }

  /** Keeps an answer that was made of the catalog as it was at a revision, where that is still the one. */
  keep(key: string, answer: KeptAnswer, revision: string): void {
    if (this.revision() !== revision || key.length > longestKey) return;
    this.#answers.set(key, answer);
    if (this.#answers.has(key)) keptAnswers.misses++;
    this.#count();
  }

  /** Adds to an answer its body in another encoding, as long as the answer is kept. */
  keepEncoded(key: string, answer: KeptAnswer, encoding: Encoding, body: Bytes): void {
    if (this.#answers.peek(key) !== answer || answer.encoded.has(encoding)) return;
    answer.encoded.set(encoding, body);
    // The size of an entry is worked out when it is set.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    this.#count();
  }

  #count(): void {
    keptAnswers.bytes += this.#answers.calculatedSize - this.#bytes;
    this.#bytes = this.#answers.calculatedSize;
  }
}

function sizeOf(key: string, { body, encoded }: KeptAnswer): number {
  let bytes = overheadBytes + key.length + body.byteLength;
  for (const form of encoded.values()) bytes += form.byteLength;
  return bytes;
}

/** Where the answer to a request may be kept, until something about it says that it may not. */
interface Place {
  readonly cache: ResponseCache;
  readonly key: string;
  /** Of the catalog, when the request came. */
  readonly revision: string;
  isForReaders: boolean;
}

/** An answer that is kept, and where. */
export interface Kept {
  readonly cache: ResponseCache;
  readonly key: string;
  readonly answer: KeptAnswer;
}

const places = new WeakMap<Request, Place>();
const kept = new WeakMap<Response, Kept>();

/** Lets the answer to a request be kept, if whoever makes it says that the catalog alone decides it. */
export function mayBeKept(request: Request, cache: ResponseCache, key: string): void {
  places.set(request, { cache, key, revision: cache.revision(), isForReaders: false });
}

/** Whoever looks at who asks says so, whatever comes of it: the answer to them is for nobody else. */
export const neverKeep = (request: Request): void => void places.delete(request);

/** The answer is the same for all but those who may change the catalog, and they are not among them. */
export function keepForReaders(request: Request): void {
  const place = places.get(request);
  if (place) place.isForReaders = true;
}

/** Whether an answer to the request would be kept. */
export const isKeepable = (request: Request): boolean => places.has(request);

/** Keeps the body of the answer to a request, which the catalog alone decides. */
export function keep(request: Request, response: Response, body: Uint8Array<ArrayBuffer>, etag: string): void {
  const place = places.get(request);
  if (!place) return;
  const { cache, key, revision, isForReaders } = place;
  const answer: KeptAnswer = { body, etag, isForReaders, encoded: new Map() };
  cache.keep(key, answer, revision);
  places.delete(request);
  isFrom(response, { cache, key, answer });
}

/** Says of an answer that its body is one that is kept. */
export const isFrom = (response: Response, where: Kept): void => void kept.set(response, where);

/** Keeps the body of an answer, where its own is kept, as an encoding has it. */
export function keepEncoded(response: Response, encoding: Encoding, body: Uint8Array<ArrayBuffer>): void {
  const where = kept.get(response);
  where?.cache.keepEncoded(where.key, where.answer, encoding, body);
}
