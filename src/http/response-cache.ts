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
