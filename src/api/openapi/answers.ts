import { type Static, type TSchema, Type as t } from '@sinclair/typebox';
import type { ErrorSource } from '../../errors';
import { readShortBody } from '../../http/body';
import { jsonApiMediaType } from '../../http/respond';
import { type Message, message } from '../../messages/message';
import { itemsPerPageKind, maximumItemsPerPage, pageKind } from '../read/query';
import type { Media, Reference, RequestBody, RouteAnswer } from '../route';
import type { WritableField, Writes } from '../schema/fields';
import type { Resource } from '../schema/resource';
import { closed, component, type ErrorDocument, ignored, iri, list, orNull, pageLinks, pageMeta, uuid } from '../schema/schemas';
import { writesOf } from '../write/write';
import type { DescriptionOf, InvalidDocument, ListDocument, SingleDocument } from './client-types';
import { exampleError, exampleInvalid, exampleUuid, invalidSchema } from './shared';

// Bodies, responses and parameters shared by endpoints.

/** A body of one media type with its schema. */
export interface OneMedia<S extends TSchema> extends Media<Static<S>> {
  readonly schema: S;
}

const oneMedia =
  (mediaType: string) =>
  <S extends TSchema>(schema: S, example: NoInfer<Static<S>>): OneMedia<S> => ({ schema, content: { [mediaType]: { schema, example } } });

/** Plain JSON body. */
export const json = oneMedia('application/json');

export const jsonApi = oneMedia(jsonApiMediaType);

const refer = <B>(component: string): Reference<B> => ({ component });

export const notModified = refer<void>('NotModified');
export const badRequest = refer<ErrorDocument>('BadRequest');
export const unauthorized = refer<ErrorDocument>('Unauthorized');
export const notFound = refer<ErrorDocument>('NotFound');
export const notAcceptable = refer<ErrorDocument>('NotAcceptable');
export const serviceUnavailable = refer<ErrorDocument>('ServiceUnavailable');

/** Response without content. */
export const nothing = (description: string): RouteAnswer<void> => ({ description });

/** Error document. `instance` belongs to the example. */
export function failure(
  description: string,
  status: number,
  problem: Message,
  { source, instance = '/api/users/me' }: { source?: ErrorSource; instance?: string } = {},
): RouteAnswer<ErrorDocument> {
  return { description, media: jsonApi(component<ErrorDocument>('Errors'), exampleError(status, problem, instance, source)) };
}

export const readAnswers = { 304: notModified, 400: badRequest, 401: unauthorized, 406: notAcceptable } as const;

/** 408 for a large body that arrives too slowly. */
export const bodyTooSlow = failure('The body arrived too slowly', 408, message('body_too_slow', { bytes: 40960, seconds: 20 }));

/** Responses of any route that takes a JSON:API body. */
export const bodyAnswers = {
  400: failure('The body cannot be parsed', 400, message('not_json', { what: 'body' }), { source: { pointer: '' } }),
  409: failure('The body has another type or id', 409, message('wrong_type', { type: 'User' }), {
    source: { pointer: '/data/type' },
  }),
  413: failure('The body is too large', 413, message('body_too_large', { max: 1048576 })),
  415: failure('Unsupported media type of the body', 415, message('unsupported_media_type', { types: [jsonApiMediaType] })),
  503: serviceUnavailable,
};

/** 422 for a document that breaks rules. */
export const invalid = (attribute: string, problem: Message): RouteAnswer<InvalidDocument> => ({
  description: 'Invalid attributes',
  media: jsonApi(t.Unsafe<InvalidDocument>(invalidSchema), exampleInvalid(attribute, problem, '/api/users/me')),
});

/** Query parameters of a paginated list, read by `Query.paging`. */
export const pageParameters = {
  page: { ...pageKind, description: 'Page number, from 1' },
  itemsPerPage: {
    ...itemsPerPageKind,
    description: `Records per page; values above ${maximumItemsPerPage} mean ${maximumItemsPerPage}`,
  },
};

type Document<R> = SingleDocument<DescriptionOf<R>>;

export const documentOf = <R extends Resource>(resource: R): Media<Document<R>> => documentWith(resource, {}, {});

/** Document with one record that has extra attributes in this response. */
export function documentWith<R extends Resource, M extends Record<string, TSchema>>(
  resource: R,
  more: M,
  examples: { readonly [K in keyof M]: Static<M[K]> },
): Media<Document<R> & { data: { attributes: { [K in keyof M]: Static<M[K]> } } }> {
  const id = resource.iri({ id: exampleUuid, userId: exampleUuid });
  const data = { id, type: resource.type, attributes: { _id: exampleUuid, ...resource.example, ...examples }, links: { self: id } };
  const schema = closed({ data: resourceSchema(resource, more), meta: t.Optional(metaSchema) });
  return { content: { [jsonApiMediaType]: { schema, example: { data } } } };
}

/** One page of records. */
export function listOf<R extends Resource>(resource: R): Media<ListDocument<DescriptionOf<R>>> {
  const id = resource.iri({ id: exampleUuid, userId: exampleUuid });
  const page = `${resource.listPath({ userId: exampleUuid })}?page=1`;
  const example = {
    data: [{ id, type: resource.type, attributes: { _id: exampleUuid, ...resource.example }, links: { self: id } }],
    links: { self: page, first: page, last: page },
    meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
  };
  const schema = closed({ data: list(resourceSchema(resource)), links: pageLinks, meta: pageMeta });
  return { content: { [jsonApiMediaType]: { schema, example } } };
}

type Written<W> = W extends Writes ? { [K in keyof W['fields']]: W['fields'][K] extends WritableField<infer V> ? V : unknown } : never;

/** Attributes accepted in a request body; required ones separately. */
type WrittenAttributes<W> = W extends { required: readonly (infer N extends string)[] }
  ? Partial<Written<W>> & { [K in N & keyof Written<W>]: Written<W>[K] }
  : Partial<Written<W>>;

interface WrittenDocument<R extends Resource> {
  data: { type: DescriptionOf<R>['type']; id?: string; attributes: WrittenAttributes<R['writes']> };
}

/**
 * Request body with the attributes that clients may write.
 * @param id of a record to change, all of whose attributes are optional
 */
export function requestOf<R extends Resource>(
  resource: R,
  example: WrittenAttributes<R['writes']>,
  id?: string,
): RequestBody<WrittenDocument<R>, unknown> {
  const { fields, required = [] } = writesOf(resource);
  const attributes = Object.entries(fields).map(([name, { schema, initial }]) => {
    const written = initial === null ? orNull(schema) : schema;
    return [name, id === undefined && required.includes(name) ? written : t.Optional(written)] as const;
  });
  const data = t.Object({
    id: id === undefined ? t.Optional(t.String()) : t.String(),
    type: t.String(),
    attributes: t.Object(Object.fromEntries(attributes)),
  });
  return {
    read: readShortBody,
    content: {
      [jsonApiMediaType]: {
        schema: t.Object({ data }),
        example: { data: { type: resource.type, ...(id !== undefined && { id }), attributes: example } },
      },
    },
  };
}

/** Sparse fieldsets omit attributes, so none is required. */
const resourceSchema = (resource: Resource, more: Readonly<Record<string, TSchema>> = {}) => ({
  ...closed({
    id: iri(),
    type: t.Literal(resource.type),
    attributes: t.Partial(closed({ _id: uuid(), ...resource.attributes.properties, ...more })),
    links: closed({ self: iri() }),
  }),
  description: resource.description,
});

const metaSchema = closed({ ...ignored, ignoredAttributes: t.Optional(list(t.String())) });
