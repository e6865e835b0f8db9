import type { Registry } from '../schema/registry';
import type { Pair, Resource } from '../schema/resource';
import type { AnyRow, LinkedRelationship, Queries } from './queries';
import type { IncludeTree } from './reading';

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
  ) {}

  /** Included records that are not primary. */
  get included(): readonly Node[] {
    return this.#included;
  }

  /** Adds the primary records and follows `include`. `shown` names relationships that always show their linkage. */
  addPrimary(resource: Resource, rows: readonly AnyRow[], include: IncludeTree, shown: (name: string) => boolean): Node[] {
    const nodes = rows.map((row) => this.#add(resource, row));
    this.#expand(resource, nodes, include, shown);
    return nodes;
  }

  #expand(resource: Resource, nodes: readonly Node[], include: IncludeTree, shown: (name: string) => boolean): void {
    const links = resource.links
      .filter(([name, { many }]) => include.has(name) || !many || shown(name))
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
      const byRecord = Map.groupBy(pairs, (pair) => pair.from);
      for (const node of nodes) node.links.set(name, byRecord.get(node.row.key) ?? []);
    }
  }

  #reach(resource: Resource, pairs: readonly Pair[], include: IncludeTree): void {
    const keys = [...new Set(pairs.map((pair) => pair.to))];
    const known = this.#nodes.get(resource.type);
    for (const row of this.queries.rowsByKeys(
      resource,
      keys.filter((key) => !known?.has(key)),
    ))
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
