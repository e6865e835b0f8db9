import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { exampleUuid } from '../api/openapi/shared';
import { catalogRead } from '../api/read/catalog-read';
import { metaOf, type ResourceObject } from '../api/read/document';
import { type Ignored, Query } from '../api/read/query';
import { type ListReading, plainPresentation, readPresentation } from '../api/read/reading';
import { Reads, type WholeDocument } from '../api/read/reads';
import type { RowShape } from '../api/read/selection';
import type { Personal } from '../api/read/viewer';
import { type DocumentOf, defineRoute } from '../api/route';
import { elementsOf, flag, namesParameter, nonEmpty, onlyValue, text as upTo } from '../api/schema/parameters';
import { comparableType, type Registry } from '../api/schema/registry';
import { type Ids, itemPath } from '../api/schema/resource';
import { closed, component, identifier, ignored, iri, list, objectDocument, orNull, text, uuid, word } from '../api/schema/schemas';
import { catalog } from '../catalog';
import { badParameter, DomainError, notFound } from '../errors';
import { pathBelow } from '../http/middleware';
import type { PublicAddress } from '../http/public-address';
import { personalCaching, respond } from '../http/respond';
import type { Kind, Kinds } from '../kinds';
import type { Store } from '../store/database/open';
import { type MixedDocuments, readAcrossKinds, readInclude } from './documents';
import { PageUrls } from './page-addresses';
import type { BySlug, Located, Records } from './records';

const resolution = closed({
  resource_type: text(),
  resource_id: uuid(),
  iri: iri(),
  canonical_url: orNull(iri(), 'Path of its page; null for kinds without pages'),
  redirected: t.Boolean({ description: 'Whether the record now has another slug, address or id' }),
});

const example = '/api/resolve?slug=walter-carlos&type=Artist';

const declarationOf = ({ shown }: Kinds) =>
  catalogRead({
    path: '/api/resolve',
    operationId: 'resolve',
    tag: 'Search',
    summary: 'Resolve a slug or page address',
    description:
      'Requires slug or url. Renamed slugs and merged records resolve to the current record. If records of several types share a slug, type is required.',
    query: {
      slug: { ...nonEmpty(upTo(255, 'bernard-herrmann')), description: 'Slug of a record (case-insensitive)' },
      type: {
        // The allowed types depend on what is resolved.
        ...upTo(50),
        schema: word(shown.map(({ type }) => type)),
        description: 'Type of the record; with a slug, a type that has slugs',
      },
      // The usual limit of browsers and proxies.
      url: {
        ...nonEmpty(upTo(2_000, '/artists/bernard-herrmann')),
        description: 'Address or path of a page or record on this server',
      },
      resource: {
        ...upTo(1_000, 'aliases'),
        description:
          'Adds the record to `included`, first and as its single read has it, with what this lists as `include` of that read does; it may be empty. `externalLinks` are those of the record. `meta` then has that of the read.',
      },
      names: { ...namesParameter, description: 'With resource: as in the read' },
      holdings: { ...flag, description: 'With resource: as in the read' },
      completeness: { ...flag, description: 'With resource: as in the read' },
    },
    answer: {
      description: 'The record',
      schema: closed({
        data: objectDocument('Resolution', resolution, {
          relationships: closed({ resource: closed({ data: identifier }), externalLinks: t.Optional(closed({ data: list(identifier) })) }),
        }).properties.data,
        included: t.Optional(
          list(t.Unsafe<ResourceObject>({ anyOf: shown.map(({ type }) => component(type)) }), 'With resource, which comes first'),
        ),
        meta: t.Optional(t.Object(ignored, { required: [], description: 'With resource, also that of its read' })),
      }),
      example: {
        data: {
          id: example,
          type: 'Resolution',
          attributes: {
            resource_type: 'Artist',
            resource_id: exampleUuid,
            iri: `/api/artists/${exampleUuid}`,
            canonical_url: '/artists/wendy-carlos',
            redirected: true,
          },
          relationships: { resource: { data: { type: 'Artist', id: `/api/artists/${exampleUuid}` } } },
          links: { self: example },
        },
      },
    },
    errors: { 404: 'NotFound' },
  });

export const resolveRoute = (guard: Guard, kinds: Kinds, resolver: () => Resolver) =>
  defineRoute({ ...declarationOf(kinds), access: guard.user('catalog:read'), handle: ({ request }) => resolver().answer(request) });

interface Resolved {
  readonly resource: Kind;
  readonly iri: string;
  readonly id: string;
  /** Undefined for kinds without pages. */
  readonly page: string | undefined;
  readonly isMoved: boolean;
}

