import { badParameter } from '../../errors';
import { wantsStrictHandling } from '../../http/respond';
import {
  allValues,
  direction,
  elementsOf,
  filterValue,
  flag,
  integer,
  onlyValue,
  readValue,
  type SentParameter,
  text,
} from '../schema/parameters';
import type { Registry } from '../schema/registry';
import { type Asker, type Binding, type Filter, type Keyed, type Resource, relationshipNamed, type Table } from '../schema/resource';
import { defaultItemsPerPage, type Ignored, nothingIgnored, type Paging, Query } from './query';
import { isRanked, type OrderStep, type RowShape } from './selection';
import { nobody, type Personal } from './viewer';

/** Depth of `include`: neighbors and their neighbors. */
export const maximumIncludeDepth = 2;

/** Most words per keyed filter: each adds a subquery. */
const maximumWords = 5;

/** Relationships to include, each with nested ones. */
export type IncludeTree = ReadonlyMap<string, IncludeTree>;

/** Presentation parameters of a single read. */
export interface Presentation extends Pick<RowShape, 'names'> {
  /** `undefined` if the parameter is absent; the document then has no `included`. */
  readonly include: IncludeTree | undefined;
  /** Attributes and relationships to show, by type. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether to report the viewer's own items. */
  readonly holdings: boolean;
  /** Whether to report how much of the scores or releases the viewer owns. */
  readonly completeness: boolean;
  readonly ignored: Ignored;
}

/** Values of a look-up, as written and as compared. */
export interface LookupReading {
  readonly name: string;
  readonly values: readonly { readonly written: string; readonly value: string }[];
}

export interface ListReading extends Presentation, Paging {
  readonly filters: readonly { readonly name: string; readonly binding: Binding }[];
  readonly orders: readonly OrderStep[];
}

/** A list request with look-ups and facets. */
export interface LookupListReading extends ListReading {
  readonly lookups: readonly LookupReading[];
  readonly facets: FacetReading | undefined;
}

const orderName = /^order\[([^[\]]*)\]$/;
const fieldsName = /^fields\[(.+)\]$/;

export const plainPresentation: Presentation = {
  include: undefined,
  fields: new Map(),
  holdings: false,
  completeness: false,
  ignored: nothingIgnored,
};

/**
 * Reads the query of a single read.
 * @throws {DomainError} invalid, for a parameter that breaks its rule
 */
export function readPresentation(resource: Resource, registry: Registry, request: Request): Presentation {
  return hasQuery(request) ? new ListReader(resource, registry, new Query(request)).presentation() : plainPresentation;
}

/** Shape of the rows of a kind. */
export const rowShapeOf = ({ fields, names }: Presentation, { type }: Resource): RowShape => ({ fields: fields.get(type), names });

const firstPage: LookupListReading = {
  ...plainPresentation,
  filters: [],
  lookups: [],
  facets: undefined,
  orders: [],
  page: 1,
  itemsPerPage: defaultItemsPerPage,
  others: [],
};

/** Identifies the viewer if the query concerns personal lists. */
type FindAsker = (scopes: readonly string[]) => Asker;

/**
 * Reads the query of a list.
 * @throws {DomainError} invalid, for a parameter that breaks its rule; forbidden, for personal data beyond the token's scopes
 */
export function readList(resource: Resource, registry: Registry, request: Request, personal: Personal = nobody): LookupListReading {
  if (!hasQuery(request)) return firstPage;
  return new ListReader(resource, registry, new Query(request)).list((scopes) => personal.asker(request, scopes));
}

class ListReader {
  constructor(
    readonly resource: Resource,
    readonly registry: Registry,
    readonly query: Query,
  ) {}

  list(findAsker: FindAsker): LookupListReading {
    const filters = this.#filters(findAsker);
    const ranked = isRanked(this.resource, { filters });
    const orderNames = this.#orderNames();
    const { orders, overruled } = ranked ? { orders: [], overruled: new Set(orderNames.keys()) } : this.#orders(orderNames);
    const paging = this.query.paging();
    const lookups = this.#lookups();
    const facets = readFacets(this.resource, this.query, findAsker);
    const known = () => ['sort', ...Object.keys(this.resource.orders).map((name) => `order[${name}]`)];
    return { ...this.presentation(known, overruled), ...paging, filters, lookups, facets, orders };
  }

