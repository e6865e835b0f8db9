import { exampleUuid } from '../api/openapi/shared';
import { Documents, type ResourceObject } from '../api/read/document';
import { type AnyRow, Queries } from '../api/read/queries';
import type { Query } from '../api/read/query';
import { type ListReading, plainPresentation, readFields } from '../api/read/reading';
import type { RowShape } from '../api/read/selection';
import { onlyValue } from '../api/schema/parameters';
import type { Registry } from '../api/schema/registry';
import type { Resource } from '../api/schema/resource';
import { badParameter } from '../errors';
import type { Kind } from '../kinds';
import type { Store } from '../store/database/open';
import type { Located } from './records';

/** @returns undefined if absent */
export function readInclude(query: Query, possible: readonly string[] = []): readonly string[] | undefined {
  const sent = query.take('include');
  if (!sent) return undefined;
  const paths = onlyValue(sent)
    .split(',')
    .filter((path) => path !== '');
  if (paths.length > 0 && possible.length === 0) throw badParameter('include', 'nothing_to_include');
  if (paths.some((path) => !possible.includes(path))) throw badParameter('include', 'unknown_inclusion', { possible });
  return paths;
}

/** Pagination and fields of requests across kinds. Other parameters are read before. */
export function readAcrossKinds(query: Query, registry: Registry, names = false): ListReading {
  const paging = query.paging();
  const fields = readFields(query, registry);
  return { ...plainPresentation, ...paging, fields, names, filters: [], orders: [], ignored: query.ignored() };
}

/** A presented record with its row. */
export interface ShownRecord {
  readonly object: ResourceObject;
  readonly row: AnyRow;
}

/** Presents records of several kinds as their own lists do. */
export class MixedDocuments {
  readonly #queries: Queries;
  readonly #documents: Documents;

  constructor(store: Store, registry: Registry) {
    this.#queries = new Queries(store);
    this.#documents = new Documents(this.#queries, registry);
  }

  rows(resource: Resource, keys: readonly number[], shape?: RowShape): AnyRow[] {
    return this.#queries.rowsByKeys(resource, keys, shape);
  }

  /** In order; records of one kind are read together. */
  show(records: readonly Located[], reading: ListReading): ShownRecord[] {
    const shown = new Map<string, ShownRecord>();
    for (const [resource, ofKind] of Map.groupBy(records, ({ resource }) => resource)) {
      const rows = this.#queries.rowsByKeys(
        resource,
        ofKind.map(({ key }) => key),
        { names: reading.names },
      );
      const { data } = this.#documents.list(resource, rows, rows.length, reading, resource.path);
      for (const [index, row] of rows.entries())
        shown.set(hitKeyOf({ resource, key: row.key }), { row, object: data[index] as ResourceObject });
    }
    return records.map((record) => shown.get(hitKeyOf(record))).filter((record) => record !== undefined);
  }

  /** Records to include, each once. */
  showOnce(records: readonly Located[], reading: ListReading): ResourceObject[] {
    const distinct = new Map(records.map((record) => [hitKeyOf(record), record]));
    return this.show([...distinct.values()], reading).map(({ object }) => object);
  }
}

export const hitKeyOf = ({ resource, key }: Located): string => `${resource.type} ${key}`;

/** The declared example of a kind. */
export const exampleHit = (kind: Kind) => {
  const id = kind.iri({ id: exampleUuid, ...Object.fromEntries(kind.ancestors.map(({ parameter }) => [parameter, exampleUuid])) });
  return { id, type: kind.type, attributes: { _id: exampleUuid, ...kind.example }, links: { self: id } };
};

export const onlyPageLinks = (list: string) => ({ self: `${list}page=1`, first: `${list}page=1`, last: `${list}page=1` });
