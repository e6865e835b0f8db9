import { maximumMatches } from '../read/queries';
import { itemsPerPageKind, maximumItemsPerPage, pageKind } from '../read/query';
import { facetQueryKind, facetValuesKind } from '../read/reading';
import { direction, flag, maximumValues, namesParameter, type ParameterType } from '../schema/parameters';
import type { Filter, Resource, Table } from '../schema/resource';
import { plain } from '../schema/schemas';
import { listOwner } from './shared';

// OpenAPI parameters of lists and single reads, from the declarations.

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
  readonly style?: string;
  readonly explode?: boolean;
}

export function pathParameters(resource: Resource, withOwnId: boolean): OpenApiParameter[] {
  const names = [...resource.ancestors.map((ancestor) => ancestor.parameter), ...(withOwnId ? ['id'] : [])];
  return names.map((name) =>
    name === 'userId'
      ? { name, in: 'path', required: true, ...listOwner }
      : idParameter(name, name === 'id' ? resource.noun : name.replace(/Id$/, '')),
  );
}

const idParameter = (name: string, noun: string): OpenApiParameter => ({
  name,
  in: 'path',
  required: true,
  description: `The UUID of the ${noun}`,
  schema: { type: 'string', format: 'uuid' },
});

export const filterParameters = (resource: Resource): OpenApiParameter[] =>
  Object.entries(resource.filters).flatMap(([name, filter]) => narrowingParameters(name, filter));

export const lookupParameters = (resource: Resource): OpenApiParameter[] =>
  Object.entries(resource.lookups).flatMap(([name, lookup]) => narrowingParameters(name, { ...lookup, many: true }));

export const aboutLookups = (resource: Resource): string =>
  `Look-ups (${Object.keys(resource.lookups).join(', ')}) find ${resource.nouns} that match any of their values; filters narrow the result. ` +
  `meta.matches has the matches of each value on all pages, up to ${maximumMatches} per parameter.`;

function narrowingParameters(
  name: string,
  { kind, description, many, keyedBy }: Pick<Filter<Table>, 'kind' | 'description' | 'many' | 'keyedBy'>,
): OpenApiParameter[] {
  if (keyedBy) return [keyedParameter(name, kind, description, keyedBy.kind)];
  const single: OpenApiParameter = { name, in: 'query', required: false, description, schema: described(kind) };
  if (!many) return [single];
  const list: OpenApiParameter = {
    ...single,
    name: `${name}[]`,
    description: `${description} Any of these.`,
    schema: { type: 'array', items: described(kind), maxItems: maximumValues },
    style: 'form',
    explode: true,
  };
  return [single, list];
}

/** `name[word]` as an OpenAPI object whose members are the words. */
const keyedParameter = (
  name: string,
  kind: ParameterType<unknown>,
  description: string,
  word: ParameterType<string>,
): OpenApiParameter => ({
  name,
  in: 'query',
  required: false,
  description: `${description} Likewise ${name}[…][].`,
  schema: { type: 'object', propertyNames: plain(word.schema), additionalProperties: described(kind) },
  style: 'deepObject',
  explode: true,
});

export function orderParameters(resource: Resource): OpenApiParameter[] {
  const names = Object.keys(resource.orders);
  const isRanked = Object.values(resource.filters).some((filter) => filter.rank);
  const note = isRanked ? ' Ignored when q is present.' : '';
  const orders = names.map(
    (name): OpenApiParameter => ({
      name: `order[${name}]`,
      in: 'query',
      required: false,
      description: `Sort by ${name}; records without it come first ascending, last descending.${note}`,
      schema: described(direction),
    }),
  );
  if (names.length === 0) return orders;
  return [
    ...orders,
    {
      name: 'sort',
      in: 'query',
      required: false,
      description: `Comma-separated sort fields: ${names.join(', ')}; a hyphen before a field sorts descending.${note}`,
      schema: { type: 'string', examples: [`-${names[0]}`] },
    },
  ];
}

export function facetParameters({ facets }: Resource): OpenApiParameter[] {
  if (facets.length === 0) return [];
  return [
    {
      name: 'facets',
      in: 'query',
      required: false,
      description: `Filters to count in meta.facets: ${facets.join(', ')}; each value with its number of records under the other filters`,
      schema: { type: 'array', items: { type: 'string', enum: facets }, examples: [facets.slice(0, 2)] },
      style: 'form',
      explode: false,
    },
    {
      name: 'facetValues',
      in: 'query',
      required: false,
      description: 'Number of most frequent values listed per facet',
      schema: facetValuesKind.schema,
    },
    {
      name: 'facetQuery',
      in: 'query',
      required: false,
      description: 'With a single facet, only values whose names contain this text. Case and accents are ignored.',
      schema: plain(facetQueryKind.schema),
    },
  ];
}

/** For kinds that users collect, or that releases lead to. */
const holdingsParameters = ({ releaseKeys }: Resource): OpenApiParameter[] =>
  releaseKeys
    ? [
        {
          name: 'holdings',
          in: 'query',
          required: false,
          description: "Adds meta.owned and meta.wanted: which of the releases are in the user's collection and wishlist",
          schema: described(flag),
        },
      ]
    : [];

const completenessParameters = ({ hasCompleteness }: Resource): OpenApiParameter[] =>
  hasCompleteness
    ? [
        {
          name: 'completeness',
          in: 'query',
          required: false,
          description:
            "Adds meta.completeness: how many of a record's scores or releases the user owns and wants; of a list, of each that they own some of",
          schema: described(flag),
        },
      ]
    : [];

export const pageParameters: OpenApiParameter[] = [
  { name: 'page', in: 'query', required: false, description: 'Page number, from 1', schema: pageKind.schema },
  {
    name: 'itemsPerPage',
    in: 'query',
    required: false,
    description: `Records per page; values above ${maximumItemsPerPage} mean ${maximumItemsPerPage}`,
    schema: itemsPerPageKind.schema,
  },
];

export function presentationParameters(resource: Resource): OpenApiParameter[] {
  const names = Object.keys(resource.relationships);
  const include: OpenApiParameter = {
    name: 'include',
    in: 'query',
    required: false,
    description: `Related records to include: ${names.join(', ')}, and theirs`,
    schema: { type: 'string', examples: [names[0]] },
  };
  const fields: OpenApiParameter = {
    name: `fields[${resource.type}]`,
    in: 'query',
    required: false,
    description: 'Only these attributes and relationships; also for included types',
    schema: { type: 'string' },
  };
  const { description, ...kind } = namesParameter;
  const linked: OpenApiParameter = { name: 'names', in: 'query', required: false, description, schema: described(kind) };
  return [...(names.length > 0 ? [include] : []), fields, linked, ...holdingsParameters(resource), ...completenessParameters(resource)];
}

const described = (kind: ParameterType<unknown>): unknown => ({
  ...plain(kind.written ?? kind.schema),
  ...(kind.example !== undefined && { examples: [kind.example] }),
});
