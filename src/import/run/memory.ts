import type { Database } from 'bun:sqlite';

/**
 * Growth of the process that triggers garbage collection. The heap would otherwise grow many times as much; collecting after
 * every portion cost a fifth of an import.
 */
const garbageBytes = 32 * 1_048_576;

/** Size below which garbage is left to the engine: a small import ends before it matters. */
const smallBytes = 160 * 1_048_576;

/** Minimum interval of collections and of freeing pages, which take tens of milliseconds each. */
const everyMilliseconds = { collected: 1_000, freed: 3_000 };

/** Growth that overrides the interval: decompression can add hundreds of megabytes a second. */
const garbageAtOnceBytes = 32 * 1_048_576;

/** Size from which SQLite's page cache is freed too: spread over the memory of the garbage, it keeps most of that from the system. */
const largeBytes = 208 * 1_048_576;

/** Size that overrides the interval: what a batch adds must fit below the documented 350 MB. */
const largestBytes = 240 * 1_048_576;

/** Keeps the size of an importing process within bounds. */
export class MemoryLimit {
  /** Process size that triggers the next collection. */
  #fullAt = fullAfter(process.memoryUsage.rss());
  #collectedAt = Number.NEGATIVE_INFINITY;
  #freedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly writer: Database) {}

  /** Collects garbage if the process has grown. Called before each batch. */
  apply(): void {
    const bytes = process.memoryUsage.rss();
    const isEarly = performance.now() - this.#collectedAt < everyMilliseconds.collected;
    if (isEarly && bytes < Math.min(this.#fullAt + garbageAtOnceBytes, largestBytes)) return;
    if (bytes >= this.#fullAt) this.#collect(bytes);
    // The system may reclaim freed memory later.
    this.#fullAt = Math.min(this.#fullAt, fullAfter(process.memoryUsage.rss()));
  }

  /** Frees memory for sorting, for which SQLite uses as much as for its page cache when it builds an index. */
  reserveForSorting(): void {
    if (process.memoryUsage.rss() < smallBytes) return;
    this.writer.run('PRAGMA shrink_memory');
    Bun.gc(true);
  }

  #collect(bytes: number): void {
    this.#collectedAt = performance.now();
    if (bytes >= largeBytes && this.#collectedAt - this.#freedAt >= everyMilliseconds.freed) {
      this.#freedAt = this.#collectedAt;
      this.writer.run('PRAGMA shrink_memory');
    }
    Bun.gc(true);
    this.#fullAt = Number.POSITIVE_INFINITY;
  }
}

const fullAfter = (bytes: number): number => Math.max(bytes + garbageBytes, smallBytes);
