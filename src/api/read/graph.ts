import type { Registry } from '../schema/registry';
import type { Pair, Resource } from '../schema/resource';
import type { AnyRow, Queries } from './queries';
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
    for (const [name, { many, target }] of resource.links) {
      const subtree = include.get(name);
      if (!subtree && (many ? !shown(name) : false)) continue;
      this.#link(resource, name, nodes);
      if (subtree)
        this.#reach(
          this.registry.resource(target),
          nodes.flatMap((node) => node.links.get(name) ?? []),
          subtree,
        );
    }
  }

  #link(resource: Resource, name: string, nodes: readonly Node[]): void {
    const missing = nodes.filter((node) => !node.links.has(name));
    const relationship = resource.relationships[name];
    if (missing.length === 0 || !relationship) return;
    const pairs = this.queries.pairs(
      resource,
      name,
      relationship,
      missing.map((node) => node.row.key),
    );
    const byRecord = Map.groupBy(pairs, (pair) => pair.from);
    for (const node of missing) node.links.set(name, byRecord.get(node.row.key) ?? []);
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
