import type { Store } from '../../store/database/store';
import { sumOfCounts } from '../sources/shared/records';
import { cutIntoBlocks, DeferredBlocks, type DeferredDocument, packBlock } from './blocks';

/** Default disk quota of deferred documents: some 300,000 artists. */
export const defaultDeferredBytes = 64 * 1_048_576;

/** Documents of each source that exceeded the quota. */
export type OverflowCounts = Readonly<Record<string, number>>;

/** Pending changes of one source in a batch. */
interface Pending {
  /** To be stored, by id; the last document of an id wins. */
  readonly deferred: Map<string, DeferredDocument>;
  /** Referred to by now and imported; stored copies are obsolete. */
  readonly obsolete: Set<string>;
}

/**
 * Stores documents that nothing refers to yet, within a quota. Changes of a batch are written at its end, since documents
 * compress together.
 */
export class DeferredDocuments {
  readonly blocks: DeferredBlocks;
  readonly #pending = new Map<string, Pending>();
  #overflow: OverflowCounts = {};
  #unwritten: OverflowCounts = {};
  #bytes: number;
  #isFull: boolean;

  constructor(
    store: Store,
    private readonly maximumBytes = defaultDeferredBytes,
  ) {
    this.blocks = new DeferredBlocks(store);
    this.#bytes = this.blocks.bytes();
    this.#isFull = this.#bytes >= maximumBytes;
  }

  /** Whether a document of a source may be deferred, as of the last batch. Refusals are counted. */
  mayDefer(source: string): boolean {
    if (this.#isFull) this.#overflow = sumOfCounts(this.#overflow, { [source]: 1 });
    return !this.#isFull;
  }

  get overflow(): OverflowCounts {
    return this.#overflow;
  }

  /** Documents beyond the quota: refused so far, or when read, or in {@link write}. */
  overQuota(overflow = this.#overflow): OverflowCounts {
    return sumOfCounts(overflow, this.#unwritten);
  }

  /** Called at the start of a batch; discards a batch that was rolled back. */
  begin(): void {
    if (this.#pending.size === 0) return;
    this.#pending.clear();
    this.#bytes = this.blocks.bytes();
  }

  defer(source: string, document: DeferredDocument): void {
    const { deferred, obsolete } = this.#of(source);
    obsolete.delete(document.names[0]);
    deferred.set(document.names[0], document);
  }

  drop(source: string, id: string): void {
    if (!this.#pending.has(source) && this.blocks.isEmpty(source)) return;
    const { deferred, obsolete } = this.#of(source);
    deferred.delete(id);
    obsolete.add(id);
  }

  /**
   * Writes the changes of a batch, within its transaction.
   * @returns the number of newly stored documents; one under two ids, such as a label that may be a company, counts once
   */
  write(): number {
    const places = new Set<string>();
    for (const [source, pending] of this.#pending) {
      const documents = this.#takeOut(source, pending);
      const written = this.#add(source, documents);
      for (const { file, offset } of documents.slice(0, written)) places.add(`${offset} ${file}`);
      if (written < documents.length) this.#unwritten = sumOfCounts(this.#unwritten, { [source]: documents.length - written });
    }
    this.#pending.clear();
    return places.size;
  }

  /** Removes stored documents and returns those to be written; unchanged ones stay. */
  #takeOut(source: string, { deferred, obsolete }: Pending): DeferredDocument[] {
    const fresh = new Map(deferred);
    for (const block of this.blocks.with(source, [...deferred.keys(), ...obsolete])) {
      const left = block.documents.filter((old) => {
        const id = old.names[0];
        const again = fresh.get(id);
        if (again === undefined || !isSame(old, again)) return !deferred.has(id) && !obsolete.has(id);
        fresh.delete(id);
        return true;
      });
      if (left.length < block.documents.length) this.#grow(this.blocks.replace(block, left));
    }
    return [...fresh.values()];
  }

  /** Returns how many of the documents fit. */
  #add(source: string, documents: readonly DeferredDocument[]): number {
    if (documents.length === 0 || this.#isFull) return 0;
    const small = this.blocks.newestSmall(source);
    const before = small?.documents ?? [];
    let written = 0;
    for (const [index, block] of cutIntoBlocks([...before, ...documents]).entries()) {
      const packed = packBlock(block);
      this.#isFull = this.#bytes + packed.length > this.maximumBytes;
      if (this.#isFull) return written;
      const isGoneOnWith = small !== undefined && index === 0;
      this.#grow(isGoneOnWith ? this.blocks.replace(small, block, packed) : this.blocks.add(source, block, packed));
      written += block.length - (index === 0 ? before.length : 0);
    }
    return written;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (bytes < 0) this.#isFull = false;
  }

  #of(source: string): Pending {
    let pending = this.#pending.get(source);
    if (!pending) {
      pending = { deferred: new Map(), obsolete: new Set() };
      this.#pending.set(source, pending);
    }
    return pending;
  }
}

const isSame = (one: DeferredDocument, other: DeferredDocument): boolean => Buffer.compare(one.bytes, other.bytes) === 0;
