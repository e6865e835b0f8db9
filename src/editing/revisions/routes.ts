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
import { example, exampleList, revision, revisionList } from './documents';
import type { Revisions } from './revisions';

const tag = 'Revisions';
const id = { description: 'The UUID of the revision', schema: uuid() };

/** Routes of revisions: read by all readers, reverted by editors. */
export function revisionRoutes(guard: Guard, kinds: Kinds, revisions: Revisions, writes: () => Promise<CatalogWrites>) {
  const reader = guard.user('catalog:read');
  return [
    defineRoute({
      ...catalogRead({
        path: '/api/revisions',
        operationId: 'revisionList',
        tag,
        summary: 'List what people changed',
        description: 'The newest first. Who it was is told to those who may change the catalog themselves.',
        query: {
          record: {
            ...upTo(2_000, `/api/artists/${exampleUuid}`),
            description: 'Of this record, by its IRI or UUID, of what stands below it, and of what was merged into it',
          },
          user: { ...reference(() => '/api/users'), description: 'Of this user, by UUID or IRI; for those who may change the catalog' },
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
        summary: 'Read one revision',
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
      summary: 'Take a revision back',
      description:
        'What was changed is as it was, what was added goes, and what was deleted comes back with all that went with it. A body is not needed; it may have `meta.note`. The token needs the scope catalog:write. For editors and administrators, or as the setting `editing` says.',
      pathParameters: { id },
      answers: {
        201: {
          description: 'The revision that it made',
          headers: { Location: 'The IRI of that' },
          media: jsonApi(closed({ data: revision, meta: ignoredMeta }), {
            data: { ...example, attributes: { ...example.attributes, reverts: 11 } },
          }),
        },
        401: unauthorized,
        403: failure('The token lacks the scope, or the user may not', 403, message('editors_only')),
        404: failure('There is no such revision', 404, message('no_revision', { id: exampleUuid })),
        409: failure('Something newer stands against it', 409, message('newer_revision', { number: 14 })),
        503: serviceUnavailable,
      },
      access: guard.editor('catalog:write'),
      handle: async ({ request, params, principal }) => {
        const made = await (await writes()).revert(request, principal, params.id);
        return revisions.single(request, made, 201);
      },
    }),
  ];
}
