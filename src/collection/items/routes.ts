import { Type as t } from '@sinclair/typebox';
import { type Guard, ownIdentity } from '../../accounts/access';
import { guarded } from '../../accounts/answers';
import { nothingLeft } from '../../accounts/documents';
import type { Principal, Scope } from '../../accounts/principal';
import { bodyAnswers, failure, invalid, notFound as noRecord, notAcceptable, nothing, requestOf } from '../../api/openapi/answers';
import type { Declared, DescriptionOf, ResourceObject } from '../../api/openapi/client-types';
import { exampleUuid, listOwner, neededScope } from '../../api/openapi/shared';
import { type Presentation, plainPresentation, readPresentation } from '../../api/read/reading';
import { fill, Reads } from '../../api/read/reads';
import { defineRoute, type Media, recordRoute } from '../../api/route';
import { differingFrom } from '../../api/schema/checks';
import type { Registry } from '../../api/schema/registry';
import { type Ids, itemPath, type Resource } from '../../api/schema/resource';
import { component } from '../../api/schema/schemas';
import { isMany, isReadOnly, readDocument, sentAttributes, writesOf } from '../../api/write/write';
import { invalid as malformed, notFound } from '../../errors';
import { readBody } from '../../http/body';
import { HttpError } from '../../http/errors';
import { documentHeaders, etagOf, jsonApiMediaType, plainTag, requireAcceptable } from '../../http/respond';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { readingOnWriter } from '../../store/database/store';
import { createMany, deleteMany, maximumChanges, type OwnedRecord, type OwnedRecords, updateMany, type WrittenItems } from './bulk';

/** Further work after items were created, and its result for `meta`. Called after the body is validated. */
export type WhenCreated = (principal: Principal, body: unknown) => (written: Pick<WrittenItems, 'ids' | 'targetKeys'>) => object;

const doNothing: WhenCreated = () => () => ({});

