import { jsonApiMediaType } from '../http/media-type';
import type { Endpoint, QueryParameter } from './endpoint';
import type { Paths } from './openapi';
import { errorResponse } from './openapi-components';
import { refer } from './openapi-shared';
import { neededScope } from './openapi-writes';
import { maximumValues } from './parameters';
import { plain } from './schemas';

// What endpoints declare, as OpenAPI 3.1.

const scope = 'catalog:read';

/** The paths of endpoints for the OpenAPI document. */
export const pathsOf = (endpoints: readonly Endpoint[]): Paths =>
  Object.fromEntries(endpoints.map((one) => [one.path.replace(/:(\w+)/g, '{$1}'), { get: operationOf(one) }]));

function operationOf(declared: Endpoint): object {
  const { operationId, tag, summary, description, pathParameters = {}, query } = declared;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, neededScope(scope)].filter((sentence) => sentence !== undefined).join(' '),
    parameters: [
      ...Object.entries(pathParameters).map(([name, { description, schema }]) => ({
        name,
        in: 'path',
        required: true,
        description,
        schema: plain(schema),
      })),
      ...Object.entries(query).flatMap(([name, parameter]) => parametersOf(name, parameter)),
    ],
    responses: responsesOf(declared),
  };
}

function parametersOf(name: string, { schema, example, description, required = false, listDescription }: QueryParameter): object[] {
  const items = { ...plain(schema), ...(example !== undefined && { examples: [example] }) };
  const one = { name, in: 'query', required, description, schema: items };
  if (listDescription === undefined) return [one];
  const many = { type: 'array', items, maxItems: maximumValues };
  return [
    one,
    { name: `${name}[]`, in: 'query', required: false, description: listDescription, schema: many, style: 'form', explode: true },
  ];
}

const documentHeaders = Object.fromEntries(
  ['RateLimit', 'RateLimit-Policy', 'ETag', 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function responsesOf({ path, answer, errors = {} }: Endpoint): object {
  const { description, schema, example, mediaType, headers } = answer;
  const [instance] = path.split('/:');
  return {
    200: {
      description,
      headers: headers ?? documentHeaders,
      content: { [mediaType ?? jsonApiMediaType]: { schema: plain(schema), example } },
    },
    // A stream has no tag to name.
    ...(mediaType === undefined && { 304: refer('NotModified') }),
    400: refer('BadRequest'),
    401: refer('Unauthorized'),
    403: errorResponse('The token lacks the scope', 403, `The token lacks the scope ${scope}.`, { header: 'Authorization' }, instance),
    406: refer('NotAcceptable'),
    429: refer('TooManyRequests'),
    ...Object.fromEntries(
      Object.entries(errors).map(([status, error]) => [
        status,
        typeof error === 'string' ? refer(error) : errorResponse(error.description, Number(status), error.detail, error.source, instance),
      ]),
    ),
  };
}
