import { Memoirist } from 'memoirist';
import type { Context } from '../context';
import { bearerToken, type FindHolder } from '../http/authentication';
import { Cookies } from '../http/cookies';
import type { Answered, Observer } from '../http/middleware';
import type { PublicAddress } from '../http/public-address';
import type { AddressOf } from '../http/rate-limit';
import { newRequestId } from '../http/respond';

type Names = ReturnType<typeof routeNames>;

interface Knowing {
  readonly findPrincipal: FindHolder;
  readonly addressOf: AddressOf;
  readonly publicAddress: PublicAddress;
}

/** Reports every request to the log and metrics; undefined if both are off, so that it costs nothing. */
export function observerOf(
  context: Context,
  everyRoute: () => Promise<readonly NamedRoute[]>,
  { findPrincipal, addressOf, publicAddress }: Knowing,
): Observer | undefined {
  const { meter, settings } = context;
  const log = settings.logRequests === 'yes' ? requestLog(context, publicAddress, findPrincipal, addressOf) : undefined;
  if (!meter && !log) return undefined;
  const nameOf = namesOnceLoaded(everyRoute, (error) => context.log('routes not loaded', { error: String(error) }, 'error'));
  // Names are loaded once and requests reported in order.
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
    reported: () => last,
  };
}

/** Names of routes, loaded after the first response was sent. Requests are reported even if their route's name fails to load. */
function namesOnceLoaded(everyRoute: () => Promise<readonly NamedRoute[]>, failed: (error: unknown) => void) {
  let names: Names | undefined;
  let loading: Promise<Names> | undefined;
  const load = async (): Promise<Names> => {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      names = routeNames(ofApi(await everyRoute()), await ofWebsite());
      return names;
    } catch (error) {
      // Retried with the next request.
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

/** With the parameter names of the API, which the router changes. */
const ofApi = (routes: readonly NamedRoute[]): readonly NamedRoute[] =>
  routes.map(({ method, path }) => ({ method, path: path.replace(/:id\d+/g, ':id') }));

async function ofWebsite(): Promise<readonly NamedRoute[]> {
  const { pagePaths } = await import('../website/paths');
  return ['GET', 'POST'].flatMap((method) => [...pagePaths, '/assets/:file'].map((path) => ({ method, path })));
}

/**
 * Logs every request once its route has a name. Contains nothing chosen by strangers or secret: the route template instead of
 * the path, no query (invitation codes), and the user id instead of the token.
 */
function requestLog(
  { log }: Pick<Context, 'log'>,
  publicAddress: PublicAddress,
  findPrincipal: FindHolder,
  addressOf: AddressOf,
): (answered: Answered) => (route: string) => void {
  const cookies = new Cookies(publicAddress);
  return ({ request, response, seconds }) => {
    const token = bearerToken(request.headers.get('authorization')) ?? cookies.read(request, 'session');
    const user = token === undefined ? undefined : findPrincipal(token)?.userId;
    const { method } = request;
    const answer = { status: response.status, milliseconds: Math.round(seconds * 10_000) / 10 };
    // Either the user or the address.
    const who = user === undefined ? { address: addressOf(request) } : { user };
    const id = requestIdOf(response);
    return (route) => log('request', { id, method, route, ...answer, ...who });
  };
}

function requestIdOf({ headers }: Response): string {
  const id = headers.get('x-request-id') ?? newRequestId();
  headers.set('x-request-id', id);
  return id;
}

/** A route as the router stores it. */
export interface NamedRoute {
  readonly method: string;
  readonly path: string;
}

/** Label for unmatched paths: using the path itself would let clients create unlimited labels. */
const noRoute = 'none';

/**
 * Finds the route template of a request, such as `/api/artists/:id`, with one router tree per route list, since parameters at
 * the same position may differ in name.
 */
export function routeNames(...lists: readonly (readonly NamedRoute[])[]): (method: string, path: string) => string {
  const trees = lists.map((routes) => {
    const tree = new Memoirist<string>();
    for (const { method, path } of routes) tree.add(method, path, path);
    return tree;
  });
  const find = (method: string, path: string) => trees.map((tree) => tree.find(method, path)?.store).find((name) => name !== undefined);
  return (method, path) => {
    const withoutSlash = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    return find(method === 'HEAD' ? 'GET' : method, withoutSlash) ?? noRoute;
  };
}
