import { type Static, Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { catalogRead } from '../api/read/catalog-read';
import { metaOf } from '../api/read/document';
import { Query } from '../api/read/query';
import { isReviewed } from '../api/read/selection';
import { defineRoute } from '../api/route';
import type { Registry } from '../api/schema/registry';
import { closed, count, list, objectDocument, text } from '../api/schema/schemas';
import { catalog } from '../catalog';
import { notFound } from '../errors';
import { respond } from '../http/respond';
import type { Kind, Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import type { WorkerResult } from '../store/workers/read-pool';
import { StaleWhileRevalidate } from '../store/workers/stale-while-revalidate';
import { readAcrossKinds, readInclude } from './documents';

/** A sitemap may have fifty thousand; this many take a megabyte. */
const addressesPerPart = 10_000;

const path = '/api/page-addresses';

const part = text('Name of the part, such as `releases-2`');

const contents = closed({
  parts: list(closed({ part, addresses: count() }), 'Parts with their number of addresses; empty parts are omitted'),
});

const addresses = closed({
  addresses: list(closed({ path: text('Path of the page on the server'), changed_at: t.String({ format: 'date-time' }) })),
});

type PageAddressContents = Static<typeof contents>;
type PageAddressPart = Static<typeof addresses>;

const tag = 'Search';

const examplePart = 'releases-1';

const contentsRead = catalogRead({
  path,
  operationId: 'pageAddresses',
  tag,
  summary: 'List sitemap parts',
  description: `The parts of a sitemap, with up to ${addressesPerPart} addresses each. A record stays in its part. For a large catalog, counts may be some minutes old.`,
  query: {},
  answer: {
    description: 'The parts',
    schema: objectDocument('PageAddresses', contents, {}),
    example: {
      data: { id: path, type: 'PageAddresses', attributes: { parts: [{ part: examplePart, addresses: 1 }] }, links: { self: path } },
    },
  },
});

const partRead = catalogRead({
  path: '/api/page-addresses/:part',
  operationId: 'pageAddressPart',
  tag,
  summary: 'List page addresses',
  description: 'Addresses of one part with the last change of each record.',
  pathParameters: { part: { description: 'Name of the part', schema: t.String({ examples: [examplePart] }) } },
  query: {},
  answer: {
    description: 'Addresses in the order in which the records were added',
    schema: objectDocument('PageAddressPart', addresses, {}),
    example: {
      data: {
        id: `${path}/${examplePart}`,
        type: 'PageAddressPart',
        attributes: { addresses: [{ path: '/releases/psycho', changed_at: '2026-01-31T12:00:00Z' }] },
        links: { self: `${path}/${examplePart}` },
      },
    },
  },
  errors: { 404: 'NotFound' },
});

export const pageAddressRoutes = (guard: Guard, addresses: () => PageAddresses) =>
  [
    defineRoute({ ...contentsRead, access: guard.user('catalog:read'), handle: ({ request }) => addresses().answerContents(request) }),
    defineRoute({
      ...partRead,
      access: guard.user('catalog:read'),
      handle: ({ request, params }) => addresses().answerPart(request, params.part),
    }),
  ] as const;

const patienceMilliseconds = 400;

interface Row {
  /** JSON: slugs of the parents and the record. */
  readonly slugs: string;
  readonly changed_at: string;
}

interface Part {
  readonly part: number;
  readonly addresses: number;
}

/** Addresses of all pages in parts. A part is a range of keys: fast to find in any catalog, and a record stays in its part. */
export class PageAddresses {
  readonly #urls: PageUrls;
  /** Reads every record. */
  readonly #contents: StaleWhileRevalidate<PageAddressContents>;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    kinds: Kinds,
  ) {
    this.#urls = new PageUrls(kinds);
    this.#contents = new StaleWhileRevalidate(store, () => this.#count(), patienceMilliseconds);
  }

  async answerContents(request: Request): Promise<Response> {
    const { value } = await this.#contents.find(request.signal);
    return this.#answer(request, path, 'PageAddresses', () => value);
  }

  answerPart(request: Request, part: string): Response {
    return this.#answer(request, `${path}/${part}`, 'PageAddressPart', () => this.#part(part));
  }

  #answer(request: Request, path: string, type: string, read: () => object | undefined): Response {
    const query = new Query(request);
    readInclude(query);
    const { ignored } = readAcrossKinds(query, this.registry);
    const attributes = this.store.read(read);
    return respond(request, { data: { id: path, type, attributes, links: { self: path } }, ...metaOf(ignored) });
  }

  async #count(): Promise<WorkerResult<PageAddressContents>> {
    const { kinds } = this.#urls;
    const queries = kinds.map((kind) => ({ sql: countOfParts(kind), values: {} }));
    const { revision, found } = await this.store.readPool.rows('background', queries);
    const parts = kinds.flatMap((kind, index) =>
      ((found[index] ?? []) as Part[]).map(({ part, addresses }) => ({ part: `${this.#urls.nameOf(kind)}-${part}`, addresses })),
    );
    return { revision, found: { parts } };
  }

  #part(name: string): PageAddressPart {
    const [, section, number] = /^([a-z-]+)-([1-9]\d{0,8})$/.exec(name) ?? [];
    const kind = this.#urls.kinds.find((candidate) => this.#urls.nameOf(candidate) === section);
    const last = Number(number) * addressesPerPart;
    const rows = kind ? this.store.reader.all<Row>(addressesOf(kind), { after: last - addressesPerPart, last }) : [];
    if (!kind || rows.length === 0) throw notFound('no_page_addresses', { name: name.slice(0, 100) });
    return {
      addresses: rows.map(({ slugs, changed_at }) => ({ path: this.#urls.pathOf({ kind, slugs: JSON.parse(slugs) }), changed_at })),
    };
  }
}

function addressesOf(kind: Kind): string {
  const { table, above } = kind;
  const parent = above.at(-1);
  const slugs = parent ? 'json_array(parent.slug, own.slug)' : 'json_array(own.slug)';
  const joined = parent ? `JOIN "${parent.table}" AS parent ON parent.key = own.${parent.column}` : '';
  return `
    SELECT ${slugs} AS slugs, coalesce(own.updated_at, own.created_at) AS changed_at FROM "${table}" AS own ${joined}
    WHERE own.key > :after AND own.key <= :last AND own.slug IS NOT NULL AND ${isReviewed(kind, 'own.key')} ORDER BY own.key`;
}

const countOfParts = (kind: Kind): string => `
  SELECT (key - 1) / ${addressesPerPart} + 1 AS part, count(*) AS addresses FROM "${kind.table}"
  WHERE slug IS NOT NULL AND ${isReviewed(kind, 'key')} GROUP BY part ORDER BY part`;

export interface PageAddress {
  readonly kind: Kind;
  /** Slugs of parents first. */
  readonly slugs: readonly string[];
}

/** Order of kinds for a slug lookup; others follow. */
const soughtFirst: readonly string[] = [
  'Artist',
  'Production',
  'Album',
  'Release',
  'Label',
  'Organization',
  'ArtistRole',
  'LabelSeries',
  'Work',
  'Franchise',
];

/** Addresses of pages, derived from the API paths of kinds. Pages of child records are below those of their parents. */
export class PageUrls {
  /** Kinds with slugs and pages, in lookup order. */
  readonly kinds: readonly Kind[];
  /** Path segments before each slug, by kind. */
  readonly #sections: ReadonlyMap<Kind, readonly string[]>;

  constructor(all: Kinds = catalog) {
    const placeOf = ({ type }: Kind) => (soughtFirst.includes(type) ? soughtFirst.indexOf(type) : soughtFirst.length);
    this.#sections = new Map(
      all.shown.flatMap((kind) => {
        const sections = sectionsOf(kind, all);
        return sections ? [[kind, sections]] : [];
      }),
    );
    this.kinds = [...this.#sections.keys()].toSorted((a, b) => placeOf(a) - placeOf(b));
  }

  has(kind: Kind): boolean {
    return this.#sections.has(kind);
  }

  /** Segments joined with hyphens: a name for all pages of a kind. */
  nameOf(kind: Kind): string {
    return (this.#sections.get(kind) ?? []).join('-');
  }

  pathOf({ kind, slugs }: PageAddress): string {
    return (this.#sections.get(kind) ?? []).map((section, index) => `/${section}/${slugs[index]}`).join('');
  }

  /** Parses a path; slugs are lowercase. */
  read(path: string): PageAddress | undefined {
    const [, ...segments] = path.split('/');
    if (segments.length % 2 !== 0 || segments.includes('')) return undefined;
    const written = segments.filter((_, index) => index % 2 === 0).join('/');
    for (const [kind, sections] of this.#sections)
      if (sections.join('/') === written) return { kind, slugs: segments.filter((_, index) => index % 2 === 1) };
    return undefined;
  }
}

function sectionsOf(kind: Kind, all: Kinds): readonly string[] | undefined {
  if (kind.slugFrom === undefined) return undefined;
  const own = kind.path.split('/').at(-1) as string;
  const parent = kind.above.at(-1);
  if (!parent) return [own];
  const above = sectionsOf(all.ofTable(parent.table), all);
  return above && [...above, own];
}
