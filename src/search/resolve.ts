import { Type as t } from '@sinclair/typebox';
import type { Guard } from '../accounts/access';
import { exampleUuid } from '../api/openapi/shared';
import { catalogRead } from '../api/read/catalog-read';
import { metaOf } from '../api/read/document';
import { type Ignored, Query } from '../api/read/query';
import { plainPresentation } from '../api/read/reading';
import { Reads } from '../api/read/reads';
import type { Personal } from '../api/read/viewer';
import { type DocumentOf, defineRoute } from '../api/route';
import { nonEmpty, text as upTo } from '../api/schema/parameters';
import { comparableType, type Registry } from '../api/schema/registry';
import { type Ids, itemPath } from '../api/schema/resource';
import { closed, identifier, iri, objectDocument, orNull, text, uuid, word } from '../api/schema/schemas';
import { catalog } from '../catalog';
import { badParameter, DomainError, notFound } from '../errors';
import { pathBelow } from '../http/middleware';
import type { PublicAddress } from '../http/public-address';
import { respond } from '../http/respond';
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
    },
    answer: {
      description: 'The record',
      schema: objectDocument('Resolution', resolution, { relationships: closed({ resource: closed({ data: identifier }) }) }),
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
    const { ignored } = readAcrossKinds(query, this.registry);
    return this.store.read(() => {
      const found = url === undefined ? this.#bySlug((slug as string).trim().toLowerCase(), possible, request) : this.#byUrl(url, request);
      if (!found || !possible.includes(found.resource)) throw notFound('nothing_known', { id: (url ?? slug ?? '').slice(0, 100) });
      const asked: Record<string, string> = url === undefined ? { slug: slug as string } : { url };
      if (written !== undefined) asked.type = found.resource.type;
      return respond(request, present(found, `${path}?${new URLSearchParams(asked)}`, ignored));
    });
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
    for (const { resource, names, pattern } of this.#iriPatterns) {
      const ids = pattern.exec(path)?.slice(1);
      if (!ids) continue;
      const named: Ids = Object.fromEntries(names.map((name, index) => [name, ids[index] as string]));
      const found = this.#read(resource, named, request);
      if (found) return found;
    }
    return undefined;
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
    const [row] = this.documents.rows(resource, [key]);
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

function present(
  { resource, iri, id, page, isMoved }: Resolved,
  address: string,
  ignored: Ignored,
): DocumentOf<ReturnType<typeof declarationOf>> {
  const attributes = { resource_type: resource.type, resource_id: id, iri, canonical_url: page ?? null, redirected: isMoved };
  const relationships = { resource: { data: { type: resource.type, id: iri } } };
  return {
    data: { id: address, type: 'Resolution', attributes, relationships, links: { self: address } },
    ...metaOf(ignored),
  };
}
