import { badParameter } from '../../errors';
import type { Registry } from '../schema/registry';
import { type Match, type Pair, type Relationship, type Resource, relatedPath } from '../schema/resource';
import type { AnyRow, LicensedValue, LinkedRelationship, Queries } from './queries';
import type { Ignored, Paging } from './query';
import { type IncludeTree, type ListReading, type LookupReading, type Presentation, rowShapeOf } from './reading';

interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** A JSON:API resource object (https://jsonapi.org/format/1.1/#document-resource-objects). */
export interface ResourceObject extends Identifier {
  readonly attributes: Record<string, unknown>;
  readonly relationships?: Record<string, { data: Identifier | Identifier[] | null } | { links: { related: string } }>;
  readonly links: { readonly self: string };
}

export interface SingleDocument {
  readonly data: ResourceObject;
  readonly included?: readonly ResourceObject[];
  readonly meta?: Ignored & { readonly licensed?: readonly LicensedValue[] };
}

export interface ListDocument {
  readonly data: readonly ResourceObject[];
  readonly links: PageLinks;
  readonly meta: Ignored & {
    readonly totalItems: number;
    readonly itemsPerPage: number;
    readonly currentPage: number;
    readonly matches?: readonly FoundValue[];
  };
  readonly included?: readonly ResourceObject[];
}

/** Documents of records written together. */
export interface ManyDocument {
  readonly data: readonly ResourceObject[];
  readonly included?: readonly ResourceObject[];
  readonly meta?: Ignored;
}

/** Records found by a look-up value, with the value as the client wrote it. */
export interface FoundValue {
  readonly parameter: string;
  readonly value: string;
  readonly ids: readonly string[];
}

interface PageLinks {
  readonly self: string;
  readonly first: string;
  readonly prev?: string;
  readonly next?: string;
  readonly last: string;
}

const nothing: IncludeTree = new Map();

export class Documents {
  constructor(
    private readonly queries: Queries,
    private readonly registry: Registry,
  ) {}

  single(resource: Resource, row: AnyRow, presentation: Presentation): SingleDocument {
    const graph = new Graph(this.queries, this.registry, presentation);
    const [node] = graph.addPrimary(resource, [row], presentation.include ?? nothing, () => true);
    return {
      data: this.#resourceObject(node as Node, presentation, true),
      ...(presentation.include && { included: graph.included.map((included) => this.#resourceObject(included, presentation, false)) }),
      ...metaOf(presentation.ignored),
    };
  }

  /** @param path path of the list, used for its links */
  list(resource: Resource, rows: readonly AnyRow[], total: number, reading: ListReading, path: string): ListDocument {
    const graph = new Graph(this.queries, this.registry, reading);
    const nodes = graph.addPrimary(resource, rows, reading.include ?? nothing, ({ alsoAttribute }) => alsoAttribute);
    return {
      data: nodes.map((node) => this.#resourceObject(node, reading, false)),
      ...pageFrame(path, reading, total),
      ...(reading.include && { included: graph.included.map((node) => this.#resourceObject(node, reading, false)) }),
    };
  }

  /** Records written together, in the order of the rows, without pagination. */
  many(resource: Resource, rows: readonly AnyRow[], presentation: Presentation): ManyDocument {
    const graph = new Graph(this.queries, this.registry, presentation);
    const nodes = graph.addPrimary(resource, rows, presentation.include ?? nothing, ({ alsoAttribute }) => alsoAttribute);
    return {
      data: nodes.map((node) => this.#resourceObject(node, presentation, false)),
      ...(presentation.include && { included: graph.included.map((node) => this.#resourceObject(node, presentation, false)) }),
      ...metaOf(presentation.ignored),
    };
  }

  #resourceObject({ resource, row, links }: Node, { fields }: Presentation, isSingle: boolean): ResourceObject {
    const members = fields.get(resource.type);
    const id = resource.iri(row);
    const attributes: Record<string, unknown> = {};
    for (const [name, decode] of resource.decoders) if (!members || members.has(name)) attributes[name] = decode(row[name], row);
    const self = { self: id };
    let relationships: ResourceObject['relationships'];
    for (const [name, relationship] of resource.links) {
      if (members && !members.has(name)) continue;
      const pairs = links.get(name);
      const identifiers = pairs?.length ? pairs.map((pair) => identifierOf(this.registry.resource(relationship.target), pair)) : [];
      if (isSingle && relationship.alsoAttribute) attributes[name] = identifiers.map(({ id }) => id);
      relationships ??= {};
      if (!relationship.many) relationships[name] = { data: identifiers[0] ?? null };
      else relationships[name] = pairs ? { data: identifiers } : { links: { related: relatedPath(id, name, relationship) } };
    }
    return relationships
      ? { id, type: resource.type, attributes, relationships, links: self }
      : { id, type: resource.type, attributes, links: self };
  }
}

const identifierOf = (target: Resource, pair: Pair): Identifier => ({
  type: target.type,
  id: target.iri(pair as Pair & Record<string, unknown>),
});

export type PageReading = Paging & Pick<Presentation, 'ignored'>;

export const pageFrame = (path: string, reading: PageReading, total: number): Pick<ListDocument, 'links' | 'meta'> => ({
  links: pageLinks(path, reading, total),
  meta: {
    totalItems: total,
    itemsPerPage: reading.itemsPerPage,
    currentPage: reading.page,
    ...reading.ignored,
  },
});

function pageLinks(path: string, { others, page, itemsPerPage }: PageReading, total: number): PageLinks {
  const query = others.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}&`).join('');
  const to = (number: number) => `${path}?${query}page=${number}`;
  const last = Math.max(1, Math.ceil(total / itemsPerPage));
  return {
    self: to(page),
    first: to(1),
    ...(page > 1 && { prev: to(Math.min(page - 1, last)) }),
    ...(page < last && { next: to(page + 1) }),
    last: to(last),
  };
}

/** About three megabytes of tracks, more than any release has; a list of releases could include a hundred times as many. */
const maximumIncluded = 5_000;

/** A record of a document with its linkage. */
export interface Node {
  readonly resource: Resource;
  readonly row: AnyRow;
  readonly links: Map<string, readonly Pair[]>;
}

/**
 * Records of one document and their links: primary records and those that `include` reaches, each once. A record reached on
 * several paths shows the linkage of all of them.
 */
export class Graph {
  readonly #nodes = new Map<string, Map<number, Node>>();
  readonly #included: Node[] = [];

  constructor(
    private readonly queries: Queries,
    private readonly registry: Registry,
    private readonly presentation: Presentation,
  ) {}

  /** Included records that are not primary. */
  get included(): readonly Node[] {
    return this.#included;
  }

  /**
   * Adds the primary records and follows `include`.
   * @param hasLinkage whether these records show the linkage of a to-many relationship that is not included
   */
  addPrimary(
    resource: Resource,
    rows: readonly AnyRow[],
    include: IncludeTree,
    hasLinkage: (relationship: Relationship) => boolean,
  ): Node[] {
    const nodes = rows.map((row) => this.#add(resource, row));
    this.#expand(resource, nodes, include, hasLinkage);
    return nodes;
  }

  #expand(resource: Resource, nodes: readonly Node[], include: IncludeTree, hasLinkage: (relationship: Relationship) => boolean): void {
    const fields = this.presentation.fields.get(resource.type);
    const isShown = (name: string, relationship: Relationship) =>
      (!fields || fields.has(name)) && (!relationship.many || hasLinkage(relationship));
    const links = resource.links
      .filter(([name, relationship]) => include.has(name) || isShown(name, relationship))
      .map(([name, relationship]): LinkedRelationship => [name, relationship, this.registry.resource(relationship.target)]);
    this.#link(resource, links, nodes);
    for (const [name, , target] of links) {
      const subtree = include.get(name);
      if (subtree)
        this.#reach(
          target,
          nodes.flatMap((node) => node.links.get(name) ?? []),
          subtree,
        );
    }
  }

  #link(resource: Resource, links: readonly LinkedRelationship[], nodes: readonly Node[]): void {
    const missing = links.filter(([name]) => nodes.some((node) => !node.links.has(name)));
    if (missing.length === 0) return;
    const keys = nodes.map((node) => node.row.key);
    for (const [name, pairs] of this.queries.linkage(resource, missing, keys)) {
      const byRecord = nodes.length > 1 ? Map.groupBy(pairs, (pair) => pair.from) : undefined;
      for (const node of nodes) node.links.set(name, byRecord ? (byRecord.get(node.row.key) ?? []) : pairs);
    }
  }

  #reach(resource: Resource, pairs: readonly Pair[], include: IncludeTree): void {
    const keys = [...new Set(pairs.map((pair) => pair.to))];
    const known = this.#nodes.get(resource.type);
    const missing = keys.filter((key) => !known?.has(key));
    if (this.#included.length + missing.length > maximumIncluded)
      throw badParameter('include', 'included_too_many', { max: maximumIncluded });
    for (const row of this.queries.rowsByKeys(resource, missing, rowShapeOf(this.presentation, resource)))
      this.#included.push(this.#add(resource, row));
    const reached = keys.map((key) => this.#nodes.get(resource.type)?.get(key)).filter((node) => node !== undefined);
    this.#expand(resource, reached, include, () => false);
  }

  #add(resource: Resource, row: AnyRow): Node {
    const ofType = this.#nodes.get(resource.type) ?? new Map<number, Node>();
    this.#nodes.set(resource.type, ofType);
    const node: Node = { resource, row, links: new Map() };
    ofType.set(row.key, node);
    return node;
  }
}

/** `meta` for a document without other members. */
export const metaOf = (ignored: Ignored): { meta?: Ignored } => (ignored.ignoredParameters ? { meta: ignored } : {});

/** A look-up result with the parameter that found it. */
type LookupHit = Match & { readonly parameter: string };

/** Maps each value to the records that have it; none for unknown values. */
export function foundValues(
  resource: Resource,
  lookups: readonly LookupReading[],
  hits: readonly LookupHit[],
  isListed: ReadonlySet<number>,
): FoundValue[] {
  const byValue = new Map<string, string[]>();
  for (const hit of hits) {
    if (!isListed.has(hit.key)) continue;
    const name = `${hit.parameter} ${hit.value}`;
    const ids = byValue.get(name);
    const id = resource.iri(hit as LookupHit & Record<string, unknown>);
    if (!ids) byValue.set(name, [id]);
    else if (!ids.includes(id)) ids.push(id);
  }
  return lookups.flatMap(({ name, values }) =>
    values.map(({ written, value }) => ({ parameter: name, value: written, ids: byValue.get(`${name} ${value}`)?.sort() ?? [] })),
  );
}

/** Adds the look-up results to a page. */
export const withFound = (document: ListDocument, matches: readonly FoundValue[]): ListDocument => ({
  ...document,
  meta: { ...document.meta, matches },
});
