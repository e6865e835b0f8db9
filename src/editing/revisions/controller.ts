import { type AnyElysia, Elysia } from 'elysia';
import { authentication, type FindHolder } from '../../http/authentication';
import { namedIds } from '../../jsonapi/controller';
import { type Ids, itemPath, routeOf } from '../../jsonapi/routes';
import type { Kinds } from '../../kinds';
import type { CatalogWrites, EditingUser } from '../catalog-writes';
import { listRevisions, readRevision, revertRevision } from './endpoints';
import type { Revisions } from './revisions';

interface Revising {
  readonly kinds: Kinds;
  readonly revisions: () => Revisions;
  readonly writes: () => Promise<CatalogWrites>;
  /** Lets requests through that may read the catalog. */
  readonly guard: AnyElysia;
  readonly findEditor: FindHolder<EditingUser>;
}

/** The routes of what people changed: to be read by all who read the catalog, and taken back by those who may change it. */
export function revisionControllers({ kinds, revisions, writes, guard, findEditor }: Revising): AnyElysia[] {
  const reading = new Elysia()
    .use(guard)
    .get(listRevisions.route, ({ request }) => revisions().list(request), listRevisions.hook)
    .get(readRevision.route, ({ request, params }) => revisions().single(request, readRevision.named(params).id), readRevision.hook);
  for (const kind of kinds.shown)
    reading.get(`${routeOf(itemPath(kind))}/revisions`, ({ request, params }) =>
      revisions().ofRecord(kind, request, namedIds(kind, params as Ids)),
    );
  const reverting = new Elysia().use(authentication(findEditor, 'catalog:write')).post(
    revertRevision.route,
    async ({ request, params, principal }) => {
      const made = await (await writes()).revert(request, principal, revertRevision.named(params).id);
      return revisions().single(request, made, 201);
    },
    { ...revertRevision.hook, parse: 'none' as const },
  );
  return [reading, reverting];
}
