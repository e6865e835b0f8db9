import { type ApiQuery, idOf } from '../../api/client';
import type { PageQuery } from '../../http/addresses';
import type { Browsable, BrowsedList } from './browsed-list';

/** A value that somebody chose for a filter. */
export interface Chosen {
  readonly name: string;
  readonly value: string;
}

/** What is chosen of a list: the filters in the address of a page, under the names that the API has for them. */
export class Selection {
  private constructor(
    readonly chosen: readonly Chosen[],
    /** The order that was asked for; `undefined` for the usual one. */
    readonly sort: string | undefined,
  ) {}

  /** The filters and the order of a page's address. What the list does not know is no part of it. */
  static of(list: BrowsedList<Browsable>, query: URLSearchParams): Selection {
    const names = [...list.facets.map(({ name }) => name), ...list.filters] as readonly string[];
    const chosen = [...query].filter(([name, value]) => names.includes(name) && value !== '').map(([name, value]) => ({ name, value }));
    return new Selection(chosen, query.get('sort') || undefined);
  }

  valuesOf(name: string): string[] {
    return this.chosen.filter((one) => one.name === name).map(({ value }) => value);
  }

  /** Whether a value is chosen, as IRI or as UUID. */
  has(name: string, value: string): boolean {
    return this.valuesOf(name).some((one) => idOf(one).toLowerCase() === idOf(value).toLowerCase());
  }

  /** With this value as the only one of its filter. */
  choosing(name: string, value: string): Selection {
    return new Selection([...this.without(name).chosen, { name, value: idOf(value) }], this.sort);
  }

  /** Without a filter, or without one of its values. */
  without(name: string, value?: string): Selection {
    const isLeft = (one: Chosen) => one.name !== name || (value !== undefined && one.value !== value);
    return new Selection(this.chosen.filter(isLeft), this.sort);
  }

  get query(): PageQuery {
    return { ...this.#grouped((values) => values), sort: this.sort };
  }

  /** As the API takes it: a list is sent only where there are several values, which not every filter takes. */
  get filters(): ApiQuery {
    return this.#grouped((values) => (values.length === 1 ? (values[0] as string) : values));
  }

  #grouped<V>(shown: (values: readonly string[]) => V): Record<string, V> {
    return Object.fromEntries([...new Set(this.chosen.map(({ name }) => name))].map((name) => [name, shown(this.valuesOf(name))]));
  }
}
