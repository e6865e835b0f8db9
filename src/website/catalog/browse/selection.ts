import { type ApiQuery, uuidOfIri } from '../../api/client';
import type { PageQuery } from '../../http/addresses';
import type { Browsable, BrowsedList } from './browsed-list';

export interface Chosen {
  readonly name: string;
  readonly value: string;
}

/** Filters and order in the address of a list. */
export class BrowseSelection {
  private constructor(
    readonly chosen: readonly Chosen[],
    /** Undefined for the default. */
    readonly sort: string | undefined,
  ) {}

  /** Ignores unknown parameters. */
  static of(list: BrowsedList<Browsable>, query: URLSearchParams): BrowseSelection {
    const names = [...list.facets.map(({ name }) => name), ...list.filters] as readonly string[];
    const chosen = [...query].filter(([name, value]) => names.includes(name) && value !== '').map(([name, value]) => ({ name, value }));
    return new BrowseSelection(chosen, query.get('sort') || undefined);
  }

  valuesOf(name: string): string[] {
    return this.chosen.filter((one) => one.name === name).map(({ value }) => value);
  }

  /** Accepts IRI and UUID. */
  has(name: string, value: string): boolean {
    return this.valuesOf(name).some((one) => uuidOfIri(one).toLowerCase() === uuidOfIri(value).toLowerCase());
  }

  /** Replaces other values of the filter. */
  choosing(name: string, value: string): BrowseSelection {
    return new BrowseSelection([...this.without(name).chosen, { name, value: uuidOfIri(value) }], this.sort);
  }

  without(name: string, value?: string): BrowseSelection {
    const isLeft = (one: Chosen) => one.name !== name || (value !== undefined && one.value !== value);
    return new BrowseSelection(this.chosen.filter(isLeft), this.sort);
  }

  get query(): PageQuery {
    return { ...this.#grouped((values) => values), sort: this.sort };
  }

  /** Several values only where needed, since not every filter accepts them. */
  get filters(): ApiQuery {
    return this.#grouped((values) => (values.length === 1 ? (values[0] as string) : values));
  }

  #grouped<V>(combine: (values: readonly string[]) => V): Record<string, V> {
    return Object.fromEntries([...new Set(this.chosen.map(({ name }) => name))].map((name) => [name, combine(this.valuesOf(name))]));
  }
}
