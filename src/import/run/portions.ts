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
