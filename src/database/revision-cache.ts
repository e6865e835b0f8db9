import type { Store } from './open';

/** How often what was asked for was there already, in all caches of this process together. */
export const lookUps = { hits: 0, misses: 0 };

/** Values worked out from the database, each once for a state of it: any write by any process empties the cache. */
export class RevisionCache<V> {
  readonly #values = new Map<string, V>();
  #revision = '';

  constructor(
    private readonly store: Pick<Store, 'revision'>,
    /** Past this many it starts anew. */
    private readonly maximum: number,
  ) {}

  /** The value under this name, worked out where it is not there yet. What work does not find is not remembered. */
  find(name: string, work: () => V | undefined): V | undefined {
    const revision = this.store.revision();
    if (revision !== this.#revision) {
      this.#values.clear();
      this.#revision = revision;
    }
    const known = this.#values.get(name);
    if (known !== undefined) {
      lookUps.hits++;
      return known;
    }
    lookUps.misses++;
    const value = work();
    if (value === undefined) return undefined;
    if (this.#values.size >= this.maximum) this.#values.clear();
    this.#values.set(name, value);
    return value;
  }
}
