import { notFound } from '../../errors';
import type { Access } from '../../http/authentication';
import { HttpError } from '../../http/errors';
import { personalCaching, requireAcceptable, respond, versionOf } from '../../http/respond';
import { respondOfCatalog } from '../../http/response-cache';
import { message } from '../../messages/message';
import { mergeTarget } from '../../store/database/merges';
import type { Store } from '../../store/database/open';
import { type Route, recordRoute, routeOf } from '../route';
import { uuidPattern } from '../schema/checks';
import type { Registry } from '../schema/registry';
import { type Ancestor, type Ids, itemPath, type Relationship, type Resource, relatedPath, typeOfTable } from '../schema/resource';
import { Documents, foundValues, type ManyDocument, type SingleDocument, withFound } from './document';
import { type Countable, type FacetCounts, Facets } from './facets';
import type { KeyLists } from './key-lists';
import { type ListPage, ListPages } from './list-pages';
import { type AnyRow, Queries } from './queries';
import { type LookupListReading, type Presentation, plainPresentation, readList, readPresentation, rowShapeOf } from './reading';
import { isOfCatalog, type RowShape, type Selection } from './selection';
import { type Notes, nobody, type Personal } from './viewer';

/** Target of a path: the key of the parent record, with current ids. */
interface Destination {
  readonly withinKey: number | undefined;
  readonly ids: Ids;
  /** Whether a parent was merged into another record. */
  readonly isMoved: boolean;
  /** Whether a parent is unreviewed, which makes the response private. */
  readonly isUnreviewed: boolean;
}

/**
 * Reads of all record kinds: lists, single records, flat lists of nested kinds, and lists behind to-many relationships.
 * @param personal viewer-specific parts of responses
 * @param keyLists cache of the keys of long lists, if any
 */
export function readRoutes(
  store: Store,
  registry: Registry,
  served: readonly Resource[],
  access: Access,
  personal?: Personal,
  keyLists?: KeyLists,
): Route[] {
  const reads = new Reads(store, registry, personal, keyLists);
  const read = (path: string, handle: (request: Request, ids: Ids) => Response | Promise<Response>): Route =>
    recordRoute({ method: 'get', path, access, handle: ({ request, params }) => handle(request, params) });
  const ownPaths = new Set(served.flatMap((resource) => [routeOf(resource.path), routeOf(itemPath(resource))]));
  return served.flatMap((resource) => {
    const { listOfAll } = resource;
    return [
      read(resource.path, (request, ids) => reads.list(resource, request, ids)),
      read(itemPath(resource), (request, ids) => reads.single(resource, request, ids)),
      ...(listOfAll ? [read(listOfAll.path, (request) => reads.list(listOfAll, request, {}))] : []),
      ...Object.entries(resource.relationships).flatMap(([name, relationship]) => {
        const path = relatedPath(itemPath(resource), name, relationship);
        const isList = relationship.many && !ownPaths.has(routeOf(path));
        return isList ? [read(path, (request, ids) => reads.related(resource, name, relationship, request, ids))] : [];
      }),
    ];
  });
}

export interface WholeDocument {
  readonly document: SingleDocument;
  readonly key: number;
  /** Current location, if the record was merged. */
  readonly movedTo: string | undefined;
  readonly notes: Notes | undefined;
  /** Whether only some viewers may see it. */
  readonly isUnreviewed: boolean;
}