/** Routes of a user's list. For others, the user does not exist. */
export function itemRoutes<const N extends 'collection' | 'wishlist' | 'loans', R extends Resource & Declared>(
  guard: Guard,
  store: Store,
  registry: Registry,
  name: N,
  resource: R,
  items: OwnedRecords,
  whenCreated = doNothing,
) {
  const path = `/api/users/:userId/${name}` as const;
  const { scopes } = writesOf(resource);
  const [reader, writer] = [guard.owner(scopes.read as Scope), guard.owner(scopes.write as Scope)];
  const reads = new Reads(store, registry);
  // For reads inside a write transaction.
  const readsOfWriter = new Reads(readingOnWriter(store), registry);
  const exampleId = resource.iri({ id: exampleUuid, userId: exampleUuid });
  const declared = {
    tags: [{ collection: 'Collection', wishlist: 'Wishlist', loans: 'Loans' }[name]],
    pathParameters: { userId: listOwner },
  };
  const isSetByServer = isReadOnly(resource);
  const refusals = {
    ...guarded,
    ...bodyAnswers,
    404: noRecord,
    406: notAcceptable,
    409: failure('An item is named twice or belongs to another list', 409, message('duplicate_item', { id: exampleUuid }), {
      source: { pointer: '/data/1/id' },
    }),
  };
  /** Parses query parameters before the body: what cannot be presented is not written either. */
  const readWrite = async (request: Request): Promise<{ body: unknown; presentation: Presentation }> => {
    requireAcceptable(request);
    const presentation = readPresentation(resource, registry, request);
    return { body: await readBody(request), presentation };
  };
  /** The item of a write, after checking preconditions (RFC 9110, section 13.2). */
  const getItem = (request: Request, presentation: Presentation, { userKey }: Principal, place: ItemIds): OwnedRecord => {
    const item = items.find(userKey, place.id);
    if (!item) throw notFound('no_record_here', { kind: resource.noun, id: place.id.slice(0, 100) });
    requirePreconditions(request, () => etagOf(JSON.stringify(readsOfWriter.whole(resource, request, presentation, place).document)));
    return item;
  };
  /** Read-only attributes of a body that differ from those of the stored item. */
  const differing = (request: Request, place: ItemIds, body: unknown): string[] => {
    const sent = sentAttributes(body);
    if (!Object.keys(sent).some(isSetByServer)) return [];
    const { attributes } = readsOfWriter.whole(resource, request, plainPresentation, place).document.data;
    return differingFrom(attributes, sent, isSetByServer);
  };
  /** Presents an item after a write. The ETag is that of a plain read, whatever else the answer contains. */
  const present = (
    request: Request,
    presentation: Presentation,
    place: ItemIds,
    { ignored, more = {} }: { readonly ignored: readonly string[]; readonly more?: object },
    status: number,
    headers?: Readonly<Record<string, string>>,
  ): Response => {
    const { document } = readsOfWriter.whole(resource, request, presentation, place);
    const body = JSON.stringify(document);
    const meta = { ...document.meta, ...(ignored.length > 0 && { ignoredAttributes: ignored }), ...more };
    const whole = Object.keys(meta).length > 0 ? JSON.stringify({ ...document, meta }) : body;
    return new Response(whole, { status, headers: { ...documentHeaders(request), etag: etagOf(body), ...headers } });
  };
  /** Presents items in document order. There is no ETag, because no read returns this body. */
  const presentMany = (
    request: Request,
    { userKey }: Principal,
    presentation: Presentation,
    { ids, ignored }: WrittenItems,
    status: number,
    more = {},
  ): Response => {
    const keys = ids.map((id) => items.find(userKey, id)?.key as number);
    const document = readsOfWriter.manyDocument(resource, presentation, keys);
    const meta = { ...document.meta, ...(ignored.length > 0 && { ignoredAttributes: ignored }), ...more };
    const whole = Object.keys(meta).length > 0 ? { ...document, meta } : document;
    return new Response(JSON.stringify(whole), { status, headers: documentHeaders(request) });
  };
  return [
    recordRoute({
      method: 'get',
      path,
      access: reader,
      handle: ({ request, principal: { userId } }) => reads.list(resource, request, { userId }),
    }),
    recordRoute({
      method: 'get',
      path: itemPath(resource),
      access: reader,
      handle: ({ request, principal, params }) => reads.single(resource, request, ownIds(principal, params)),
    }),
    recordRoute({
      method: 'post',
      path,
      access: writer,
      handle: async ({ request, principal }) => {
        const { userId, userKey } = principal;
        const { body, presentation } = await readWrite(request);
        const alsoDo = whenCreated(principal, body);
        return store.write(() => {
          if (isMany(body)) {
            const written = createMany(items, userKey, body);
            return presentMany(request, principal, presentation, written, 201, alsoDo(written));
          }
          const input = readDocument(resource, body);
          const { targetKey, insert } = items.prepare(userKey, (body as { data: unknown }).data, input);
          const place = { userId, id: insert() };
          const more = alsoDo({ ids: [place.id], targetKeys: [targetKey] });
          const ignored = [...input.ignored, ...differing(request, place, body)];
          return present(request, presentation, place, { ignored, more }, 201, { location: fill(itemPath(resource), place) });
        });
      },
    }),
    defineRoute({
      method: 'patch',
      path,
      ...declared,
      operationId: `${name}ChangeMany`,
      summary: `Change several ${resource.nouns}`,
      description: `Atomic. If any item is invalid, nothing changes and all problems are listed with their pointers (/data/3/…). ${neededScope(scopes.write)}`,
      body: manyInBody(resource, exampleId),
      answers: {
        200: { description: 'The updated items in request order', media: manyOf(resource) },
        ...refusals,
        422: invalid('notes', { ...message('too_long', { max: 10_000 }), isNullable: true }),
      },
      access: writer,
      handle: async ({ request, principal }) => {
        const { userId, userKey } = principal;
        const { body, presentation } = await readWrite(request);
        requireNoPreconditions(request);
        return store.write(() => {
          const written = updateMany(items, userKey, { userId, id: '', path: resource.listPath({ userId }) }, body);
          return presentMany(request, principal, presentation, written, 200);
        });
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/deletions`,
      ...declared,
      operationId: `${name}DeleteMany`,
      summary: `Delete several ${resource.nouns}`,
      description: `Atomic. ${neededScope(scopes.write)}`,
      body: identifiers(resource, exampleId),
      answers: { 204: nothing('Deleted'), ...refusals },
      access: writer,
      handle: async ({ request, principal: { userId, userKey } }) => {
        const { body } = await readWrite(request);
        requireNoPreconditions(request);
        await store.write(() => deleteMany(items, userKey, { userId, id: '', path: resource.listPath({ userId }) }, body));
        return nothingLeft(request);
      },
    }),
    recordRoute({
      method: 'patch',
      path: itemPath(resource),
      access: writer,
      handle: async ({ request, principal, params }) => {
        const { userKey } = principal;
        const place = ownIds(principal, params);
        const { body, presentation } = await readWrite(request);
        return store.write(() => {
          const item = getItem(request, presentation, principal, place);
          const input = readDocument(resource, body, ownIdentity(place.id, fill(itemPath(resource), place), place.userId));
          const ignored = [...input.ignored, ...differing(request, place, body)];
          items.update(userKey, item, items.targetOf(userKey, input.references, item.targetKey), input.values);
          return present(request, presentation, place, { ignored }, 200);
        });
      },
    }),
    recordRoute({
      method: 'delete',
      path: itemPath(resource),
      access: writer,
      handle: async ({ request, principal, params }) => {
        const presentation = readPresentation(resource, registry, request);
        await store.write(() => items.delete(getItem(request, presentation, principal, ownIds(principal, params))));
        const { 'content-type': _, ...headers } = documentHeaders(request);
        return new Response(null, { status: 204, headers });
      },
    }),
  ];
}

interface ItemIds extends Ids {
  readonly userId: string;
  readonly id: string;
}

const ownIds = ({ userId }: Principal, { id = '' }: Ids): ItemIds => ({ userId, id: id.toLowerCase() });

function manyInBody<R extends Resource>(resource: R, id: string): Media<{ data: { type: string; id: string; attributes: object }[] }> {
  const { schema, example } = requestOf(resource, {} as never, id).content[jsonApiMediaType] as {
    schema: never;
    example: { data: object };
  };
  const item = (schema as { properties: { data: never } }).properties.data;
  const notes = { ...example.data, attributes: { notes: resource.example.notes } };
  return {
    content: {
      [jsonApiMediaType]: {
        schema: t.Object({ data: t.Array(item, { minItems: 1, maxItems: maximumChanges }) }),
        example: { data: [notes] },
      },
    },
  };
}

function identifiers(resource: Resource, id: string): Media<{ data: { type: string; id: string }[] }> {
  const item = t.Object({ type: t.String(), id: t.String({ description: 'IRI or UUID' }) });
  const schema = t.Object({ data: t.Array(item, { minItems: 1, maxItems: maximumChanges }) });
  return { content: { [jsonApiMediaType]: { schema, example: { data: [{ type: resource.type, id }] } } } };
}

function manyOf<R extends Resource & Declared>(resource: R): Media<{ data: ResourceObject<DescriptionOf<R>, false>[] }> {
  const id = resource.iri({ id: exampleUuid, userId: exampleUuid });
  const example = { id, type: resource.type, attributes: { _id: exampleUuid, ...resource.example }, links: { self: id } };
  const schema = t.Object({ data: t.Array(component<object>(`${resource.type}`)), meta: t.Optional(t.Object({})) });
  return { content: { [jsonApiMediaType]: { schema, example: { data: [example] } } } };
}

/**
 * Strong comparison of If-Match: an ETag weakened by a proxy never matches (RFC 9110, sections 13.1.1 and 13.1.2).
 * @throws {HttpError} 412
 */
function requirePreconditions(request: Request, currentTag: () => string): void {
  const ifMatch = request.headers.get('if-match');
  if (ifMatch !== null && !names(ifMatch, currentTag))
    throw new HttpError(412, message('stale_item'), {
      header: 'If-Match',
    });
  const ifNoneMatch = request.headers.get('if-none-match');
  if (ifNoneMatch !== null && names(ifNoneMatch.replaceAll('W/"', '"'), currentTag))
    throw new HttpError(412, message('unchanged_item'), { header: 'If-None-Match' });
}

/** An ETag is of one item, so bulk writes reject preconditions instead of ignoring them. */
function requireNoPreconditions(request: Request): void {
  for (const header of ['If-Match', 'If-None-Match'])
    if (request.headers.has(header)) throw malformed('precondition_of_many', { header }, { header });
}

const names = (tags: string, currentTag: () => string): boolean =>
  tags.trim() === '*' || tags.split(',').some((tag) => plainTag(tag.trim()) === currentTag());
