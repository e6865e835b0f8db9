import { errorResponse } from '../api/openapi/components';
import type { Paths } from '../api/openapi/document';
import { pageParameters, pathParameters, presentationParameters } from '../api/openapi/parameters';
import { bodyRefusals, etagHeader, insufficientScope, invalidAnswer, locationHeader, writeRefusals } from '../api/openapi/refusals';
import { exampleUuid, neededScope, refer } from '../api/openapi/shared';
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

const who = `${neededScope(scope)} For editors and administrators, or as the setting \`editing\` says.`;

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
  description: `${who} What is read-only in the body is ignored; what is unknown too, and named in meta.ignoredAttributes.${aboutContents(kind)}`,
  parameters: [...pathParameters(kind, false), ...presentationParameters(kind)],
  requestBody: bodyOf(kind, false),
  responses: {
    201: { description: 'It is made', headers: { ...etagHeader, ...locationHeader }, content: documentOf(kind) },
    ...refusals,
    ...bodyRefusals,
    403: errorResponse('The token lacks the scope, the user may not, or the body names an id', 403, message('editors_only')),
    409: errorResponse('The body has another type, or there is such a record', 409, message('wrong_type', { type: kind.type }), {
      pointer: '/data/type',
    }),
    422: invalid(kind),
  },
});

const updateOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Update`,
  tags,
  summary: `Change ${withArticle(kind.noun)}`,
  description: `${who} What the body does not name stays as it is; null clears, and lists replace lists. What imports say of what is changed is left aside from then on; meta.unlock names attributes and relationships that are to be their sources' again.${aboutContents(kind)}`,
  parameters: [...pathParameters(kind, true), ...presentationParameters(kind), ifMatch],
  requestBody: bodyOf(kind, true),
  responses: {
    200: { description: 'It is as the body says', headers: etagHeader, content: documentOf(kind) },
    ...refusals,
    ...bodyRefusals,
    ...preconditions,
    409: errorResponse('The type or the id in the body is another', 409, message('wrong_type', { type: kind.type }), {
      pointer: '/data/type',
    }),
    422: invalid(kind),
  },
});

const deleteOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Delete`,
  tags,
  summary: `Delete ${withArticle(kind.noun)}`,
  description: `${who} What stands below it goes with it, and comes back with it where the revision is taken back. A body is not needed; it may have \`meta.note\`.`,
  parameters: [...pathParameters(kind, true), ifMatch],
  responses: {
    204: { description: 'It is gone' },
    ...refusals,
    ...preconditions,
    409: errorResponse(
      'Items of users, or other records, point to it',
      409,
      message('delete_blocked', { count: 3, kind: 'artist', holders: { Release: 2, Work: 1 } }),
    ),
  },
});

const mergeOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Merge`,
  tags,
  summary: `Merge ${withArticle(kind.noun)} into another`,
  description: `${who} What the other has not is filled from it; what points to it, users' items among that, points to the other then, and its address and slug lead there.`,
  parameters: [...pathParameters(kind, true), ...presentationParameters(kind)],
  requestBody: mergeBodyOf(kind),
  responses: {
    200: {
      description: 'The one that stands for both',
      headers: { ...etagHeader, 'Content-Location': { description: 'Its IRI', schema: { type: 'string', format: 'uri-reference' } } },
      content: documentOf(kind),
    },
    ...refusals,
    ...bodyRefusals,
    409: errorResponse('Another type, or an incomplete merge', 409, message('wrong_type', { type: kind.type }), { pointer: '/data/type' }),
    422: invalid(kind),
  },
});

const revisionsOperation = (kind: Kind, tags: readonly string[]): object => ({
  operationId: `${nameOf(kind)}Revisions`,
  tags,
  summary: `List the changes to ${withArticle(kind.noun)}`,
  description: `The newest first, those of what stands below it among them. ${neededScope('catalog:read')}`,
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
  return ` ${lists.join(', ')} among the attributes have what the ${noun} consists of, each with attributes of its own: those with an id are kept and changed, others are made, and what is missing goes. One document may have ${maximumContained} records.`;
};

const documentOf = ({ type }: Kind): object => ({ [jsonApiMediaType]: { schema: { $ref: `#/components/schemas/${type}Document` } } });

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the record as it was read with the same token (RFC 9110, section 13.1.1)',
  schema: { type: 'string' },
};

const refusals = { ...writeRefusals, 403: insufficientScope(scope) };

const preconditions = { 412: refer('Changed'), 428: refer('PreconditionRequired') };

const invalid = ({ path, slugFrom }: Kind): object =>
  invalidAnswer(path, 'It breaks rules, all of which are named. Nothing is written', slugFrom ?? 'position', message('required'));
