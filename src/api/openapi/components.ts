import { type TSchema, Type } from '@sinclair/typebox';
import type { ErrorSource } from '../../errors';
import { jsonApiMediaType } from '../../http/respond';
import { type Message, message, sentenceOf } from '../../messages/message';
import type { Registry } from '../schema/registry';
import type { Relationship, Resource } from '../schema/resource';
import { closed, count, foundValue, iri, list, pageMetaSchema, plain, sharedSchemas, text } from '../schema/schemas';
import { exampleError, ignoredSchemas } from './shared';

// Components that operations of the OpenAPI document refer to.

type Schemas = Readonly<Record<string, object>>;

/**
 * Schemas that operations refer to.
 * @param notes members of `meta` about the viewer's own items
 * @param completeness those of single reads with `completeness`
 */
export function components(registry: Registry, notes: Schemas = {}, completeness: Schemas = {}): Record<string, unknown> {
  const schemas: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(sharedSchemas).map(([name, schema]) => [name, plain(schema)])),
  };
  for (const resource of registry.resources) {
    schemas[attributesName(resource.type)] = attributesSchema(resource);
    schemas[resource.type] = resourceSchema(resource);
    schemas[`${resource.type}Document`] = documentSchema(resource, registry, {
      ...(resource.releaseKeys && notes),
      ...(resource.hasCompleteness && completeness),
    });
    schemas[`${resource.type}List`] = listSchema(resource, registry, notes);
    const meta = listMeta(resource, notes);
    if (meta) schemas[`${resource.type}ListMeta`] = meta;
  }
  return schemas;
}

const rateLimitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};

const rateLimited = message('rate_limited', { quota: 300, requests: 'requests', seconds: 60, resetsAt: '2026-01-15T09:31:00.000Z' });