/** Matches addresses of one record, capturing ids. */
const iriPatternOf = (resource: Kind) => {
  const names = [...itemPath(resource).matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  return { resource, names, pattern: new RegExp(`^${itemPath(resource).replace(/:\w+/g, '([^/]+)')}$`) };
};

/** Resolves slugs and addresses, following renames and merges. */
export class Resolver {
  readonly #declared: ReturnType<typeof declarationOf>;
  readonly #reads: Reads;
  readonly #pages: PageUrls;
  readonly #iriPatterns: readonly ReturnType<typeof iriPatternOf>[];

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly documents: MixedDocuments,
    private readonly records: Records,
    private readonly publicAddress: PublicAddress,
    private readonly kinds: Kinds = catalog,
    personal?: Personal,
  ) {
    this.#declared = declarationOf(kinds);
    this.#reads = new Reads(store, registry, personal);
    this.#pages = new PageUrls(kinds);
    this.#iriPatterns = kinds.shown.map(iriPatternOf);
  }

  answer(request: Request): Response {
    const query = new Query(request);
    const { path, query: parameters } = this.#declared;
    const slug = query.one('slug', parameters.slug);
    const url = query.one('url', parameters.url);
    if (slug !== undefined && url !== undefined) throw badParameter('url', 'resolve_both');
    if (slug === undefined && url === undefined) throw badParameter('slug', 'resolve_neither');
    if ((slug ?? url)?.trim() === '') throw badParameter(slug === undefined ? 'url' : 'slug', 'resolve_neither');
    const written = query.one<string>('type', parameters.type);
    const possible = kindsNamed(written, url === undefined ? this.#pages.kinds : this.kinds.shown);
    readInclude(query);
    const resource = query.take('resource');
    const paths = resource && elementsOf(onlyValue(resource));
    query.one('holdings', parameters.holdings);
    query.one('completeness', parameters.completeness);
    const reading = readAcrossKinds(query, this.registry, query.one('names', parameters.names));
    return this.store.read(() => {
      const found = url === undefined ? this.#bySlug((slug as string).trim().toLowerCase(), possible, request) : this.#byUrl(url, request);
      if (!found || !possible.includes(found.resource)) throw notFound('nothing_known', { id: (url ?? slug ?? '').slice(0, 100) });
      const parameters: Record<string, string> = url === undefined ? { slug: slug as string } : { url };
      if (written !== undefined) parameters.type = found.resource.type;
      const document = present(found, `${path}?${new URLSearchParams(parameters)}`, reading.ignored);
      return paths ? this.#including(document, found, paths, reading, request) : respond(request, document);
    });
  }

  /** Adds the single read of the record, and its external links. */
  #including({ data, meta }: Resolution, found: Resolved, paths: readonly string[], reading: ListReading, request: Request) {
    const read = this.#singleRead(found, paths, request);
    const record = paths.includes(externalLinks) ? this.records.byId(found.resource, found.id) : undefined;
    const links = record && this.documents.show(this.records.linksOf(record), reading).map(({ object }) => object);
    const linkage = links && { [externalLinks]: { data: links.map(({ type, id }) => ({ type, id })) } };
    const all = { ...read.document.meta, ...meta };
    const document = {
      data: { ...data, relationships: { ...data.relationships, ...linkage } },
      included: [read.document.data, ...(read.document.included ?? []), ...(links ?? [])],
      ...(Object.keys(all).length > 0 && { meta: all }),
    };
    return respond(request, document, 200, read.notes || read.isUnreviewed ? personalCaching : {});
  }

  /** Reads the record for the same reader, with the rest of the query. */
  #singleRead({ resource, iri }: Resolved, paths: readonly string[], request: Request): WholeDocument {
    const url = new URL(iri, request.url);
    const include = paths.filter((path) => path !== externalLinks);
    if (include.length > 0) url.searchParams.set('include', include.join());
    for (const [name, value] of new URL(request.url).searchParams) if (presentation.test(name)) url.searchParams.append(name, value);
    const single = new Request(url.href, { headers: request.headers });
    return this.#reads.whole(resource, single, readPresentation(resource, this.registry, single), this.#idsIn(iri, resource) ?? {});
  }

  #bySlug(slug: string, resources: readonly Kind[], request: Request): Resolved | undefined {
    const found = resources.flatMap((resource) => this.#thereFor(request, this.records.bySlug(resource, slug)) ?? []);
    // Current slugs win over former ones.
    const current = found.some(({ isMoved }) => !isMoved) ? found.filter(({ isMoved }) => !isMoved) : found;
    if (current.length > 1) {
      throw badParameter('type', 'ambiguous_slug', { types: current.map(({ resource }) => resource.type) });
    }
    return current[0] && this.#resolved(current[0]);
  }

  #thereFor(request: Request, found: BySlug | undefined): BySlug | undefined {
    return found && this.#reads.isThereFor(request, found.resource, found.key) ? found : undefined;
  }

  /** Resolves pages and API addresses of this server only. */
  #byUrl(written: string, request: Request): Resolved | undefined {
    const path = ownPath(written, request, this.publicAddress);
    if (path === undefined) return undefined;
    const page = this.#pages.read(path.toLowerCase());
    if (!page) return this.#byIri(path, request);
    const found = this.#thereFor(request, this.records.bySlug(page.kind, page.slugs.at(-1) as string));
    if (!found || !this.#isBelow(found, page.slugs.slice(0, -1))) return undefined;
    const resolved = this.#resolved(found);
    return { ...resolved, isMoved: resolved.page !== path.toLowerCase() };
  }

  /** Whether a record is below records with these current or former slugs. */
  #isBelow({ resource, key }: Located, slugs: readonly string[]): boolean {
    const [slug] = slugs.slice(-1);
    const parent = resource.above.at(-1);
    if (slug === undefined || !parent) return true;
    const found = this.records.bySlug(this.kinds.ofTable(parent.table), slug);
    return found !== undefined && this.records.above(resource, key)?.key === found.key && this.#isBelow(found, slugs.slice(0, -1));
  }

  #byIri(path: string, request: Request): Resolved | undefined {
    for (const { resource } of this.#iriPatterns) {
      const ids = this.#idsIn(path, resource);
      const found = ids && this.#read(resource, ids, request);
      if (found) return found;
    }
    return undefined;
  }

  #idsIn(path: string, kind: Kind): Ids | undefined {
    const { names = [], pattern } = this.#iriPatterns.find(({ resource }) => resource === kind) ?? {};
    const ids = pattern?.exec(path)?.slice(1);
    return ids && Object.fromEntries(names.map((name, index) => [name, ids[index] as string]));
  }

  /** As the single read finds it, following merges. */
  #read(resource: Kind, ids: Ids, request: Request): Resolved | undefined {
    try {
      const { document, movedTo } = this.#reads.document(resource, plainPresentation, ids, request);
      const { id, attributes } = document.data;
      const located = this.records.byId(resource, attributes._id as string);
      const page = located && this.#pageOf(resource, located.key, attributes.slug);
      return { resource, iri: id, id: attributes._id as string, page, isMoved: movedTo !== undefined };
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'not_found') return undefined;
      throw error;
    }
  }

  #resolved({ resource, key, isMoved }: BySlug): Resolved {
    const [row] = this.documents.rows(resource, [key], addressed);
    if (!row) throw new Error(`There is no ${resource.type} ${key}.`);
    return { resource, iri: resource.iri(row), id: row._id, page: this.#pageOf(resource, key, row.slug), isMoved };
  }

  #pageOf(kind: Kind, key: number, slug: unknown): string | undefined {
    if (typeof slug !== 'string' || !this.#pages.has(kind)) return undefined;
    return this.#pages.pathOf({ kind, slugs: [...this.#slugsAbove(kind, key), slug] });
  }

  /** Outermost first. */
  #slugsAbove(kind: Kind, key: number): string[] {
    const parent = kind.above.at(-1);
    const found = parent && this.records.above(kind, key);
    return found ? [...this.#slugsAbove(this.kinds.ofTable(parent.table), found.key), found.slug] : [];
  }
}

