import type { TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import { jsonApiMediaType } from '../http/media-type';
import { reasonPhrase } from '../jsonapi/errors';
import { exampleUuid, ignoredSchemas, invalidSchema, refer } from '../jsonapi/openapi-shared';
import type { Resource } from '../jsonapi/resource';
import { writesOf } from '../jsonapi/write';

// What the routes of accounts say of themselves in the OpenAPI document.

export type Responses = NonNullable<DocumentDecoration['responses']>;

const plain = (schema: TSchema): object => JSON.parse(JSON.stringify(schema));

/** A body or an answer as JSON:API. */
export const jsonApi = (schema: object, example: object) => ({ [jsonApiMediaType]: { schema, example } });

/** A body in plain JSON. */
export const json = (schema: object, example: object) => ({ 'application/json': { schema, example } });

/** What any route of one's own account may answer. */
export const guarded: Responses = {
  401: refer('Unauthorized'),
  403: failure('The token is limited to other scopes', 403, 'The token lacks the scope admin.'),
};

/** What any read may answer beside its document. */
export const readResponses: Responses = {
  304: refer('NotModified'),
  400: refer('BadRequest'),
  401: refer('Unauthorized'),
  406: refer('NotAcceptable'),
  429: refer('TooManyRequests'),
};

/** What any route with a document in its body may answer. */
export const withDocument = {
  400: failure('The body cannot be read', 400, 'The body is not JSON.', ''),
  409: failure('The body is about another type or record', 409, 'This takes a resource of type User.', '/data/type'),
  413: failure('The body is too large', 413, 'The body may have at most 1048576 bytes.'),
  415: failure('The body is of another media type', 415, `The body must be sent as ${jsonApiMediaType}, without parameters.`),
  429: refer('TooManyRequests'),
  503: refer('ServiceUnavailable'),
} satisfies Responses;

/** The answer to a document that breaks rules: a resource that says which. */
export function invalid(attribute: string, message: string) {
  const detail = `${attribute}: ${message}`;
  const example = {
    data: {
      id: '0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
      type: 'ConstraintViolation',
      attributes: { status: 422, detail, _type: '/errors/422', title: reasonPhrase(422), instance: '/api/users/me' },
    },
    meta: { errors: [{ detail, source: { pointer: `/data/attributes/${attribute}` }, meta: { attribute, message } }] },
  };
  return { description: 'Attributes break their rules', content: jsonApi(invalidSchema, example) };
}

/** Headers of an answer, each with what it says. */
export const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]));

/** An error document. */
export function failure(description: string, status: number, detail: string, pointer?: string) {
  const error = {
    id: '0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
    status,
    title: reasonPhrase(status),
    detail,
    type: `/errors/${status}`,
    instance: '/api/users/me',
    ...(pointer !== undefined && { source: { pointer } }),
  };
  return { description, content: jsonApi({ $ref: '#/components/schemas/Errors' }, { errors: [error] }) };
}

/** A document of one record, as an answer. `more` are attributes that only this answer has. */
export function documentOf(resource: Resource, more: { schema?: Record<string, TSchema>; example?: object } = {}) {
  const id = resource.iri({ id: exampleUuid });
  const example = { _id: exampleUuid, ...resource.example, ...more.example };
  const data = { id, type: resource.type, attributes: example, links: { self: id } };
  return jsonApi(closed({ data: resourceSchema(resource, more.schema), meta: metaSchema }, ['data']), { data });
}

/** A page of records, as an answer. */
export function listOf(resource: Resource) {
  const id = resource.iri({ id: exampleUuid });
  const page = `${resource.path}?page=1`;
  const example = {
    data: [{ id, type: resource.type, attributes: { _id: exampleUuid, ...resource.example }, links: { self: id } }],
    links: { self: page, first: page, last: page },
    meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
  };
  const properties = {
    data: { type: 'array', items: resourceSchema(resource) },
    links: { $ref: '#/components/schemas/PageLinks' },
    meta: { $ref: '#/components/schemas/PageMeta' },
  };
  return jsonApi(closed(properties, ['data', 'links', 'meta']), example);
}

/** A document in a body, with the attributes that clients may write. */
export function requestOf(resource: Resource, example: object, id?: string) {
  const fields = Object.entries(writesOf(resource).fields);
  const attributes = fields.map(([name, { schema, initial }]) => [
    name,
    initial === null ? { anyOf: [plain(schema), { type: 'null' }] } : plain(schema),
  ]);
  const properties = {
    id: { type: 'string' },
    type: { type: 'string' },
    attributes: { type: 'object', properties: Object.fromEntries(attributes) },
  };
  const data = { type: 'object', required: ['type', 'attributes', ...(id === undefined ? [] : ['id'])], properties };
  return {
    required: true,
    content: jsonApi(
      { type: 'object', required: ['data'], properties: { data } },
      { data: { type: resource.type, ...(id !== undefined && { id }), attributes: example } },
    ),
  };
}

function resourceSchema(resource: Resource, more: Record<string, TSchema> = {}): object {
  const attributes = { _id: { type: 'string', format: 'uuid' }, ...plainAll({ ...resource.attributes.properties, ...more }) };
  return {
    ...closed(
      {
        id: { type: 'string', format: 'iri-reference' },
        type: { type: 'string', const: resource.type },
        attributes: closed(attributes),
        links: closed({ self: { type: 'string', format: 'iri-reference' } }, ['self']),
      },
      ['id', 'type', 'attributes', 'links'],
    ),
    description: resource.description,
  };
}

const plainAll = (schemas: Record<string, TSchema>): Record<string, object> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]));

const metaSchema = closed({ ...ignoredSchemas, ignoredAttributes: { type: 'array', items: { type: 'string' } } });

function closed(properties: Record<string, object>, required?: readonly string[]): object {
  return { type: 'object', additionalProperties: false, ...(required && { required }), properties };
}
