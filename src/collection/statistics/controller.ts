import { Elysia } from 'elysia';
import { requireOwn } from '../../accounts/own';
import type { Principal } from '../../accounts/principal';
import type { Store } from '../../database/open';
import { RevisionCache } from '../../database/revision-cache';
import { badParameter } from '../../errors';
import { authentication } from '../../http/authentication';
import { requireAcceptable } from '../../http/negotiation';
import { respond } from '../../http/respond';
import { metaOf, Query } from '../../jsonapi/query';
import { readParameters } from '../../jsonapi/route';
import { fieldsOfStatistics, readStatistics } from './endpoints';
import { CollectionCounts, type StatisticsPart, statisticsParts } from './queries';

/** Parts of statistics: those of a large collection are some hundred kilobytes together, and take some tenths of a second. A page that is turned to and fro asks for some of them often. */
const maximumKept = 20 * statisticsParts.length;

/** The route of what one's own collection adds up to. */
export function statisticsController(store: Store, findPrincipal: (token: string) => Principal | undefined) {
  // Prepared for the first who asks: few starts of a server come to that.
  let counts: CollectionCounts | undefined;
  const kept = new RevisionCache<unknown>(store, maximumKept);
  const answer = (request: Request, principal: Principal, userId: string): Response => {
    requireOwn(request, principal, userId);
    requireAcceptable(request);
    const query = new Query(request);
    const names = partsIn(readParameters(query, readStatistics.query)[fieldsOfStatistics]);
    const ignored = query.ignored();
    const found = counts ?? new CollectionCounts(store);
    counts = found;
    const part = (name: StatisticsPart) =>
      kept.find(`${principal.userId} ${name}`, () => found.part(name, principal.userKey, principal.userId));
    const attributes = store.read(() => Object.fromEntries(names.map((name) => [name, part(name)])));
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

/** The parts that are asked for, each once; all where nothing is said. */
function partsIn(asked: string | undefined): readonly StatisticsPart[] {
  if (asked === undefined) return statisticsParts;
  const names = asked.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !isPart(name));
  if (unknown !== undefined)
    throw badParameter(
      fieldsOfStatistics,
      `CollectionStatistics has no field "${unknown.slice(0, 50)}"; it has ${statisticsParts.join(', ')}.`,
    );
  return statisticsParts.filter((name) => names.includes(name));
}

const isPart = (name: string): name is StatisticsPart => (statisticsParts as readonly string[]).includes(name);
