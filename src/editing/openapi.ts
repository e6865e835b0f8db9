import type { TSchema } from '@sinclair/typebox';
import { jsonApiMediaType } from '../http/media-type';
import type { Paths } from '../jsonapi/openapi';
import { errorResponse } from '../jsonapi/openapi-components';
import { pageParameters as openapiPageParameters, pathParameters, presentationParameters } from '../jsonapi/openapi-parameters';
import { exampleUuid, invalidSchema, neededScope } from '../jsonapi/openapi-shared';
import { insufficientScope } from '../jsonapi/openapi-writes';
import { itemPath } from '../jsonapi/routes';
import { plain } from '../jsonapi/schemas';
import type { Kind, Kinds } from '../kinds';
import { maximumContained } from '../records/document-steps';

import { exampleList, revisionList } from './revisions/endpoints';

// The operations that change the catalog, as OpenAPI 3.1, from what the kinds are.

const scope = 'catalog:write';

const who = `${neededScope(scope)} For editors and administrators, or as the setting \`editing\` says.`;

/** The operations of every kind, by their paths. */
export function editingPaths(kinds: Kinds, tagOf: (kind: Kind) => string): Paths {
  const paths: Paths = {};
  for (const kind of kinds.shown) {
    const tags = [tagOf(kind)];
    const item = written(itemPath(kind));
    paths[written(kind.path)] = { post: createOperation(kind, kinds, tags) };
    paths[item] = { patch: updateOperation(kind, kinds, tags), delete: deleteOperation(kind, tags) };
    paths[`${item}/revisions`] = { get: revisionsOperation(kind, tags) };
    paths[`${item}/merge`] = { post: mergeOperation(kind, tags) };
  }
  return paths;
}

const written = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const nameOf = ({ type }: Kind): string => type.charAt(0).toLowerCase() + type.slice(1);

const createOperation = (kind: Kind, kinds: Kinds, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Create`,
  tags,
  summary: `Make a ${kind.noun}`,
  description: `${who} What is read-only in the body is ignored; what is unknown too, and named in meta.ignoredAttributes.${aboutContents(kind)}`,
  parameters: [...pathParameters(kind, false), ...presentationParameters(kind)],
  requestBody: body(kind, kinds, false),
  responses: {
    201: { description: 'It is made', headers: { ...etag, Location: location }, content: documentOf(kind) },
    ...refusals,
    ...bodyRefusals,
    403: errorResponse('The token lacks the scope, the user may not, or the body names an id', 403, 'This is for editors.'),
    409: errorResponse('The body has another type, or there is such a record', 409, `This takes a resource of type ${kind.type}.`, {
      pointer: '/data/type',
    }),
    422: invalid(kind),
  },
});

const updateOperation = (kind: Kind, kinds: Kinds, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Update`,
  tags,
  summary: `Change a ${kind.noun}`,
  description: `${who} What the body does not name stays as it is; null clears, and lists replace lists. What imports say of what is changed is left aside from then on; meta.giveBack names attributes and relationships that are to be their sources' again.${aboutContents(kind)}`,
  parameters: [...pathParameters(kind, true), ...presentationParameters(kind), ifMatch],
  requestBody: body(kind, kinds, true),
  responses: {
    200: { description: 'It is as the body says', headers: etag, content: documentOf(kind) },
    ...refusals,
    ...bodyRefusals,
    ...preconditions,
    409: errorResponse('The type or the id in the body is another', 409, `This takes a resource of type ${kind.type}.`, {
      pointer: '/data/type',
    }),
    422: invalid(kind),
  },
});

const deleteOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Delete`,
  tags,
  summary: `Delete a ${kind.noun}`,
  description: `${who} What stands below it goes with it, and comes back with it where the revision is taken back. A body is not needed; it may have \`meta.note\`.`,
  parameters: [...pathParameters(kind, true), ifMatch],
  responses: {
    204: { description: 'It is gone' },
    ...refusals,
    ...preconditions,
    409: errorResponse(
      'Items of users, or other records, point to it',
      409,
      '3 other records and items point to this artist, which cannot be deleted before.',
    ),
  },
});

const mergeOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Merge`,
  tags,
  summary: `Merge a ${kind.noun} into another`,
  description: `${who} What the other has not is filled from it; what points to it, users' items among that, points to the other then, and its address and slug lead there.`,
  parameters: [...pathParameters(kind, true), ...presentationParameters(kind)],
  requestBody: {
    required: true,
    content: {
      [jsonApiMediaType]: {
        schema: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'object',
              required: ['type', 'id'],
              properties: { type: typeOf(kind), id: { type: 'string', description: 'The IRI or the UUID of the one to merge into' } },
            },
            meta: metaSchema,
          },
        },
        example: { data: { type: kind.type, id: exampleUuid } },
      },
    },
  },
  responses: {
    200: {
      description: 'The one that stands for both',
      headers: { ...etag, 'Content-Location': { description: 'Its IRI', schema: { type: 'string', format: 'uri-reference' } } },
      content: documentOf(kind),
    },
    ...refusals,
    ...bodyRefusals,
    409: errorResponse('The body has another type', 409, `This takes a resource of type ${kind.type}.`, { pointer: '/data/type' }),
    422: invalid(kind),
  },
});

const revisionsOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Revisions`,
  tags,
  summary: `List what people changed of a ${kind.noun}`,
  description: `The newest first, those of what stands below it among them. ${neededScope('catalog:read')}`,
  parameters: [...pathParameters(kind, true), ...openapiPageParameters],
  responses: {
    200: {
      description: 'A page of revisions',
      content: {
        [jsonApiMediaType]: {
          schema: plain(revisionList),
          example: exampleList(`${kind.path.replace(/:\w+/g, exampleUuid)}/${exampleUuid}/revisions`),
        },
      },
    },
    304: refer('NotModified'),
    400: refer('BadRequest'),
    401: refer('Unauthorized'),
    403: insufficientScope('catalog:read'),
    404: refer('NotFound'),
    406: refer('NotAcceptable'),
    429: refer('TooManyRequests'),
  },
});

const aboutContents = ({ contains, noun }: Kind): string => {
  const lists = Object.keys(contains);
  if (lists.length === 0) return '';
  return ` ${lists.join(', ')} among the attributes have what the ${noun} consists of, each with attributes of its own: those with an id are kept and changed, others are made, and what is missing goes. One document may have ${maximumContained} records.`;
};

function body(kind: Kind, kinds: Kinds, isUpdate: boolean): object {
  const { slugFrom } = kind;
  const required = (kind.entrance.schema.required ?? []) as string[];
  const name = slugFrom ?? required[0] ?? Object.keys(kind.example)[0] ?? '';
  const names = isUpdate ? [name] : [...new Set([name, ...required])];
  const attributes = Object.fromEntries(names.filter((one) => one in kind.example).map((one) => [one, kind.example[one]]));
  const relationships = Object.entries(kind.entrance.relationships).filter(([, { required }]) => required && !isUpdate);
  const example = {
    data: {
      ...(isUpdate && { id: exampleUuid }),
      type: kind.type,
      attributes,
      ...(relationships.length > 0 && {
        relationships: Object.fromEntries(relationships.map(([one, { target }]) => [one, { data: { type: target, id: exampleUuid } }])),
      }),
    },
    meta: { note: 'As the sleeve has it.' },
  };
  const data = {
    type: 'object',
    required: isUpdate ? ['type', 'id'] : ['type'],
    properties: {
      ...(isUpdate && { id: { type: 'string', description: 'The IRI or the UUID of the record' } }),
      type: typeOf(kind),
      attributes: { type: 'object', properties: attributesOf(kind, kinds) },
      relationships: { type: 'object', properties: relationshipsOf(kind) },
    },
  };
  const schema = { type: 'object', required: ['data'], properties: { data, meta: metaSchema } };
  return { required: true, content: { [jsonApiMediaType]: { schema, example } } };
}

const typeOf = ({ type }: Kind): object => ({ type: 'string', description: `${type}; case, separators and a plural s do not count` });

/** What a document may say: the record's own attributes, and what it contains. */
function attributesOf({ entrance, contains }: Kind, kinds: Kinds): Record<string, unknown> {
  const { _id: _, created_at: __, updated_at: ___, ...own } = entrance.schema.properties as Record<string, TSchema>;
  const schemas = Object.entries(own).map(([name, schema]) => [name, withoutFormats(plain(schema))]);
  const lists = Object.entries(contains).map(([name, type]) => {
    const child = kinds.find(type) as Kind;
    const properties = { id: { type: 'string', description: 'Of one that is there' }, ...attributesOf(child, kinds) };
    return [name, { type: 'array', description: child.description, items: { type: 'object', properties } }];
  });
  return Object.fromEntries([...schemas, ...lists]);
}

const relationshipsOf = ({ entrance }: Kind): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entrance.relationships).map(([name, { target, description }]) => {
      const identifier = {
        type: 'object',
        required: ['type', 'id'],
        properties: { type: { type: 'string', description: target }, id: { type: 'string', description: 'UUID or IRI' } },
      };
      return [name, { type: 'object', description, properties: { data: { anyOf: [identifier, { type: 'null' }] } } }];
    }),
  );

/** What a format or pattern asks for is said in words: `expected` is no word of JSON Schema. */
function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { expected, ...others } = schema as Record<string, unknown>;
  const members = Object.entries(others).map(([name, member]) => [name, withoutFormats(member)]);
  return { ...Object.fromEntries(members), ...(typeof expected === 'string' && { description: `Must be ${expected}` }) };
}

const metaSchema = {
  type: 'object',
  properties: {
    note: { type: 'string', maxLength: 10_000, description: 'Why; it is kept with the revision' },
    giveBack: { type: 'array', items: { type: 'string' }, description: 'Of a PATCH: what is to be its sources’ again' },
  },
};

const documentOf = ({ type }: Kind): object => ({ [jsonApiMediaType]: { schema: { $ref: `#/components/schemas/${type}Document` } } });

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });

