import { badParameter } from '../errors';
import { direction, type Given, integer, maximumValues, onlyValue, queryEntries, readValue } from './parameters';
import type { Registry } from './registry';
import type { Binding, Filter, Resource, Table } from './resource';

/** 30 rows fill a page of any client; 100 keep the largest answer well under a megabyte. */
export const defaultItemsPerPage = 30;
export const maximumItemsPerPage = 100;

/** How far `include` may go: a record's neighbours and theirs. */
export const maximumIncludeDepth = 2;

export const pageKind = integer(1, Number.MAX_SAFE_INTEGER, 1);
/** Larger pages are asked for and clamped. */
export const itemsPerPageKind = integer(1, Number.MAX_SAFE_INTEGER, defaultItemsPerPage);

/** The relationships to include, each with those to include of its records. */
export type IncludeTree = ReadonlyMap<string, IncludeTree>;

export interface OrderStep {
  readonly name: string;
  readonly descending: boolean;
}

/** What a request asks of one record: how it is shown. */
export interface Presentation {
  /** `undefined` where the parameter is absent; then there is no `included` either. */
  readonly include: IncludeTree | undefined;
  /** By type: the attributes and relationships to show. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Parameters that mean nothing here. */
  readonly ignored: readonly string[];
}

/** The values of a look-up, each as it was written and as it is compared. */
export interface LookupReading {
  readonly name: string;
  readonly values: readonly { readonly written: string; readonly value: string }[];
}

/** What a request asks of a list. */
export interface ListReading extends Presentation {
  readonly filters: readonly { readonly name: string; readonly binding: Binding }[];
  readonly orders: readonly OrderStep[];
  readonly page: number;
  readonly itemsPerPage: number;
  /** Every parameter but the page, as it came: what the links of the pages keep. */
  readonly kept: readonly (readonly [string, string])[];
}

/** The same with what is to be looked up. */
export interface LookupListReading extends ListReading {
  readonly lookups: readonly LookupReading[];
}

const pageNames = new Set(['page', 'page[number]']);
const sizeNames = new Set(['itemsPerPage', 'page[size]']);
const listIndex = /\[\d*\]$/;
const orderName = /^order\[([^[\]]*)\]$/;

/** How a record is shown where nothing is asked. */
const plain: Presentation = { include: undefined, fields: new Map(), ignored: [] };

/** Reads the query of a single read. Throws a 400 for a parameter out of its rule. */
export function readPresentation(resource: Resource, registry: Registry, url: string): Presentation {
  if (!url.includes('?')) return plain;
  const reader = new QueryReader(resource, registry, queryEntries(url));
  return reader.presentation(() => false);
}

/** What a list without a query is asked. */
const firstPage: LookupListReading = {
  ...plain,
  filters: [],
  lookups: [],
  orders: [],
  page: 1,
  itemsPerPage: defaultItemsPerPage,
  kept: [],
};

/** Reads the query of a list. Throws a 400 for a parameter out of its rule. */
export function readList(resource: Resource, registry: Registry, url: string): LookupListReading {
  if (!url.includes('?')) return firstPage;
  return new QueryReader(resource, registry, queryEntries(url)).list();
}

/** The name of a parameter without the brackets of a list: `performer[]` and `performer[0]` are `performer`. */
function baseName(name: string): string {
  return name.replace(listIndex, '');
}

function valuesByName(entries: readonly (readonly [string, string])[]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const values = byName.get(name);
    if (values) values.push(value);
    else byName.set(name, [value]);
  }
  return byName;
}

class QueryReader {
  readonly #given = new Map<string, { name: string; values: string[]; asList: boolean }>();

  constructor(
    readonly resource: Resource,
    readonly registry: Registry,
    readonly entries: readonly (readonly [string, string])[],
  ) {
    // A list has the same name for each of its values, a hundred times over.
    for (const [written, values] of valuesByName(entries)) {
      const name = this.#canonical(written);
      const asList = listIndex.test(written);
      const known = this.#given.get(name);
      if (known) {
        known.values.push(...values);
        known.asList ||= asList;
      } else {
        this.#given.set(name, { name: written, values, asList });
      }
    }
  }

  list(): LookupListReading {
    const filters = this.#filters();
    const { orders, orderNames } = this.#orders();
    const page = this.#integer('page', pageKind) ?? 1;
    const itemsPerPage = Math.min(this.#integer('itemsPerPage', itemsPerPageKind) ?? defaultItemsPerPage, maximumItemsPerPage);
    const narrowing = { ...this.resource.filters, ...this.resource.lookups };
    const known = (name: string) => name === 'page' || name === 'itemsPerPage' || Object.hasOwn(narrowing, name) || orderNames.has(name);
    return {
      ...this.presentation(known),
      filters,
      lookups: this.#lookups(),
      orders: filters.some(({ name }) => this.resource.filters[name]?.rank) ? [] : orders,
      page,
      itemsPerPage,
      kept: this.entries.filter(([name]) => !pageNames.has(name)),
    };
  }

  presentation(alsoKnown: (name: string) => boolean): Presentation {
    const include = this.#include();
    const { fields, fieldNames } = this.#fields();
    const ignored = [...this.#given]
      .filter(([name]) => name !== 'include' && !fieldNames.has(name) && !alsoKnown(name))
      .map(([, given]) => given.name);
    return { include, fields, ignored };
  }

  /** One name for a parameter's aliases and for its list form. */
  #canonical(written: string): string {
    if (pageNames.has(written)) return 'page';
    if (sizeNames.has(written)) return 'itemsPerPage';
    const base = baseName(written);
    if (Object.hasOwn(this.resource.filters, base) || Object.hasOwn(this.resource.lookups, base)) return base;
    for (const [name, { aliases }] of Object.entries(this.resource.filters)) if (aliases?.includes(base)) return name;
    return base;
  }

  #integer(name: string, kind: typeof pageKind): number | undefined {
    const given = this.#given.get(name);
    return given && readValue(kind, onlyValue(given), given.name);
  }

