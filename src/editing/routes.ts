import type { Guard } from '../accounts/access';
import { pageParameters } from '../api/openapi/answers';
import { exampleUuid } from '../api/openapi/shared';
import { catalogRead } from '../api/read/catalog-read';
import { fill, methodNotAllowed, Reads } from '../api/read/reads';
import type { Personal } from '../api/read/viewer';
import { defineRoute, recordRoute } from '../api/route';
import type { Registry } from '../api/schema/registry';
import { once } from '../api/schema/registry';
import { type Ids, itemPath, type Resource } from '../api/schema/resource';
import { component } from '../api/schema/schemas';
import { releases } from '../catalog/releases';
import type { Sender } from '../http/authentication';
import type { Kinds } from '../kinds';
import { message } from '../messages/message';
import type { Store } from '../store/database/open';
import type { CatalogWrites } from './catalog-writes';

const unreviewedPath = '/api/releases/unreviewed';

/** Releases waiting for review, as a list that is never cached. */
const unreviewedReleases: Resource = Object.create(releases, {
  path: { value: unreviewedPath },
  listPath: { value: () => unreviewedPath },
  unreviewed: { value: undefined },
  isCounted: { value: false },
  isOfCatalog: { value: false },
  wholeOrder: { value: [] },
  filters: { value: {} },
  facets: { value: [] },
  lookups: { value: {} },
  only: {
    value: ((rows) => rows.where('release.unreviewed_by' as never, 'is not', null)) satisfies Resource['only'],
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
    defineRoute({
      ...catalogRead({
        path: unreviewedPath,
        operationId: 'unreviewedReleases',
        tag: 'Releases',
        summary: 'List unreviewed releases',
        description:
          'Supports the orders and includes of the release list, but no filters. `PATCH` with `reviewed: true` accepts a release. Needs edit rights: editors and administrators, or as the setting `editing` allows.',
        query: pageParameters,
        answer: {
          description: 'A page of releases',
          schema: component<object>('ReleaseList'),
          example: {
            data: [
              {
                id: `/api/releases/${exampleUuid}`,
                type: 'Release',
                attributes: { _id: exampleUuid, ...releases.example, reviewed: false },
                links: { self: `/api/releases/${exampleUuid}` },
              },
            ],
            links: { self: `${unreviewedPath}?page=1`, first: `${unreviewedPath}?page=1`, last: `${unreviewedPath}?page=1` },
            meta: { totalItems: 1, itemsPerPage: 30, currentPage: 1 },
          },
        },
        errors: {
          403: {
            description: 'The token lacks the scope, or the user lacks edit rights',
            problem: message('editors_only'),
          },
        },
      }),
      access: guard.editor('catalog:read'),
      handle: ({ request }) => queue().list(unreviewedReleases, request, {}),
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

/** Answers a request outside of the event loop. */
export type AnswerElsewhere = (request: Request) => Promise<Response>;

/** A document of about 200 tracks. */
const largeBytes = 32_768;

/** Each takes about 0.2 ms to write. */
const manyTracks = 200;

/** Whether a write takes long: its document is large, or its release has many tracks. */
function largeWriteCheck(store: Store): (request: Request, ids: Ids) => boolean {
  const hasManyTracks = (release: string): boolean =>
    store.reader.query<{ key: number }, [string, number]>(trackAt).get(release.toLowerCase(), manyTracks) !== null;
  return (request, { releaseId, id = '' }) =>
    Number(request.headers.get('content-length') ?? 0) > largeBytes || hasManyTracks(releaseId ?? id);
}

const trackAt = `SELECT t.key FROM "release" AS r JOIN release_format AS f ON f.release_key = r.key
  JOIN release_track AS t ON t.release_format_key = f.key WHERE r.id = ? LIMIT 1 OFFSET ?`;
