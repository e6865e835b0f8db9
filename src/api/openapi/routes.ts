import type { QueryParameter, Reference, RouteAnswer, RouteDeclaration, RouteDetail } from '../route';
import { maximumValues } from '../schema/parameters';
import { plain } from '../schema/schemas';
import type { Paths } from './document';
import { refer } from './shared';
import { idempotencyKey } from './writes';

// OpenAPI paths of declared endpoints.

/** App whose routes carry their declarations in `detail`. */
export interface DescribedApp {
  readonly routes: readonly { readonly hooks?: { readonly detail?: Partial<RouteDetail> } }[];
}

/** Declarations carried by the routes of an app. */
export const declaredRoutes = ({ routes }: DescribedApp): RouteDeclaration[] =>
  routes.flatMap(({ hooks }) => hooks?.detail?.route?.() ?? []);

/** OpenAPI paths of endpoints. */
export function pathsOf(endpoints: readonly RouteDeclaration[]): Paths {
  const paths: Paths = {};
  for (const declared of endpoints) {
    const path = declared.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [declared.method]: operationOf(declared) };
  }
  return paths;
}

function operationOf({ path, operationId, tags, summary, description, isPublic, body, answers, ...declared }: RouteDeclaration): object {
  const parameters = [
    ...Object.entries(declared.pathParameters ?? {}).map(([name, { description, schema }]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: plain(schema),
    })),
    ...Object.entries(declared.query ?? {}).flatMap(([name, parameter]) => parametersOf(name, parameter)),
    ...(declared.isRepeatable ? [idempotencyKey] : []),
  ];
  // Only API requests are rate limited.
  const all = path.startsWith('/api') ? { 429: { component: 'TooManyRequests' }, ...answers } : answers;
  return {
    operationId,
    tags,
    summary,
    ...(description !== undefined && { description }),
    ...(isPublic && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body.content } }),
    responses: Object.fromEntries(Object.entries(all).map(([status, answer]) => [status, responseOf(answer)])),
  };
}

function parametersOf(
  name: string,
  { schema, example, description, required = false, listDescription, keyedBy, ...more }: QueryParameter,
): object[] {
  if (keyedBy) {
    const members = { type: 'object', propertyNames: plain(keyedBy.schema), additionalProperties: plain(schema) };
    return [{ name, in: 'query', required, description, schema: members, style: 'deepObject', explode: true }];
  }
  const items = {
    ...plain(schema),
    ...(example !== undefined && { examples: [example] }),
    ...(more.default !== undefined && { default: more.default }),
  };
  const one = { name, in: 'query', required, description, schema: items };
  if (listDescription === undefined) return [one];
  const many = { type: 'array', items, maxItems: maximumValues };
  return [
    one,
    { name: `${name}[]`, in: 'query', required: false, description: listDescription, schema: many, style: 'form', explode: true },
  ];
}

function responseOf(answer: RouteAnswer | Reference): object {
  if ('component' in answer) return refer(answer.component);
  const { description, headers, media } = answer;
  return { description, ...(headers && { headers: headersOf(headers) }), ...(media && { content: media.content }) };
}

const headersOf = (headers: NonNullable<RouteAnswer['headers']>): object =>
  Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      typeof header === 'string'
        ? { description: header, schema: { type: 'string' } }
        : { $ref: `#/components/headers/${header.component}` },
    ]),
  );
