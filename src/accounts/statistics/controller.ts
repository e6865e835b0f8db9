import { Elysia } from 'elysia';
import type { Store } from '../../database/open';
import { RevisionCache } from '../../database/revision-cache';
import { authentication } from '../../http/authentication';
import { requireAcceptable } from '../../http/negotiation';
import { respond } from '../../http/respond';
import { metaOf, Query } from '../../jsonapi/query';
import { requireOwn } from '../own';
import type { Principal } from '../principal';
import { readStatistics } from './endpoints';
import { CollectionCounts } from './queries';

/** Those of a large collection are some hundred kilobytes, and take some tenths of a second: a page that is turned to and fro asks for them often. */
const maximumKept = 20;

/** The route of what one's own collection adds up to. */
export function statisticsController(store: Store, findPrincipal: (token: string) => Principal | undefined) {
  // Prepared for the first who asks: few starts of a server come to that.
  let counts: CollectionCounts | undefined;
  const kept = new RevisionCache<ReturnType<CollectionCounts['of']>>(store, maximumKept);
  const answer = (request: Request, principal: Principal, userId: string): Response => {
    requireOwn(request, principal, userId);
    requireAcceptable(request);
    const ignored = new Query(request).ignored();
    const found = counts ?? new CollectionCounts(store);
    counts = found;
    const attributes = store.read(() => kept.find(principal.userId, () => found.of(principal.userKey, principal.userId)));
    const id = `/api/users/${principal.userId}/collection/statistics`;
    return respond(request, { data: { id, type: 'CollectionStatistics', attributes, links: { self: id } }, ...metaOf(ignored) });
  };
  return new Elysia()
    .use(authentication(findPrincipal, 'collection:read'))
    .get(
      readStatistics.route,
      ({ request, principal, params }) => answer(request, principal, readStatistics.named(params).userId),
      readStatistics.hook,
    );
}
