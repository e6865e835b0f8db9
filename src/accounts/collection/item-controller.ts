import { Elysia } from 'elysia';
import type { Store } from '../../database/open';
import { readingOnWriter } from '../../database/store';
import { notFound } from '../../errors';
import { authentication } from '../../http/authentication';
import { readJson } from '../../http/body';
import { plainTag } from '../../http/encoding';
import { HttpError } from '../../http/errors';
import { jsonApiMediaType } from '../../http/media-type';
import { requireAcceptable } from '../../http/negotiation';
import { answerHeadersOf, commonHeaders, etagOf, newRequestId } from '../../http/respond';
import { fill, namedIds, Reads } from '../../jsonapi/controller';
import { type Presentation, readPresentation } from '../../jsonapi/reading';
import type { Registry } from '../../jsonapi/registry';
import { type Ids, itemPath, routeOf } from '../../jsonapi/routes';
import { Invalid, type Named, readDocument, violation, writesOf } from '../../jsonapi/write';
import { ownIdentity, requireOwn } from '../own';
import type { Principal, Scope } from '../principal';
import type { OwnedItem, OwnedItems } from './owned-items';

/**
 * The routes of what a user keeps: to read, with a token of the scope for it, and to write, with one for that. To all
 * others the user is one that does not exist.
 */
export function itemController(
  store: Store,
  registry: Registry,
  findPrincipal: (token: string) => Principal | undefined,
  items: OwnedItems,
) {
  const { resource } = items;
  const routes = new ItemRoutes(store, registry, items);
  const { scopes } = writesOf(resource);
  const [list, single] = [routeOf(resource.path), routeOf(itemPath(resource))];
  const ids = (params: Ids) => namedIds(resource, params);
  const reading = new Elysia({ detail: { hide: true } })
    .use(authentication(findPrincipal, scopes.read as Scope))
    .get(list, ({ request, params, principal }) => routes.list(request, principal, ids(params)))
    .get(single, ({ request, params, principal }) => routes.single(request, principal, ids(params)));
  const writing = new Elysia({ detail: { hide: true } })
    .use(authentication(findPrincipal, scopes.write as Scope))
    .post(list, ({ request, params, principal }) => routes.create(request, principal, ids(params)), { parse: 'none' })
    .patch(single, ({ request, params, principal }) => routes.update(request, principal, ids(params)), { parse: 'none' })
    .delete(single, ({ request, params, principal }) => routes.delete(request, principal, ids(params)), { parse: 'none' });
  return new Elysia().use(reading).use(writing);
}

class ItemRoutes {
  readonly #reads: Reads;
  /** Within the transaction of a write. */
  readonly #readsOfWriter: Reads;

  constructor(
    private readonly store: Store,
    private readonly registry: Registry,
    private readonly items: OwnedItems,
  ) {
    this.#reads = new Reads(store, registry);
    this.#readsOfWriter = new Reads(readingOnWriter(store), registry);
  }

  list(request: Request, principal: Principal, ids: Ids): Response {
    return this.#reads.list(this.items.resource, request, ownIds(request, principal, ids));
  }

  single(request: Request, principal: Principal, ids: Ids): Response {
    return this.#reads.single(this.items.resource, request, ownIds(request, principal, ids));
  }

