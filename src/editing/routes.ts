import { Type as t } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import type { Guard } from '../accounts/access';
import { bodyAnswers, failure, invalid, jsonApi, notAcceptable, notFound, pageParameters } from '../api/openapi/answers';
import { exampleUuid } from '../api/openapi/shared';
import { catalogRead } from '../api/read/catalog-read';
import { fill, methodNotAllowed, Reads } from '../api/read/reads';
import type { Personal } from '../api/read/viewer';
import { defineRoute, recordRoute } from '../api/route';
import type { Registry } from '../api/schema/registry';
import { once } from '../api/schema/registry';
import { type Ids, itemPath, type Resource } from '../api/schema/resource';
import { component, uuid } from '../api/schema/schemas';
import { releases } from '../catalog/releases';
import type { Sender } from '../http/authentication';
import { readShortBody } from '../http/body';
import { jsonApiMediaType } from '../http/respond';
import type { Kinds } from '../kinds';
import { message } from '../messages/message';
import type { Store } from '../store/database/open';
import type { CatalogWrites } from './catalog-writes';

const reviewLists = [
  { name: 'unreviewed', called: 'unreviewed releases', condition: sql<boolean>`rejection IS NULL` },
  { name: 'rejected', called: 'unreviewed releases that an editor rejected', condition: sql<boolean>`rejection IS NOT NULL` },
] as const;

/** Unreviewed releases with a condition, as a list that is never cached. */
const listOfUnreviewed = (path: string, condition: RawBuilder<boolean>): Resource =>
  Object.create(releases, {
    path: { value: path },
    listPath: { value: () => path },
    unreviewed: { value: undefined },
    isCounted: { value: false },
    isOfCatalog: { value: false },
    wholeOrder: { value: [] },
    filters: { value: {} },
    facets: { value: [] },
    lookups: { value: {} },
    only: {
      value: ((rows) =>
        rows.where(
          sql<boolean>`"release".key IN (SELECT release_key FROM unreviewed_release WHERE ${condition})`,
        )) satisfies Resource['only'],
    },
  });

