import { jsonApiMediaType } from '../../http/respond';
import { withArticle } from '../../pluralize';
import type { Writes } from '../schema/fields';
import type { Registry } from '../schema/registry';
import { itemPath, type Relationship, type Resource, relatedPath } from '../schema/resource';
import {
  aboutLookups,
  facetParameters,
  filterParameters,
  lookupParameters,
  orderParameters,
  pageParameters,
  pathParameters,
  presentationParameters,
} from './parameters';
import { exampleUuid, neededScope } from './shared';
import { createOperation, deleteOperation, insufficientScope, type SharedAnswers, updateOperation } from './writes';

// OpenAPI 3.1 document from the declarations (https://spec.openapis.org/oas/v3.1.1.html).

export type Paths = Record<string, Record<string, unknown>>;

/** Paths of all record kinds. */
export function catalogPaths(registry: Registry): Paths {
  const served = registry.resources;
  const paths: Paths = {};
  for (const resource of served) {
    paths[written(resource.path)] = { get: listOperation(resource, `${operationName(resource)}List`), ...listWrites(resource) };
    paths[written(itemPath(resource))] = { get: singleOperation(resource), ...itemWrites(resource) };
    const { listOfAll } = resource;
    if (listOfAll) paths[listOfAll.path] = { get: listOperation(listOfAll, `all${resource.type}s`) };
  }
  // A nested kind already has the list behind its parent's relationship, whatever the parameter is called.
  const ownPaths = new Set(served.map(({ path }) => shapeOf(path)));
  for (const resource of served) {
    for (const [name, relationship] of Object.entries(resource.relationships)) {
      const path = relatedPath(itemPath(resource), name, relationship);
      if (relationship.many && !ownPaths.has(shapeOf(path)))
        paths[written(path)] = { get: relatedOperation(resource, name, relationship, registry.resource(relationship.target)) };
    }
  }
  return paths;
}

/** Converts a route path to OpenAPI syntax. */
const written = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const shapeOf = (path: string): string => path.replace(/:\w+/g, ':');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const operationName = (resource: Resource): string => resource.type.charAt(0).toLowerCase() + resource.type.slice(1);

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** Tags of the served kinds, each with the description of its first kind. */
export function catalogTags({ resources }: Registry): Tag[] {
  const tags = new Map<string, Tag>();
  for (const resource of resources.flatMap((resource) => [resource, resource.listOfAll ?? resource])) {
    const name = tagOf(resource);
    if (!tags.has(name)) tags.set(name, { name, description: resource.description });
  }
  return [...tags.values()];
}

/** The outermost kind names the tag. Kinds that belong to a user have a tag of their own. */
export const tagOf = ({ path, writes }: Resource): string => capitalized((path.split('/')[writes ? 4 : 2] as string).replace('-', ' '));

function listOperation(resource: Resource, operationId: string): object {
  const hasLookups = Object.keys(resource.lookups).length > 0;
  return {
    operationId,
    tags: [tagOf(resource)],
    summary: `List ${resource.nouns}`,
    description: [descriptionOf(resource), ...(hasLookups ? [aboutLookups(resource)] : []), aboutOrder(resource)].join(' '),
    parameters: [
      ...pathParameters(resource, false),
      ...filterParameters(resource),
      ...lookupParameters(resource),
      ...facetParameters(resource),
      ...orderParameters(resource),
      ...pageParameters,
      ...presentationParameters(resource),
    ],
    responses: readResponses(listAnswer(resource), resource.ancestors.length > 0, resource.writes),
  };
}

function singleOperation(resource: Resource): object {
  return {
    operationId: operationName(resource),
    tags: [tagOf(resource)],
    summary: `Get ${withArticle(resource.noun)}`,
    description: descriptionOf(resource),
    parameters: [...pathParameters(resource, true), ...presentationParameters(resource)],
    responses: readResponses(documentAnswer(resource), true, resource.writes),
  };
}

function relatedOperation(resource: Resource, name: string, relationship: Relationship, target: Resource): object {
  // A name such as relatedFrom is no noun.
  const listed = name === name.toLowerCase() ? `${name} of` : `${target.nouns} that reference`;
  return {
    operationId: `${operationName(resource)}${capitalized(name)}`,
    tags: [tagOf(resource)],
    summary: `List the ${listed} ${withArticle(resource.noun)}`,
    description: `${relationship.description}. ${neededScope(catalogScope)}`,
    parameters: [...pathParameters(resource, true), ...pageParameters, ...presentationParameters(target)],
    responses: readResponses(listAnswer(target), true),
  };
}

