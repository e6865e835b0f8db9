import type { DeferredDocuments, OverflowCounts } from '../deferred/documents';
import { flush, type Known, type Position, type Source, type SourceItem } from '../source';

/** An item, with what its source had done when it came. */
export interface ReadItem {
  readonly item: SourceItem;
  readonly documents: number;
  readonly skippedByLicence: number;
  readonly overflow: OverflowCounts;
}

/** Why a portion is no longer: the source goes on (`more`), it came to its end, it cannot be read further, or it was stopped. */
export type Pause = { readonly why: 'more' | 'end' | 'stopped' } | { readonly why: 'failed'; readonly error: unknown };

/** So many records are read before they are written: a second's work at most. */
const recordsAtOnce = 5_000;

/** What lies between the first and the last document of a portion, so that long ones do not fill the memory. */
const bytesAtOnce = 16 * 1024 * 1024;

/** What came is written after this time, however slowly more comes. */
const waitMilliseconds = 1_000;

/**
 * What portions left behind is collected once the process has grown by this much. The heap would grow by many times as much
 * before that happens by itself; to do it between all portions was measured to take a fifth of an import.
 */
const garbageBytes = 32 * 1024 * 1024;

/** Unless it grows fast: to collect takes some tens of milliseconds. */
const collectedEveryMilliseconds = 1_000;

/** What it may grow by beyond that within that time: what unpacks to gigabytes brings hundreds of megabytes a second. */
const garbageAtOnceBytes = 64 * 1024 * 1024;

export class PortionReader {
  readonly #items: AsyncGenerator<SourceItem | typeof flush>;
  /** The size of the process from which on it is time to collect. */
  #fullAt = process.memoryUsage.rss() + garbageBytes;
  #collectedAt = Number.NEGATIVE_INFINITY;
  #coming: Promise<IteratorResult<SourceItem | typeof flush>> | undefined;

  constructor(
    private readonly source: Source,
    known: Known,
    from: Position | undefined,
    private readonly parking: Pick<DeferredDocuments, 'overflow'>,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#items = source.items(known, from);
  }

  async read(): Promise<{ readonly items: ReadItem[]; readonly pause: Pause }> {
    this.#collect();
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

  #collect(): void {
    const bytes = process.memoryUsage.rss();
    const isEarly = performance.now() - this.#collectedAt < collectedEveryMilliseconds;
    if (isEarly && bytes < this.#fullAt + garbageAtOnceBytes) return;
    if (bytes >= this.#fullAt) {
      Bun.gc(true);
      this.#collectedAt = performance.now();
      this.#fullAt = Number.POSITIVE_INFINITY;
    }
    // What was let go may be given back later.
    this.#fullAt = Math.min(this.#fullAt, process.memoryUsage.rss() + garbageBytes);
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
      items.push({ item: result.value, documents, skippedByLicence, overflow: this.parking.overflow });
      records += 1 + result.value.records.length;
      if (records >= recordsAtOnce || isFar(items[0]?.item as SourceItem, result.value)) return { why: 'more' };
    }
  }

  /** Lets the source close its files. One that waits for bytes is not waited for. */
  async close(): Promise<void> {
    if (this.#coming) this.#coming.catch(() => {});
    else await this.#items.return(undefined);
  }
}

/** Whether two documents stand so far apart that what is between them is enough; in two files they do. */
const isFar = (first: SourceItem, last: SourceItem): boolean => first.file !== last.file || last.offset - first.offset > bytesAtOnce;