/** What addresses have of a record. */
const addressed: RowShape = { fields: new Set(['slug']) };

/** Its path among those of a single read. */
const externalLinks = 'externalLinks';

/** Parameters that the single read of the record takes. */
const presentation = /^(?:names|holdings|completeness|fields\[.+\])$/;

/** Kinds matching a type; all possible ones if missing. */
function kindsNamed(written: string | undefined, possible: readonly Kind[]): readonly Kind[] {
  if (written === undefined) return possible;
  const named = possible.filter(({ type }) => comparableType(type) === comparableType(written));
  if (named.length === 0) throw badParameter('type', 'invalid_word', { values: possible.map(({ type }) => type) });
  return named;
}

/**
 * The decoded path of an address of this server, relative to the base path, without trailing slash; undefined for others.
 * Compares hosts only, since an untrusted proxy may use another scheme.
 */
function ownPath(written: string, request: Request, publicAddress: PublicAddress): string | undefined {
  const own = new URL(publicAddress.originOf(request));
  const hosts = [own.host, request.headers.get('host')?.toLowerCase() ?? own.host].map(withoutPort);
  const url = URL.parse(written.trim(), own.href);
  if (!url) throw badParameter('url', 'invalid_url');
  if (!/^https?:$/.test(url.protocol) || !hosts.includes(withoutPort(url.host))) return undefined;
  // A bare path may be relative to the base path, as ids and links are.
  const below = pathBelow(publicAddress.basePath, url.pathname) ?? (written.trim().startsWith('/') ? url.pathname : undefined);
  const path = below?.replace(/(?<!\/)\/+$/, '');
  try {
    return path?.split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

/** Without the default port. */
const withoutPort = (host: string): string => host.replace(/:(?:80|443)$/, '');

type Resolution = DocumentOf<ReturnType<typeof declarationOf>>;

function present({ resource, iri, id, page, isMoved }: Resolved, address: string, ignored: Ignored): Resolution {
  const attributes = { resource_type: resource.type, resource_id: id, iri, canonical_url: page ?? null, redirected: isMoved };
  const relationships = { resource: { data: { type: resource.type, id: iri } } };
  return {
    data: { id: address, type: 'Resolution', attributes, relationships, links: { self: address } },
    ...metaOf(ignored),
  };
}