function listWrites(resource: Resource): Record<string, object> {
  return isWritten(resource) ? { post: createOperation(resource, shared(resource, false)) } : {};
}

function itemWrites(resource: Resource): Record<string, object> {
  if (!isWritten(resource)) return {};
  const { name, tags } = shared(resource, true);
  return {
    patch: updateOperation(resource, shared(resource, true)),
    delete: deleteOperation(resource, { name, tags, parameters: pathParameters(resource, true) }),
  };
}

const isWritten = (resource: Resource): resource is Resource & { writes: Writes } => resource.writes !== undefined;

const shared = (resource: Resource, withOwnId: boolean): SharedAnswers => ({
  name: operationName(resource),
  tags: [tagOf(resource)],
  parameters: [...pathParameters(resource, withOwnId), ...presentationParameters(resource)],
  answer: documentAnswer(resource),
});

/** Scope for reading shared data. */
const catalogScope = 'catalog:read';

const readScopeOf = (writes: Writes | undefined): string => writes?.scopes.read ?? catalogScope;

/** Description of a kind with the scope needed to read it. */
const descriptionOf = ({ description, writes }: Resource): string => `${description} ${neededScope(readScopeOf(writes))}`;

const successHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  ETag: { $ref: '#/components/headers/ETag' },
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
};

interface Answer {
  readonly schema: object;
  readonly example: object;
}

const listAnswer = (resource: Resource): Answer => ({
  schema: { $ref: `#/components/schemas/${resource.type}List` },
  example: exampleList(resource),
});

const documentAnswer = (resource: Resource): Answer => ({
  schema: { $ref: `#/components/schemas/${resource.type}Document` },
  example: { data: exampleResource(resource, true) },
});

/** Responses of a read. A record named in the path may be missing or merged; records that users write are never merged. */
function readResponses(answer: Answer, hasPath: boolean, writes?: Writes): object {
  const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const content = { [jsonApiMediaType]: answer };
  const location = { schema: { type: 'string' }, description: 'The same request for the target' };
  const moved = {
    description: 'A record in the path was merged; this is the response for its target',
    headers: { ...successHeaders, Location: location },
    content,
  };
  return {
    200: { description: 'The document', headers: successHeaders, content },
    ...(hasPath && !writes && { 301: moved }),
    304: refer('NotModified'),
    400: refer('BadRequest'),
    401: refer('Unauthorized'),
    403: insufficientScope(readScopeOf(writes)),
    ...(hasPath && { 404: refer('NotFound') }),
    406: refer('NotAcceptable'),
    429: refer('TooManyRequests'),
  };
}

/** Example of a record, in a list or on its own. */
export function exampleResource(resource: Resource, isSingle: boolean): object {
  const ids = Object.fromEntries([['id', exampleUuid], ...resource.ancestors.map(({ parameter }) => [parameter, exampleUuid])]);
  const id = resource.iri(ids);
  const relationships = Object.entries(resource.relationships).map(([name, relationship]) => {
    if (!relationship.many) return [name, { data: null }];
    return [name, isSingle || relationship.alsoAttribute ? { data: [] } : { links: { related: relatedPath(id, name, relationship) } }];
  });
  const attributes = Object.entries(resource.relationships)
    .filter(([, { alsoAttribute }]) => isSingle && alsoAttribute)
    .map(([name]) => [name, []]);
  return {
    id,
    type: resource.type,
    attributes: { _id: exampleUuid, ...resource.example, ...Object.fromEntries(attributes) },
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
    links: { self: id },
  };
}

function exampleList(resource: Resource): object {
  const path = resource.path.replace(/:\w+/g, exampleUuid);
  const page = `${path}?page=1`;
  return {
    data: [exampleResource(resource, false)],
    links: { self: page, first: page, last: page },
    meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
  };
}

/** Describes the default order of a list. */
function aboutOrder({ defaultOrder, wholeOrder, filters }: Resource): string {
  const byDefault = orderedBy(defaultOrder);
  if (wholeOrder.join() === defaultOrder.join()) return `Default order: ${byDefault}.`;
  const ranked = filters.q?.rank ? ', by relevance with q' : '';
  return `Default order: ${orderedBy(wholeOrder)}; by ${byDefault} with a filter${ranked}.`;
}

/** Column names as words. Some columns have a folded twin for sorting; some are foreign keys. */
const orderedBy = (columns: readonly string[]): string =>
  [...columns.map((column) => column.replace(/_(folded|key)$/, '').replaceAll('_', ' ')), 'id'].join(', then ');
