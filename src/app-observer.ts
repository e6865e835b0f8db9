import type { Context } from './context';
import type { FindHolder } from './http/authentication';
import type { Observer } from './http/observing';
import type { PublicAddress } from './http/public-address';
import type { AddressOf } from './http/request-budget';
import { requestLog } from './http/request-log';
import { type Route, routeNames } from './http/route-names';

type Names = ReturnType<typeof routeNames>;

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
  const nameOf = namesOnceLoaded(everyRoute, (error) => context.log('routes not loaded', { error: String(error) }, 'error'));
  // The names are loaded once for all that wait for them, in their order: with the last of them all are told.
  let last: Promise<unknown> = Promise.resolve();
  return {
    begun: () => meter?.begun(),
    answered(answered) {
      const { request, response, path, seconds } = answered;
      const route = nameOf(request.method, path);
      meter?.answered(request.method, route, response.status, seconds);
      const tell = log?.(answered);
      if (typeof route === 'string') tell?.(route);
      else if (tell) last = route.then(tell);
    },
    told: () => last,
  };
}

/** Names of routes: all of these are loaded for the first, once the answer that is ready has gone out. None is lost for the name of its route. */
function namesOnceLoaded(everyRoute: () => Promise<readonly Route[]>, failed: (error: unknown) => void) {
  let names: Names | undefined;
  let loading: Promise<Names> | undefined;
  const load = async (): Promise<Names> => {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      names = routeNames(ofApi(await everyRoute()), await ofWebsite());
      return names;
    } catch (error) {
      // The next request has it tried again.
      loading = undefined;
      failed(error);
      return routeNames();
    }
  };
  return (method: string, path: string): string | Promise<string> => {
    if (names) return names(method, path);
    loading ??= load();
    return loading.then((loaded) => loaded(method, path));
  };
}

/** As the API describes them: the names that the router has for the ids of a path are its own. */
const ofApi = (routes: readonly Route[]): readonly Route[] =>
  routes.map(({ method, path }) => ({ method, path: path.replace(/:id\d+/g, ':id') }));

async function ofWebsite(): Promise<readonly Route[]> {
  const { pagePaths } = await import('./website/paths');
  return ['GET', 'POST'].flatMap((method) => [...pagePaths, '/assets/:file'].map((path) => ({ method, path })));
}
