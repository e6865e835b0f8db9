import type { Database } from 'bun:sqlite';
import type { DeferredDocuments, OverflowCounts } from '../deferred/documents';
import { flush, type KnownRecords, type Position, type Source, type SourceItem } from '../source';

/** An item with the source's progress at that time. */
export interface ReadItem {
  readonly item: SourceItem;
  readonly documents: number;
  readonly skippedByLicence: number;
  readonly overflow: OverflowCounts;
}

/** Why a portion ended: `more` follows, the source ended, reading failed, or the run was stopped. */
export type Pause = { readonly why: 'more' | 'end' | 'stopped' } | { readonly why: 'failed'; readonly error: unknown };

/** Records read before writing: at most a second's work. */
const recordsAtOnce = 5_000;

/** Distance between the first and last document of a portion, which bounds memory. */
const bytesAtOnce = 16 * 1024 * 1024;

/** Items are written after this time even if more arrive slowly. */
const waitMilliseconds = 1_000;

export class PortionReader {
  readonly #items: AsyncGenerator<SourceItem | typeof flush>;
  #coming: Promise<IteratorResult<SourceItem | typeof flush>> | undefined;

  constructor(
    private readonly source: Source,
    known: KnownRecords,
    from: Position | undefined,
    private readonly deferred: Pick<DeferredDocuments, 'overflow'>,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#items = source.items(known, from);
  }

  async read(): Promise<{ readonly items: ReadItem[]; readonly pause: Pause }> {
    const items: ReadItem[] = [];
    const { promise: enough, resolve } = Promise.withResolvers<'enough'>();
    const stop = () => resolve('enough');
    const timer = setTimeout(stop, waitMilliseconds);
    this.signal?.addEventListener('abort', stop);
    try {
      return { items, pause: await this.#fill(items, enough) };
    } catch (error) {
      return { items, pause: { why: 'failed', error } };
    } finally {
      clearTimeout(timer);
      this.signal?.removeEventListener('abort', stop);
    }
  }

  async #fill(items: ReadItem[], enough: Promise<'enough'>): Promise<Pause> {
    let records = 0;
    for (;;) {
      if (this.signal?.aborted) return { why: 'stopped' };
      this.#coming ??= this.#items.next();
      const result = await Promise.race([this.#coming, enough]);
      if (result === 'enough') return { why: this.signal?.aborted ? 'stopped' : 'more' };
      this.#coming = undefined;
      if (result.done) return { why: 'end' };
      if (result.value === flush) return { why: 'more' };
      const { documents, skippedByLicence } = this.source.progress;
      items.push({ item: result.value, documents, skippedByLicence, overflow: this.deferred.overflow });
      records += 1 + result.value.records.length;
      if (records >= recordsAtOnce || isFar(items[0]?.item as SourceItem, result.value)) return { why: 'more' };
    }
  }

  /** Lets the source close its files, without waiting for pending reads. */
  async close(): Promise<void> {
    if (this.#coming) this.#coming.catch(() => {});
    else await this.#items.return(undefined);
  }
}

/** Whether two documents are far enough apart to end a portion; in different files they are. */
const isFar = (first: SourceItem, last: SourceItem): boolean => first.file !== last.file || last.offset - first.offset > bytesAtOnce;

/** Beside a server, a batch ends after this time, so that users' writes wait no longer. */
const servedMilliseconds = 40;

/** Without a server, longer batches need fewer commits, each of which writes all changed pages of all indexes. */
const aloneMilliseconds = 1_000;

/** Long enough for another process, which retries every 1 to 3 ms, to get the lock. */
const restMilliseconds = 5;

/** A server may start or stop during an import. */
const askAgainMilliseconds = 1_000;

export class Pace {
  #served = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #writingMilliseconds = servedMilliseconds / 2;

  constructor(private readonly isServed: () => boolean) {}

  get milliseconds(): number {
    return this.#isServed() ? this.#writingMilliseconds : aloneMilliseconds;
  }

  /** Adapts the next batch to how long the last one held the lock, including its commit. */
  learn(heldMilliseconds: number): void {
    const over = heldMilliseconds - servedMilliseconds * 0.8;
    this.#writingMilliseconds = Math.min(servedMilliseconds * 0.75, Math.max(3, this.#writingMilliseconds - over / 2));
  }

  /** Yields to other writers and to signals. */
  async rest(): Promise<void> {
    if (this.#served) await Bun.sleep(restMilliseconds);
    else await new Promise((resolve) => setImmediate(resolve));
  }

  #isServed(): boolean {
    if (performance.now() - this.#askedAt > askAgainMilliseconds) {
      this.#served = this.isServed();
      this.#askedAt = performance.now();
    }
    return this.#served;
  }
}

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