/** Handles reads of all record kinds. */
export class Reads {
  readonly #queries: Queries;
  readonly #documents: Documents;
  readonly #facets: Facets;
  readonly #pages: ListPages;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly personal: Personal = nobody,
    keyLists?: KeyLists,
  ) {
    this.#queries = new Queries(store);
    this.#pages = new ListPages(store, this.#queries, keyLists);
    this.#facets = new Facets(store, this.#pages.totals);
    this.#documents = new Documents(this.#queries, registry);
  }

  list(resource: Resource, request: Request, ids: Ids): Response | Promise<Response> {
    requireAcceptable(request);
    const reading = readList(resource, this.registry, request, this.personal);
    return this.store.read(() => {
      const place = this.#place(resource, ids, request);
      const path = resource.listPath(place.ids);
      const movedTo = place.isMoved ? path : undefined;
      const selection = { filters: reading.filters, orders: reading.orders, withinKey: place.withinKey, ...rowShapeOf(reading, resource) };
      if (reading.lookups.length > 0) return this.#found(resource, reading, selection, request, path, movedTo);
      const present = ({ rows, total }: ListPage, facets?: FacetCounts) => {
        const notes = this.#notes(resource, rows, reading, request);
        const document = withMeta(this.#documents.list(resource, rows, total, reading, path), facets, notes);
        // Stale facets are not cached: fresh ones may be ready at the next request.
        const isCacheable = isOfCatalog(resource, selection) && facets?.countedAt === undefined;
        return answer(request, document, movedTo, place.isUnreviewed ? personalCaching : cachingOf(resource, reading, notes), isCacheable);
      };
      const page = (count?: Countable) => {
        const offset = (reading.page - 1) * reading.itemsPerPage;
        const found = this.#pages.page(resource, selection, reading.itemsPerPage, offset, request.signal);
        return this.#after(found, (page) => present(page, count?.()));
      };
      // The page comes last, so that it reflects the state that the response is built from.
      const count = reading.facets && this.#facets.prepare(resource, selection, reading.facets, request.signal);
      return this.#after(count, page);
    });
  }

  #notes(resource: Resource, rows: readonly AnyRow[], { holdings, completeness }: Presentation, request: Request): Notes | undefined {
    const owned = holdings ? this.personal.notes(request, resource, keysOf(rows)) : undefined;
    const shares = completeness ? this.personal.shares?.(request, resource, keysOf(rows)) : undefined;
    if (!shares) return owned;
    const known = rows.flatMap((row) => {
      const share = shares.get(row.key);
      return share ? [{ record: resource.iri(row), ...share }] : [];
    });
    return { ...owned, completeness: known };
  }

  /** Continues synchronously if nothing is awaited, otherwise with the state at that time. */
  #after<F, R>(found: F | Promise<F>, next: (found: F) => R | Promise<R>): R | Promise<R> {
    return found instanceof Promise ? found.then((result) => this.store.read(() => next(result))) : next(found);
  }

  /** A list of look-up results: known in full, and each page maps values to the records found. */
  #found(
    resource: Resource,
    reading: LookupListReading,
    selection: Selection,
    request: Request,
    path: string,
    movedTo: string | undefined,
  ): Response {
    const hits = reading.lookups.flatMap((lookup) =>
      this.#queries.matches(resource, lookup).map((match) => ({ ...match, parameter: lookup.name })),
    );
    const all = this.#queries.keysAmong(resource, selection, hits);
    const offset = (reading.page - 1) * reading.itemsPerPage;
    const rows = this.#queries.rowsByKeys(resource, all.slice(offset, offset + reading.itemsPerPage), selection);
    const notes = this.personal.notes(request, resource, all);
    const among = hits.map(({ key }) => key);
    const facets = reading.facets && this.#facets.count(resource, { ...selection, among }, reading.facets);
    const document = withFound(
      this.#documents.list(resource, rows, all.length, reading, path),
      foundValues(resource, reading.lookups, hits, new Set(all)),
    );
    return answer(request, withMeta(document, facets, notes), movedTo, cachingOf(resource, reading, notes));
  }

  single(resource: Resource, request: Request, ids: Ids): Response {
    requireAcceptable(request);
    const presentation = readPresentation(resource, this.registry, request);
    return this.store.read(() => {
      const { document, movedTo, notes, isUnreviewed } = this.whole(resource, request, presentation, ids);
      return answer(request, document, movedTo, notes || isUnreviewed ? personalCaching : undefined, resource.isOfCatalog);
    });
  }

  /** Full single-read document for the viewer, within the caller's transaction. */
  whole(resource: Resource, request: Request, presentation: Presentation, ids: Ids): WholeDocument {
    const { document, movedTo, key, isUnreviewed, licensed } = this.document(resource, presentation, ids, request);
    const holdings = presentation.holdings ? this.personal.notes(request, resource, [key]) : undefined;
    const completeness = presentation.completeness ? this.personal.completeness?.(request, resource, key) : undefined;
    const notes = holdings || completeness ? { ...holdings, ...completeness } : undefined;
    const ofEditors = this.personal.ofEditors?.(request, resource, key);
    // The ETag of a part protects the whole: a change of fields that the writer does not see is a conflict too.
    const isPart = (ofEditors !== undefined || resource.writes !== undefined) && presentation.fields.has(resource.type);
    const ofWhole = isPart
      ? { version: versionOf(JSON.stringify(this.whole(resource, request, plainPresentation, ids).document)) }
      : undefined;
    return {
      document: withMeta(document, licensed, notes, ofEditors, ofWhole),
      movedTo,
      key,
      notes,
      isUnreviewed,
    };
  }

  /**
   * Single-read document, within the caller's transaction.
   * @param request of the viewer; without it, unreviewed records are hidden
   */
  document(
    resource: Resource,
    presentation: Presentation,
    ids: Ids,
    request?: Request,
  ): Omit<WholeDocument, 'notes'> & { readonly licensed?: object } {
    const place = this.#place(resource, ids, request);
    const { row, isMoved, isUnreviewed } = this.#row(resource, ids.id as string, place, request, rowShapeOf(presentation, resource));
    const movedTo = isMoved ? resource.iri(row) : undefined;
    const licensed = row.licensed_values === null ? undefined : { licensed: JSON.parse(row.licensed_values) };
    return { document: this.#documents.single(resource, row, presentation), key: row.key, movedTo, isUnreviewed, licensed };
  }

  /** Document of the written records, within the caller's transaction. */
  manyDocument(resource: Resource, presentation: Presentation, keys: readonly number[]): ManyDocument {
    return this.#documents.many(resource, this.#queries.rowsByKeys(resource, keys, rowShapeOf(presentation, resource)), presentation);
  }

  /** Targets of a to-many relationship, in its own order. */
  related(resource: Resource, name: string, relationship: Relationship, request: Request, ids: Ids): Response {
    requireAcceptable(request);
    const target = this.registry.resource(relationship.target);
    const reading = readList(
      { ...target, filters: {}, facets: [], lookups: {}, orders: {}, orderAlias: undefined },
      this.registry,
      request,
    );
    return this.store.read(() => {
      const { row, isMoved, isUnreviewed } = this.#row(resource, ids.id as string, this.#place(resource, ids, request), request, onlyKey);
      const offset = (reading.page - 1) * reading.itemsPerPage;
      const { pairs, total } = this.#queries.pairsPage(resource, name, relationship, row.key, reading.itemsPerPage, offset);
      const rows = this.#queries.rowsByKeys(
        target,
        pairs.map((pair) => pair.to),
        rowShapeOf(reading, target),
      );
      const path = relatedPath(resource.iri(row), name, relationship);
      const notes = this.#notes(target, rows, reading, request);
      const document = withMeta(this.#documents.list(target, rows, total, reading, path), notes);
      return answer(
        request,
        document,
        isMoved ? path : undefined,
        notes || isUnreviewed ? personalCaching : undefined,
        resource.isOfCatalog && target.isOfCatalog,
      );
    });
  }

  /** Resolves the parents in a path, each below the one before. */
  #place(resource: Resource, ids: Ids, request?: Request): Destination {
    let withinKey: number | undefined;
    let isMoved = false;
    let isUnreviewed = false;
    if (resource.ancestors.length === 0) return { withinKey, ids, isMoved, isUnreviewed };
    const current: Record<string, string> = { ...ids };
    for (const ancestor of resource.ancestors) {
      const found = this.#ancestor(ancestor, ids[ancestor.parameter] as string, withinKey, request);
      withinKey = found.key;
      isMoved ||= found.isMoved;
      isUnreviewed ||= found.isUnreviewed;
      current[ancestor.parameter] = found.id;
    }
    return { withinKey, ids: current, isMoved, isUnreviewed };
  }

  #ancestor(ancestor: Ancestor, written: string, withinKey: number | undefined, request: Request | undefined) {
    const { found, id, isMoved } = this.#follow(typeOfTable(ancestor.table), written, (id) =>
      this.#queries.ancestorKey(ancestor, id, withinKey),
    );
    const kind = this.registry.find(typeOfTable(ancestor.table));
    const isUnreviewed = found !== undefined && kind !== undefined && this.#queries.isUnreviewed(kind, found);
    if (found === undefined || (isUnreviewed && !this.#sees(request, kind, found)))
      throw notFound('no_record', { kind: this.#nounOf(ancestor), id: written.slice(0, 100) });
    return { key: found, id, isMoved, isUnreviewed };
  }

  /** Noun from the declaration; kinds that are not served go by their table name. */
  #nounOf({ table }: Ancestor): string {
    return this.registry.find(typeOfTable(table))?.noun ?? table.replaceAll('_', ' ');
  }

  /** Whether the viewer, if any, may see an unreviewed record. */
  #sees(request: Request | undefined, resource: Resource, key: number): boolean {
    return request !== undefined && this.personal.seesUnreviewed?.(request, resource, key) === true;
  }

  /** Whether a record exists for the viewer. */
  isThereFor(request: Request, resource: Resource, key: number): boolean {
    return !this.#queries.isUnreviewed(resource, key) || this.#sees(request, resource, key);
  }

  #row(resource: Resource, written: string, place: Destination, request: Request | undefined, shape: RowShape) {
    const { found, isMoved } = this.#follow(resource.type, written, (id) => this.#queries.rowById(resource, id, place.withinKey, shape));
    const isUnreviewed = found?.is_unreviewed === 1;
    if (found === undefined || (isUnreviewed && !this.#sees(request, resource, found.key)))
      throw notFound(resource.ancestors.length ? 'no_record_here' : 'no_record', { kind: resource.noun, id: written.slice(0, 100) });
    return { row: found, isMoved: isMoved || place.isMoved, isUnreviewed: isUnreviewed || place.isUnreviewed };
  }

  /** Finds a record by UUID, following merges. */
  #follow<F>(type: string, written: string, look: (id: string) => F | undefined): { found: F | undefined; id: string; isMoved: boolean } {
    const id = written.toLowerCase();
    if (!uuidPattern.test(id)) return { found: undefined, id, isMoved: false };
    const found = look(id);
    if (found !== undefined) return { found, id, isMoved: false };
    return mergeTarget(this.store.reader, type, id, look) ?? { found, id, isMoved: false };
  }
}

