import type { BoundQuery } from '../database/prepare';
import type { Store } from '../database/store';

/** What a key takes. */
const bytesPerKey = 4;

/** A catalog that was not written to for so long is likely to stay as it is for a while: finding a million keys takes 0.2 seconds of a thread. */
const quietMilliseconds = 500;

/**
 * The keys of long lists, each in the order of its list: a page deep in one is a slice of it, where an index is walked
 * along from its beginning. They are of one revision of the catalog, and gone with it; they are found on another thread
 * once pages deep in a list are asked for, and the catalog is quiet.
 */
export class KeyLists {
  /** The one that was asked for last comes last. */
  readonly #kept = new Map<string, Int32Array>();
  #bytes = 0;
  #revision = '';
  #revisionSince = 0;
  #isFinding = false;

  constructor(
    private readonly store: Store,
    private readonly maximumBytes: number,
  ) {}

  /** The keys of a page, if those of the list are there. If not, they will be soon. */
  page(name: string, total: number, query: () => BoundQuery, limit: number, offset: number): number[] | undefined {
    this.#refresh();
    const keys = this.#kept.get(name);
    if (!keys) {
      if (total * bytesPerKey <= this.maximumBytes) void this.#find(name, query());
      return undefined;
    }
    this.#kept.delete(name);
    this.#kept.set(name, keys);
    return Array.from(keys.subarray(offset, offset + limit));
  }

  /** What is of an earlier revision is let go. */
  #refresh(): void {
    const revision = this.store.catalogRevision();
    if (revision === this.#revision) return;
    this.#kept.clear();
    this.#bytes = 0;
    this.#revision = revision;
    this.#revisionSince = performance.now();
  }

  /** One list at a time: the next is found when it is asked for again. */
  async #find(name: string, query: BoundQuery): Promise<void> {
    if (this.#isFinding) return;
    this.#isFinding = true;
    try {
      const begun = this.#revision;
      await Bun.sleep(Math.max(0, this.#revisionSince + quietMilliseconds - performance.now()));
      if (this.store.catalogRevision() !== begun) return;
      const { found, revision } = await this.store.apart.keys('unhurried', query);
      this.#refresh();
      if (revision === this.#revision) this.#keep(name, found);
    } catch {
      // Pages are found along the index, as long as the keys are not there; what is wrong with the database shows itself there.
    } finally {
      this.#isFinding = false;
    }
  }

  #keep(name: string, keys: Int32Array): void {
    if (keys.byteLength > this.maximumBytes) return;
    this.#kept.set(name, keys);
    this.#bytes += keys.byteLength;
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= this.maximumBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
