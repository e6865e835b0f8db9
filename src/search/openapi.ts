import type { TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import { catalog } from '../catalog';
import { jsonApiMediaType } from '../http/media-type';
import type { Paths } from '../jsonapi/openapi';
import { attributesName } from '../jsonapi/openapi-components';
import { closed, exampleUuid, ignoredSchemas, iri, orNull, refer, text, uuid } from '../jsonapi/openapi-shared';
import { type Kind, maximumValues } from '../jsonapi/parameters';
import { itemsPerPageKind, maximumItemsPerPage, pageKind } from '../jsonapi/query';
import type { Resource } from '../jsonapi/resource';
import { externalIdText, externalLinksPath, linkRelationship, providerText } from './external-links';
import { maximumCounted } from './hits';
import { searchedKinds } from './kinds';
import { linkKinds } from './records';
import { resolvePath, slugText, urlText } from './resolve';
import { maximumHits, searchPath, searchText } from './search';
import { artistsShown, statisticsPath } from './statistics';

// What the routes across kinds say of themselves in the OpenAPI document.

type Parameters = NonNullable<DocumentDecoration['parameters']>;
type Responses = NonNullable<DocumentDecoration['responses']>;

const count = { type: 'integer', minimum: 0 };
const list = (items: object, description?: string) => ({ type: 'array', items, ...(description && { description }) });
const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const plain = (schema: TSchema): object => JSON.parse(JSON.stringify(schema));

const parameter = (name: string, description: string, { schema, example }: Kind<unknown>, required = false): Parameters[number] =>
  ({
    name,
    in: 'query',
    required,
    description,
    schema: { ...plain(schema), ...(example !== undefined && { examples: [example] }) },
  }) as Parameters[number];

const listParameter = (name: string, description: string, items: object): Parameters[number] =>
  ({
    name: `${name}[]`,
    in: 'query',
    required: false,
    description,
    schema: { type: 'array', items, maxItems: maximumValues },
    style: 'form',
    explode: true,
  }) as Parameters[number];

const wordParameter = (name: string, description: string, words: readonly string[]): Parameters[number] =>
  ({ name, in: 'query', required: false, description, schema: { ...text, enum: words } }) as Parameters[number];

const pageParameters: Parameters = [
  parameter('page', 'Which page, from 1', pageKind),
  parameter('itemsPerPage', `How many records a page has. More than ${maximumItemsPerPage} are ${maximumItemsPerPage}.`, itemsPerPageKind),
];

const pageMeta = { totalItems: count, itemsPerPage: count, currentPage: count };

const answers = (description: string, schema: object, example: object, more: Responses = {}): Responses => ({
  200: {
    description,
    headers: Object.fromEntries(
      ['RateLimit', 'RateLimit-Policy', 'ETag', 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ) as never,
    content: { [jsonApiMediaType]: { schema, example } },
  },
  304: refer('NotModified'),
  400: refer('BadRequest'),
  401: refer('Unauthorized'),
  403: {
    description: 'The token lacks the scope catalog:read',
    content: { [jsonApiMediaType]: { schema: schemaOf('Errors') } },
  },
  ...more,
  406: refer('NotAcceptable'),
  429: refer('TooManyRequests'),
});

const scopeNote = 'The token needs the scope catalog:read.';
const searchedTypes = searchedKinds.map(({ resource }) => resource.type);
const anyRecord = { anyOf: catalog.shown.map(({ type }) => schemaOf(type)) };

const exampleOf = (resource: Resource) => {
  const id = resource.iri({ id: exampleUuid, ...Object.fromEntries(resource.ancestors.map(({ parameter }) => [parameter, exampleUuid])) });
  return { id, type: resource.type, attributes: { _id: exampleUuid, ...resource.example }, links: { self: id } };
};

const linksOf = (page: string) => ({ self: `${page}page=1`, first: `${page}page=1`, last: `${page}page=1` });

const [artistKind] = searchedKinds as unknown as [{ resource: Resource }];
const exampleArtist = exampleOf(artistKind.resource);

const hit = closed({
  id: iri,
  type: text,
  field: { ...text, description: 'The attribute that has what was typed' },
  snippet: { ...text, description: 'HTML: the text with what was typed in <mark>; everything else in it is escaped' },
});

const searchDetail: DocumentDecoration = {
  operationId: 'search',
  tags: ['Search'],
  summary: 'Search across kinds',
  description: `${searchedTypes.join(', ')}: every word counts, the last one as far as it is typed. A record whose identifier is typed exactly comes first (UUID, barcode, ISRC, catalogue number, slug, id of another site), whichever its kind; then exact names, other names, names that begin so, and then the best matches. ${scopeNote}`,
  parameters: [
    parameter('q', 'What to search for', searchText, true),
    wordParameter('type', 'Only records of this type', searchedTypes),
    listParameter('type', 'Only records of these types', { ...text, enum: searchedTypes }),
    ...pageParameters,
  ],
  responses: answers(
    'The hits, the best first',
    closed({
      data: list(anyRecord),
      links: schemaOf('PageLinks'),
      meta: closed(
        {
          ...pageMeta,
          totalItems: { ...count, description: `Pages reach as far as the first ${maximumHits}` },
          counts: {
            type: 'object',
            additionalProperties: count,
            description: 'How many hits there are by type, whichever types are asked for',
          },
          atLeast: list(text, `The types whose hits were counted up to ${maximumCounted}, and may be more`),
          hits: list(hit, 'Where each record of the page was found, in their order'),
          didYouMean: { ...orNull(text), description: 'Where nothing was found: the most similar text that finds something' },
          didYouMeanLink: { ...orNull(iri), description: 'The search for that' },
        },
        ignoredSchemas,
      ),
    }),
    {
      data: [exampleArtist],
      links: linksOf(`${searchPath}?q=gorecki&`),
      meta: {
        totalItems: 1,
        itemsPerPage: 30,
        currentPage: 1,
        counts: { Artist: 1, Production: 0, Release: 0, Label: 0, ProductionRecording: 0 },
        atLeast: [],
        hits: [{ id: exampleArtist.id, type: 'Artist', field: 'name', snippet: 'Henryk <mark>Górecki</mark>' }],
        didYouMean: null,
        didYouMeanLink: null,
      },
    },
  ),
};

const resolutionId = `${resolvePath}?slug=walter-carlos&type=Artist`;

const resolveDetail: DocumentDecoration = {
  operationId: 'resolve',
  tags: ['Search'],
  summary: 'Find the record of a slug or a page',
  description: `Takes either slug or url. Slugs that were renamed and records that were merged lead to the record that stands. Where records of several types have a slug, type has to say which is meant. ${scopeNote}`,
  parameters: [
    parameter('slug', 'The slug of a record, whatever its case', slugText),
    wordParameter(
      'type',
      'The type that the record must have; with a slug, one that has slugs',
      catalog.shown.map(({ type }) => type),
    ),
    parameter('url', 'The address of a page or a record of this server, or its path', urlText),
  ],
  responses: answers(
    'The record',
    closed(
      {
        data: closed({
          id: iri,
          type: { ...text, const: 'Resolution' },
          attributes: closed({
            resource_type: text,
            resource_id: uuid,
            iri,
            canonical_url: { ...orNull(iri), description: 'Of its page; null for kinds that have none' },
            redirected: { type: 'boolean', description: 'Whether the record has another slug, address or id today' },
          }),
          relationships: closed({ resource: closed({ data: schemaOf('Identifier') }) }),
          links: closed({ self: iri }),
        }),
      },
      { meta: closed({}, ignoredSchemas) },
    ),
    {
      data: {
        id: resolutionId,
        type: 'Resolution',
        attributes: {
          resource_type: 'Artist',
          resource_id: exampleUuid,
          iri: `/api/artists/${exampleUuid}`,
          canonical_url: '/artists/wendy-carlos',
          redirected: true,
        },
        relationships: { resource: { data: { type: 'Artist', id: `/api/artists/${exampleUuid}` } } },
        links: { self: resolutionId },
      },
    },
    { 404: refer('NotFound') },
  ),
};

const linkSchema = ({ type }: Resource) =>
  closed({
    id: iri,
    type: { ...text, const: type },
    attributes: schemaOf(attributesName(type)),
    relationships: closed({ [linkRelationship]: closed({ data: schemaOf('Identifier') }) }),
    links: closed({ self: iri }),
  });

const [firstLink] = linkKinds as unknown as [{ link: Resource; record: Resource }];
const exampleRecord = { type: firstLink.record.type, id: firstLink.record.iri({ id: exampleUuid }) };

const externalLinksDetail: DocumentDecoration = {
  operationId: 'externalLinks',
  tags: ['Search'],
  summary: 'Find the records that other sites call so',
  description: `External links of artists, productions and releases, by the ids that other sites have for them. ${scopeNote}`,
  parameters: [
    parameter('provider', 'Only links to this site, whatever its case', providerText),
    parameter('externalId', 'The id there. This or externalId[] is required.', externalIdText),
    listParameter('externalId', 'The ids there', { ...plain(externalIdText.schema), examples: ['7027'] }),
    wordParameter('include', 'Includes the records', [linkRelationship]),
    ...pageParameters,
  ],
  responses: answers(
    'The links, each with its record',
    closed(
      {
        data: list({ anyOf: linkKinds.map(({ link }) => linkSchema(link)) }),
        links: schemaOf('PageLinks'),
        meta: closed(
          {
            ...pageMeta,
            matches: list(
              closed({ parameter: text, value: text, ids: list(iri) }),
              'Every id that was asked for, with the records that carry it: none, one, or several',
            ),
          },
          ignoredSchemas,
        ),
      },
      {
        included: list({ anyOf: linkKinds.map(({ record }) => schemaOf(record.type)) }, 'The records, where include asks for them'),
      },
    ),
    {
      data: [{ ...exampleOf(firstLink.link), relationships: { [linkRelationship]: { data: exampleRecord } } }],
      links: linksOf(`${externalLinksPath}?provider=discogs&externalId=7027&`),
      meta: {
        totalItems: 1,
        itemsPerPage: 30,
        currentPage: 1,
        matches: [{ parameter: 'externalId', value: '7027', ids: [exampleRecord.id] }],
      },
    },
  ),
};

const named = closed({ iri, id: uuid, name: text, slug: text });

const statisticsDetail: DocumentDecoration = {
  operationId: 'statistics',
  tags: ['Search'],
  summary: 'Read what the catalog adds up to',
  description: scopeNote,
  responses: answers(
    'The statistics',
    closed(
      {
        data: closed({
          id: iri,
          type: { ...text, const: 'CatalogStatistics' },
          attributes: closed({
            totals: list(closed({ resource_type: text, records: count }), 'How many records there are of each kind'),
            releases_by_decade: list(
              closed({ decade: orNull({ type: 'integer' }), releases: count }),
              'By the decade they came out in, named by its first year; null where that is unknown',
            ),
            releases_by_format: list(closed({ format_type: text, releases: count }), 'A release of several formats counts for each'),
            productions_by_type: list(closed({ _type: text, productions: count }), 'By the type of production'),
            most_credited_artists: list(
              closed({ artist: named, credits: count }),
              `The ${artistsShown} with the most credits on productions, their recordings and releases; those of single tracks do not count`,
            ),
          }),
          links: closed({ self: iri }),
        }),
      },
      { meta: closed({}, ignoredSchemas) },
    ),
    {
      data: {
        id: statisticsPath,
        type: 'CatalogStatistics',
        attributes: {
          totals: [{ resource_type: 'Artist', records: 1 }],
          releases_by_decade: [{ decade: 1960, releases: 1 }],
          releases_by_format: [{ format_type: 'vinyl', releases: 1 }],
          productions_by_type: [{ _type: 'movie', productions: 1 }],
          most_credited_artists: [
            {
              artist: { iri: `/api/artists/${exampleUuid}`, id: exampleUuid, name: 'Bernard Herrmann', slug: 'bernard-herrmann' },
              credits: 12,
            },
          ],
        },
        links: { self: statisticsPath },
      },
    },
  ),
};

/** The paths across kinds of records. */
export const searchPaths: Paths = {
  [searchPath]: { get: searchDetail },
  [resolvePath]: { get: resolveDetail },
  [externalLinksPath]: { get: externalLinksDetail },
  [statisticsPath]: { get: statisticsDetail },
};
