import { Elysia } from 'elysia';
import { isEditor, isFeedReader } from '../accounts/access';
import { guestToken, principalFinder } from '../accounts/principal';
import { proxySessions } from '../accounts/provider/proxy';
import { LiveSettings } from '../accounts/settings/live-settings';
import { SetUpCode } from '../accounts/users/set-up-code';
import { readerFinder } from '../accounts/users/users';
import type { DescribedApp } from '../api/openapi/routes';
import { withoutCaching } from '../api/read/viewer';
import { mount } from '../api/route';
import { once, Registry } from '../api/schema/registry';
import { Backups } from '../backups/backups';
import { catalog } from '../catalog';
import { holdings } from '../collection/holdings';
import { collectionItems } from '../collection/items/collection-items';
import { loans } from '../collection/loans/loans';
import { wishlistItems } from '../collection/wishlist/wishlist-items';
import type { Context } from '../context';
import { notFound } from '../errors';
import { authentication, bearerToken } from '../http/authentication';
import type { IsTrusted } from '../http/client-address';
import { CachedDocument } from '../http/compression';
import { withBasePath, withCompression, withCors, withHsts, withObserver, withTally, withWritesOnDisk } from '../http/middleware';
import { PublicAddress } from '../http/public-address';
import { addressReader, isBelow, requestBudget } from '../http/rate-limit';
import { isGetOrHead, requireWellFormed, withOrigin } from '../http/request';
import { fromCache } from '../http/response-cache';
import { RequestedImports } from '../import/requested/imports';
import type { Kinds } from '../kinds';
import { Notifications } from '../notifications/notifications';
import { metricsAnswer, metricsPath } from '../operations/metrics-answer';
import { checksOf, readinessOf } from '../operations/readiness';
import { editorNotes } from '../records/write/field-locks';
import { errorAnswer } from './errors';
import type { Jobs } from './features';
import { type NamedRoute, observerOf } from './observer';
import { healthPaths, serverMetaOf, serverStateRoutes } from './routes';
import type { App } from './types';

/** Single instances used inside and outside the app. */
export interface Shared {
  readonly live: LiveSettings;
  readonly backups: Backups;
  readonly notifications: Notifications;
  readonly imports: RequestedImports;
}

export function sharedOf(context: Pick<Context, 'store' | 'settings' | 'log'>): Shared {
  const live = new LiveSettings(context);
  const notifications = new Notifications(context, live);
  const backups = new Backups(
    context,
    () => live.values(),
    (failure) => notifications.backupFailed(failure),
  );
  return { live, backups, notifications, imports: new RequestedImports(context) };
}

/**
 * The whole server without a port.
 * @param isTrustedProxy whose forwarding headers are trusted
 */
