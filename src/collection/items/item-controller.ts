import { Elysia } from 'elysia';
import { nothingLeft } from '../../accounts/documents';
import { ownIdentity, requireOwn } from '../../accounts/own';
import type { Principal, Scope } from '../../accounts/principal';
import type { Store } from '../../database/open';
import { readingOnWriter } from '../../database/store';
import { invalid, notFound } from '../../errors';
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
import { type Named, readDocument, writesOf } from '../../jsonapi/write';
import { isMany } from '../../jsonapi/write-many';
import { createMany, deleteMany, releaseKeyOf, updateMany, type Written } from './bulk';
import type { ItemEndpoints } from './endpoints';
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
  endpoints: ItemEndpoints,
  whenCreated?: WhenCreated,
) {
  const { resource } = items;
  const routes = new ItemRoutes(store, registry, items, whenCreated);
  const { changingMany, deletingMany } = endpoints;
  const { scopes } = writesOf(resource);
  const [list, single] = [routeOf(resource.path), routeOf(itemPath(resource))];
  const ids = (params: Ids) => namedIds(resource, params);
  const reading = new Elysia()
    .use(authentication(findPrincipal, scopes.read as Scope))
    .get(list, ({ request, params, principal }) => routes.list(request, principal, ids(params)))
    .get(single, ({ request, params, principal }) => routes.single(request, principal, ids(params)));
  const writing = new Elysia()
    .use(authentication(findPrincipal, scopes.write as Scope))
    .post(list, ({ request, params, principal }) => routes.create(request, principal, ids(params)), { parse: 'none' })
    .patch(list, ({ request, params, principal }) => routes.updateMany(request, principal, ids(params)), {
      ...changingMany.hook,
      parse: 'none',
    })
    .post(deletingMany.route, ({ request, params, principal }) => routes.deleteMany(request, principal, ids(params)), {
      ...deletingMany.hook,
      parse: 'none',
    })
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
    private readonly whenCreated: WhenCreated = () => () => ({}),
  ) {
    this.#reads = new Reads(store, registry);
    this.#readsOfWriter = new Reads(readingOnWriter(store), registry);
  }

  list(request: Request, principal: Principal, ids: Ids): Response | Promise<Response> {
    return this.#reads.list(this.items.resource, request, ownIds(request, principal, ids));
  }

  single(request: Request, principal: Principal, ids: Ids): Response {
    return this.#reads.single(this.items.resource, request, ownIds(request, principal, ids));
  }

  async create(request: Request, principal: Principal, ids: Ids): Promise<Response> {
    const own = ownIds(request, principal, ids);
    const { body, asked } = await this.#read(request);
    const alsoDo = this.whenCreated(principal, body);
    if (isMany(body)) {
      return this.store.write(() => {
        const written = createMany(this.items, principal.userKey, body);
        return this.#answerMany(request, principal, asked, written, 201, alsoDo(written.releaseKeys));
      });
    }
    return this.store.write(() => {
      const { values, references, ignored } = readDocument(this.items.resource, body);
      const releaseKey = releaseKeyOf(this.items, principal.userKey, references.release as Named);
      const place = { ...own, id: this.items.insert(principal.userKey, releaseKey, values) };
      const more = alsoDo([releaseKey]);
      return this.#answer(request, asked, place, { ignored, more }, 201, { location: fill(itemPath(this.items.resource), place) });
    });
  }

  async updateMany(request: Request, principal: Principal, ids: Ids): Promise<Response> {
    const own = ownIds(request, principal, ids);
    const { body, asked } = await this.#read(request);
    requireNoPreconditions(request);
    return this.store.write(() => {
      const written = updateMany(this.items, principal.userKey, { ...own, path: this.items.resource.listPath(own) }, body);
      return this.#answerMany(request, principal, asked, written, 200);
    });
  }

  async deleteMany(request: Request, principal: Principal, ids: Ids): Promise<Response> {
    const own = ownIds(request, principal, ids);
    const { body } = await this.#read(request);
    requireNoPreconditions(request);
    await this.store.write(() => deleteMany(this.items, principal.userKey, { ...own, path: this.items.resource.listPath(own) }, body));
    return nothingLeft(request);
  }

  async update(request: Request, principal: Principal, ids: Ids): Promise<Response> {
    const place = ownIds(request, principal, ids);
    const { body, asked } = await this.#read(request);
    return this.store.write(() => {
      const item = this.#item(request, asked, principal, place);
      const iri = fill(itemPath(this.items.resource), place);
      const input = readDocument(this.items.resource, body, ownIdentity(place.id, iri, place.userId));
      const { release } = input.references;
      this.items.update(
        principal.userKey,
        item,
        release ? releaseKeyOf(this.items, principal.userKey, release) : item.releaseKey,
        input.values,
      );
      return this.#answer(request, asked, place, input, 200);
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

  /** The item as the write leaves it. Its ETag is that of the single read, whatever the answer says beside it. */
  #answer(
    request: Request,
    asked: Presentation,
    place: Ids,
    { ignored, more = {} }: { readonly ignored: readonly string[]; readonly more?: object },
    status: number,
    headers?: Readonly<Record<string, string>>,
  ): Response {
    const { document } = this.#readsOfWriter.document(this.items.resource, asked, place);
    const body = JSON.stringify(document);
    const meta = { ...document.meta, ...(ignored.length > 0 && { ignoredAttributes: ignored }), ...more };
    const said = Object.keys(meta).length > 0 ? JSON.stringify({ ...document, meta }) : body;
    return new Response(said, { status, headers: { ...headersOf(request), etag: etagOf(body), ...headers } });
  }

  /** The items as a write of many leaves them, in the order of its documents. There is no read with this body, so it has no ETag. */
  #answerMany(
    request: Request,
    { userKey }: Principal,
    asked: Presentation,
    { ids, ignored }: Written,
    status: number,
    more = {},
  ): Response {
    const keys = ids.map((id) => this.items.find(userKey, id)?.key as number);
    const document = this.#readsOfWriter.manyDocument(this.items.resource, asked, keys);
    const meta = { ...document.meta, ...(ignored.length > 0 && { ignoredAttributes: ignored }), ...more };
    const said = Object.keys(meta).length > 0 ? { ...document, meta } : document;
    return new Response(JSON.stringify(said), { status, headers: headersOf(request) });
  }
}

/** What else is done with what was created, and what the answer's `meta` says of it: once what the body asks for is read. */
export type WhenCreated = (principal: Principal, body: unknown) => (releaseKeys: readonly number[]) => object;

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

/** A tag is of one item: a write of many that had one would go through whatever it says. */
function requireNoPreconditions(request: Request): void {
  for (const header of ['If-Match', 'If-None-Match'])
    if (request.headers.has(header)) throw invalid(`${header} names the state of one item: a request about many takes none.`, { header });
}

const names = (tags: string, currentTag: () => string): boolean =>
  tags.trim() === '*' || tags.split(',').some((tag) => plainTag(tag.trim()) === currentTag());
