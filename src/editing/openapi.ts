import { errorResponse } from '../api/openapi/components';
import { exampleResource, type Paths } from '../api/openapi/document';
import { pageParameters, pathParameters, presentationParameters } from '../api/openapi/parameters';
import { exampleUuid, neededScope, refer } from '../api/openapi/shared';
import {
  bodyRefusals,
  etagHeader,
  idempotencyKey,
  insufficientScope,
  invalidAnswer,
  locationHeader,
  writeRefusals,
} from '../api/openapi/writes';
import { itemPath } from '../api/schema/resource';
import { plain } from '../api/schema/schemas';
import { jsonApiMediaType } from '../http/respond';
import type { Kind, Kinds } from '../kinds';
import { message } from '../messages/message';
import { withArticle } from '../pluralize';
import { maximumContained } from '../records/edit/document-steps';
import { bodyOf, mergeBodyOf } from './openapi-bodies';
import { exampleList, revisionList } from './revisions/documents';

// OpenAPI operations of catalog edits, derived from the kinds.

const scope = 'catalog:write';

const who = `${neededScope(scope)} Needs edit rights: editors and administrators, or as the setting \`editing\` allows.`;

/** Operations of all kinds by path. */
export function editingPaths(kinds: Kinds, tagOf: (kind: Kind) => string): Paths {
  const paths: Paths = {};
  for (const kind of kinds.shown) {
    const tags = [tagOf(kind)];
    const item = written(itemPath(kind));
    paths[written(kind.path)] = { post: createOperation(kind, tags) };
    paths[item] = { patch: updateOperation(kind, tags), delete: deleteOperation(kind, tags) };
    paths[`${item}/revisions`] = { get: revisionsOperation(kind, tags) };
    paths[`${item}/merge`] = { post: mergeOperation(kind, tags) };
  }
  return paths;
}

const written = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const nameOf = ({ type }: Kind): string => type.charAt(0).toLowerCase() + type.slice(1);

const createOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Create`,
  tags,
  summary: `Create ${withArticle(kind.noun)}`,
  description: `${who} Read-only and unknown attributes are ignored; meta.ignoredAttributes lists the unknown ones, and read-only ones that differ from the stored values.${aboutContents(kind)}`,
  parameters: [...pathParameters(kind, false), ...presentationParameters(kind), idempotencyKey],
  requestBody: bodyOf(kind, false),
  responses: {
    201: { description: 'Created', headers: { ...etagHeader, ...locationHeader }, content: documentOf(kind) },
    ...refusals,
    ...bodyRefusals,
    403: errorResponse('The token lacks the scope, the user lacks edit rights, or the body has an id', 403, message('editors_only')),
    409: errorResponse('The body has another type, or the record exists already', 409, message('wrong_type', { type: kind.type }), {
      pointer: '/data/type',
    }),
    422: invalid(kind),
  },
});

const updateOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Update`,
  tags,
  summary: `Change ${withArticle(kind.noun)}`,
  description: `${who} Omitted members stay unchanged; null clears, and lists replace lists. Changed fields are locked: imports no longer overwrite them. meta.unlock lists fields to unlock.${aboutContents(kind)}`,
  parameters: [...pathParameters(kind, true), ...presentationParameters(kind), ifMatch],
  requestBody: bodyOf(kind, true),
  responses: {
    200: { description: 'The updated record', headers: etagHeader, content: documentOf(kind) },
    ...refusals,
    ...bodyRefusals,
    ...preconditions,
    409: errorResponse('The body has another type or id', 409, message('wrong_type', { type: kind.type }), {
      pointer: '/data/type',
    }),
    422: invalid(kind),
  },
});

const deleteOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Delete`,
  tags,
  summary: `Delete ${withArticle(kind.noun)}`,
  description: `${who} Its child records are deleted too; undoing the revision restores them. The body is optional and may have \`meta.note\`.`,
  parameters: [...pathParameters(kind, true), ifMatch],
  responses: {
    204: { description: 'Deleted' },
    ...refusals,
    ...preconditions,
    409: errorResponse(
      'Items of users or other records reference it',
      409,
      message('delete_blocked', { count: 3, kind: 'artist', holders: { Release: 2, Work: 1 } }),
    ),
  },
});

const mergeOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Merge`,
  tags,
  summary: `Merge ${withArticle(kind.noun)} into another`,
  description: `${who} Fills empty fields of the target. References, including users' items, then point to the target, and the old address and slug redirect to it.`,
  parameters: [...pathParameters(kind, true), ...presentationParameters(kind), idempotencyKey],
  requestBody: mergeBodyOf(kind),
  responses: {
    200: {
      description: 'The target',
      headers: {
        ...etagHeader,
        'Content-Location': { description: 'IRI of the target', schema: { type: 'string', format: 'uri-reference' } },
      },
      content: documentOf(kind),
    },
    ...refusals,
    ...bodyRefusals,
    409: errorResponse('Another type, or content would be left out', 409, message('wrong_type', { type: kind.type }), {
      pointer: '/data/type',
    }),
    422: invalid(kind),
  },
});

const revisionsOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Revisions`,
  tags,
  summary: `List the revisions of ${withArticle(kind.noun)}`,
  description: `Newest first, including those of its child records and of records that connect it with others. ${neededScope('catalog:read')}`,
  parameters: [...pathParameters(kind, true), ...pageParameters],
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
  return ` The attribute ${lists.join(', ')} lists the child records of the ${noun} with their attributes: those with an id are updated, others are created, and missing ones are deleted. At most ${maximumContained} records per document.`;
};

const documentOf = (kind: Kind): object => ({
  [jsonApiMediaType]: { schema: { $ref: `#/components/schemas/${kind.type}Document` }, example: { data: exampleResource(kind, true) } },
});

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'ETag of the record, read with the same token (RFC 9110, section 13.1.1)',
  schema: { type: 'string' },
};

const refusals = { ...writeRefusals, 403: insufficientScope(scope) };

const preconditions = { 412: refer('Changed'), 428: refer('PreconditionRequired') };

const invalid = ({ path, slugFrom }: Kind): object =>
  invalidAnswer(path, 'Invalid; all problems are listed. Nothing is written', slugFrom ?? 'position', message('required'));