/** Editing routes of all kinds. Handlers load with the first request, which speeds up startup. */
export function editingRoutes(
  guard: Guard,
  store: Store,
  registry: Registry,
  kinds: Kinds,
  personal: Personal,
  writes: () => Promise<CatalogWrites>,
  elsewhere: AnswerElsewhere | undefined,
) {
  const queue = once(() => new Reads(store, registry, personal));
  const lists = new Set(kinds.shown.map(({ path }) => path));
  const editor = guard.editor('catalog:write');
  const isLarge = largeWriteCheck(store);
  const answerLarge = (request: Request, ids: Ids) => (elsewhere && isLarge(request, ids) ? elsewhere(request) : undefined);
  return [
    ...reviewLists.map(({ name, called, condition }) => {
      const path = `/api/releases/${name}` as const;
      const list = listOfUnreviewed(path, condition);
      return defineRoute({
        ...catalogRead({
          path,
          operationId: `${name}Releases`,
          tag: 'Releases',
          summary: `List ${called}`,
          description: `Supports the orders and includes of the release list, but no filters. \`PATCH\` with \`reviewed: true\` accepts a release, \`POST\` to its \`rejection\` rejects it. ${forEditors}`,
          query: pageParameters,
          answer: {
            description: 'A page of releases',
            schema: component<object>('ReleaseList'),
            example: {
              data: [exampleRelease],
              links: { self: `${path}?page=1`, first: `${path}?page=1`, last: `${path}?page=1` },
              meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
            },
          },
          errors: { 403: { description: notForYou, problem: message('editors_only') } },
        }),
        access: guard.editor('catalog:read'),
        handle: ({ request }) => queue().list(list, request, {}),
      });
    }),
    defineRoute({
      method: 'post',
      path: '/api/releases/:id/rejection',
      operationId: 'rejectRelease',
      tags: ['Releases'],
      summary: 'Reject an unreviewed release',
      description: `It stays in its owner's collection, and only they and editors see it, with the note. It can be accepted later. The token needs the scope catalog:write. ${forEditors}`,
      pathParameters: { id: { description: 'UUID of the release', schema: uuid() } },
      body: {
        ...jsonApi(t.Object({ note: t.String({ minLength: 1, description: 'The reason, for the member who added it' }) }), {
          note: 'This is a bootleg, which the catalog does not have.',
        }),
        // It is no document.
        read: (request: Request) => readShortBody(request, [jsonApiMediaType, 'application/json']),
      },
      answers: {
        200: { description: 'The release', media: jsonApi(component<object>('ReleaseDocument'), { data: exampleRelease }) },
        ...bodyAnswers,
        401: { component: 'Unauthorized' },
        403: failure(notForYou, 403, message('editors_only')),
        404: notFound,
        406: notAcceptable,
        409: failure('The release is reviewed', 409, message('reject_reviewed')),
        422: invalid('note', message('required')),
      },
      access: editor,
      handle: async ({ request, params, body }) => (await writes()).reject(request, params, body),
    }),
    ...kinds.shown.flatMap((kind) => {
      const path = itemPath(kind);
      /** The router may match a list path as a record path: 405 for everyone. */
      const access = (sender: Sender<Ids>) => {
        if (lists.has(fill(path, sender.params))) throw methodNotAllowed(['GET', 'HEAD', 'POST']);
        return editor(sender);
      };
      return [
        recordRoute({
          method: 'post',
          path: kind.path,
          access: kind.unreviewed ? guard.adder : (sender) => ({ ...editor(sender), contributor: undefined }),
          handle: async ({ request, params, principal }) =>
            answerLarge(request, params) ?? (await writes()).create(kind, request, principal, params),
        }),
        recordRoute({
          method: 'patch',
          path,
          access,
          handle: async ({ request, params, principal }) =>
            answerLarge(request, params) ?? (await writes()).update(kind, request, principal, params),
        }),
        recordRoute({
          method: 'delete',
          path,
          access,
          handle: async ({ request, params, principal }) =>
            answerLarge(request, params) ?? (await writes()).delete(kind, request, principal, params),
        }),
        recordRoute({
          method: 'post',
          path: `${path}/merge`,
          access: editor,
          // Its references may be many.
          handle: async ({ request, params, principal }) =>
            elsewhere?.(request) ?? (await writes()).merge(kind, request, principal, params),
        }),
      ];
    }),
  ];
}

const forEditors = 'Needs edit rights: editors and administrators, or as the setting `editing` allows.';

const notForYou = 'The token lacks the scope, or the user lacks edit rights';

const exampleRelease = {
  id: `/api/releases/${exampleUuid}`,
  type: 'Release',
  attributes: { _id: exampleUuid, ...releases.example, reviewed: false },
  links: { self: `/api/releases/${exampleUuid}` },
};

/** Answers a request outside of the event loop. */
export type AnswerElsewhere = (request: Request) => Promise<Response>;

/** About 50 tracks, or 80 included records, each of which takes ten times as long as a track. */
const largeBytes = 8_192;

/** Each takes about 0.2 ms to write. */
const manyTracks = 200;

/** Whether a write takes long: its document is large, or its release has many tracks. */
function largeWriteCheck(store: Store): (request: Request, ids: Ids) => boolean {
  const hasManyTracks = (release: string): boolean =>
    store.reader.get(trackAt, { id: release.toLowerCase(), offset: manyTracks }) !== undefined;
  return (request, { releaseId, id = '' }) =>
    Number(request.headers.get('content-length') ?? 0) > largeBytes || hasManyTracks(releaseId ?? id);
}

const trackAt = `SELECT t.key FROM "release" AS r JOIN release_format AS f ON f.release_key = r.key
  JOIN release_track AS t ON t.release_format_key = f.key WHERE r.id = :id LIMIT 1 OFFSET :offset + 0`;
