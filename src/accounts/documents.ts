import { sql } from 'kysely';
import { Documents, type SingleDocument } from '../api/read/document';
import { ListPages } from '../api/read/list-pages';
import { type AnyRow, Queries } from '../api/read/queries';
import { readList, readPresentation } from '../api/read/reading';
import { differingFrom } from '../api/schema/checks';
import { Registry } from '../api/schema/registry';
import type { Resource } from '../api/schema/resource';
import { isReadOnly, sentAttributes } from '../api/write/write';
import { type DomainError, notFound } from '../errors';
import { answerHeadersOf } from '../http/request';
import { newRequestId, personalCaching, respond } from '../http/respond';
import type { Values } from '../store/database/connection';
import type { Store } from '../store/database/open';

export interface Differences {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Attributes that only this response has. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Unknown attributes of the request. */
  readonly ignored?: readonly string[];
  /** A change: those of its attributes that are read-only are ignored too. */
  readonly sent?: { readonly body: unknown; readonly to: Resource };
}

/**
 * Rows of a kind as its documents need them.
 * @param condition SQL that names `values`
 */
export const recordRows = <Row = AnyRow>(
  { db, reader }: Store,
  { description, rows }: Resource,
  condition: string,
  values: Values,
  order = '1',
): Row[] =>
  reader
    .composed<Row>(`${description} ${condition} ${order}`, () =>
      rows(db)
        .where(sql<boolean>`${sql.raw(condition)}`)
        .orderBy(sql.raw(order))
        .compile(),
    )
    .all(values);

/** Documents of one kind whose rows the account routes find themselves. */
export class AccountDocuments {
  readonly #documents: Documents;
  readonly #registry: Registry;
  readonly #pages: ListPages;

  /** @param missing error for an id that is not there */
  constructor(
    private readonly store: Store,
    private readonly resource: Resource,
    private readonly missing = (id: string): DomainError => notFound('no_record_here', { kind: resource.noun, id }),
  ) {
    this.#registry = new Registry([resource]);
    const queries = new Queries(store);
    this.#pages = new ListPages(store, queries);
    this.#documents = new Documents(queries, this.#registry);
  }

  /** Checks a read before a write: what cannot be presented is not written either. */
  requireAnswerable(request: Request): void {
    readPresentation(this.resource, this.#registry, request);
  }

  /** Rows of the kind; see {@link recordRows}. */
  rows = <Row = AnyRow>(condition: string, values: Values, order?: string): Row[] =>
    recordRows<Row>(this.store, this.resource, condition, values, order);

  /**
   * The row of a record.
   * @throws {DomainError} not_found
   */
  row<Row = AnyRow>(condition: string, { id, ...values }: Values & { readonly id: string }): Row {
    const [row] = this.rows<Row>(condition, { ...values, id: id.toLowerCase() });
    if (!row) throw this.missing(id.slice(0, 100));
    return row;
  }

  /** The document of a record, which {@link row} finds. */
  present(request: Request, condition: string, values: Values & { readonly id: string }, differences?: Differences): Response {
    return this.single(request, this.row(condition, values), differences);
  }

  /** @param differences where this record is shown unlike others of its kind */
  single(request: Request, row: AnyRow, differences: Differences = {}, resource = this.resource): Response {
    const { status = 200, headers = {}, more = {}, ignored: unknown = [], sent } = differences;
    const { data, meta } = this.#documents.single(resource, row, readPresentation(resource, this.#registry, request));
    const ignored = [...unknown, ...(sent ? differingFrom(data.attributes, sentAttributes(sent.body), isReadOnly(sent.to)) : [])];
    const document: Omit<SingleDocument, 'meta'> & { meta?: object } = { data: { ...data, attributes: { ...data.attributes, ...more } } };
    if (meta || ignored.length > 0) document.meta = { ...meta, ...(ignored.length > 0 && { ignoredAttributes: ignored }) };
    return respond(request, document, status, { ...personalCaching, ...headers });
  }

  /** One page of all records, with filters and order. */
  listAll(request: Request): Response {
    const reading = readList(this.resource, this.#registry, request);
    const selection = { filters: reading.filters, orders: reading.orders, withinKey: undefined };
    const { rows, total } = this.#pages.pageNow(this.resource, selection, reading.itemsPerPage, (reading.page - 1) * reading.itemsPerPage);
    return respond(request, this.#documents.list(this.resource, rows, total, reading, this.resource.path), 200, personalCaching);
  }

  /**
   * One page of these records.
   * @param path of the list, if it contains ids of parent records
   */
  list(request: Request, found: readonly AnyRow[], path: string = this.resource.path): Response {
    const reading = readList(this.resource, this.#registry, request);
    const rows = found.slice((reading.page - 1) * reading.itemsPerPage, reading.page * reading.itemsPerPage);
    return respond(request, this.#documents.list(this.resource, rows, found.length, reading, path), 200, personalCaching);
  }
}

/** 204 No Content. */
export function nothingLeft(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: { 'cache-control': 'no-store', 'x-request-id': newRequestId(), ...answerHeadersOf(request) },
  });
}
