import type { Guard } from '../../accounts/access';
import { failure, jsonApi, pageParameters, serviceUnavailable, unauthorized } from '../../api/openapi/answers';
import { exampleUuid } from '../../api/openapi/shared';
import { catalogRead } from '../../api/read/catalog-read';
import { defineRoute, recordRoute } from '../../api/route';
import { reference, text as upTo } from '../../api/schema/parameters';
import { itemPath } from '../../api/schema/resource';
import { closed, ignoredMeta, uuid } from '../../api/schema/schemas';
import type { Kinds } from '../../kinds';
import { message } from '../../messages/message';
import type { CatalogWrites } from '../catalog-writes';
import type { AnswerElsewhere } from '../routes';
import { example, exampleList, revision, revisionList } from './documents';
import type { Revisions } from './revisions';

const tag = 'Revisions';
const id = { description: 'UUID of the revision', schema: uuid() };

/** Routes of revisions: read by all readers, reverted by editors. */
export function revisionRoutes(
  guard: Guard,
  kinds: Kinds,
  revisions: Revisions,
  writes: () => Promise<CatalogWrites>,
  elsewhere: AnswerElsewhere | undefined,
) {
  const reader = guard.user('catalog:read');
  return [
    defineRoute({
      ...catalogRead({
        path: '/api/revisions',
        operationId: 'revisionList',
        tag,
        summary: 'List revisions',
        description: 'Newest first. Only users with edit rights see who made a change.',
        query: {
          record: {
            ...upTo(2_000, `/api/artists/${exampleUuid}`),
            description: 'Of this record (IRI or UUID), its child records, and records merged into it',
          },
          user: { ...reference(() => '/api/users'), description: 'Of this user (UUID or IRI); needs edit rights' },
          ...pageParameters,
        },
        answer: { description: 'A page of revisions', schema: revisionList, example: exampleList('/api/revisions') },
      }),
      access: reader,
      otherParameters: 'ignore',
      handle: ({ request, query, paging }) => revisions.list(request, query, paging),
    }),
    defineRoute({
      ...catalogRead({
        path: '/api/revisions/:id',
        operationId: 'revision',
        tag,
        summary: 'Get a revision',
        pathParameters: { id },
        query: {},
        answer: { description: 'The revision', schema: closed({ data: revision, meta: ignoredMeta }), example: { data: example } },
        errors: { 404: 'NotFound' },
      }),
      access: reader,
      handle: ({ request, params: { id } }) => revisions.single(request, id),
    }),
    ...kinds.shown.map((kind) =>
      recordRoute({
        method: 'get',
        path: `${itemPath(kind)}/revisions`,
        access: reader,
        handle: ({ request, params }) => revisions.ofRecord(kind, request, params),
      }),
    ),
    defineRoute({
      method: 'post',
      path: '/api/revisions/:id/revert',
      operationId: 'revisionRevert',
      tags: [tag],
      summary: 'Undo a revision',
      description:
        'Restores changed values, deletes added records, and restores deleted records with their child records. The body is optional and may have `meta.note`. The token needs the scope catalog:write. Needs edit rights: editors and administrators, or as the setting `editing` allows.',
      pathParameters: { id },
      answers: {
        201: {
          description: 'The new revision',
          headers: { Location: 'IRI of the new revision' },
          media: jsonApi(closed({ data: revision, meta: ignoredMeta }), {
            data: { ...example, attributes: { ...example.attributes, reverts: 11 } },
          }),
        },
        401: unauthorized,
        403: failure('The token lacks the scope, or the user lacks edit rights', 403, message('editors_only')),
        404: failure('No such revision', 404, message('no_revision', { id: exampleUuid })),
        409: failure('Conflicts with a newer change', 409, message('newer_revision', { number: 14 })),
        503: serviceUnavailable,
      },
      access: guard.editor('catalog:write'),
      handle: async ({ request, params, principal }) => {
        if (elsewhere) return elsewhere(request);
        const revisionId = await (await writes()).revert(request, principal, params.id);
        return revisions.single(request, revisionId, 201);
      },
    }),
  ];
}
