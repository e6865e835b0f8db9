import { contentHash } from './hashes';

/** A set of texts of which only 53-bit hashes are kept: 16 bytes a text at most, where a Set takes some 100. */
export class HashSet {
  #slots = new Float64Array(1_024);
  #size = 0;

  add(text: string): void {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    this.#put(hashOf(text));
  }

  has(text: string): boolean {
    const hash = hashOf(text);
    return this.#slots[this.#slotOf(hash)] === hash;
  }

  /** The slot that has a hash, or the empty one where it belongs. */
  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash % this.#slots.length;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #put(hash: number): void {
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] === 0) this.#size++;
    this.#slots[slot] = hash;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    this.#size = 0;
    for (const hash of old) if (hash !== 0) this.#put(hash);
  }
}

/** Never 0, which marks an empty slot. */
const hashOf = (text: string): number => contentHash(text) || 1;
