import type { Context } from './context';
import type { FindHolder } from './http/authentication';
import type { Observer } from './http/observing';
import type { PublicAddress } from './http/public-address';
import type { AddressOf } from './http/request-budget';
import { requestLog } from './http/request-log';
import { type Route, routeNames } from './http/route-names';

interface Knowing {
  readonly findPrincipal: FindHolder;
  readonly addressOf: AddressOf;
  readonly publicAddress: PublicAddress;
}

/** Tells the log and whoever counts of every request; `undefined` where nobody wants to know, and nothing is to be paid for it. */
export function observerOf(
  context: Context,
  everyRoute: () => Promise<readonly Route[]>,
  { findPrincipal, addressOf, publicAddress }: Knowing,
): Observer | undefined {
  const { meter, settings } = context;
  const log = settings.logRequests === 'yes' ? requestLog(context, publicAddress, findPrincipal, addressOf) : undefined;
  if (!meter && !log) return undefined;
  let nameOf: Awaited<ReturnType<typeof namesOf>> | undefined;
  return {
    begun: () => meter?.begun(),
    async answered(answered) {
      nameOf ??= await namesOf(everyRoute);
      const { request, response, path, seconds } = answered;
      const route = nameOf(request.method, path);
      meter?.answered(request.method, route, response.status, seconds);
      log?.(answered, request.method, route);
    },
  };
}

/** With the first request that somebody wants to know of: all routes are loaded for it. */
const namesOf = async (everyRoute: () => Promise<readonly Route[]>) => routeNames(ofApi(await everyRoute()), await ofWebsite());

/** As the API describes them: the names that the router has for the ids of a path are its own. */
const ofApi = (routes: readonly Route[]): readonly Route[] =>
  routes.map(({ method, path }) => ({ method, path: path.replace(/:id\d+/g, ':id') }));

async function ofWebsite(): Promise<readonly Route[]> {
  const { pagePaths } = await import('./website/paths');
  return ['GET', 'POST'].flatMap((method) => [...pagePaths, '/assets/:file'].map((path) => ({ method, path })));
}
