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
  /** Whether somebody has asked for it since room was last made. */
  isAskedFor: boolean;
}

/** How often an answer was there already, and what is kept, in all caches of this process together. */
export const keptAnswers = { hits: 0, misses: 0, bytes: 0 };

/**
 * Finished answers, as long as the catalog stays as it is: any write to it by any process empties the cache. Where they take
 * more than the bytes they may, the oldest go that nobody has asked for since room was last made.
 */
export class ResponseCache {
  readonly #answers = new Map<string, KeptAnswer>();
  #revision = '';
  #bytes = 0;

  constructor(
    private readonly store: { catalogRevision(): string },
    private readonly maximumBytes: number,
  ) {}

  /** The state of the catalog that what is kept is of. */
  revision(): string {
    const revision = this.store.catalogRevision();
    if (revision !== this.#revision) {
      this.#answers.clear();
      this.#count(-this.#bytes);
      this.#revision = revision;
    }
    return revision;
  }

  find(key: string): KeptAnswer | undefined {
    this.revision();
    const answer = this.#answers.get(key);
    // Marked where it stands: moving one key of a map over and over makes it slow to find.
    if (answer) answer.isAskedFor = true;
    return answer;
  }

  /** Keeps an answer that was made of the catalog as it was at a revision, where that is still the one. */
  keep(key: string, answer: KeptAnswer, revision: string): void {
    if (this.revision() !== revision || key.length > longestKey || sizeOf(key, answer) > this.maximumBytes * largestShare) return;
    keptAnswers.misses++;
    const before = this.#answers.get(key);
    if (before) this.#drop(key, before);
    this.#answers.set(key, answer);
    this.#count(sizeOf(key, answer));
    this.#makeRoom();
  }

  /** Adds to an answer its body in another encoding, as long as the answer is kept. */
  keepEncoded(key: string, answer: KeptAnswer, encoding: Encoding, body: Bytes): void {
    if (this.#answers.get(key) !== answer || answer.encoded.has(encoding)) return;
    answer.encoded.set(encoding, body);
    this.#count(body.byteLength);
    this.#makeRoom();
  }

  #makeRoom(): void {
    // What is put behind all others is looked at once more, where none of them can go.
    for (const [key, answer] of this.#answers) {
      if (this.#bytes <= this.maximumBytes) return;
      if (answer.isAskedFor) this.#spare(key, answer);
      else this.#drop(key, answer);
    }
  }

  #spare(key: string, answer: KeptAnswer): void {
    answer.isAskedFor = false;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
  }

  #drop(key: string, answer: KeptAnswer): void {
    this.#answers.delete(key);
    this.#count(-sizeOf(key, answer));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    keptAnswers.bytes += bytes;
  }
}

function sizeOf(key: string, { body, encoded }: KeptAnswer): number {
  let bytes = overheadBytes + key.length + body.byteLength;
  for (const form of encoded.values()) bytes += form.byteLength;
  return bytes;
}
