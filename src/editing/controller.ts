import { type AnyElysia, Elysia } from 'elysia';
import type { Store } from '../database/open';
import { authentication, type FindHolder, requireHolder } from '../http/authentication';
import { methodNotAllowed, namedIds, Reads } from '../jsonapi/controller';
import type { Personal } from '../jsonapi/personal';
import type { Registry } from '../jsonapi/registry';
import { type Ids, itemPath, routeOf } from '../jsonapi/routes';
import type { Kinds } from '../kinds';
import type { AddingUser, CatalogWrites, EditingUser } from './catalog-writes';
import { duplicateControllers } from './duplicates/controller';
import { revisionControllers } from './revisions/controller';
import { Revisions, type Viewer } from './revisions/revisions';
import { listUnreviewed, unreviewedReleases } from './unreviewed-list';

interface Editing {
  readonly store: Store;
  readonly registry: Registry;
  readonly kinds: Kinds;
  /** Finds who may change the catalog. */
  readonly findEditor: FindHolder<EditingUser>;
  /** Finds who may add records: what contributors add, editors review. */
  readonly findAdder: FindHolder<AddingUser>;
  /** Lets requests through that may read the catalog. */
  readonly guard: AnyElysia;
  readonly mayEdit: (request: Request) => boolean;
  readonly viewerOf: (request: Request) => Viewer;
  readonly personal: Personal;
}

/**
 * The routes by which people change the catalog, of every kind of record alike. What answers them is loaded with the first
 * of them: a server starts sooner without it. So it does where the app uses each of these itself: an app within another one
 * has every route made anew.
 */
export function editingControllers({
  store,
  registry,
  kinds,
  findEditor,
  findAdder,
  guard,
  mayEdit,
  viewerOf,
  personal,
}: Editing): AnyElysia[] {
  let loading: Promise<CatalogWrites> | undefined;
  const writes = (): Promise<CatalogWrites> => {
    loading ??= import('./catalog-writes').then(({ CatalogWrites }) => new CatalogWrites(store, registry, kinds));
    return loading;
  };
  let queue: Reads | undefined;
  const listQueue = (request: Request) => {
    queue ??= new Reads(store, registry, personal);
    return queue.list(unreviewedReleases, request, {});
  };
  const reviewing = new Elysia()
    .use(authentication(findEditor, 'catalog:read'))
    .get(listUnreviewed.route, ({ request }) => listQueue(request), listUnreviewed.hook);
  const lists = new Set(kinds.shown.map(({ path }) => path));
  /** The path of a list may be one of records as well, as the router has them: it is asked before who asks is. */
  const transform = ({ path }: { readonly path: string }) => {
    if (lists.has(path)) throw methodNotAllowed(['GET', 'HEAD', 'POST']);
  };
  const adding = new Elysia({ name: 'adding' });
  const app = new Elysia({ name: 'editing' }).use(authentication(findEditor, 'catalog:write'));
  for (const kind of kinds.shown) {
    const [list, single] = [routeOf(kind.path), routeOf(itemPath(kind))];
    const ids = (params: Ids) => namedIds(kind, params);
    if (kind.unreviewed)
      adding.post(
        list,
        async ({ request, params }) => (await writes()).create(kind, request, requireHolder(request, findAdder), ids(params)),
        {
          parse,
        },
      );
    else
      app.post(
        list,
        async ({ request, params, principal }) =>
          (await writes()).create(kind, request, { ...principal, contributor: undefined }, ids(params)),
        { parse },
      );
    app
      .patch(single, async ({ request, params, principal }) => (await writes()).update(kind, request, principal, ids(params)), {
        parse,
        transform,
      })
      .delete(single, async ({ request, params, principal }) => (await writes()).delete(kind, request, principal, ids(params)), {
        parse,
        transform,
      })
      .post(`${single}/merge`, async ({ request, params, principal }) => (await writes()).merge(kind, request, principal, ids(params)), {
        parse,
      });
  }
  let kept: Revisions | undefined;
  const revisions = () => {
    kept ??= new Revisions(store, registry, mayEdit, viewerOf, personal);
    return kept;
  };
  return [
    ...duplicateControllers({ store, registry, kinds, findEditor }),
    reviewing,
    adding,
    app,
    ...revisionControllers({ kinds, revisions, writes, guard, findEditor }),
  ];
}

/** Bodies are read by what answers. */
const parse = 'none';
