import { LRUCache } from 'lru-cache';

/** Time to read a preview and ask someone. */
const keptMilliseconds = 3_600_000;

/** Compressed, of all users: files shrink to about a fifth. */
const maximumBytes = 32 * 1_048_576;

const maximumFiles = 50;

export interface ChosenFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Kept extends ChosenFile {
  readonly owner: string;
  readonly until: number;
}

interface Used {
  readonly owner: string;
  readonly at: Date;
}

/**
 * Files between preview and confirmation: compressed in memory for an hour, under a random key, for their owner only. The oldest
 * is dropped when space runs out.
 */
export class UploadStore {
  readonly #files = new Map<string, Kept>();
  /** Names and times only. */
  readonly #used = new LRUCache<string, Used>({ max: 1_000 });
  #sweep: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly limits = { maximumBytes, maximumFiles },
  ) {}

  /**
   * @param most files of the owner, of which the oldest are dropped
   * @returns a key; undefined if the file is larger than the store
   */
  async keep(owner: string, file: ChosenFile, most = 1): Promise<string | undefined> {
    const bytes = new Uint8Array(await Bun.zstdCompress(file.bytes));
    if (bytes.byteLength > this.limits.maximumBytes) return undefined;
    const older = [...this.#files].filter(([, stored]) => stored.owner === owner);
    for (const [name] of older.slice(0, Math.max(0, older.length + 1 - most))) this.#files.delete(name);
    this.#forgetPast();
    this.#makeRoom(bytes.byteLength);
    const name = crypto.randomUUID();
    this.#files.set(name, { ...file, bytes, owner, until: this.now() + keptMilliseconds });
    this.#sweepLater();
    return name;
  }

  async find(owner: string, name: string): Promise<ChosenFile | undefined> {
    const stored = this.#files.get(name);
    if (stored === undefined || stored.owner !== owner || stored.until <= this.now()) return undefined;
    return { name: stored.name, mediaType: stored.mediaType, bytes: new Uint8Array(await Bun.zstdDecompress(stored.bytes)) };
  }

  forget(owner: string, name: string): void {
    if (this.#files.get(name)?.owner === owner) this.#files.delete(name);
  }

  /** Removes a used file but remembers the time, for going back to the preview. */
  use(owner: string, name: string, at: Date): void {
    if (this.#files.get(name)?.owner !== owner) return;
    this.#files.delete(name);
    this.#used.set(name, { owner, at });
  }

  /** @returns undefined if not used, or long ago */
  usedAt(owner: string, name: string): Date | undefined {
    const used = this.#used.get(name);
    return used?.owner === owner ? used.at : undefined;
  }

  #forgetPast(): void {
    for (const [name, { until }] of this.#files) if (until <= this.now()) this.#files.delete(name);
  }

  #makeRoom(bytes: number): void {
    let total = bytes + this.#files.values().reduce((sum, stored) => sum + stored.bytes.byteLength, 0);
    for (const [name, stored] of this.#files) {
      if (total <= this.limits.maximumBytes && this.#files.size < this.limits.maximumFiles) return;
      this.#files.delete(name);
      total -= stored.bytes.byteLength;
    }
  }

  /** Frees memory after an hour. */
  #sweepLater(): void {
    clearTimeout(this.#sweep);
    this.#sweep = setTimeout(() => this.#forgetPast(), keptMilliseconds + 1_000);
    this.#sweep.unref();
  }
}