  #filters(): ListReading['filters'] {
    const read = Object.entries(this.resource.filters).flatMap(([name, filter]) => {
      const given = this.#given.get(name);
      return given ? [{ name, filter, asList: given.asList, values: this.#filterValues(filter, given) }] : [];
    });
    const other = (name: string) => read.find((filter) => filter.name === name)?.values[0];
    return read.flatMap(({ name, filter, asList, values }) => {
      const binding = filter.bind(values, asList, other);
      return binding ? [{ name, binding }] : [];
    });
  }

  #filterValues({ kind, many }: Filter<Table>, given: Given): unknown[] {
    return this.#values(given, many).map((value) => readValue(kind, value, given.name));
  }

  #lookups(): LookupReading[] {
    return Object.entries(this.resource.lookups).flatMap(([name, { kind }]) => {
      const given = this.#given.get(name);
      if (!given) return [];
      const written = new Set(this.#values(given, true));
      return [{ name, values: [...written].map((text) => ({ written: text, value: readValue(kind, text, given.name) })) }];
    });
  }

  #values(given: Given, many: boolean): readonly string[] {
    if (!many || !given.asList) onlyValue(given);
    if (given.values.length > maximumValues) throw badParameter(given.name, `${given.name} takes at most ${maximumValues} values.`);
    return given.values;
  }

  /** `order[name]=asc`, `order=asc` where it has an alias, and `sort=-name`, in the order they were given. */
  #orders(): { orders: OrderStep[]; orderNames: Set<string> } {
    const orders: OrderStep[] = [];
    const orderNames = new Set<string>();
    for (const [name, given] of this.#given) {
      if (name === 'sort') {
        orders.push(...this.#sort(given));
      } else if (name === 'order' ? this.resource.orderAlias : orderName.test(name)) {
        orders.push(this.#order(name === 'order' ? (this.resource.orderAlias as string) : (orderName.exec(name)?.[1] as string), given));
      } else continue;
      orderNames.add(name);
    }
    // A second order of the same name has nothing left to decide.
    const first = orders.filter(({ name }, index) => orders.findIndex((other) => other.name === name) === index);
    return { orders: first, orderNames };
  }

  #order(asked: string, given: Given): OrderStep {
    const name = this.#orderName(asked, given.name);
    if (!given.asList) onlyValue(given);
    const [way] = given.values.map((value) => readValue(direction, value, given.name));
    return { name, descending: way?.toLowerCase() === 'desc' };
  }

  #sort(given: Given): OrderStep[] {
    return onlyValue(given)
      .split(',')
      .filter((field) => field !== '')
      .map((field) => {
        const descending = field.startsWith('-');
        return { name: this.#orderName(descending ? field.slice(1) : field, 'sort'), descending };
      });
  }

  #orderName(asked: string, parameter: string): string {
    const name = asked.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (Object.hasOwn(this.resource.orders, name)) return name;
    const known = Object.keys(this.resource.orders);
    throw badParameter(
      parameter,
      known.length
        ? `${this.resource.nouns} can be ordered by ${known.join(', ')}.`
        : `${this.resource.nouns} have no orders to choose from.`,
    );
  }

  #include(): IncludeTree | undefined {
    const given = this.#given.get('include');
    if (!given) return undefined;
    const tree = new Map<string, IncludeTree>();
    for (const path of onlyValue(given).split(',')) if (path !== '') this.#addPath(tree, path);
    return tree;
  }

  #addPath(tree: Map<string, IncludeTree>, path: string): void {
    const names = path.split('.');
    if (names.length > maximumIncludeDepth)
      throw badParameter('include', `include follows at most ${maximumIncludeDepth} relationships in a row.`);
    let at = tree;
    let resource = this.resource;
    for (const name of names) {
      const relationship = Object.hasOwn(resource.relationships, name) ? resource.relationships[name] : undefined;
      if (!relationship) {
        const known = Object.keys(resource.relationships);
        throw badParameter(
          'include',
          known.length
            ? `${resource.type} can include ${known.join(', ')}; it has no "${name.slice(0, 50)}".`
            : `${resource.type} has no relationships to include.`,
        );
      }
      const next = (at.get(name) ?? new Map()) as Map<string, IncludeTree>;
      at.set(name, next);
      at = next;
      resource = this.registry.resource(relationship.target);
    }
  }

  #fields(): { fields: Map<string, Set<string>>; fieldNames: Set<string> } {
    const fields = new Map<string, Set<string>>();
    const fieldNames = new Set<string>();
    for (const [name, given] of this.#given) {
      const asked = /^fields\[(.+)\]$/.exec(name)?.[1];
      const resource = asked && this.registry.findByWrittenType(asked);
      if (!resource) continue;
      fieldNames.add(name);
      const members = onlyValue(given)
        .split(',')
        .filter((member) => member !== '');
      const known = ['_id', ...Object.keys(resource.attributes.properties), ...Object.keys(resource.relationships)];
      const unknown = members.find((member) => !known.includes(member));
      if (unknown !== undefined)
        throw badParameter(given.name, `${resource.type} has no field "${unknown.slice(0, 50)}"; it has ${known.join(', ')}.`);
      fields.set(resource.type, new Set(members));
    }
    return { fields, fieldNames };
  }
}
