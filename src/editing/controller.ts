import { type AnyElysia, Elysia } from 'elysia';
import type { Store } from '../database/open';
import { authentication, type FindHolder } from '../http/authentication';
import { methodNotAllowed, namedIds } from '../jsonapi/controller';
import type { Registry } from '../jsonapi/registry';
import { type Ids, itemPath, routeOf } from '../jsonapi/routes';
import type { Kinds } from '../kinds';
import type { CatalogWrites, EditingUser } from './catalog-writes';
import { duplicateControllers } from './duplicates/controller';
import { revisionControllers } from './revisions/controller';
import { Revisions } from './revisions/revisions';

interface Editing {
  readonly store: Store;
  readonly registry: Registry;
  readonly kinds: Kinds;
  /** Finds who may change the catalog. */
  readonly findEditor: FindHolder<EditingUser>;
  /** Lets requests through that may read the catalog. */
  readonly guard: AnyElysia;
  readonly mayEdit: (request: Request) => boolean;
}

/**
 * The routes by which people change the catalog, of every kind of record alike. What answers them is loaded with the first
 * of them: a server starts sooner without it. So it does where the app uses each of these itself: an app within another one
 * has every route made anew.
 */
export function editingControllers({ store, registry, kinds, findEditor, guard, mayEdit }: Editing): AnyElysia[] {
  let loading: Promise<CatalogWrites> | undefined;
  const writes = (): Promise<CatalogWrites> => {
    loading ??= import('./catalog-writes').then(({ CatalogWrites }) => new CatalogWrites(store, registry, kinds));
    return loading;
  };
  const lists = new Set(kinds.shown.map(({ path }) => path));
  /** The path of a list may be one of records as well, as the router has them: it is asked before who asks is. */
  const transform = ({ path }: { readonly path: string }) => {
    if (lists.has(path)) throw methodNotAllowed(['GET', 'HEAD', 'POST']);
  };
  const app = new Elysia({ name: 'editing' }).use(authentication(findEditor, 'catalog:write'));
  for (const kind of kinds.shown) {
    const [list, single] = [routeOf(kind.path), routeOf(itemPath(kind))];
    const ids = (params: Ids) => namedIds(kind, params);
    app
      .post(list, async ({ request, params, principal }) => (await writes()).create(kind, request, principal, ids(params)), { parse })
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
    kept ??= new Revisions(store, registry, mayEdit);
    return kept;
  };
  return [
    ...duplicateControllers({ store, registry, kinds, findEditor }),
    app,
    ...revisionControllers({ kinds, revisions, writes, guard, findEditor }),
  ];
}

/** Bodies are read by what answers. */
const parse = 'none';
