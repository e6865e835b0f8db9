import type { Context } from './context';
import type { FindHolder } from './http/authentication';
import type { Observer } from './http/observing';
import type { PublicAddress } from './http/public-address';
import type { AddressOf } from './http/request-budget';
import { requestLog } from './http/request-log';
import { type Route, routeNames } from './http/route-names';
import { pagePaths } from './website/paths';

interface Knowing {
  readonly findPrincipal: FindHolder;
  readonly addressOf: AddressOf;
  readonly publicAddress: PublicAddress;
}

/** Tells the log and whoever counts of every request; `undefined` where nobody wants to know, and nothing is to be paid for it. */
export function observerOf(
  context: Context,
  routes: () => readonly Route[],
  { findPrincipal, addressOf, publicAddress }: Knowing,
): Observer | undefined {
  const { meter, settings } = context;
  const log = settings.logRequests === 'yes' ? requestLog(context, publicAddress, findPrincipal, addressOf) : undefined;
  if (!meter && !log) return undefined;
  let nameOf: ReturnType<typeof routeNames> | undefined;
  return {
    begun: () => meter?.begun(),
    answered: (answered) => {
      // With the first request: the app has all of its routes by then.
      nameOf ??= routeNames(ofApi(routes()), ofWebsite);
      const { request, response, path, seconds } = answered;
      const route = nameOf(request.method, path);
      meter?.answered(request.method, route, response.status, seconds);
      log?.(answered, request.method, route);
    },
  };
}

/** As the API describes them: the names that the router has for the ids of a path are its own. */
const ofApi = (routes: readonly Route[]): readonly Route[] =>
  routes.map(({ method, path }) => ({ method, path: path.replace(/:id\d+/g, ':id') }));

const ofWebsite: readonly Route[] = ['GET', 'POST'].flatMap((method) => [...pagePaths, '/assets/:file'].map((path) => ({ method, path })));