const etag = { ETag: { $ref: '#/components/headers/ETag' } };

const location = { description: 'The IRI of what was made', schema: { type: 'string', format: 'uri-reference' } };

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the record as it was read with the same token (RFC 9110, section 13.1.1)',
  schema: { type: 'string' },
};

const refusals = {
  400: errorResponse('The body is no resource document', 400, '/data must be an object.', { pointer: '/data' }),
  401: refer('Unauthorized'),
  403: insufficientScope(scope),
  404: refer('NotFound'),
  406: refer('NotAcceptable'),
  429: refer('TooManyRequests'),
  503: refer('ServiceUnavailable'),
};

const preconditions = {
  412: errorResponse(
    'The record is in another state than If-Match names; ETag has the one it is in',
    412,
    'Somebody changed the record since it was read. Read it again, and change that.',
    { header: 'If-Match' },
  ),
  428: errorResponse('There is no If-Match', 428, 'A change needs If-Match with the ETag of the record as it was read.', {
    header: 'If-Match',
  }),
};

const bodyRefusals = {
  413: errorResponse('The body is too large', 413, 'The body may have at most 1048576 bytes.'),
  415: errorResponse('The body is of another media type', 415, `The body must be sent as ${jsonApiMediaType}, without parameters.`, {
    header: 'Content-Type',
  }),
};

function invalid({ path, slugFrom }: Kind): object {
  const attribute = slugFrom ?? 'position';
  const message = 'This is required.';
  const detail = `${attribute}: ${message}`;
  const example = {
    data: {
      id: '0199a0b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
      type: 'ConstraintViolation',
      attributes: {
        status: 422,
        detail,
        _type: '/errors/422',
        title: 'Unprocessable Content',
        instance: path.replace(/:\w+/g, exampleUuid),
      },
    },
    meta: { errors: [{ detail, source: { pointer: `/data/attributes/${attribute}` }, meta: { attribute, message } }] },
  };
  return {
    description: 'It breaks rules, all of which are named. Nothing is written',
    content: { [jsonApiMediaType]: { schema: invalidSchema, example } },
  };
}
