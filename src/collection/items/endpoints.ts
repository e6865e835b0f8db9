import { Type as t } from '@sinclair/typebox';
import { guarded } from '../../accounts/answers';
import { jsonApiMediaType } from '../../http/media-type';
import { bodyAnswers, failure, invalid, notAcceptable, notFound, nothing, requestOf } from '../../jsonapi/answers';
import type { Declared, DescriptionOf, ResourceObject } from '../../jsonapi/client-types';
import { exampleUuid, listOwner, neededScope } from '../../jsonapi/openapi-shared';
import type { Resource } from '../../jsonapi/resource';
import { endpoint, type Media } from '../../jsonapi/route';
import { component } from '../../jsonapi/schemas';
import { writesOf } from '../../jsonapi/write';
import { maximumChanges } from './bulk';

/** The endpoints of a list of items that are about many of them. */
export type ItemEndpoints = ReturnType<typeof itemEndpoints>;

/** The endpoints by which many items of a list are changed or deleted at once. */
export function itemEndpoints<const N extends 'collection' | 'wishlist', R extends Resource & Declared>(name: N, resource: R) {
  const path = `/api/users/:userId/${name}` as const;
  const { scopes } = writesOf(resource);
  const tags = [name === 'collection' ? 'Collection' : 'Wishlist'];
  const pathParameters = { userId: listOwner };
  const id = resource.iri({ id: exampleUuid, userId: exampleUuid });
  const refusals = {
    ...guarded,
    ...bodyAnswers,
    404: notFound,
    406: notAcceptable,
    409: failure('An item is named twice, or is of another list', 409, `The item ${exampleUuid} is named twice.`, {
      source: { pointer: '/data/1/id' },
    }),
  };
  return {
    changingMany: endpoint({
      method: 'patch',
      path,
      operationId: `${name}ChangeMany`,
      tags,
      summary: `Change many ${resource.nouns}`,
      description: `All of them, or none where anything is wrong with any; then everything that is wrong is named, at its place (/data/3/…). ${neededScope(scopes.write)}`,
      pathParameters,
      body: manyInBody(resource, id),
      answers: {
        200: { description: 'The items as they are now, in the order of the request', media: manyOf(resource) },
        ...refusals,
        422: invalid('notes', 'This must be text of at most 10000 characters long, or null.'),
      },
    }),
    deletingMany: endpoint({
      method: 'post',
      path: `${path}/deletions`,
      operationId: `${name}DeleteMany`,
      tags,
      summary: `Delete many ${resource.nouns}`,
      description: `All of them, or none. ${neededScope(scopes.write)}`,
      pathParameters,
      body: identifiers(resource, id),
      answers: { 204: nothing('They are gone'), ...refusals },
    }),
  };
}

function manyInBody<R extends Resource>(resource: R, id: string): Media<{ data: { type: string; id: string; attributes: object }[] }> {
  const { schema, example } = requestOf(resource, {} as never, id).content[jsonApiMediaType] as {
    schema: never;
    example: { data: object };
  };
  const one = (schema as { properties: { data: never } }).properties.data;
  const notes = { ...example.data, attributes: { notes: resource.example.notes } };
  return {
    content: {
      [jsonApiMediaType]: {
        schema: t.Object({ data: t.Array(one, { minItems: 1, maxItems: maximumChanges }) }),
        example: { data: [notes] },
      },
    },
  };
}

function identifiers(resource: Resource, id: string): Media<{ data: { type: string; id: string }[] }> {
  const one = t.Object({ type: t.String(), id: t.String({ description: 'IRI or UUID' }) });
  const schema = t.Object({ data: t.Array(one, { minItems: 1, maxItems: maximumChanges }) });
  return { content: { [jsonApiMediaType]: { schema, example: { data: [{ type: resource.type, id }] } } } };
}

/** Items that were written together. */
export function manyOf<R extends Resource & Declared>(resource: R): Media<{ data: ResourceObject<DescriptionOf<R>, false>[] }> {
  const id = resource.iri({ id: exampleUuid, userId: exampleUuid });
  const example = { id, type: resource.type, attributes: { _id: exampleUuid, ...resource.example }, links: { self: id } };
  const schema = t.Object({ data: t.Array(component<object>(`${resource.type}`)), meta: t.Optional(t.Object({})) });
  return { content: { [jsonApiMediaType]: { schema, example: { data: [example] } } } };
}