const onlyKey: RowShape = { fields: new Set() };

const keysOf = (rows: readonly AnyRow[]): number[] => rows.map(({ key }) => key);

/** Adds members to `meta`. */
const withMeta = <D extends { readonly meta?: object }>(document: D, ...members: readonly (object | undefined)[]): D =>
  members.every((member) => member === undefined) ? document : { ...document, meta: Object.assign({}, document.meta, ...members) };

/** Personal data is never cached, nor is a list filtered by it. */
function cachingOf({ filters }: Resource, reading: LookupListReading, notes: Notes | undefined): Readonly<Record<string, string>> {
  const isPersonal = reading.facets?.asker !== undefined || reading.filters.some(({ name }) => filters[name]?.scopes);
  return notes || isPersonal ? personalCaching : {};
}

/**
 * A merged record is answered in full, with a 301 to its successor.
 * @param isOfCatalog whether the document depends on the catalog alone
 */
function answer(
  request: Request,
  document: unknown,
  movedTo: string | undefined,
  headers: Readonly<Record<string, string>> = {},
  isOfCatalog = false,
): Response {
  if (movedTo === undefined)
    return isOfCatalog && headers['cache-control'] === undefined
      ? respondOfCatalog(request, document)
      : respond(request, document, 200, headers);
  const at = request.url.indexOf('?');
  return respond(request, document, 301, { ...headers, location: movedTo + (at < 0 ? '' : request.url.slice(at)) });
}

/** Fills ids into a route path. */
export const fill = (path: string, ids: Ids): string => path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string);

/** 405 for a known path. */
export function methodNotAllowed(allowed: readonly string[]): HttpError {
  return new HttpError(405, message('method_not_allowed', { methods: allowed }), undefined, { allow: allowed.join(', ') });
}
