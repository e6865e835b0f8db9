/** Counts what is taken of no document's record, since the catalog has no place for it. One is made for one document. */
export class NotTaken {
  readonly #counts = new Map<string, number>();

  /** @param name as a person finds it in the source: "images", "data_quality" */
  add(name: string, count = 1): void {
    if (count > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** What was counted, for the item of the document; `undefined` where that is nothing. */
  get counts(): Readonly<Record<string, number>> | undefined {
    return this.#counts.size === 0 ? undefined : Object.fromEntries(this.#counts);
  }
}