  /**
   * @param known other valid names
   * @param overruled order parameters without effect, beside a ranking or another order
   */
  presentation(known: () => readonly string[] = () => [], overruled?: ReadonlySet<string>): Presentation {
    const include = this.#include();
    const fields = readFields(this.query, this.registry);
    const names = this.query.one('names', flag) === true;
    const holdings = this.resource.releaseKeys !== undefined && this.query.one('holdings', flag) === true;
    const completeness = this.resource.hasCompleteness && this.query.one('completeness', flag) === true;
    const ignored = this.query.ignored(() => [...known(), `fields[${this.resource.type}]`], overruled);
    return { include, fields, names, holdings, completeness, ignored };
  }

  #filters(findAsker: FindAsker): ListReading['filters'] {
    const read = Object.entries(this.resource.filters).flatMap(([name, filter]) => {
      if (filter.keyedBy) return this.#keyed(name, filter, filter.keyedBy);
      const sent = this.query.takeFilter(name, filter.aliases);
      const values: unknown[] = sent ? filterValues(filter, sent) : [];
      // Only text may be empty, and then matches everything.
      return sent && values.some((value) => value !== '') ? [{ name, filter, asList: sent.asList, values }] : [];
    });
    const other = (name: string) => read.find((filter) => filter.name === name)?.values[0];
    return read.flatMap(({ name, filter, asList, values }) => {
      const binding = filter.bind(values, asList, other, filter.scopes && findAsker(filter.scopes(values)));
      return binding ? [{ name, binding }] : [];
    });
  }

  /** A filter with a value for each of several words. */
  #keyed(name: string, filter: Filter<Table>, { kind }: NonNullable<Filter<Table>['keyedBy']>) {
    const byWord = new Map<string, unknown[]>();
    for (const { word, sent } of this.query.takeKeyed(name))
      byWord.set(readValue(kind, word, sent.name), [...(byWord.get(word) ?? []), ...filterValues(filter, sent)]);
    if (byWord.size > maximumWords) throw badParameter(name, 'many_words', { max: maximumWords });
    const values = [...byWord].map(([word, values]): Keyed => ({ word, values }));
    return values.length > 0 ? [{ name, filter, asList: false, values: values as unknown[] }] : [];
  }

  #lookups(): LookupReading[] {
    return Object.entries(this.resource.lookups).flatMap(([name, { kind }]) => {
      const sent = this.query.takeFilter(name);
      if (!sent) return [];
      const written = new Set(allValues(sent));
      return [{ name, values: [...written].map((text) => ({ written: text, value: readValue(kind, text, sent.name) })) }];
    });
  }

  /** Order parameters as sent: `order[name]=asc`, an alias such as `order=asc`, or `sort=-name`. */
  #orderNames(): Map<string, SentParameter> {
    const parameters = new Map<string, SentParameter>();
    for (const name of this.query.names) {
      if (name !== 'sort' && !(name === 'order' ? this.resource.orderAlias : orderName.test(name))) continue;
      parameters.set(name, this.query.take(name) as SentParameter);
    }
    return parameters;
  }

  /** Order steps as sent, and the parameters that contribute none. */
  #orders(all: ReadonlyMap<string, SentParameter>): { orders: OrderStep[]; overruled: ReadonlySet<string> } {
    const orders = new Map<string, OrderStep>();
    const overruled = new Set<string>();
    for (const [parameter, sent] of all) {
      const before = orders.size;
      // A repeated order has no effect.
      for (const step of this.#steps(parameter, sent)) if (!orders.has(step.name)) orders.set(step.name, step);
      if (orders.size === before) overruled.add(parameter);
    }
    return { orders: [...orders.values()], overruled };
  }

  #steps(parameter: string, sent: SentParameter): OrderStep[] {
    if (parameter === 'sort') return this.#sort(sent);
    return [this.#order(parameter === 'order' ? (this.resource.orderAlias as string) : (orderName.exec(parameter)?.[1] as string), sent)];
  }

  #order(requested: string, sent: SentParameter): OrderStep {
    const name = this.#orderName(requested, sent.name);
    if (!sent.asList) onlyValue(sent);
    const [way] = sent.values.map((value) => readValue(direction, value, sent.name));
    return { name, descending: way?.toLowerCase() === 'desc' };
  }

  #sort(sent: SentParameter): OrderStep[] {
    const names = elementsOf(onlyValue(sent));
    if (names.length === 0) throw badParameter('sort', 'empty_sort', this.#knownOrders);
    return names.map((field) => {
      const descending = field.startsWith('-');
      return { name: this.#orderName(descending ? field.slice(1) : field, 'sort'), descending };
    });
  }

  #orderName(requested: string, parameter: string): string {
    const name = requested.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (Object.hasOwn(this.resource.orders, name)) return name;
    if (this.#knownOrders.possible.length === 0) throw badParameter(parameter, 'no_orders', this.#knownOrders);
    throw badParameter(parameter, 'unknown_order', this.#knownOrders);
  }

  get #knownOrders() {
    return { kinds: this.resource.nouns, possible: Object.keys(this.resource.orders) };
  }

  #include(): IncludeTree | undefined {
    const sent = this.query.take('include');
    if (!sent) return undefined;
    const tree = new Map<string, IncludeTree>();
    for (const path of elementsOf(onlyValue(sent))) this.#addPath(tree, path);
    return tree;
  }

  #addPath(tree: Map<string, IncludeTree>, path: string): void {
    const names = path.split('.');
    if (names.length > maximumIncludeDepth) throw badParameter('include', 'include_too_deep', { max: maximumIncludeDepth });
    let at = tree;
    let resource = this.resource;
    for (const written of names) {
      const [name, relationship] = relationshipNamed(resource, written) ?? [];
      if (name === undefined || relationship === undefined) {
        const known = Object.keys(resource.relationships);
        if (known.length === 0) throw badParameter('include', 'no_include', { type: resource.type });
        throw badParameter('include', 'unknown_include', { type: resource.type, possible: known, name: written.slice(0, 50) });
      }
      const next = (at.get(name) ?? new Map()) as Map<string, IncludeTree>;
      at.set(name, next);
      at = next;
      resource = this.registry.resource(relationship.target);
    }
  }
}

