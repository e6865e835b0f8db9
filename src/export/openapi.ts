import type { DocumentDecoration } from 'elysia';
import { jsonApiMediaType } from '../http/media-type';
import type { Paths } from '../jsonapi/openapi';
import { closed, exampleUuid, ignoredSchemas, iri, orNull, refer, text, uuid } from '../jsonapi/openapi-shared';
import { ndjsonMediaType } from './encoding';

// What the routes of the feed and the export say of themselves in the OpenAPI document.

type Responses = NonNullable<DocumentDecoration['responses']>;

const whole = { type: 'integer', minimum: 0 } as const;

const headers = Object.fromEntries(
  ['RateLimit', 'RateLimit-Policy', 'ETag', 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** An error document. */
function failure(description: string, status: number, title: string, detail: string, source: object) {
  const error = { id: exampleUuid, status, title, detail, type: `/errors/${status}`, instance: '/api/changes', source };
  const content = { [jsonApiMediaType]: { schema: { $ref: '#/components/schemas/Errors' }, example: { errors: [error] } } };
  return { description, content };
}

const guarded: Responses = {
  401: refer('Unauthorized'),
  403: failure('The token is limited to other scopes', 403, 'Forbidden', 'The token lacks the scope catalog:read.', {
    header: 'Authorization',
  }),
  429: refer('TooManyRequests'),
};

const gone = failure(
  'The feed does not reach back that far',
  410,
  'Gone',
  'Changes are known here from after sequence 45 on, so since must be at least 45. Take a whole export (GET /api/export), and follow from its sequence.',
  { parameter: 'since' },
);

const attributes = closed({
  sequence: { type: 'integer', minimum: 1, description: 'Counts up without gaps' },
  action: { type: 'string', enum: ['created', 'updated', 'renamed', 'merged', 'deleted'] },
  resource_type: text,
  resource_id: uuid,
  iri: orNull(iri, 'Of the record; null for one that was merged and whose address named others as well'),
  slug: orNull(text, 'Of a renamed record: the former slug that leads to it now'),
  merged_into_id: orNull(uuid, 'Of a merged record: the UUID of the one that stands for it'),
  changed_at: { type: 'string', format: 'date-time' },
  record: orNull(
    {
      type: 'object',
      required: ['type', 'id', 'attributes'],
      properties: { type: text, id: text, attributes: { type: 'object' }, relationships: { type: 'object' } },
    },
    'As the export has it now: the record that was created or updated, the redirect of one that was renamed or merged, the tombstone of one that was deleted; null where that is not there any more',
  ),
});

const change = closed({ id: iri, type: { type: 'string', const: 'Change' }, attributes, links: closed({ self: iri }) });

const artist = `/api/artists/${exampleUuid}`;
const example = {
  id: '/api/changes/46',
  type: 'Change',
  attributes: {
    sequence: 46,
    action: 'updated',
    resource_type: 'Artist',
    resource_id: exampleUuid,
    iri: artist,
    slug: null,
    merged_into_id: null,
    changed_at: '2026-01-15T09:30:00.000+00:00',
    record: {
      type: 'Artist',
      id: artist,
      attributes: {
        name: 'Bernard Herrmann',
        _type: 'person',
        slug: 'bernard-herrmann',
        created_at: '2026-01-14T09:30:00.000+00:00',
        updated_at: '2026-01-15T09:30:00.000+00:00',
      },
    },
  },
  links: { self: '/api/changes/46' },
};

const listSchema = closed({
  data: { type: 'array', items: change },
  links: closed({ self: iri }, { next: { ...iri, description: 'Where there are more' } }),
  meta: closed(
    {
      sequence: { ...whole, description: 'Of the newest change' },
      oldestSince: { ...whole, description: 'The least that since may be' },
      limit: whole,
    },
    ignoredSchemas,
  ),
});

const since = (description: string) => ({
  name: 'since',
  in: 'query' as const,
  required: false,
  description,
  schema: { type: 'integer' as const, minimum: 0, examples: [45] },
});

const scope = 'The token needs the scope catalog:read.';

const changesDetail: DocumentDecoration = {
  operationId: 'changeList',
  tags: ['Changes'],
  summary: 'List what has changed',
  description: `What was created, updated, renamed, merged and deleted in the catalog, in order and without gaps: what a mirror follows. ${scope}`,
  parameters: [
    since('Only changes after this sequence; 0 for all. Beyond the newest there are none'),
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'How many changes a page has. More than 1000 are 1000.',
      schema: { type: 'integer', minimum: 1, default: 100 },
    },
  ],
  responses: {
    200: {
      description: 'A page of changes',
      headers,
      content: {
        [jsonApiMediaType]: {
          schema: listSchema as object,
          example: {
            data: [example],
            links: { self: '/api/changes?since=45&limit=1', next: '/api/changes?since=46&limit=1' },
            meta: { sequence: 47, oldestSince: 0, limit: 1 },
          },
        },
      },
    },
    304: refer('NotModified'),
    400: refer('BadRequest'),
    ...guarded,
    406: refer('NotAcceptable'),
    410: gone,
  },
};

const changeDetail: DocumentDecoration = {
  operationId: 'change',
  tags: ['Changes'],
  summary: 'Read one change',
  description: scope,
  parameters: [{ name: 'id', in: 'path', required: true, description: 'Its sequence', schema: { type: 'integer', minimum: 1 } }],
  responses: {
    200: {
      description: 'The change',
      headers,
      content: {
        [jsonApiMediaType]: {
          schema: closed({ data: change }, { meta: closed({}, ignoredSchemas) }) as object,
          example: { data: example },
        },
      },
    },
    304: refer('NotModified'),
    ...guarded,
    404: refer('NotFound'),
    406: refer('NotAcceptable'),
  },
};

const exportExample = [
  { type: 'Export', id: '/api/export', attributes: { format_version: 1, sequence: 46, counts: { Artist: 1 } } },
  example.attributes.record,
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

const exportDetail: DocumentDecoration = {
  operationId: 'export',
  tags: ['Changes'],
  summary: 'Take the whole catalog out',
  description: `The catalog as JSON lines, one record a line after a header: one state of it, however long that takes. Compressed where Accept-Encoding allows zstd or gzip. ${scope}`,
  parameters: [since('Only what has changed after this sequence')],
  responses: {
    200: {
      description: 'The export',
      headers: {
        'Content-Disposition': { description: 'A name for the file, with the sequence it is of', schema: text },
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      },
      content: { [ndjsonMediaType]: { schema: text, example: exportExample } },
    },
    400: refer('BadRequest'),
    ...guarded,
    406: refer('NotAcceptable'),
    410: gone,
  },
};

/** The paths of the feed and the export. */
export const exportPaths: Paths = {
  '/api/changes': { get: changesDetail },
  '/api/changes/{id}': { get: changeDetail },
  '/api/export': { get: exportDetail },
};