const tooManyRequests = {
  description: 'Rate limit exceeded. In this error, `status` is text.',
  headers: { ...rateLimitHeaders, 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until the rate limit is reset' } },
  content: {
    [jsonApiMediaType]: {
      schema: { $ref: '#/components/schemas/RateLimitErrors' },
      example: {
        errors: [
          {
            status: '429',
            title: 'Rate Limit Exceeded',
            detail: sentenceOf(rateLimited),
            code: rateLimited.code,
            meta: { params: rateLimited.params },
          },
        ],
      },
    },
  },
};

export const commonResponses: Record<string, unknown> = {
  NotModified: {
    description: 'Not modified: If-None-Match has the current ETag',
    headers: { ETag: { $ref: '#/components/headers/ETag' } },
  },
  BadRequest: errorResponse('Invalid parameter', 400, message('too_low', { min: 1 }), { parameter: 'page' }),
  Unauthorized: {
    ...errorResponse('No token, or an unknown, expired or revoked one', 401, message('missing_token'), {
      header: 'Authorization',
    }),
    headers: { 'WWW-Authenticate': { schema: { type: 'string' }, description: 'RFC 6750' } },
  },
  NoDocument: errorResponse(
    'The body is not a resource document',
    400,
    message('wrong_member', { pointer: '/data', expected: 'an object' }),
    {
      pointer: '/data',
    },
  ),
  TooLarge: errorResponse('The body is too large', 413, message('body_too_large', { max: 1048576 })),
  OtherMediaType: errorResponse(
    'Unsupported media type of the body',
    415,
    message('unsupported_media_type', { types: [jsonApiMediaType] }),
    {
      header: 'Content-Type',
    },
  ),
  Changed: errorResponse('The record has changed since it was read; `ETag` has its current state', 412, message('stale_record'), {
    header: 'If-Match',
  }),
  PreconditionRequired: errorResponse('If-Match is missing', 428, message('missing_if_match'), {
    header: 'If-Match',
  }),
  NotFound: errorResponse(
    'No record at this address',
    404,
    message('no_record', { kind: 'artist', id: '00000000-0000-4000-8000-000000000000' }),
  ),
  TooManyRequests: tooManyRequests,
  ServiceUnavailable: {
    ...errorResponse('Nothing is written: another program locks the database, or its file is missing', 503, message('database_busy')),
    headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds, if a retry is useful' } },
  },
  NotAcceptable: errorResponse('Accept does not allow JSON:API', 406, message('not_acceptable', { type: jsonApiMediaType }), {
    header: 'Accept',
  }),
};

export const commonHeaderSchemas: Record<string, unknown> = {
  RateLimit: {
    description: 'Remaining requests, and seconds until the limit is reset (draft-ietf-httpapi-ratelimit-headers)',
    schema: { type: 'string' },
    example: '"default";r=299;t=60',
  },
  'RateLimit-Policy': {
    description: 'Rate limit: requests, and seconds of the window',
    schema: { type: 'string' },
    example: '"default";q=300;w=60',
  },
  ETag: { description: 'Changes with the document (RFC 9110, section 8.8.3)', schema: { type: 'string' }, example: '"1x9mq0wz3f5ka"' },
  'X-Request-Id': { description: 'Id of the request in the server log', schema: { type: 'string', format: 'uuid' } },
};

const matches = list(foundValue('As sent'), 'With look-ups: each value with its matching records, if any');

const facetValues = list(
  closed({ value: text('Value for the filter'), name: text('Display name'), count: count() }),
  'Most frequent first; decades in chronological order',
);

const shares = list(
  closed({ record: iri(), owned: count('Owned or ordered'), total: count() }),
  'With completeness: records of which the user owns a score or release. Needs collection:read.',
);

/** `meta` of a list with look-ups, facets, holdings or completeness; `undefined` if it has only the page. */
function listMeta(resource: Resource, notes: Schemas): object | undefined {
  const lists = [resource, resource.listOfAll ?? resource];
  const names = resource.facets;
  const facets = (schema: TSchema) => plain(closed(Object.fromEntries(names.map((name) => [name, Type.Optional(schema)]))));
  const further = {
    ...(lists.some(({ lookups }) => Object.keys(lookups).length > 0) && { matches: plain(matches) }),
    ...(resource.releaseKeys && notes),
    ...(resource.hasCompleteness && { completeness: plain(shares) }),
    ...(names.length > 0 && {
      facets: { ...facets(facetValues), description: 'With facets: number of records by value' },
      facetTotals: { ...facets(count()), description: 'With facets: total number of values' },
      countedAt: {
        ...plain(Type.String({ format: 'date-time' })),
        description: 'With facets: time of the count, if the catalog has changed since',
      },
    }),
  };
  if (Object.keys(further).length === 0) return undefined;
  const page = plain(pageMetaSchema) as { properties: object };
  return { ...page, properties: { ...page.properties, ...further } };
}

/**
 * Name of the schema of a type's attributes. It is a component of its own because some client generators do not follow nested
 * references.
 */
export const attributesName = (type: string): string => `${type}Attributes`;

function attributesSchema(resource: Resource): object {
  const attributes = plain(resource.attributes) as { properties: Record<string, unknown> };
  const iris = { type: 'array', items: plain(iri()), description: 'On the single read' };
  for (const [name, { alsoAttribute }] of Object.entries(resource.relationships)) if (alsoAttribute) attributes.properties[name] = iris;
  return {
    ...attributes,
    // Sparse fieldsets omit attributes, so none is required.
    required: undefined,
    additionalProperties: false,
    properties: { _id: { type: 'string', format: 'uuid' }, ...attributes.properties },
  };
}

function resourceSchema(resource: Resource): object {
  const relationships = Object.entries(resource.relationships).map(([name, relationship]) => [name, relationshipSchema(relationship)]);
  return {
    type: 'object',
    description: resource.description,
    required: ['id', 'type', 'attributes'],
    additionalProperties: false,
    properties: {
      id: plain(iri()),
      type: { type: 'string', const: resource.type },
      attributes: { $ref: `#/components/schemas/${attributesName(resource.type)}` },
      ...(relationships.length > 0 && {
        relationships: { type: 'object', additionalProperties: false, properties: Object.fromEntries(relationships) },
      }),
      links: { type: 'object', required: ['self'], additionalProperties: false, properties: { self: plain(iri()) } },
    },
  };
}

function relationshipSchema({ many, description }: Relationship): object {
  const identifierReference = { $ref: '#/components/schemas/Identifier' };
  const data = many ? { type: 'array', items: identifierReference } : { anyOf: [identifierReference, { type: 'null' }] };
  const links = { type: 'object', required: ['related'], additionalProperties: false, properties: { related: plain(iri()) } };
  return { type: 'object', description, additionalProperties: false, minProperties: 1, properties: many ? { data, links } : { data } };
}

/** All kinds that `include` can reach. */
function includedSchema(resource: Resource, registry: Registry): object {
  const direct = Object.values(resource.relationships).map(({ target }) => target);
  const further = direct.flatMap((type) => Object.values(registry.resource(type).relationships).map(({ target }) => target));
  const [first, ...others] = [...new Set([...direct, ...further])].map((type) => ({ $ref: `#/components/schemas/${type}` }));
  return { type: 'array', description: 'Records requested with include', items: others.length > 0 ? { anyOf: [first, ...others] } : first };
}

const licensedValues = {
  type: 'array',
  description: 'Values that are not CC0; exports omit them',
  items: {
    type: 'object',
    required: ['name', 'value', 'licence', 'source'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', enum: ['annotation', 'rating'] },
      value: { type: 'string' },
      licence: { type: 'string', examples: ['CC-BY-NC-SA-3.0'] },
      source: { type: 'string', examples: ['musicbrainz/artist'] },
    },
  },
};

const names = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

/** Members of `meta` for editors: on a record, or after a change. */
const ofEditors = {
  lockedFields: names('Locked fields, which imports do not overwrite; only with edit rights'),
  version: { type: 'string', description: 'Changes with the record and its child records; only with edit rights' },
  revision: { ...plain(iri()), description: 'Revision of the change; missing if nothing changed' },
  created: names('IRIs of the records in `included`, in order'),
  leftOut: names(
    'Content of a merged release that the target does not get: "2", "1-3 Title", "1-3 Title: Part" or "1-3 Title (notes: Live)"',
  ),
  unlocked: names('Unlocked fields'),
  ignoredAttributes: names('Unknown attributes and relationships of the body'),
};

function documentSchema(resource: Resource, registry: Registry, notes: Schemas): object {
  const canInclude = Object.keys(resource.relationships).length > 0;
  return {
    type: 'object',
    required: ['data'],
    additionalProperties: false,
    properties: {
      data: { $ref: `#/components/schemas/${resource.type}` },
      ...(canInclude && { included: includedSchema(resource, registry) }),
      meta: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...ignoredSchemas,
          ...(!resource.writes && { licensed: licensedValues, ...ofEditors }),
          ...notes,
          ...(resource.writes && {
            version: { type: 'string', description: 'With `fields`, changes with the whole item' },
            ignoredAttributes: { type: 'array', items: { type: 'string' }, description: 'Unknown attributes of the body' },
          }),
        },
      },
    },
  };
}

function listSchema(resource: Resource, registry: Registry, notes: Schemas): object {
  const canInclude = Object.keys(resource.relationships).length > 0;
  return {
    type: 'object',
    required: ['data', 'links', 'meta'],
    additionalProperties: false,
    properties: {
      data: { type: 'array', items: { $ref: `#/components/schemas/${resource.type}` } },
      links: { $ref: '#/components/schemas/PageLinks' },
      meta: { $ref: `#/components/schemas/${listMeta(resource, notes) ? `${resource.type}ListMeta` : 'PageMeta'}` },
      ...(canInclude && { included: includedSchema(resource, registry) }),
    },
  };
}

export function errorResponse(description: string, status: number, problem: Message, source?: ErrorSource): object {
  const example = exampleError(status, problem, '/api/artists', source);
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: { [jsonApiMediaType]: { schema: { $ref: '#/components/schemas/Errors' }, example } },
  };
}