const filterValues = ({ kind, many }: Filter<Table>, sent: SentParameter): unknown[] =>
  (many ? allValues(sent) : [filterValue(sent)]).map((value) => readValue(kind, value, sent.name));

/** Reads `fields[Type]` for all types. An empty value selects no members. */
export function readFields(query: Query, registry: Registry): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>();
  for (const name of query.names) {
    const type = fieldsName.exec(name)?.[1];
    const resource = type && registry.findByWrittenType(type);
    if (!resource) continue;
    const sent = query.take(name) as SentParameter;
    const members = elementsOf(onlyValue(sent));
    const known = ['_id', ...Object.keys(resource.attributes.properties), ...Object.keys(resource.relationships)];
    const unknown = members.find((member) => !known.includes(member));
    if (unknown !== undefined)
      throw badParameter(sent.name, 'unknown_field', { type: resource.type, name: unknown.slice(0, 50), possible: known });
    fields.set(resource.type, new Set(members));
  }
  return fields;
}

/** As many as fit beside a list; the rest are behind a link. */
export const defaultFacetValues = 12;

/** Enough for the page of a single facet; longer lists are narrowed by typing. */
const maximumFacetValues = 1_000;

export const facetValuesKind = integer(1, maximumFacetValues, defaultFacetValues);
export const facetQueryKind = text(200, 'records');

export interface FacetReading {
  /** Filters to count. */
  readonly names: readonly string[];
  readonly most: number;
  /** Text that value names must contain; for a single facet. */
  readonly query: string;
  /** The viewer, if a filter concerns personal lists. */
  readonly asker: Asker | undefined;
}

/** Facet parameters of a request, if any. */
export function readFacets(resource: Resource, query: Query, askerFor: (scopes: readonly string[]) => Asker): FacetReading | undefined {
  if (resource.facets.length === 0) return undefined;
  const most = query.one('facetValues', facetValuesKind) ?? defaultFacetValues;
  const typed = query.one('facetQuery', facetQueryKind) ?? '';
  const sent = query.take('facets');
  if (!sent) return undefined;
  const names = [...new Set(elementsOf(onlyValue(sent)))];
  if (names.length === 0 || names.some((name) => !resource.facets.includes(name)))
    throw badParameter('facets', 'unknown_facet', { kinds: resource.nouns, possible: resource.facets });
  if (typed !== '' && names.length > 1) throw badParameter('facetQuery', 'several_facets');
  const scopes = [...new Set(names.flatMap((name) => resource.filters[name]?.scopes?.() ?? []))];
  return { names, most, query: typed, asker: scopes.length > 0 ? askerFor(scopes) : undefined };
}

/** Whether the request has a query to read. Without one, strict handling is satisfied at once. */
export function hasQuery(request: Request): boolean {
  if (request.url.includes('?')) return true;
  wantsStrictHandling(request);
  return false;
}