export function createApp(
  context: Context,
  isTrustedProxy: IsTrusted = () => false,
  kinds: Kinds = catalog,
  { live, backups, notifications, imports }: Shared = sharedOf(context),
): WholeApp {
  const registry = new Registry([...kinds.shown, collectionItems, wishlistItems, loans]);
  const findPrincipal = principalFinder(context.store);
  const { basePath, corsOrigins, hsts } = context.settings;
  const publicAddress = new PublicAddress(context, isTrustedProxy);
  const principalOf = (request: Request) => findPrincipal(bearerToken(request.headers.get('authorization')) ?? '');
  const mayEdit = (request: Request) => {
    const principal = principalOf(request);
    return principal !== undefined && isEditor(principal, live) && (principal.scopes === null || principal.scopes.has('catalog:write'));
  };
  const personal = withoutCaching({ ...holdings(context.store, findPrincipal), ofEditors: editorNotes(context.store, kinds, mayEdit) });
  const answerFromCache = fromCache({ store: context.store, megabytes: context.settings.responseCacheMegabytes, findPrincipal, mayEdit });
  const addressOf = addressReader(context, isTrustedProxy);
  const spend = requestBudget(context, addressOf, findPrincipal);
  const answerError = errorAnswer(context, addressOf, (path) => allowed(path));
  const setUpCode = new SetUpCode(context);
  const checks = checksOf({ store: context.store, checkpoints: context.checkpoints, backups });
  const description = new CachedDocument(() => describe());
  // By default, the router assumes hosts of at least four characters.
  const app = new Elysia({ handler: { standardHostname: false } })
    .onRequest(({ request }): Promise<Response> | Response | undefined =>
      request.url.startsWith('http') ? undefined : app.fetch(withOrigin(request)),
    )
    .onRequest(({ request, path = '' }: { request: Request; path?: string }) =>
      isPagePath(path) && !(hasMetrics && path === metricsPath) ? showPage(request, path) : undefined,
    )
    // Elysia passes the route path to this hook, but its type lacks it.
    .onRequest(enter as never)
    .onError(({ code, error, request, path }) => answerError(error, request, path, code))
    .get('/api/openapi.json', ({ request }): Promise<Response> => description.respond(request))
    .get('/api/docs', () => movedToReference())
    .use(authentication);
  mount(
    app,
    serverStateRoutes(context, live, backups, () => readinessOf(checks)),
  );
  const { meter } = context;
  const { metricsListen, metricsToken } = context.settings;
  const hasMetrics = meter !== undefined && metricsListen === null && metricsToken !== '';
  if (hasMetrics) app.get(metricsPath, ({ request }) => metricsAnswer(meter, metricsToken, request));
  app.wrap(wrapper(withWritesOnDisk(context.store, (error, request) => answerError(error, request, new URL(request.url).pathname))));
  app.wrap(wrapper(withCompression));
  if (corsOrigins.length > 0) app.wrap(wrapper(withCors(corsOrigins)));
  // Outermost: inside, paths have no base path.
  if (basePath !== '') app.wrap(wrapper(withBasePath(basePath, refuseElsewhere)));
  if (hsts === 'yes') app.wrap(wrapper(withHsts((request) => publicAddress.isSecure(request))));
  // Around everything, to report rejected requests too.
  const observe = observerOf(context, everyRoute, { findPrincipal, addressOf, publicAddress });
  if (observe) app.wrap(wrapper(withObserver(observe)));
  if (context.tally) app.wrap(wrapper(withTally(context.tally)));

  const website = once(async () => {
    const { createSite } = await import('../website/entry');
    return createSite({
      context,
      handle: (request) => app.fetch(request),
      refuse: refuseUnknown,
      describe,
      findPrincipal,
      addressOf,
      publicAddress,
      guestToken: () => (live.values().catalogVisibility === 'public' ? guestToken() : undefined),
      feedToken: (request) => (isFeedReader(request, findPrincipal) ? guestToken() : undefined),
      isIndexed: () => live.values().catalogVisibility === 'public' && live.values().searchEngines === 'yes',
      findReader: readerFinder(context.store),
      beginProxySession: proxySessions(context, live, addressOf),
      meta: () => serverMetaOf(context.store, live),
    });
  });
  const allowed = allowedMethods(app.routes);
  let jobs: Jobs | undefined;
  /** Everything but health checks, added by the first other request: this takes a third of a start. */
  const addRoutes = once(async () => {
    const { mountFeatures } = await import('./features');
    jobs = mountFeatures(app, {
      ...{ context, registry, kinds, live, backups, notifications, imports, addressOf, findPrincipal, principalOf, mayEdit, personal },
      ...{ publicAddress, setUpCode, readiness: () => readinessOf(checks) },
    });
    // Elysia composes it again, with all routes.
    Reflect.deleteProperty(app, 'fetch');
  });
  const checkHealth = app.fetch;
  Object.defineProperty(app, 'fetch', {
    configurable: true,
    value: async (request: Request) => {
      if (isGetOrHead(request) && healthPaths.has(URL.parse(request.url)?.pathname ?? '')) return checkHealth(request);
      await addRoutes();
      return app.fetch(request);
    },
  });
  async function everyRoute(): Promise<readonly AnyRoute[]> {
    await addRoutes();
    return app.routes;
  }
  /** Loaded on demand: it is large and slows the start. */
  async function describe(): Promise<object> {
    const { openApiDocument } = await import('./openapi');
    return openApiDocument(registry, { routes: await everyRoute() }, kinds, basePath);
  }
  function enter({ request, path }: { request: Request; path: string }): Response | undefined {
    const refusal = spend(request, path);
    if (refusal) return answerError(refusal, request, path);
    requireWellFormed(request, path);
    return isGetOrHead(request) ? answerFromCache(request, path) : undefined;
  }
  function showPage(request: Request, path: string): Promise<Response> {
    requireWellFormed(request, path);
    return website().then((answer) => answer(request));
  }
  function refuseUnknown(request: Request): Response {
    const { pathname } = new URL(request.url);
    return answerError(notFound('no_address', { path: pathname.slice(0, 200) }), request, pathname);
  }
  function refuseElsewhere(request: Request, path: string): Response {
    return answerError(notFound('no_address_outside_base', { path: path.slice(0, 200), base: basePath }), request, path);
  }
  const reported = async () => void (await observe?.reported());
  const beginJobs = async () => {
    if (!context.store.reader.get("SELECT 1 FROM completion WHERE state = 'running' LIMIT 1")) return;
    await addRoutes();
    await jobs?.begin();
  };
  const endJobs = () => jobs?.stop();
  // TypeScript cannot follow the registration of catalog routes in a loop.
  return Object.assign(app as unknown as App, { everyRoute, reported, beginJobs, endJobs });
}

export type { App };

type AnyRoute = NamedRoute & DescribedApp['routes'][number];

export type WholeApp = App & {
  /** All routes, once they are added. */
  readonly everyRoute: () => Promise<readonly AnyRoute[]>;
  /** Resumes background jobs of users that the end of the server interrupted. */
  readonly beginJobs: () => Promise<void>;
  /** Ends them before the store is closed. */
  readonly endJobs: () => void;
  /** Waits until all requests are logged. */
  readonly reported: () => Promise<void>;
};

/** All paths but those of the API and health checks. */
const isPagePath = (path: string): boolean => !isBelow(path, '/api') && !healthPaths.has(path);

/** Elysia's type omits the request parameter. */
const wrapper = (wrap: ReturnType<typeof withCors>) => wrap as unknown as Parameters<Elysia['wrap']>[0];

/** The former address of the API reference. */
const movedToReference = (): Response =>
  new Response(null, { status: 301, headers: { location: '/api-reference', 'cache-control': 'public, max-age=3600' } });

/** Allowed methods by path, computed once. */
function allowedMethods(routes: readonly NamedRoute[]): (path: string) => string[] {
  let table: { method: string; path: string; fits: RegExp }[] | undefined;
  return (path) => {
    table ??= routes.map(({ method, path }) => ({
      method,
      path,
      fits: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.')}/?$`),
    }));
    const fitting = table.filter(({ fits }) => fits.test(path));
    // A literal segment wins over a parameter.
    const parametersIn = ({ path }: { readonly path: string }) => path.split(':').length;
    const fewest = Math.min(...fitting.map(parametersIn));
    const methods = new Set(fitting.filter((route) => parametersIn(route) === fewest).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  };
}
