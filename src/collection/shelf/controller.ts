import { Elysia } from 'elysia';
import { requireOwn } from '../../accounts/own';
import type { Principal } from '../../accounts/principal';
import type { Store } from '../../database/open';
import { RevisionCache } from '../../database/revision-cache';
import { authentication } from '../../http/authentication';
import { requireAcceptable } from '../../http/negotiation';
import { etagOf, personalCaching, respondWith } from '../../http/respond';
import { metaOf, Query } from '../../jsonapi/query';
import { Slices } from '../files/slices';
import { readShelfList } from './endpoints';
import { ShelfLists } from './shelf-list';

/** The most lists whose ETag is remembered: some hundred bytes each. */
const maximumTags = 1_000;

/** The route of all that a user owns and wants. */
export function shelfListController(store: Store, findPrincipal: (token: string) => Principal | undefined) {
  const lists = new ShelfLists(store);
  const tags = new RevisionCache<string>(store, maximumTags);
  const answer = async (request: Request, principal: Principal, given: string): Promise<Response> => {
    requireOwn(request, principal, given);
    requireAcceptable(request);
    const ignored = metaOf(new Query(request).ignored());
    const { userId, userKey, scopes } = principal;
    const withWishes = scopes === null || scopes.has('wishlist:read');
    const name = `${userId} ${withWishes} ${JSON.stringify(ignored)}`;
    // What has not changed since is not made anew to find that out.
    const tag = tags.find(name, () => undefined);
    if (tag !== undefined && request.headers.get('if-none-match') === tag) return respondWith(request, '', tag, 200, personalCaching);
    const revision = store.revision();
    const attributes = await lists.of(userKey, withWishes, new Slices());
    const id = `/api/users/${userId}/shelf-list`;
    const body = JSON.stringify({ data: { id, type: 'ShelfList', attributes, links: { self: id } }, ...ignored });
    const etag = etagOf(body);
    if (store.revision() === revision) tags.find(name, () => etag);
    return respondWith(request, body, etag, 200, personalCaching);
  };
  return new Elysia()
    .use(authentication(findPrincipal, 'collection:read'))
    .get(
      readShelfList.route,
      ({ request, principal, params }) => answer(request, principal, readShelfList.named(params).userId),
      readShelfList.hook,
    );
}