  async create(request: Request, principal: Principal, ids: Ids): Promise<Response> {
    const own = ownIds(request, principal, ids);
    const { body, asked } = await this.#read(request);
    return this.store.write(() => {
      const { values, references, ignored } = readDocument(this.items.resource, body);
      const id = this.items.insert(principal.userKey, this.#releaseKey(references.release as Named), values);
      const place = { ...own, id };
      return this.#answer(request, asked, place, ignored, 201, { location: fill(itemPath(this.items.resource), place) });
    });
  }

  async update(request: Request, principal: Principal, ids: Ids): Promise<Response> {
    const place = ownIds(request, principal, ids);
    const { body, asked } = await this.#read(request);
    return this.store.write(() => {
      const item = this.#item(request, asked, principal, place);
      const iri = fill(itemPath(this.items.resource), place);
      const input = readDocument(this.items.resource, body, ownIdentity(place.id, iri, place.userId));
      const { release } = input.references;
      this.items.update(principal.userKey, item, release ? this.#releaseKey(release) : item.releaseKey, input.values);
      return this.#answer(request, asked, place, input.ignored, 200);
    });
  }

  async delete(request: Request, principal: Principal, ids: Ids): Promise<Response> {
    const place = ownIds(request, principal, ids);
    const asked = readPresentation(this.items.resource, this.registry, request);
    await this.store.write(() => this.items.delete(this.#item(request, asked, principal, place)));
    const { 'content-type': _, ...headers } = headersOf(request);
    return new Response(null, { status: 204, headers });
  }

  /** What a write is asked. What is asked of its answer is read first: what cannot be answered is not written either. */
  async #read(request: Request): Promise<{ body: unknown; asked: Presentation }> {
    requireAcceptable(request);
    const asked = readPresentation(this.items.resource, this.registry, request);
    return { body: await readJson(request, [jsonApiMediaType]), asked };
  }

  /** The item that a write is about, once its preconditions are met (RFC 9110, section 13.2). */
  #item(request: Request, asked: Presentation, principal: Principal, place: Ids): OwnedItem {
    const item = this.items.find(principal.userKey, place.id as string);
    if (!item) throw notFound(`There is no ${this.items.resource.noun} ${place.id?.slice(0, 100)} here.`);
    requirePreconditions(request, () => etagOf(JSON.stringify(this.#readsOfWriter.document(this.items.resource, asked, place).document)));
    return item;
  }

  #releaseKey({ id, pointer }: Named): number {
    const key = this.items.findRelease(id);
    if (key === undefined)
      throw new Invalid([violation('release', `There is no release ${id}; this must name one that there is.`, pointer)]);
    return key;
  }

  /** The item as the write leaves it. Its ETag is that of the single read, whatever the answer says beside it. */
  #answer(
    request: Request,
    asked: Presentation,
    place: Ids,
    ignored: readonly string[],
    status: number,
    headers?: Readonly<Record<string, string>>,
  ): Response {
    const { document } = this.#readsOfWriter.document(this.items.resource, asked, place);
    const body = JSON.stringify(document);
    const said = ignored.length > 0 ? JSON.stringify({ ...document, meta: { ...document.meta, ignoredAttributes: ignored } }) : body;
    return new Response(said, { status, headers: { ...headersOf(request), etag: etagOf(body), ...headers } });
  }
}

/** The ids of a path that is the user's own, as answers have them; that of an item is empty where the path is the list's. */
function ownIds(request: Request, principal: Principal, { userId, id = '' }: Ids): { userId: string; id: string } {
  requireOwn(request, principal, userId);
  return { userId: principal.userId, id: id.toLowerCase() };
}

const headersOf = (request: Request): Record<string, string> => ({
  ...commonHeaders,
  'x-request-id': newRequestId(),
  ...answerHeadersOf(request),
});

/**
 * Throws a 412 where the item is not what the client believes it to be (RFC 9110, sections 13.1.1 and 13.1.2): If-Match
 * compares strongly, so that a tag that was made weak on the way never matches.
 */
function requirePreconditions(request: Request, currentTag: () => string): void {
  const ifMatch = request.headers.get('if-match');
  if (ifMatch !== null && !names(ifMatch, currentTag))
    throw new HttpError(412, 'If-Match names another state of the item. Read it again, and send the ETag of what you read.', {
      header: 'If-Match',
    });
  const ifNoneMatch = request.headers.get('if-none-match');
  if (ifNoneMatch !== null && names(ifNoneMatch.replaceAll('W/"', '"'), currentTag))
    throw new HttpError(412, 'If-None-Match names the state that the item is in.', { header: 'If-None-Match' });
}

const names = (tags: string, currentTag: () => string): boolean =>
  tags.trim() === '*' || tags.split(',').some((tag) => plainTag(tag.trim()) === currentTag());
