import { sql } from 'kysely';
import type { Store } from '../database/open';
import { bound, parameter } from '../database/prepare';
import type { FoundApart } from '../database/read-apart';
import { Statements } from '../database/statements';
import { WorkedOutApart } from '../database/worked-out';
import { notFound } from '../errors';
import { requireAcceptable } from '../http/negotiation';
import { respond } from '../http/respond';
import { metaOf, Query } from '../jsonapi/query';
import type { Registry } from '../jsonapi/registry';
import { isReviewed } from '../jsonapi/selection';
import type { Kind, Kinds } from '../kinds';
import { addressesPerPart, type PageAddressContents, type PageAddressPart, pageAddressesEndpoint } from './endpoints/page-addresses';
import { PageUrls } from './page-urls';
import { readAcrossKinds, readInclude } from './reading';

/** Of a small catalog nothing old is told. */
const patienceMilliseconds = 400;

interface Row {
  /** As JSON: of the records that the page stands below, and its own. */
  readonly slugs: string;
  readonly changed_at: string;
}

interface Part {
  readonly part: number;
  readonly addresses: number;
}

/**
 * Says where the pages of all records stand, part by part. A part is a range of keys: it is found at once however large
 * the catalog is, and a record stays in it.
 */
export class PageAddresses {
  readonly #statements: Statements;
  readonly #urls: PageUrls;
  /** Every record is looked at for it. */
  readonly #contents: WorkedOutApart<PageAddressContents>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    kinds: Kinds,
  ) {
    this.#statements = new Statements(store);
    this.#urls = new PageUrls(kinds);
    this.#contents = new WorkedOutApart(store, () => this.#count(), patienceMilliseconds);
  }

  async answerContents(request: Request): Promise<Response> {
    const { path } = pageAddressesEndpoint;
    const { value } = await this.#contents.find(request.signal);
    return this.#answer(request, path, 'PageAddresses', () => value);
  }

  answerPart(request: Request, part: string): Response {
    return this.#answer(request, `${pageAddressesEndpoint.path}/${part}`, 'PageAddressPart', () => this.#part(part));
  }

  #answer(request: Request, path: string, type: string, read: () => object | undefined): Response {
    requireAcceptable(request);
    const query = new Query(request);
    readInclude(query);
    const { ignored } = readAcrossKinds(query, this.registry);
    const attributes = this.store.read(read);
    return respond(request, { data: { id: path, type, attributes, links: { self: path } }, ...metaOf(ignored) });
  }

  async #count(): Promise<FoundApart<PageAddressContents>> {
    const { kinds } = this.#urls;
    const asked = kinds.map((kind) => bound({ compile: () => countOfParts(kind).compile(this.store.db) }));
    const { revision, found } = await this.store.apart.rows('unhurried', asked);
    const parts = kinds.flatMap((kind, index) =>
      ((found[index] ?? []) as Part[]).map(({ part, addresses }) => ({ part: `${this.#urls.nameOf(kind)}-${part}`, addresses })),
    );
    return { revision, found: { parts } };
  }

  #part(name: string): PageAddressPart {
    const [, section, number] = /^([a-z-]+)-([1-9]\d{0,8})$/.exec(name) ?? [];
    const kind = this.#urls.kinds.find((one) => this.#urls.nameOf(one) === section);
    const last = Number(number) * addressesPerPart;
    const rows = kind ? this.#rows(kind).all({ after: last - addressesPerPart, last }) : [];
    if (!kind || rows.length === 0) throw notFound(`There is no part ${name.slice(0, 100)} of the addresses of pages.`);
    return {
      addresses: rows.map(({ slugs, changed_at }) => ({ path: this.#urls.pathOf({ kind, slugs: JSON.parse(slugs) }), changed_at })),
    };
  }

  #rows(kind: Kind) {
    const { table, type, above } = kind;
    const own = sql.table(table);
    const parent = above.at(-1);
    const [slugs, joined] = parent
      ? [
          sql`json_array(parent.slug, ${own}.slug)`,
          sql`JOIN ${sql.table(parent.table)} AS parent ON parent.key = ${sql.ref(`${table}.${parent.column}`)}`,
        ]
      : [sql`json_array(${own}.slug)`, sql``];
    return this.#statements.get<Row>(
      `part ${type}`,
      () => sql`
        SELECT ${slugs} AS slugs, coalesce(${own}.updated_at, ${own}.created_at) AS changed_at FROM ${own} ${joined}
        WHERE ${own}.key > ${parameter('after')} AND ${own}.key <= ${parameter('last')} AND ${own}.slug IS NOT NULL AND ${isReviewed(kind, sql`${own}.key`)} ORDER BY ${own}.key`,
    );
  }
}

const countOfParts = ({ table, unreviewed }: Kind) => sql<Part>`
  SELECT (key - 1) / ${sql.lit(addressesPerPart)} + 1 AS part, count(*) AS addresses FROM ${sql.table(table)}
  WHERE slug IS NOT NULL AND ${isReviewed({ unreviewed }, sql`key`)} GROUP BY part ORDER BY part`;
