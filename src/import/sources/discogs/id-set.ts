/** The ids of Discogs are given in order and lie close together: a bit each takes far less than a set of numbers. */
export class IdSet {
  private bits = new Uint8Array(1024);

  has(id: number): boolean {
    return id <= largestId && ((this.bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  /** One beyond all that Discogs has is not remembered. */
  add(id: number): void {
    if (id > largestId) return;
    const at = id >> 3;
    if (at >= this.bits.length) this.grow(at);
    this.bits[at] = (this.bits[at] as number) | (1 << (id & 7));
  }

  private grow(at: number): void {
    const larger = new Uint8Array(Math.max(2 * this.bits.length, at + 1));
    larger.set(this.bits);
    this.bits = larger;
  }
}

/** Ten times what Discogs has given until now; 32 MB. */
const largestId = 250_000_000;
